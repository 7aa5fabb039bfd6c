import { type Conversation, keyOf } from '../store/conversation.ts';
import { othersAmong } from '../store/fold/messages.ts';
import { formatConversation } from '../store/routes.ts';
import { scope } from './scope.ts';

/** The decrypted content of a push message. */
export type Push = MessagePush | { type: 'remove'; message_ids: number[] } | TestPush;

type TestPush = { type: 'test'; title: string; content: string };

type MessagePush = {
  type: 'message';
  user_id: number;
  message_id: number;
  sender_id: number;
  title: string;
  content: string;
} & (
  | { recipient_type: 'channel'; channel_id: number; channel_name: string; topic: string }
  | { recipient_type: 'direct'; recipient_user_ids: number[] }
);

/** The address that a notification opens, and its messages. The page creates such notifications too. */
interface Details {
  hash: string;
  ids: number[];
}

/** Shows or retracts notifications according to a push message. */
export async function follow(push: Push): Promise<void> {
  if (push.type === 'remove') await retract(push.message_ids);
  else if (push.type === 'test') await showTest(push);
  else if (!(await isLookedAt())) await show(push);
  await countOnBadge();
}

/** Shows that notifications arrive, also to somebody who looks at the page that asked for it. */
async function showTest({ title, content }: TestPush): Promise<void> {
  const data: Details = { hash: '', ids: [] };
  await scope.registration.showNotification(title, { body: content, tag: 'test', icon: '/icon-192.png', data });
}

async function show(push: MessagePush): Promise<void> {
  const conversation = conversationOf(push);
  const tag = keyOf(conversation);
  const [before] = await scope.registration.getNotifications({ tag });
  const ids = [...(detailsOf(before)?.ids ?? []), push.message_id];
  const data: Details = { hash: formatConversation(conversation, { near: push.message_id }), ids };
  const options = { body: push.content, tag, renotify: true, icon: `/avatar/${push.sender_id}`, data };
  await scope.registration.showNotification(push.title, options);
}

function conversationOf(push: MessagePush): Conversation {
  if (push.recipient_type === 'direct') return { type: 'direct', user_ids: othersAmong(push, push.recipient_user_ids) };
  return { type: 'topic', stream_id: push.channel_id, topic: push.topic };
}

/** Closes notifications whose messages were all read or deleted. */
async function retract(message_ids: readonly number[]): Promise<void> {
  const gone = new Set(message_ids);
  for (const notification of await scope.registration.getNotifications()) {
    const details = detailsOf(notification);
    if (details && details.ids.length > 0 && details.ids.every((id) => gone.has(id))) notification.close();
  }
}

function detailsOf(notification: Notification | undefined): Details | undefined {
  return notification?.data as Details | undefined;
}

async function isLookedAt(): Promise<boolean> {
  const tabs = await scope.clients.matchAll({ type: 'window' });
  return tabs.some(({ focused }) => focused);
}

/** Shows the number of notifications on the app's icon while no page shows the number of unread messages there. */
async function countOnBadge(): Promise<void> {
  const { length } = await scope.registration.getNotifications();
  await scope.navigator.setAppBadge?.(length).catch(() => {});
}

/** Focuses a window, or opens one, and shows the conversation. */
export async function open(notification: Notification): Promise<void> {
  notification.close();
  const hash = detailsOf(notification)?.hash ?? '';
  const [tab] = await scope.clients.matchAll({ type: 'window' });
  if (!tab) {
    await scope.clients.openWindow(`/${hash}`);
    return;
  }
  tab.postMessage({ type: 'open', hash });
  await tab.focus();
}
