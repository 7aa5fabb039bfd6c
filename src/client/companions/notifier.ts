import { effect } from '@preact/signals-core';
import type { Message, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { playSound } from '../device/sound.ts';
import { textOf } from '../parts/message-text.ts';
import { conversationOf, keyOf } from '../store/conversation.ts';
import { isTopicMuted, topicPolicies, visibility } from '../store/unread.ts';
import { findDesktop } from './desktop.ts';

const longest = 200;

/** Shows notifications of messages while the user looks elsewhere. One tab does this for all. */
export function startNotifier(client: Client): void {
  const shown = new Map<string, Notification>();
  client.store.follow((event) => {
    if (event.type !== 'message' || !client.tabs.isLeader.value) return;
    const { message, flags } = event as ServerEvent & { message: Message; flags: string[] };
    if (isLookedAt()) return;
    if (concerns(client, { ...message, flags })) void notify(client, message, shown);
    if (concerns(client, { ...message, flags }, 'audible') && hasSound(client)) playSound();
  });
  client.unread.subscribe(() => void closeRead(client, shown).catch(() => {}));
  effect(() => {
    void navigator.setAppBadge?.(client.badge.value).catch(() => {});
  });
}

function hasSound({ store }: Client): boolean {
  return store.model.state.user_settings.notification_sound !== 'none';
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** The settings of each medium of notification: for direct messages and mentions, followed topics, and channels. */
const ways = {
  desktop: {
    personal: 'enable_desktop_notifications',
    followed: 'enable_followed_topic_desktop_notifications',
    channel: 'desktop_notifications',
    channels: 'enable_stream_desktop_notifications',
  },
  audible: {
    personal: 'enable_sounds',
    followed: 'enable_followed_topic_audible_notifications',
    channel: 'audible_notifications',
    channels: 'enable_stream_audible_notifications',
  },
} as const;

/** Whether to notify the user of a message at once, by their settings and those of its channel and topic. */
function concerns({ store }: Pick<Client, 'store'>, message: Message, way: keyof typeof ways = 'desktop'): boolean {
  const { state } = store.model;
  const { user_settings: settings, user_id } = state;
  const names = ways[way];
  if (message.sender_id === user_id || message.flags.includes('read')) return false;
  if (way === 'desktop' && !settings.enable_desktop_notifications) return false;
  if (state.muted_users.some(({ id }) => id === message.sender_id)) return false;
  if (message.type === 'private' || message.flags.includes('mentioned')) return settings[names.personal] === true;
  const subscription = store.subscriptions.peek().get(message.stream_id);
  const key = keyOf(conversationOf(message, user_id));
  const policies = topicPolicies(state);
  if (!subscription || isTopicMuted(policies, key, subscription.is_muted)) return false;
  if (message.flags.some((flag) => flag.endsWith('_mentioned')))
    return settings.wildcard_mentions_notify === true && settings[names.personal] === true;
  if (policies.get(key) === visibility.followed) return settings[names.followed] === true;
  return subscription[names.channel] ?? settings[names.channels] === true;
}

async function notify(client: Client, message: Message, shown: Map<string, Notification>): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const conversation = conversationOf(message, client.store.user_id);
  const key = keyOf(conversation);
  const isDirect = conversation.type === 'direct';
  const title = isDirect ? message.sender_full_name : `${message.sender_full_name} in ${client.describe(conversation)}`;
  const isHidden = isDirect && client.store.model.state.user_settings.pm_content_in_desktop_notifications === false;
  const body = isHidden ? 'A direct message' : textOf(message).slice(0, longest);
  const hash = client.linkTo(conversation, message.id);
  const open = () => {
    window.focus();
    client.router.go(hash);
  };
  const data = { hash, ids: [message.id] };
  const options = { body, tag: key, icon: `/avatar/${message.sender_id}`, data };
  const desktop = findDesktop();
  if (desktop) {
    desktop.new_notification(title, options, (name: string) => name === 'click' && open());
    return;
  }
  // Shown by the service worker, so that it replaces the server's own notification of the same conversation.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) {
    await worker.showNotification(title, options);
    return;
  }
  const notification = new Notification(title, options);
  notification.onclick = open;
  shown.set(key, notification);
}

/** Closes notifications of messages that were read, here or elsewhere. */
async function closeRead({ store, unread }: Client, shown: Map<string, Notification>): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const others = (await worker?.getNotifications()) ?? [];
  // Read only now: the notification of a message that has arrived meanwhile stays.
  const { conversations } = unread.peek();
  for (const notification of [...shown.values(), ...others]) {
    // Conversations of channels without a subscription are not counted as unread, but mentions there notify.
    const { ids = [] }: { ids?: number[] } = notification.data ?? {};
    if (conversations.has(notification.tag) || ids.some((id) => store.model.unread.has(id))) continue;
    notification.close();
    shown.delete(notification.tag);
  }
}
