import type { Context } from '../context.ts';
import { getChannel } from '../conversations/channel.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import { getMessage, type Message } from '../conversations/message.ts';
import { replyAddress } from '../gateway/address.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import type { Mail } from '../mail/mail.ts';
import { plainText } from '../push/plain-text.ts';
import { findRealm } from '../realm/realm.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { textsFor } from '../users/language.ts';
import { presentIdentityTo } from '../users/public-identity.ts';
import { findUserSetting } from '../users/settings.ts';
import { getUser, type User } from '../users/user.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Maximum number of messages in one mail, and length of each text in Unicode code points. */
const mostMessages = 20;
const longestText = 2000;

const alwaysNamed = 2;

/** The mail about messages of one conversation that a user missed and may read. */
export function writeMissedMail(app: Context, user: User, conversation: Conversation, ids: readonly number[]): Mail {
  const { subject, parts, url } = showsContent(app, user)
    ? describe(app, user, conversation, ids)
    : describeCount(app, user, ids);
  return {
    ...frame(app, user, parts, url),
    to: user.email,
    from_name: findRealm(app.db).name,
    subject: withRealm(app, user, subject),
    ...(app.config.mail_in ? { reply_to: replyAddress(app, user, ids.at(-1) as number) } : {}),
    thread: `conversation.${conversation.id}`,
  };
}

/** The parts of a mail about messages. */
interface Description {
  subject: string;
  parts: string[];
  url: string;
}

function describe(app: Context, user: User, conversation: Conversation, ids: readonly number[]): Description {
  const texts = ids.slice(-mostMessages).map((id) => writeOne(app, user, getMessage(app.db, id)));
  const cut = { shown: texts.length, count: ids.length };
  return {
    subject: describePlace(app, user, conversation),
    parts: [...(cut.count > cut.shown ? [textsFor(app.db, user).t('missed.newest', cut)] : []), ...texts],
    url: conversationUrl(app, conversation, ids[0] as number),
  };
}

/** Names of places and people may reveal as much as texts, so the mail only has the number of messages. */
function describeCount(app: Context, user: User, ids: readonly number[]): Description {
  const texts = textsFor(app.db, user);
  const count = ids.length;
  return {
    subject: texts.t('missed.countSubject', { count }),
    parts: [texts.t('missed.countText', { count })],
    url: namelessUrl(app, ids[0] as number),
  };
}

/** Whether mails to a user may show messages: their texts, places and senders. */
export function showsContent({ db }: Context, { id }: User): boolean {
  return (
    findRealmSetting(db, 'message_content_allowed_in_email_notifications') &&
    findUserSetting(db, id, 'message_content_in_email_notifications')
  );
}

function writeOne(app: Context, user: User, message: Message): string {
  const start = textsFor(app.db, user).t('missed.writes', { name: nameOf(app, user, message.sender_id) });
  return `${start}\n${excerpt(message, longestText)}`;
}

/** A user's name as another user may know it. */
export function nameOf(app: Context, user: User, id: number): string {
  return presentIdentityTo(app, user, getUser(app.db, id)).full_name;
}

/** The text of a message, truncated if it is too long. */
export function excerpt({ rendered_content }: Pick<Message, 'rendered_content'>, max: number): string {
  const characters = [...plainText(rendered_content)];
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max).join('')}…`;
}

function describePlace(app: Context, user: User, conversation: Conversation): string {
  const { channel_id, topic } = conversation;
  const texts = textsFor(app.db, user);
  if (channel_id !== null) {
    return `#${getChannel(app.db, channel_id).name} > ${topic || texts.t('topics.generalChat')}`;
  }
  const others = memberIds(conversation).filter((id) => id !== user.id);
  if (others.length === 0) return texts.t('missed.directWithYourself');
  return texts.t('missed.directWith', { names: texts.list(others.map((id) => nameOf(app, user, id))) });
}

function withRealm(app: Context, user: User, subject: string): string {
  const policy = findUserSetting(app.db, user.id, 'realm_name_in_email_notifications_policy');
  return policy === alwaysNamed ? `${subject} [${findRealm(app.db).name}]` : subject;
}

/** The URL of a message in the web client, in the list of all conversations. */
export function namelessUrl({ config }: Context, id: number): string {
  return `${config.public_url}/#narrow/near/${id}`;
}

/** The URL of a message in its conversation. */
export function conversationUrl({ config }: Context, conversation: Conversation, id: number): string {
  const { channel_id, topic } = conversation;
  const place =
    channel_id === null
      ? `dm/${memberIds(conversation).join(',')}-dm`
      : `channel/${channel_id}/topic/${encodeURIComponent(topic ?? '')
          .replaceAll('.', '%2E')
          .replaceAll('%', '.')}`;
  return `${config.public_url}/#narrow/${place}/near/${id}`;
}

function frame(app: Context, user: User, parts: readonly string[], url: string) {
  const texts = textsFor(app.db, user);
  const unsubscribe_url = unsubscribeUrl(app, user, 'missed');
  const how = texts.t(app.config.mail_in ? 'missed.answerOrOpen' : 'missed.open');
  return {
    text: `${parts.join('\n\n')}\n\n-- \n${how}\n${url}\n\n${texts.t('missed.noMoreHere')}\n${unsubscribe_url}\n`,
    html: inLanguage(
      texts,
      `${parts.map(paragraph).join('\n')}
<hr><p>${escapeHtml(how)} <a href="${escapeHtml(url)}">${escapeHtml(findRealm(app.db).name)}</a>
<br><a href="${escapeHtml(unsubscribe_url)}">${escapeHtml(texts.t('missed.noMore'))}</a></p>`,
    ),
    unsubscribe_url,
  };
}

/** Text as a paragraph of HTML. */
export function paragraph(text: string): string {
  return `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`;
}

/** The HTML of a mail with its language and direction. */
export function inLanguage({ language, direction }: Texts, html: string): string {
  return `<div lang="${language}" dir="${direction}">${html}</div>`;
}
