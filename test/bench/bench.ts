// Prints what chatd does beside what the machine could do at best, both measured in the same run, and whether the
// ratio meets its bar. `npm run bench` runs everything but the soak, `npm run bench -- sends polls` only those.
import { cpus } from 'node:os';
import { afterLoad } from './after-load.ts';
import { audience } from './audience.ts';
import { bytes } from './bytes.ts';
import { client } from './client/client.ts';
import { commands } from './commands.ts';
import { commonWord } from './common-word.ts';
import { fanOut } from './fan-out.ts';
import { fetches } from './fetches.ts';
import { firstSearch } from './first-search.ts';
import { hour } from './hour.ts';
import { idle } from './idle.ts';
import { large } from './large.ts';
import { markdown } from './markdown.ts';
import { memory } from './memory.ts';
import { organization } from './organization.ts';
import { pictures } from './pictures.ts';
import { lastPoll } from './polls.ts';
import { readers } from './readers.ts';
import { type Figure, formatFigure, heading } from './report.ts';
import { restart } from './restart.ts';
import { retention } from './retention.ts';
import { search } from './search.ts';
import { sends } from './sends.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';
import { thousands } from './thousands.ts';
import { unpolled } from './unpolled.ts';
import { unreadMessages } from './unread.ts';
import { waiting } from './waiting.ts';

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  sends,
  fetches,
  polls: lastPoll,
  waiting,
  'fan-out': fanOut,
  unpolled,
  audience,
  large,
  markdown,
  organization,
  unread: unreadMessages,
  thousands,
  readers,
  bytes,
  search,
  'common-word': commonWord,
  'first-search': firstSearch,
  retention,
  hour,
  startup,
  restart,
  commands,
  idle,
  memory,
  'after-load': afterLoad,
  pictures,
  client,
  soak,
};
/** These run only when they are named: they take many minutes. */
const long = ['soak'];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(2);
}

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}; medians of alternating rounds.\n`);
console.log(heading);
for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (wanted.length > 0 ? !wanted.includes(name) : long.includes(name)) continue;
  for (const figure of await benchmark()) console.log(formatFigure(figure));
}
