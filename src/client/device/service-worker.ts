import { effect } from '@preact/signals-core';
import type { Language } from '../../languages/list.ts';
import { language } from '../language/texts.ts';
import { workerUrl } from '../text/trusted.ts';
import { isOutdated } from './installation.ts';

/** Messages of the service worker to its pages. */
type FromWorker = { type: 'version'; version: string } | { type: 'open'; hash: string };

/** Registers the service worker once the page is shown, and gets notified of newer versions. */
export function startWorker(): void {
  const { serviceWorker } = navigator;
  // Browsers allow none on plain http, except on the same machine.
  if (!serviceWorker) return;
  const register = (chosen: Language) =>
    void serviceWorker.register(workerUrl(chosen), { updateViaCache: 'none' }).catch(() => {});
  const start = () => effect(() => register(language()));
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const { version } = document.documentElement.dataset;
    if (data.type === 'open') location.hash = data.hash;
    else if (data.version !== version) isOutdated.value = true;
  });
  serviceWorker.startMessages();
}
