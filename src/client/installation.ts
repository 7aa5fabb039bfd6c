import { type Signal, signal } from '@preact/signals-core';
import { workerUrl } from './trusted.ts';

/** The event by which Chromium lets a page offer its installation. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the server has a newer client than the one on this page. */
export const isOutdated: Signal<boolean> = signal(false);

/** Set while the browser lets the page offer its installation. */
export const installPrompt: Signal<InstallPrompt | undefined> = signal(undefined);

/** What the service worker says to its pages. */
type FromWorker = { type: 'version'; version: string } | { type: 'open'; hash: string };

/** Registers the service worker once the page is there, and learns from it of newer versions. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  // Plain http allows none, except on the same machine.
  if (!serviceWorker) return;
  const start = () => void serviceWorker.register(workerUrl(), { updateViaCache: 'none' }).catch(() => {});
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const { version } = document.documentElement.dataset;
    if (data.type === 'open') location.hash = data.hash;
    else if (data.version !== version) isOutdated.value = true;
  });
  serviceWorker.startMessages();
}

/** Looks for a newer version of the client, as after the server began anew. */
export async function checkVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
}

/** Catches the browser's offer, which comes once and early. */
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
