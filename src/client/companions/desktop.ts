import { effect } from '@preact/signals-core';
import type { Client } from '../client.ts';
import { askToLogOut } from '../commands/actions.ts';
import { dialog } from '../commands/view-state.ts';
import { conversationOf } from '../store/conversation.ts';

/** The functions that the desktop program offers to pages. */
interface Desktop {
  send_event(name: 'total_unread_count', count: number): boolean;
  send_event(name: 'realm_name' | 'realm_icon_url', text: string): boolean;
  send_event(name: 'send_notification_reply_message_success', reply: { message_id: number }): boolean;
  on_event(name: 'logout' | 'show-keyboard-shortcuts' | 'show-notification-settings', act: () => void): void;
  on_event(name: 'send_notification_reply_message', act: (message_id: number, reply: string) => void): void;
  set_send_notification_reply_message_supported(isSupported: boolean): void;
  /** Whether the computer has been unused for some minutes. */
  get_idle_on_system(): boolean;
  new_notification(title: string, options: NotificationOptions, dispatch: (name: string) => void): unknown;
}

/** The desktop program around the page; undefined in a browser. */
export function findDesktop(): Desktop | undefined {
  return (globalThis as { electron_bridge?: Desktop }).electron_bridge;
}

/** Sends the desktop program the contents of its badge and list of servers, and runs the commands of its menu. */
export function connectDesktop(client: Client): void {
  const desktop = findDesktop();
  if (!desktop) return;
  effect(() => {
    desktop.send_event('total_unread_count', client.badge.value);
  });
  effect(() => {
    const { realm_name, realm_icon_url } = client.store.read('realm').state;
    desktop.send_event('realm_name', realm_name);
    desktop.send_event('realm_icon_url', new URL(realm_icon_url, location.origin).href);
  });
  desktop.on_event('show-keyboard-shortcuts', () => {
    dialog.value = { kind: 'keys' };
  });
  desktop.on_event('show-notification-settings', () => client.router.go('#settings/notifications'));
  desktop.on_event('logout', () => void askToLogOut(client));
  desktop.set_send_notification_reply_message_supported(true);
  desktop.on_event('send_notification_reply_message', (message_id, reply) =>
    answer(client, desktop, message_id, reply),
  );
}

/** Sends a reply typed into a notification to the conversation of the notification. */
function answer(client: Client, desktop: Desktop, message_id: number, reply: string): void {
  const message = client.store.model.messages.get(message_id);
  if (!message || reply.trim() === '') return;
  const sent = client.outbox.send(conversationOf(message, client.store.user_id), reply);
  void sent.then(() => desktop.send_event('send_notification_reply_message_success', { message_id }));
}
