import type { VisibilityPolicy } from '../../reach/topic-policy.ts';
import { fetchMessages } from '../api/source.ts';
import type { Message, MessagePage, Reaction } from '../api/types.ts';
import type { Client } from '../client.ts';
import { codeOf, type ReactionEmoji } from '../device/frequent-emoji.ts';
import { Late } from '../late.ts';
import type { Conversation } from '../store/conversation.ts';
import { conversationOf, narrowTo } from '../store/conversation.ts';
import { resolvedPrefix } from '../store/fold/messages.ts';
import type { Store } from '../store/store.ts';
import type { copyText } from './copy-text.ts';

/** Adds or removes the user's reaction. */
export function toggleReaction(client: Client, message: Message, emoji: ReactionEmoji): void {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const isMine = (one: Reaction) => one.user_id === client.store.user_id && codeOf(one) === codeOf(emoji);
  const method = message.reactions.some(isMine) ? 'DELETE' : 'POST';
  const path = `/messages/${message.id}/reactions`;
  const request = `${method} ${path} ${codeOf(emoji)}`;
  if (reacting.has(request)) return;
  reacting.add(request);
  if (method === 'POST') client.frequentEmoji.note(emoji);
  const done = client.attempt(client.call(method, path, { emoji_name, emoji_code, reaction_type }));
  void done.finally(() => reacting.delete(request));
}

/** Whether the user has set that they are not to be disturbed now, beside the hours of the week. */
export function isSetQuiet(store: Store): boolean {
  return (store.read('personal').state.availability?.quiet_until ?? 0) > store.now();
}

/** Sets until when the user is not to be disturbed, in UNIX seconds; null ends it. Returns whether it succeeded. */
export function setQuietUntil(client: Client, quiet_until: number | null): Promise<boolean> {
  return client.attempt(client.call('PATCH', '/users/me/availability', { quiet_until }));
}

/** Reactions without an answer so far: a double click must not ask for the same again. */
const reacting = new Set<string>();

export function toggleStar(client: Client, { id, flags }: Message): void {
  const op = flags.includes('starred') ? 'remove' : 'add';
  void client.attempt(client.call('POST', '/messages/flags', { op, flag: 'starred', messages: [id] }));
}

/**
 * Marks a message and all later ones of its conversation as unread, and keeps them unread until another view is opened.
 */
export async function markUnreadFrom(client: Client, message: Message): Promise<void> {
  client.reader.isPaused = true;
  await client.reader.flush();
  const narrow = narrowTo(conversationOf(message, client.store.user_id));
  const range = { anchor: message.id, include_anchor: true, num_before: 0, num_after: 1000, narrow };
  await client.attempt(client.call('POST', '/messages/flags/narrow', { ...range, op: 'remove', flag: 'read' }));
}

/** Marks all unread messages of a conversation or channel as read. */
export function markAllRead(client: Client, ids: readonly number[]): void {
  client.reader.read(ids);
}

/** The Markdown of a message. */
export async function fetchSource(client: Client, { id }: Message): Promise<string> {
  const params = { apply_markdown: false, allow_empty_topic_name: true };
  const { message } = await client.call<{ message: Message }>('GET', `/messages/${id}`, params);
  return message.content;
}

/** The current state of a message; undefined if the user cannot see it. */
export async function findMessage(client: Client, id: number): Promise<Message | undefined> {
  const known = client.store.model.messages.get(id);
  if (known) return known;
  const params = { allow_empty_topic_name: true };
  const answer = client.call<{ message: Message }>('GET', `/messages/${id}`, params);
  return answer.then(
    ({ message }) => message,
    () => undefined,
  );
}

/** Fetches the messages that are missing in the store. They are only previews, so a failure is not reported. */
export async function fetchMissing({ call, store }: Client, ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => !store.model.messages.has(id));
  if (missing.length > 0) await fetchMessages(call, missing).then(store.addMessages.bind(store), () => {});
}

/** A message as a quotation with a link to it, in Markdown. */
export async function quote(client: Client, message: Message): Promise<string> {
  const source = await fetchSource(client, message);
  const link = client.linkTo(conversationOf(message, client.store.user_id), message.id);
  const fence = '`'.repeat(Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  const mention = `@_**${message.sender_full_name}|${message.sender_id}**`;
  return `${mention} [said](${location.origin}/${link}):\n${fence}quote\n${source}\n${fence}\n`;
}

/** Whether a topic was marked as resolved. */
export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedPrefix);
}

/** Marks a topic as resolved or unresolved, by a prefix of its name. */
export function toggleResolved(
  client: Client,
  conversation: Extract<Conversation, { type: 'topic' }>,
): Promise<boolean> {
  const { topic } = conversation;
  const next = isResolved(topic) ? topic.slice(resolvedPrefix.length) : resolvedPrefix + topic;
  return client.attempt(moveTopic(client, conversation, { topic: next }));
}

interface Destination {
  topic: string;
  stream_id?: number;
}

/** Moves all messages of a topic. */
async function moveTopic(
  client: Client,
  conversation: Extract<Conversation, { type: 'topic' }>,
  { topic, stream_id }: Destination,
): Promise<void> {
  const newest = await findNewest(client, conversation);
  if (!newest) return;
  await client.call('PATCH', `/messages/${newest.id}`, {
    topic,
    ...(stream_id === undefined || stream_id === conversation.stream_id ? {} : { stream_id }),
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
  });
}

/** The newest message of a conversation. */
export async function findNewest(client: Client, conversation: Conversation): Promise<Message | undefined> {
  const params = { narrow: narrowTo(conversation), anchor: 'newest', num_before: 1, num_after: 0 };
  const { messages } = await client.call<MessagePage>('GET', '/messages', { ...params, allow_empty_topic_name: true });
  return messages[0];
}

/** Copies the Markdown of a message. */
export async function copySource(client: Client, message: Message): Promise<void> {
  await client.attempt(fetchSource(client, message).then((text) => copy(client, text)));
}

export function setTopicPolicy(
  client: Client,
  { stream_id, topic }: Extract<Conversation, { type: 'topic' }>,
  visibility_policy: VisibilityPolicy,
): void {
  void client.attempt(client.call('POST', '/user_topics', { stream_id, topic, visibility_policy }));
}

export type SubscriptionProperty =
  | 'color'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify';

export function setSubscription(
  client: Client,
  stream_id: number,
  property: SubscriptionProperty,
  value: boolean | string,
): void {
  const subscription_data = [{ stream_id, property, value }];
  void client.attempt(client.call('POST', '/users/me/subscriptions/properties', { subscription_data }));
}

export function subscribe(client: Client, name: string): Promise<boolean> {
  return client.attempt(client.call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }));
}

export function unsubscribe(client: Client, name: string): Promise<boolean> {
  return client.attempt(client.call('DELETE', '/users/me/subscriptions', { subscriptions: [name] }));
}

export const logOut = new Late<(client: Client) => Promise<void>>();

/** Logs out, unless that would delete something and the user changes their mind. */
export async function askToLogOut(client: Client): Promise<void> {
  await client.attempt(logOut.get().then((start) => start(client)));
}

export const copier = new Late<typeof copyText>();

/** Copies text, and says so. */
export async function copy(client: Client, text: string): Promise<void> {
  await client.attempt(copier.get().then((copyText) => copyText(client, text)));
}
