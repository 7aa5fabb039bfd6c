// The server as it is, whose clock can be put forward, and that tells what it holds on to. Wants `--expose-gc`.
// Arguments: the data directory.
import { existsSync, readdirSync } from 'node:fs';
import { createApp, createServer, startServices } from '../../../src/app.ts';
import { systemClock } from '../../../src/ground/clock.ts';
import { transitFolder } from '../../../src/uploads/store.ts';
import type { Figures } from '../child.ts';
import { openData } from '../data.ts';
import { residentMemory, serve } from './parent.ts';

/** Tables whose rows go again by themselves. */
const passing = ['address_confirmations', 'drafts', 'outbox', 'push_tasks', 'scheduled_messages', 'webhook_calls'];

let ahead = 0;
const clock = {
  now: () => systemClock.now() + ahead,
  monotonic: () => systemClock.monotonic() + 1000 * ahead,
};
const parts = openData(process.argv[2] ?? '');
// Pages of a database that grows fill their room within days; what grows beside them is to be seen within minutes.
parts.db.connection.pragma('cache_size = -4096');
const app = createApp({ ...parts, config: { ...parts.config, private_web_push: true }, clock });
// Nobody waits for what cannot be reached: the clock does not move meanwhile.
app.webhooks.pauses = [10, 100];
app.webhooks.patience = 1000;
app.push.patience = 1000;
const server = createServer(app);
startServices(app);

/** What goes when nobody does anything any more. */
function unsettled(): Figures {
  return {
    threads: app.searcher.hasThread ? 1 : 0,
    queues: app.queues.size,
    rows: passing.reduce((sum, table) => sum + (app.db.value<number>(`SELECT count(*) FROM ${table}`) ?? 0), 0),
    files: existsSync(transitFolder(app)) ? readdirSync(transitFolder(app)).length : 0,
  };
}

function memory(): Figures {
  const resident = residentMemory();
  const { heapUsed, external } = process.memoryUsage();
  return { heap: heapUsed, external, resident };
}

function open(): Figures {
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    resources: process.getActiveResourcesInfo().length,
    bytes: app.queues.sizes.bytes,
  };
}

serve(server, (question) => {
  ahead += Number(question.seconds ?? 0);
  app.push.wake();
  return question.memory ? { ...unsettled(), ...open(), ...memory() } : unsettled();
});
