// The server as it is, which deletes what it keeps no longer when it is told to, and tells how much processor time its
// longest transaction took. Arguments: the data directory.
import { createApp, createServer, startServices } from '../../../src/app.ts';
import { deleteExpired } from '../../../src/jobs/expired-messages.ts';
import { openData } from '../data.ts';
import { serve } from './parent.ts';

const app = createApp(openData(process.argv[2] ?? ''));
const server = createServer(app);
startServices(app);
const seen = { ended: 0, longest: 0 };

const transaction = app.db.transaction.bind(app.db);
app.db.transaction = (action) => {
  const began = processorTime();
  const result = transaction(action);
  seen.longest = Math.max(seen.longest, processorTime() - began);
  return result;
};

/** Of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

serve(server, ({ begin }) => {
  if (begin) {
    deleteExpired(app, new AbortController().signal).then(() => {
      seen.ended = 1;
    });
  }
  return seen;
});
