import type { Context } from '../context.ts';
import { type Channel, findChannel } from '../conversations/channel.ts';
import { ensureTopic, maxTopicLength } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { Texts } from '../ground/texts.ts';
import { errorKind } from '../http/errors.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { organizationTexts } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import { getSystemBot, getUser, type User } from '../users/user.ts';
import { doSendMessage } from './message.ts';
import { describeMessage, withQuote } from './quotation.ts';
import { renderMessage } from './rendering.ts';

export const reportsUnwanted = errorKind('Moderation request channel must be specified to enable message reporting.');

/** Reasons for reporting a message, with the messages that name them. */
export const reportTypes = {
  spam: 'report.spam',
  harassment: 'report.harassment',
  inappropriate: 'report.inappropriate',
  norms: 'report.norms',
  other: 'report.other',
} as const;
export type ReportType = keyof typeof reportTypes;

interface Report {
  report_type: ReportType;
  /** Markdown of the reporter; empty for none. */
  description: string;
}

/**
 * Posts in the moderation channel that a user reports a message that they can read, with a copy. Names are resolved as
 * the reporter sees them. Throws reportsUnwanted if the organization has no such channel.
 */
export function doReportMessage(app: Context, reporter: User, message: Message, report: Report): void {
  const channel = findModerationChannel(app);
  if (!channel) throw reportsUnwanted();
  const texts = organizationTexts(app.db);
  const conversation = ensureTopic(app.db, channel.id, topicFor(texts, channel, getUser(app.db, message.sender_id)));
  const content = write(app, texts, { reporter, message, ...report });
  const rendering = renderMessage(app, reporter, content);
  const sender = getSystemBot(app.db, 'notification');
  doSendMessage(app, { sender, conversation, content, rendering, client: 'Internal', read_by_sender: false });
}

function findModerationChannel({ db }: Context): Channel | undefined {
  const channel = findChannel(db, Number(findRealmSetting(db, 'moderation_request_channel_id')));
  return channel?.is_archived ? undefined : channel;
}

/** One topic for all reported messages of a user. */
function topicFor(texts: Texts, { topics_policy }: Channel, { full_name, id }: User): string {
  if (topics_policy === 'empty_topic_only') return '';
  const nameTopic = (name: string) => texts.markdown('report.topicName', { name, id: String(id) });
  const name = [...full_name];
  const room = maxTopicLength - [...nameTopic('')].length;
  return nameTopic(name.length <= room ? full_name : `${name.slice(0, room - 1).join('')}…`);
}

interface ReportOfMessage extends Report {
  reporter: User;
  message: Message;
}

function write(app: Context, texts: Texts, { reporter, message, report_type, description }: ReportOfMessage): string {
  const note = description === '' ? '' : `\n\n${description.replace(/^/gm, '> ')}`;
  const described = { reporter: mention(reporter), ...describeMessage(app, texts, message) };
  const sentence = texts.markdown(described.isDirect ? 'report.direct' : 'report.topic', described);
  const start = `${sentence}\n\n**${texts.t(reportTypes[report_type])}**${note}`;
  return withQuote(`${start}\n\n${texts.t('report.theMessage')}\n\n`, message.content);
}
