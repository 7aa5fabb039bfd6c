// The server as it is, in a process that also tells how it was used. Arguments: the data directory.
import { createApp, createServer, startServices } from '../../../src/app.ts';
import { openData } from '../data.ts';
import { residentMemory, serve } from './parent.ts';

const app = createApp(openData(process.argv[2] ?? ''));
const server = createServer(app);
startServices(app);

const seen = { requests: 0, commits: 0, writes: 0, waiting: 0 };
server.on('request', () => seen.requests++);
const group = app.db.group.bind(app.db);
app.db.group = (actions) => {
  seen.commits++;
  seen.writes += actions.length;
  return group(actions);
};
const wait = app.queues.wait.bind(app.queues);
app.queues.wait = (queue, answer) => {
  seen.waiting++;
  return wait(queue, answer);
};
/** In milliseconds. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

serve(server, (question) => ({
  ...seen,
  processor: processorTime(),
  memory: question.memory ? residentMemory() : 0,
}));
