import type { App } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import type { Database } from '../../src/db/database.ts';
import type { User } from '../../src/users/user.ts';
import { Child } from './child.ts';
import { bodyOf, Connection, getRequest, postRequest } from './connection.ts';
import { makeOrganization, type Person, sizes } from './data.ts';
import { merging } from './merging.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';
import { slowest } from './slowest.ts';

const people = 1000;
const channels = 200;
const topicsEach = 25;
const fetchesEach = 300;
const big = { name: 'the big one', messages: 10_000 };
/** So many of the newest messages, and the big topic, are unread: of the former each person follows a fifth. */
const newest = 50_000;

/** What people do most, in an organization that has been busy for years. There is no floor; the bars are milliseconds. */
export async function large(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const messages of sizes) {
    const { folder, person } = makeOrganization(people, (app, users) => fillLarge(app, users, messages));
    const chatd = await Child.start('chatd', [folder, 'without-jobs']);
    const connection = await Connection.open(chatd.port);
    const at = `at ${messages.toLocaleString('en')} messages`;
    for (const figure of await measure(connection, person, messages)) {
      figures.push({ ...figure, name: `${figure.name}, ${at}` });
    }
    connection.close();
    await chatd.stop();
  }
  return [...figures, ...(await merging())];
}

async function measure(connection: Connection, person: Person, messages: number): Promise<Figure[]> {
  const channel = { operator: 'channel', operand: 'channel 0' };
  const topic = { operator: 'topic', operand: 'topic 3' };
  const page = (narrow: object[], anchor: (n: number) => string) => (n: number) => {
    const range = { anchor: anchor(n), num_before: '50', num_after: '50', narrow: JSON.stringify(narrow) };
    return getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, person);
  };
  const anywhere = (n: number) => String(1 + ((n * 104_729) % messages));
  const state = { event_types: '["message","update_message_flags"]' };
  const register = () => postRequest('/api/v1/register', person, state);
  const fetching = (anchor: (n: number) => string, ...narrow: object[]) => {
    return { connection, request: page(narrow, anchor), count: fetchesEach };
  };
  const figures = [
    await slowest('100 of a channel', 10, fetching(anywhere, channel)),
    await slowest('100 of a topic', 10, fetching(anywhere, channel, topic)),
    await slowest('100 of everything received', 10, fetching(anywhere)),
    await slowest(
      '100 from the first unread',
      10,
      fetching(() => 'first_unread', channel),
    ),
    await slowest(
      '100 from the first unread of everything',
      10,
      fetching(() => 'first_unread'),
    ),
    await slowest('20,000 unread in 1,000 topics', 60, { connection, request: register, count: 30 }),
  ];
  const ofBig = [channel, { operator: 'topic', operand: big.name }];
  const ids = await listIds(connection, person, messages, ofBig);
  const mixed = await listIds(connection, person, messages - big.messages, []);
  const rename = { topic: 'another name', propagate_mode: 'change_all', send_notification_to_new_thread: 'false' };
  const move = () => postRequest(`/api/v1/messages/${ids[0]}`, person, { ...rename, method: 'PATCH' });
  const marking = (ids: number[]) => {
    const flags = (op: 'add' | 'remove') => (n: number) => {
      const chosen = ids.slice((n % 5) * 1000, (n % 5) * 1000 + 1000);
      return postRequest('/api/v1/messages/flags', person, { messages: JSON.stringify(chosen), op, flag: 'read' });
    };
    return { connection, request: flags('add'), count: 100, undo: flags('remove') };
  };
  return [
    ...figures,
    await markingTopic(connection, person, messages),
    await slowest('marking 1,000 of a topic as read', 10, marking(ids)),
    await slowest('marking 1,000 of everything as read', 10, marking(mixed)),
    await slowest('renaming a topic of 10,000', 150, { connection, request: move, count: 1 }),
  ];
}

