import { effect } from '@preact/signals-core';
import { reachOf } from '../../reach/reach.ts';
import { visibilityPolicies } from '../../reach/topic-policy.ts';
import type { Message, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { playSound } from '../device/sound.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { textOf } from '../parts/message-text.ts';
import { listCalls } from '../store/calls.ts';
import { conversationOf, keyOf } from '../store/conversation.ts';
import { topicPolicies } from '../store/unread.ts';
import { findDesktop } from './desktop.ts';
import { isQuietIn } from './quiet.ts';

const longest = 200;

/**
 * Shows notifications of messages while the user looks elsewhere. One tab does this for all. `early`: the events that
 * came before.
 */
export function startNotifier(client: Client, early: readonly ServerEvent[]): void {
  const shown = new Map<string, Notification>();
  const hear = (event: ServerEvent) => {
    if (event.type !== 'message' || !client.tabs.isLeader.value) return;
    const { message, flags } = event as ServerEvent & { message: Message; flags: string[] };
    const flagged = { ...message, flags };
    if (reaches(client, flagged, 'desktop')) void notify(client, message, shown);
    if (reaches(client, flagged, 'sound')) playSound(String(client.store.model.state.user_settings.notification_sound));
  };
  for (const event of early) hear(event);
  client.store.follow(hear);
  client.unread.subscribe(() => void closeRead(client, shown).catch(() => {}));
  watchRinging(client, (message_ids) => void closeRung(message_ids, shown).catch(() => {}));
  effect(() => {
    void navigator.setAppBadge?.(client.badge.value).catch(() => {});
  });
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Whether to notify the user of a message at once, by the rule of the server. */
function reaches({ store }: Client, message: Message, way: 'desktop' | 'sound'): boolean {
  const { state } = store.model;
  const { user_settings: settings, user_id } = state;
  if (message.sender_id === user_id || message.flags.includes('read')) return false;
  const person = {
    isHere: isLookedAt,
    // Events of one batch come before what follows from them.
    isQuiet: () => isQuietIn(state, store.now()),
    has: (setting: string) => settings[setting] === true,
  };
  const incoming = {
    isDirect: message.type === 'private',
    isMentioned: message.flags.includes('mentioned'),
    mentionsAll: message.flags.some((flag) => flag.endsWith('_mentioned')),
    hasAlertWord: message.flags.includes('has_alert_word'),
    isFromMuted: state.muted_users.some(({ id }) => id === message.sender_id),
    subscription: () => (message.type === 'stream' ? store.subscriptions.peek().get(message.stream_id) : undefined),
    policy: () => topicPolicies(state).get(keyOf(conversationOf(message, user_id))) ?? visibilityPolicies.inherit,
  };
  return reachOf(way, person, incoming) === 'now';
}

async function notify(client: Client, message: Message, shown: Map<string, Notification>): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const conversation = conversationOf(message, client.store.user_id);
  const key = keyOf(conversation);
  const isDirect = conversation.type === 'direct';
  const sender = shownName(message.sender_full_name);
  const title = isDirect ? sender : t('companions.senderIn', { sender, conversation: client.describe(conversation) });
  const isHidden = isDirect && client.store.model.state.user_settings.pm_content_in_desktop_notifications === false;
  const body = isHidden ? t('companions.aDirectMessage') : textOf(message).slice(0, longest);
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

/** Calls back with the messages of calls that no longer ring for the user. */
function watchRinging({ store }: Client, end: (message_ids: readonly number[]) => void): void {
  let before: readonly number[] = [];
  effect(() => {
    const ringing = (listCalls(store) ?? []).filter(({ rings }) => rings.includes(store.user_id));
    const now = ringing.map(({ message_id }) => message_id);
    const ended = before.filter((id) => !now.includes(id));
    before = now;
    if (ended.length > 0) end(ended);
  });
}

/** Closes notifications of messages that were read, here or elsewhere. */
function closeRead({ store, unread }: Client, shown: Map<string, Notification>): Promise<void> {
  return close(shown, (notification) => {
    // Conversations of channels without a subscription are not counted as unread, but mentions there notify.
    const isUnread = idsOf(notification).some((id) => store.model.unread.has(id));
    return !isUnread && !unread.peek().conversations.has(notification.tag);
  });
}

/** Closes notifications that say nothing but that a call rang. */
function closeRung(message_ids: readonly number[], shown: Map<string, Notification>): Promise<void> {
  return close(shown, (notification) => {
    const ids = idsOf(notification);
    return ids.length > 0 && ids.every((id) => message_ids.includes(id));
  });
}

async function close(shown: Map<string, Notification>, isOver: (one: Notification) => boolean): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const others = (await worker?.getNotifications()) ?? [];
  // Judged only now: the notification of a message that has arrived meanwhile stays.
  for (const notification of [...shown.values(), ...others].filter(isOver)) {
    notification.close();
    shown.delete(notification.tag);
  }
}

function idsOf({ data }: Notification): readonly number[] {
  return (data as { ids?: number[] } | null)?.ids ?? [];
}
