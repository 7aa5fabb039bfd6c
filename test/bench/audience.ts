import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { findChannelByName } from '../../src/conversations/channel.ts';
import { Child } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { type Data, makeData, messageText, openData, type Person } from './data.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

const sends = 200;
const onlyMessages = { event_types: '["message"]' };
const [small, large] = ['channel 0', 'channel 1'];

/** What a message to many costs beside one to few: the same ten are online, so it must be the same. */
export async function audience(): Promise<Figure[]> {
  const data = makeData({ people: 10, channels: 2, messages: 100 });
  subscribeStrangers(data.folder, 10_000 - data.people.length);
  const chatd = await Child.start('chatd', [data.folder]);
  const connection = await Connection.open(chatd.port);
  for (const person of data.people) await connection.request(postRequest('/api/v1/register', person, onlyMessages));
  const send = (channel: string, count: number) => sendSome(connection, data.people[0] as Person, channel, count);
  // Before the log is first checkpointed: from then on it is written over and no longer grows.
  const bytes = {
    small: await logGrowth(data, () => send(small, 40)),
    large: await logGrowth(data, () => send(large, 40)),
  };
  const took = await alternate(9, { ours: () => send(large, sends), floor: () => send(small, sends) });
  connection.close();
  await chatd.stop();
  return [
    {
      name: 'a send to 10,000, 10 online, beside to 10',
      ours: milliseconds(took.ours / sends),
      floor: milliseconds(took.floor / sends),
      ratio: took.ours / took.floor,
      bar: { atMost: 1.2 },
    },
    {
      name: 'bytes of log for it, beside 10',
      ours: `${Math.round(bytes.large / 40)}`,
      floor: `${Math.round(bytes.small / 40)}`,
      ratio: bytes.large / bytes.small,
      bar: { atMost: 1.2 },
    },
  ];
}

async function sendSome(connection: Connection, person: Person, channel: string, count: number): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < count; n++) {
    const fields = { type: 'stream', to: channel, topic: 'topic 1', content: messageText(n) };
    await connection.request(postRequest('/api/v1/messages', person, fields));
  }
  return performance.now() - began;
}

async function logGrowth({ folder }: Data, act: () => Promise<unknown>): Promise<number> {
  const file = join(folder, 'chatd.db-wal');
  const before = statSync(file).size;
  await act();
  return statSync(file).size - before;
}

/** Fills the large channel by plain SQL, as subscribing ten thousand people one by one would take minutes. */
function subscribeStrangers(folder: string, count: number): void {
  const { db } = createApp(openData(folder));
  const channel = findChannelByName(db, large);
  db.transaction(() => {
    db.run(
      `WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       INSERT INTO users (email, email_key, full_name, role, joined_at)
       SELECT 'stranger' || n || '@example.com', 'stranger' || n || '@example.com', 'Stranger ' || n, 400, 0 FROM n`,
      count,
    );
    for (const [table, columns, values] of [
      ['subscriptions', 'color', "'#3f7fbf'"],
      ['subscription_spans', 'from_message_id', '0'],
    ]) {
      db.run(
        `INSERT INTO ${table} (user_id, channel_id, ${columns})
         SELECT id, ?, ${values} FROM users WHERE email_key LIKE 'stranger%'`,
        channel?.id ?? 0,
      );
    }
  });
  db.close();
}
