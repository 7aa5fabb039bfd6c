import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { Child } from './child.ts';
import { Connection, getRequest, postRequest } from './connection.ts';
import { type Data, makeData, openData } from './data.ts';
import { type Figure, milliseconds } from './report.ts';

const messages = 100_000;
const day = 86_400;

/** How long anybody waits for the server while it deletes what it keeps no longer, at the socket. */
export async function retention(): Promise<Figure[]> {
  const data = makeData({ people: 10, channels: 20, messages });
  forgetAll(data);
  const child = await Child.start('forgetful', [data.folder]);
  const connection = await Connection.open(child.port);
  for (const person of data.people) await connection.request(postRequest('/api/v1/register', person, {}));
  const probe = getRequest('/api/v1/users/me', data.people[0] as (typeof data.people)[0]);
  const before = await probeUntil(connection, probe, after(5000));
  const began = performance.now();
  await child.ask({ begin: true });
  const times = await probeUntil(connection, probe, async () => (await child.ask({})).ended === 1);
  const took = performance.now() - began;
  const { longest: transaction = Number.NaN } = await child.ask({});
  connection.close();
  await child.stop();
  const longest = Math.max(...times);
  return [
    {
      name: 'longest wait while 100,000 messages expire',
      ours: milliseconds(longest),
      floor: milliseconds(Math.max(...before)),
      ratio: longest,
      bar: { atMost: 20 },
      note: `${times.length} requests, ${perMille(times)} at the 999th permille, floor without; ${Math.round(took / 1000)} s in all`,
    },
    {
      name: 'processor time of its longest transaction',
      ours: milliseconds(transaction),
      floor: '',
      ratio: transaction,
      bar: { atMost: 20 },
    },
  ];
}

/** Everything is old, and kept for a day. */
function forgetAll({ folder }: Data): void {
  const { db } = createApp(openData(folder));
  db.transaction(() => {
    db.run('UPDATE messages SET sent_at = sent_at - ?', 30 * day);
    setRealmSetting(db, 'message_retention_days', 1);
  });
  db.close();
}

/** Asks again and again until something is over; returns how long each answer took, in milliseconds. */
async function probeUntil(connection: Connection, request: string, isOver: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = [];
  do {
    for (let count = 0; count < 100; count++) {
      const began = performance.now();
      await connection.request(request);
      times.push(performance.now() - began);
      await wait(1);
    }
  } while (!(await isOver()));
  return times;
}

function after(duration: number): () => Promise<boolean> {
  const end = performance.now() + duration;
  return async () => performance.now() >= end;
}

function perMille(times: readonly number[]): string {
  return milliseconds(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.999)] as number);
}
