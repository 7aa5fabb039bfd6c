import { effect } from '@preact/signals-core';
import { logOut } from './actions.ts';
import type { Client } from './client.ts';
import { dialog } from './view/view-state.ts';

/** What the desktop program gives to the pages it shows. */
interface Desktop {
  send_event(name: 'total_unread_count', count: number): boolean;
  send_event(name: 'realm_name' | 'realm_icon_url', text: string): boolean;
  on_event(name: 'logout' | 'show-keyboard-shortcuts' | 'show-notification-settings', act: () => void): void;
  new_notification(title: string, options: NotificationOptions, dispatch: (name: string) => void): unknown;
}

/** The desktop program around the page; undefined in a browser. */
export function findDesktop(): Desktop | undefined {
  return (globalThis as { electron_bridge?: Desktop }).electron_bridge;
}

/** Tells the desktop program what its badge and list of servers show, and does what its menu asks for. */
export function connectDesktop(client: Client): void {
  const desktop = findDesktop();
  if (!desktop) return;
  effect(() => {
    desktop.send_event('total_unread_count', client.unread.value.total);
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
  desktop.on_event('logout', () => void logOut());
}