/** A topic with a few unread messages, of 20,000 that the person has; beside the same by the ids of the messages. */
async function markingTopic(connection: Connection, person: Person, messages: number): Promise<Figure> {
  const narrow = [
    { operator: 'channel', operand: 'channel 0' },
    { operator: 'topic', operand: 'topic 3' },
    { operator: 'is', operand: 'unread' },
  ];
  const ids = JSON.stringify(await listIds(connection, person, messages, narrow));
  const flags = (op: 'add' | 'remove') =>
    postRequest('/api/v1/messages/flags', person, { messages: ids, op, flag: 'read' });
  const channel = await connection.request(getRequest('/api/v1/get_stream_id?stream=channel%200', person));
  const { stream_id } = JSON.parse(bodyOf(channel).toString()) as { stream_id: number };
  const topic = { stream_id: String(stream_id), topic_name: 'topic 3' };
  const timeOf = async (request: string) => {
    const began = performance.now();
    await connection.request(request);
    const took = performance.now() - began;
    await connection.request(flags('remove'));
    return took;
  };
  const took = await alternate(50, {
    ours: () => timeOf(postRequest('/api/v1/mark_topic_as_read', person, topic)),
    floor: () => timeOf(flags('add')),
  });
  return {
    name: 'marking a topic as read, beside its ids',
    ours: milliseconds(took.ours),
    floor: milliseconds(took.floor),
    ratio: took.ours / took.floor,
    bar: { atMost: 2 },
  };
}

async function listIds(connection: Connection, person: Person, anchor: number, terms: object[]): Promise<number[]> {
  const narrow = JSON.stringify(terms);
  const range = { anchor: String(anchor), num_before: '4999', num_after: '0', narrow };
  const answer = await connection.request(getRequest(`/api/v1/messages?${new URLSearchParams(range)}`, person));
  const { messages } = JSON.parse(bodyOf(answer).toString()) as { messages: { id: number }[] };
  return messages.map(({ id }) => id);
}

/** That many messages, written without the server, in channels of which everyone follows a fifth. */
function fillLarge(app: App, users: readonly User[], messages: number): void {
  for (let index = 0; index < channels; index++) {
    const channel = doCreateChannel(app, undefined, { name: `channel ${index}` });
    doSubscribe(
      app,
      channel,
      users.filter((_, number) => number % 5 === index % 5),
    );
    for (let topic = 0; topic < topicsEach; topic++) ensureTopic(app.db, channel.id, `topic ${topic}`);
  }
  fill(app.db, messages);
}

function fill(db: Database, messages: number): void {
  const topics = db.values<number>("SELECT id FROM conversations WHERE topic LIKE 'topic %' ORDER BY id");
  insert(db, messages - big.messages, topics[0] as number, topics.length);
  const channel_id = db.value<number>("SELECT id FROM channels WHERE name = 'channel 0'") as number;
  insert(db, big.messages, ensureTopic(db, channel_id, big.name).id, 1);
  db.run(
    'UPDATE conversations SET max_message_id = (SELECT max(id) FROM messages WHERE conversation_id = conversations.id)',
  );
  const sql = 'UPDATE read_floors SET message_id = max(message_id, ? - ?)';
  db.run(sql, messages, Math.min(newest + big.messages, messages));
}

// By turns to the topics from the first one on, in an order that mixes them.
function insert(db: Database, count: number, first: number, topics: number): void {
  db.run(
    `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       rendered_content, rendered_version)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     SELECT c.id, c.channel_id, c.channel_id, 3 + n % ?4, 'Bench', 1700000000 + n,
       'Message ' || n || ': the deploy went well, see the notes for what changed since last week.',
       '<p>Message ' || n || ': the deploy went well, see the notes for what changed since last week.</p>', 1
     FROM numbers CROSS JOIN conversations c ON c.id = ?2 + (n * 7919) % ?3`,
    count,
    first,
    topics,
    people,
  );
}
