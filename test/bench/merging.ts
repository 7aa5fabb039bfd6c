import type { App } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import type { User } from '../../src/users/user.ts';
import { Bystander } from './bystander.ts';
import { Child } from './child.ts';
import { Connection, postRequest } from './connection.ts';
import { makeOrganization, openData } from './data.ts';
import type { Figure } from './report.ts';
import { slowest } from './slowest.ts';

const people = 1000;
const messages = 20_000;

/**
 * How long it takes to merge two topics, each read by everyone to another point, how many rows that writes, and how long
 * others wait meanwhile.
 */
export async function merging(): Promise<Figure[]> {
  const { folder, person } = makeOrganization(people, fill);
  const before = countRows(folder);
  const chatd = await Child.start('chatd', [folder, 'without-jobs']);
  const connection = await Connection.open(chatd.port);
  const values = { topic: 'even', propagate_mode: 'change_all', send_notification_to_new_thread: 'false' };
  const request = () => postRequest('/api/v1/messages/1', person, { ...values, method: 'PATCH' });
  const name = 'merging two topics of 10,000, read by 1,000';
  const others = await Bystander.start(chatd, person);
  const figure = await others.during(() => slowest(name, 120, { connection, request, count: 1 }));
  connection.close();
  await Promise.all([chatd, others].map((child) => child.stop()));
  const rows = countRows(folder) - before;
  return [{ ...figure, note: `${rows.toLocaleString('en')} rows about who has read what` }, others.figure(30)];
}

/** The first messages of a channel belong to two topics by turns, which its people have read to different points. */
function fill(app: App, users: readonly User[], administrator: User): void {
  const channel = doCreateChannel(app, undefined, { name: 'talk' });
  doSubscribe(app, channel, users);
  const odd = ensureTopic(app.db, channel.id, 'odd').id;
  const even = ensureTopic(app.db, channel.id, 'even').id;
  app.db.run(
    `INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       rendered_content, rendered_version)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     SELECT n, iif(n % 2 = 1, ?2, ?3), ?4, ?4, ?5, 'Bench', 1700000000 + n, 'Message ' || n, '', 1 FROM numbers`,
    ...[messages, odd, even, channel.id, administrator.id],
  );
  app.db.run('UPDATE conversations SET max_message_id = ?1 - (id = ?2) WHERE id IN (?2, ?3)', messages, odd, even);
  app.db.run(
    `INSERT INTO read_watermarks (user_id, place_id, message_id)
     SELECT value, ?2, key * ?4 FROM json_each(?1) UNION ALL SELECT value, ?3, (?5 - key) * ?4 FROM json_each(?1)`,
    ...[JSON.stringify(users.map(({ id }) => id)), odd, even, messages / people, people],
  );
}

function countRows(folder: string): number {
  const { db } = openData(folder);
  const sql = `SELECT (SELECT count(*) FROM read_watermarks) + (SELECT count(*) FROM read_exceptions)
    + (SELECT count(*) FROM joined_places)`;
  const count = db.value<number>(sql) as number;
  db.close();
  return count;
}
