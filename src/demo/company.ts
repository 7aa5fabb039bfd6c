import { doReportPresence } from '../accounts/presence.ts';
import type { App } from '../app.ts';
import type { Context } from '../context.ts';
import { findChannelByName } from '../conversations/channel.ts';
import { publishTyping } from '../messages/typing.ts';
import { findUserByEmail, type User } from '../users/user.ts';
import { demoPeople, type PersonKey } from './content.ts';

type Writer = readonly [PersonKey, channel: string, topic: string];

/** People who are there while the demo runs, and those of them who are about to write, each in a topic. */
const present: readonly PersonKey[] = ['ada', 'priya', 'joao', 'kwame', 'lucia', 'yuki'];
const writing: readonly [Writer, ...Writer[]] = [
  ['kwame', 'general', 'Where to in summer?'],
  ['yuki', 'engineering', 'Speed of sound, on one page'],
  ['lucia', 'random', 'The duck and the camera'],
];

/** In milliseconds: clients report presence every minute, and show for 15 seconds that somebody types. */
const presencePause = 50_000;
const typingPause = 12_000;

/** Lets people of the demo be online and type. Returns a function that ends it. */
export function keepCompany(app: App): () => void {
  // While the server stops, nothing is written any more.
  const act = (write: () => void) => void app.writes.submit(write).catch(() => {});
  const report = () => act(() => doReportAll(app));
  let turn = 0;
  const type = () => act(() => startTyping(app, writing[turn++ % writing.length]));
  report();
  const timers = [setInterval(report, presencePause), setInterval(type, typingPause)];
  for (const timer of timers) timer.unref();
  return () => timers.forEach(clearInterval);
}

function doReportAll(app: Context): void {
  for (const key of present) {
    const user = find(app, key);
    if (user?.is_active) doReportPresence(app, user, 'active');
  }
}

/** Clients show it until it is not repeated. */
function startTyping(app: Context, [key, name, topic]: Writer = writing[0]): void {
  const [user, channel] = [find(app, key), findChannelByName(app.db, name)];
  if (user?.is_active && channel) publishTyping(app, user, { op: 'start', channel_id: channel.id, topic });
}

function find({ db }: Context, key: PersonKey): User | undefined {
  const person = demoPeople.find((one) => one.key === key);
  return person && findUserByEmail(db, person.email);
}
