import '@preact/signals';
import { effect, untracked } from '@preact/signals-core';
import { render } from 'preact';
import { findLanguage } from '../languages/list.ts';
import { CallError, type CallOptions, call, register } from './api/call.ts';
import { keepTrying, part } from './api/part.ts';
import type { State } from './api/types.ts';
import { Client } from './client.ts';
import { resumeTopic } from './commands/left-view.ts';
import { editing } from './commands/view-state.ts';
import { listenToInstallation } from './device/installation.ts';
import { leave, readKept, resumeKeeping } from './device/kept.ts';
import { adoptPage, chooseLanguage } from './language/loading.ts';
import { language } from './language/texts.ts';
import { loadLateBy } from './late.ts';
import { App } from './shell/app.tsx';
import { companions, more } from './shell/parts.ts';
import { setClock } from './text/time.ts';

const spectator = part('live/spectator.ts', () => import('./live/spectator.ts'));
const unreachable = part('pages/unreachable.tsx', () => import('./pages/unreachable.tsx'));

/** The state in the page. A page from a cache, or opened again, may contain none. */
function readState(): State | undefined {
  const element = document.getElementById('state');
  const text = element?.textContent ?? '';
  element?.remove();
  return text === '' ? undefined : (JSON.parse(text) as State);
}

/** How long a page without a state waits for the server before it uses this device's, in milliseconds. */
const patience = 10_000;

adoptPage();
listenToInstallation();
loadLateBy(more);
void start();

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (!root) return;
  const client = await createClient({ signal: AbortSignal.timeout(patience) }).catch((error) =>
    waitForServer(root, error),
  );
  // Goes on with what was being edited when the page was left, for instance because the session ended.
  editing.value = client.unsavedEdits.newest;
  resumeTopic(client);
  effect(() => follow(client.store.read('personal').state.user_settings.default_language));
  effect(() => setClock(client.store.read('personal').state.user_settings.twenty_four_hour_time));
  render(<App client={client} />, root);
  client.start();
  const [keys, events] = [collectKeys(), client.store.collect()];
  // Not needed for reading and writing, so the first messages do not wait for it.
  keepTrying(companions, ({ accompany }) => accompany(client, { keys: keys(), events: events() }), keys);
}

let giveUp = () => {};

/** Changes to the language of the user's setting, as soon as it can be loaded. */
function follow(setting: string): void {
  const chosen = findLanguage([setting]);
  giveUp();
  if (chosen && chosen !== untracked(language))
    giveUp = keepTrying(
      () => chooseLanguage(chosen),
      () => {},
    );
}

/** Collects the keys that are pressed before the commands are loaded. Returns a function that takes them, and ends this. */
function collectKeys(): () => KeyboardEvent[] {
  const keys: KeyboardEvent[] = [];
  const note = (event: KeyboardEvent) => keys.push(event);
  document.addEventListener('keydown', note);
  return () => {
    document.removeEventListener('keydown', note);
    return keys.splice(0);
  };
}

/** The client with the state of the page, of the server, or of this device. Throws the server's error if there is none. */
async function createClient(options?: CallOptions): Promise<Client> {
  try {
    const found = readState() ?? (await register(call, options));
    const state = 'user_id' in found ? found : (await spectator()).spectatorState(found);
    void resumeKeeping(state);
    return new Client(state);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return leave();
    const kept = await readKept();
    if (kept) return Client.ofKept(kept);
    throw error;
  }
}

async function waitForServer(root: Element, reason: unknown): Promise<Client> {
  type Page = Awaited<ReturnType<typeof unreachable>>;
  const page = await new Promise<Page>((resolve) => keepTrying(unreachable, resolve));
  return page.waitForServer(root, createClient, reason);
}
