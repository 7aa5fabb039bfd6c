import { setTimeout as wait } from 'node:timers/promises';
import { roles } from '../../src/users/user.ts';
import { Child, type Figures, launchFlags } from './child.ts';
import { Connection, getRequest } from './connection.ts';
import { type Data, makeData, openData, type Person } from './data.ts';
import type { Figure } from './report.ts';
import { Team } from './team.ts';

const hours = 5;
/** In which code is compiled and what is kept fills up. */
const warmingHours = 2;
const minutes = 60;
/** What two looks at a process that has nothing new may differ by, in percent of what it holds. */
const noise = 2;
/** How long what nobody waits for may take to go, in milliseconds. */
const patience = 30_000;

/** What the server holds on to of the traffic of a team: how much more after each hour, once it is warm. */
export async function hour(): Promise<Figure[]> {
  const data = makeData({ people: 200, channels: 5, messages: 22_000 });
  makeOwner(data);
  const child = await Child.start('watched', [data.folder], ['--expose-gc', ...launchFlags]);
  const floor = await Child.start('http-floor', [], ['--expose-gc']);
  const team = new Team(child.port, data);
  await team.begin();
  await team.fill();
  const looks = { ours: [] as Figures[], floor: [] as Figures[] };
  for (let count = 0; count < hours; count++) {
    const before = team.requests;
    await work(team, child);
    if (count + 1 < warmingHours) continue;
    looks.ours.push(await lookAt(child));
    await request(floor, data.people[0] as Person, team.requests - before);
    looks.floor.push(await lookAt(floor));
  }
  await Promise.all([child, floor].map((one) => one.stop()));
  return [
    growth('the heap', 'heap', looks.ours),
    growth('memory outside the heap', 'external', looks.ours),
    growth('resident memory', 'resident', looks.ours, looks.floor),
    leftovers(looks.ours),
  ];
}

/** The first person may do everything. */
function makeOwner({ folder, people }: Data): void {
  const { db } = openData(folder);
  db.run('UPDATE users SET role = ? WHERE id = ?', roles.owner, people[0]?.user.id ?? 0);
  db.close();
}

/** An hour, and another one in which nobody does anything. */
async function work(team: Team, child: Child): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await team.minute();
    await child.ask({ seconds: 60 });
  }
  team.leave();
  const end = performance.now() + patience;
  do {
    await wait(250);
  } while (isUnsettled(await child.ask({ seconds: 60 })) && performance.now() < end);
}

function isUnsettled(figures: Figures): boolean {
  return Object.values(figures).some((count) => count > 0);
}

/** The first look lets finalizers run, whose finds the second one does not see any more. */
async function lookAt(child: Child): Promise<Figures> {
  await child.ask({ memory: true });
  await wait(100);
  return child.ask({ memory: true });
}

async function request({ port }: Child, person: Person, count: number): Promise<void> {
  const connection = await Connection.open(port);
  for (let n = 0; n < count; n++) await connection.request(getRequest('/api/v1/users/me', person));
  connection.close();
}

function growth(what: string, name: string, ours: readonly Figures[], floor?: readonly Figures[]): Figure {
  const [first = 0] = ours.map((look) => look[name] ?? 0);
  return {
    name: `${what}, growth in an hour`,
    ours: kilobytes(grown(name, ours)),
    floor: floor ? kilobytes(grown('memory', floor)) : '',
    ratio: (100 * grown(name, ours)) / first,
    bar: { atMost: noise },
    note: `the bar is in percent of the ${kilobytes(first)} it has when it is warm`,
  };
}

/** What an hour adds, over all those between the first look and the last. */
function grown(name: string, looks: readonly Figures[]): number {
  return ((looks.at(-1)?.[name] ?? 0) - (looks[0]?.[name] ?? 0)) / (looks.length - 1);
}

function leftovers(looks: readonly Figures[]): Figure {
  const names = ['threads', 'queues', 'rows', 'files', 'bytes', 'descriptors', 'resources'];
  const more = names.map((name) => ({ name, count: Math.max(0, grown(name, looks)) }));
  const sum = more.reduce((total, { count }) => total + count, 0);
  return {
    name: 'left open or waiting, more with each hour',
    ours: String(sum),
    floor: '',
    ratio: sum,
    bar: { atMost: 0 },
    note: more.map(({ name, count }) => `${count} ${name}`).join(', '),
  };
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024).toLocaleString('en')} KB`;
}
