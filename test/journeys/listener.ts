// Passes on what zulip-js calls back with. It polls for ever and offers no way to stop, so it gets a thread that a test
// can end.
import { parentPort, workerData } from 'node:worker_threads';
import { type Login, login } from './zulip-js.ts';

const client = await login(workerData as Login);
await client.callOnEachEvent((event) => parentPort?.postMessage(event), ['message']);
