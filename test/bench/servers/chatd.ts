// The server as it is, in a process that also tells how it was used. Arguments: the data directory, and `without-jobs`
// where they would do at once what a server that has always run did long ago, such as indexing all messages.
import { createApp, createServer } from '../../../src/app.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { openData } from '../data.ts';
import { serve } from './parent.ts';

const app = createApp(openData(process.argv[2] ?? ''));
const server = createServer(app);
if (process.argv[3] !== 'without-jobs') startJobs(app);

const seen = { requests: 0, commits: 0, writes: 0 };
server.on('request', () => seen.requests++);
const group = app.db.group.bind(app.db);
app.db.group = (actions) => {
  seen.commits++;
  seen.writes += actions.length;
  return group(actions);
};
serve(server, () => seen);
