import '@preact/signals';
import { render } from 'preact';
import { CallError, call, register } from './api/call.ts';
import type { State } from './api/types.ts';
import { Client } from './client.ts';
import { connectDesktop } from './desktop.ts';
import { listenToInstallation, startWorker } from './installation.ts';
import { Keeper } from './keeper.ts';
import { readKept } from './kept.ts';
import { listenToKeys } from './keys.ts';
import { startNotifier } from './notifier.ts';
import { startPresence } from './presence-ping.ts';
import { renewPush } from './push.ts';
import { spectatorState } from './spectator.ts';
import { App } from './view/app.tsx';
import { Unreachable } from './view/banners.tsx';
import { listenToSwipes } from './view/swipe.ts';

/** The state that the page carries. A page that was kept, or opened again, may carry none. */
function readState(): State | undefined {
  const element = document.getElementById('state');
  const text = element?.textContent ?? '';
  element?.remove();
  return text === '' ? undefined : (JSON.parse(text) as State);
}

listenToInstallation();
const root = document.getElementById('app');
const client = await createClient();
if (client) {
  if (root) render(<App client={client} />, root);
  listenToSwipes();
  client.start();
  connectDesktop(client);
  if (!client.isSpectator) accompany(client);
} else if (root) render(<Unreachable />, root);

/** Starts what only users have. */
function accompany(client: Client): void {
  listenToKeys(client);
  startPresence(client);
  startNotifier(client);
  new Keeper(client).start();
  startWorker();
  void renewPush(client.call);
}

/** The client with the state of the page, of the server, or of this device; undefined where there is none. */
async function createClient(): Promise<Client | undefined> {
  try {
    const state = readState() ?? (await register(call));
    return new Client('user_id' in state ? state : spectatorState(state));
  } catch (error) {
    if (error instanceof CallError && error.status === 401) location.replace('/login');
    const kept = await readKept();
    return kept && Client.ofKept(kept);
  }
}
