import type { Context } from '../context.ts';
import { type Channel, findChannel } from '../conversations/channel.ts';
import { ensureTopic, maxTopicLength } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { errorKind } from '../http/errors.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { mention } from '../users/mention.ts';
import { getSystemBot, getUser, type User } from '../users/user.ts';
import { doSendMessage } from './message.ts';
import { describeMessage, withQuote } from './quotation.ts';
import { renderMessage } from './rendering.ts';

export const reportsUnwanted = errorKind('Moderation request channel must be specified to enable message reporting.');

/** Reasons for reporting a message, with the text shown to people. */
export const reportTypes = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates the norms of this organization',
  other: 'Other reason',
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
  const conversation = ensureTopic(app.db, channel.id, topicFor(channel, getUser(app.db, message.sender_id)));
  const content = write(app, reporter, message, report);
  const rendering = renderMessage(app, reporter, content);
  const sender = getSystemBot(app.db, 'notification');
  doSendMessage(app, { sender, conversation, content, rendering, client: 'Internal', read_by_sender: false });
}

function findModerationChannel({ db }: Context): Channel | undefined {
  const channel = findChannel(db, Number(findRealmSetting(db, 'moderation_request_channel_id')));
  return channel?.is_archived ? undefined : channel;
}

/** One topic for all reported messages of a user. */
function topicFor({ topics_policy }: Channel, { full_name, id }: User): string {
  if (topics_policy === 'empty_topic_only') return '';
  const end = ` (${id}): reported messages`;
  const name = [...full_name];
  const room = maxTopicLength - end.length;
  return (name.length <= room ? full_name : `${name.slice(0, room - 1).join('')}…`) + end;
}

function write(app: Context, reporter: User, message: Message, { report_type, description }: Report): string {
  const note = description === '' ? '' : `\n\n${description.replace(/^/gm, '> ')}`;
  const start = `${mention(reporter)} reported ${describeMessage(app, message)}.\n\n**${reportTypes[report_type]}**${note}`;
  return withQuote(`${start}\n\nThe message:\n\n`, message.content);
}
