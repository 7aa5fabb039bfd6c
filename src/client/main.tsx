import '@preact/signals';
import { render } from 'preact';
import { call, register } from './api/call.ts';
import type { State } from './api/types.ts';
import { Client } from './client.ts';
import { connectDesktop } from './desktop.ts';
import { listenToInstallation, startWorker } from './installation.ts';
import { listenToKeys } from './keys.ts';
import { startNotifier } from './notifier.ts';
import { startPresence } from './presence-ping.ts';
import { renewPush } from './push.ts';
import { App } from './view/app.tsx';

/** The state that the page carries. A page that was kept, or opened again, may carry none. */
function readState(): State | undefined {
  const element = document.getElementById('state');
  const text = element?.textContent ?? '';
  element?.remove();
  return text === '' ? undefined : (JSON.parse(text) as State);
}

listenToInstallation();
const client = new Client(readState() ?? (await register(call)));
const root = document.getElementById('app');
if (root) render(<App client={client} />, root);
listenToKeys(client);
client.start();
startPresence(client);
startNotifier(client);
connectDesktop(client);
startWorker();
void renewPush(client.call);
