import { type Signal, signal } from '@preact/signals-core';

/** The event with which Chromium allows a page to offer its installation. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the server has a newer client than this page. */
export const isOutdated: Signal<boolean> = signal(false);

/** Set while the browser allows the page to offer its installation. */
export const installPrompt: Signal<InstallPrompt | undefined> = signal(undefined);

/** Looks for a newer version of the client, for instance after a restart of the server. */
export async function checkVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
}

/** Stores the browser's event, which comes early and only once. */
export function listenToInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.value = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => {
    installPrompt.value = undefined;
  });
}

export async function install(): Promise<void> {
  const prompt = installPrompt.value;
  installPrompt.value = undefined;
  await prompt?.prompt();
}
