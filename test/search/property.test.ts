import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Channel } from '../../src/channels/channel.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe, doUnsubscribe } from '../../src/channels/subscription.ts';
import { ensureDirectConversation, ensureTopic } from '../../src/messages/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const people = ['admin', 'alice', 'bob', 'guest'] as const;
type Person = (typeof people)[number];
const topics = ['', 'lunch', 'Lunch', 'ärger'];
const newest = 10_000_000_000_000_000;

interface Sent {
  id: number;
  channel?: Channel;
  topic: string;
  members: Person[];
  sender: Person;
  sent_at: number;
  /** Who got it, and who of them has read it: a naive row for each. */
  received: Set<Person>;
  read: Set<Person>;
}

interface Term {
  operator: string;
  operand: unknown;
  negated?: boolean;
}

/** A small organization with a random past, and everything a naive server would have written down about it. */
class Past {
  readonly server: TestServer;
  readonly random: Seeded;
  readonly messages: Sent[] = [];
  readonly subscribers = new Map<Channel, Set<Person>>();

  constructor(server: TestServer, random: Seeded) {
    this.server = server;
    this.random = random;
    const kinds = [
      { name: 'open', invite_only: false },
      { name: 'shared', invite_only: true, history_public_to_subscribers: true },
      { name: 'protected', invite_only: true, history_public_to_subscribers: false },
      { name: '3', invite_only: false },
    ];
    for (const kind of kinds) {
      const channel = server.db.transaction(() => doCreateChannel(server.app, undefined, kind));
      this.subscribers.set(channel, new Set());
    }
    for (let step = 0; step < 60; step++) this.#step();
  }

  get channels(): Channel[] {
    return [...this.subscribers.keys()];
  }

  canRead(person: Person, channel: Channel): boolean {
    return this.subscribers.get(channel)?.has(person) || (!channel.invite_only && person !== 'guest');
  }

  #step(): void {
    this.server.clock.advance(this.random.below(3) * 3600);
    if (this.random.chance(30)) this.#changeSubscription();
    else this.#send();
  }

  #changeSubscription(): void {
    const { app, db, users } = this.server;
    const person = this.random.pick(people);
    const channel = this.random.pick(this.channels);
    const subscribers = this.subscribers.get(channel) as Set<Person>;
    const change = subscribers.has(person) ? doUnsubscribe : doSubscribe;
    db.transaction(() => change(app, channel, [users[person]]));
    if (!subscribers.delete(person)) {
      subscribers.add(person);
      return;
    }
    // Who leaves a channel has nothing unread in it any more.
    for (const { channel: place, received, read } of this.messages) {
      if (place === channel && received.has(person)) read.add(person);
    }
  }

  #send(): void {
    const { random } = this;
    const sender = random.pick(people);
    const channel = random.chance(75) ? random.pick(this.channels) : undefined;
    const members = channel ? [] : people.filter((person) => person === sender || random.chance(40));
    const topic = channel ? random.pick(topics) : '';
    const received = new Set(channel ? this.subscribers.get(channel) : members);
    const read_by_sender = random.chance(50);
    const read = new Set(read_by_sender && received.has(sender) ? [sender] : []);
    const id = this.#store({ sender, channel, members, topic, read_by_sender });
    const sent_at = this.server.clock.now();
    this.messages.push({ id, ...(channel ? { channel } : {}), topic, members, sender, sent_at, received, read });
  }

  #store(values: {
    sender: Person;
    channel: Channel | undefined;
    members: Person[];
    topic: string;
    read_by_sender: boolean;
  }): number {
    const { app, db, users } = this.server;
    const { sender, channel, members, topic, read_by_sender } = values;
    return db.transaction(() => {
      const conversation = channel
        ? ensureTopic(db, channel.id, topic)
        : ensureDirectConversation(
            db,
            members.map((name) => users[name].id),
          );
      const sent = { sender: users[sender], conversation, content: 'x', client: 'test', read_by_sender };
      return doSendMessage(app, sent).id;
    });
  }
}

function isFor(past: Past, person: Person, message: Sent, terms: readonly Term[]): boolean {
  return mayRead(past, person, message, terms) && terms.every((term) => matches(past, person, message, term));
}

function mayRead(past: Past, person: Person, message: Sent, terms: readonly Term[]): boolean {
  const { channel } = message;
  const isPersonal = terms.some(({ operator }) => operator === 'is');
  const names = (wanted: string) => terms.some(({ operator, negated }) => operator === wanted && !negated);
  if (channel && !past.canRead(person, channel)) return false;
  if (message.received.has(person)) return true;
  if (!channel || isPersonal) return false;
  if (names('channel')) return channel.history_public_to_subscribers === 1;
  return names('channels') && !channel.invite_only;
}

function matches(past: Past, person: Person, message: Sent, { operator, operand, negated = false }: Term): boolean {
  return matchesPlainly(past, person, message, operator, operand) !== negated;
}

function matchesPlainly(past: Past, person: Person, message: Sent, operator: string, operand: unknown): boolean {
  const { channel, topic, members } = message;
  const { users } = past.server;
  const idOf = (name: Person) => users[name].id;
  switch (operator) {
    case 'channel':
      return channel?.name === operand || channel?.id === operand;
    case 'channels':
      return channel?.invite_only === 0 && past.canRead(person, channel);
    case 'topic':
      return channel !== undefined && topic.toLowerCase() === String(operand).toLowerCase();
    case 'sender':
      return [idOf(message.sender), `${message.sender}@example.com`].includes(operand as never);
    case 'dm':
      return (
        !channel &&
        [...new Set([...(operand as number[]), idOf(person)])].sort().join() === members.map(idOf).sort().join()
      );
    case 'id':
      return message.id === operand;
    default:
      return !channel;
  }
}

function randomTerms(past: Past): Term[] {
  const { random, messages } = past;
  const { users } = past.server;
  const channel = random.pick(past.channels);
  const person = random.pick(people);
  const isDirect = random.chance(25);
  const candidates: Term[] = isDirect
    ? [
        { operator: 'dm', operand: random.some(people).map((name) => users[name].id) },
        { operator: 'is', operand: 'dm' },
      ].filter(({ operand }) => operand.length > 0)
    : [
        { operator: 'channel', operand: random.chance(50) || channel.name === '3' ? channel.id : channel.name },
        { operator: 'channels', operand: 'public' },
        { operator: 'topic', operand: random.pick(['', 'LUNCH', 'Ärger', 'none']) },
      ];
  const others: Term[] = [
    { operator: 'sender', operand: random.chance(50) ? users[person].id : `${person}@example.com` },
    { operator: 'id', operand: random.pick(messages)?.id ?? 1 },
    { operator: 'is', operand: 'dm', negated: true },
    { operator: 'channel', operand: random.pick(past.channels).id, negated: true },
    { operator: 'topic', operand: random.pick(topics), negated: true },
  ];
  const chosen = [...random.some(candidates), ...others.filter(() => random.chance(15))];
  return chosen.map((term) => (random.chance(10) ? { ...term, negated: true } : term));
}

function isMixed(terms: readonly Term[]): boolean {
  const positive = terms.filter(({ negated }) => !negated).map(({ operator }) => operator);
  return (
    ['channel', 'channels', 'topic'].some((one) => positive.includes(one)) &&
    ['dm', 'is'].some((one) => positive.includes(one))
  );
}

interface Range {
  anchor: number | string;
  anchor_date?: string;
  include_anchor: boolean;
  num_before: number;
  num_after: number;
}

function randomRange({ random, messages, server }: Past): Range {
  const ids = (messages.at(-1)?.id ?? 0) + 3;
  const anchor = random.pick([random.below(ids), random.below(ids), 'newest', 'oldest', 'first_unread', 'date']);
  const include_anchor = random.chance(70);
  const num_before = random.below(8);
  const num_after = include_anchor || num_before === 0 ? random.below(8) : 0;
  const time = new Date((server.clock.now() - random.below(80 * 3600)) * 1000).toISOString();
  return { anchor, ...(anchor === 'date' ? { anchor_date: time } : {}), include_anchor, num_before, num_after };
}

function anchorOf(past: Past, person: Person, matching: readonly Sent[], range: Range): number {
  const first = (wanted: (message: Sent) => boolean) => matching.find(wanted)?.id ?? newest;
  if (typeof range.anchor === 'number') return range.anchor;
  if (range.anchor === 'oldest') return 0;
  if (range.anchor === 'newest') return newest;
  if (range.anchor === 'date') return first(({ sent_at }) => sent_at >= Date.parse(range.anchor_date ?? '') / 1000);
  return first(({ received, read, channel }) => {
    const counts = !channel || past.subscribers.get(channel)?.has(person);
    return received.has(person) && !read.has(person) && counts === true;
  });
}

function expectedAnswer(past: Past, person: Person, terms: readonly Term[], range: Range) {
  const matching = past.messages.filter((message) => isFor(past, person, message, terms));
  const anchor = anchorOf(past, person, matching, range);
  const before = matching.filter(({ id }) => id < anchor).slice(-range.num_before || matching.length);
  const at = matching.filter(({ id }) => id === anchor && range.include_anchor);
  const after = matching.filter(({ id }) => id > anchor).slice(0, range.num_after);
  const page = [...(range.num_before === 0 ? [] : before), ...at, ...after];
  // A side is complete when all of it is in the list; an anchor left out counts to a side that was not asked for.
  const isComplete = (isOnSide: (id: number) => boolean, asked: number) =>
    matching.every((message) => {
      const counts = isOnSide(message.id) || (message.id === anchor && asked === 0);
      return !counts || page.includes(message);
    });
  return {
    anchor,
    ids: page.map(({ id }) => id),
    historical: page.filter(({ received }) => !received.has(person)).map(({ id }) => id),
    read: page.filter(({ received, read }) => !received.has(person) || read.has(person)).map(({ id }) => id),
    found_anchor: at.length > 0,
    found_oldest: isComplete((id) => id < anchor, range.num_before),
    found_newest: isComplete((id) => id > anchor, range.num_after),
  };
}

interface Message {
  id: number;
  flags: string[];
}

async function actualAnswer(past: Past, person: Person, terms: readonly Term[], range: Range) {
  const { body } = await past.server.as(person as CastName).get('/messages', { ...range, narrow: terms });
  if (body.result === 'error') return { code: body.code };
  const messages: Message[] = body.messages;
  const flagged = (flag: string) => messages.filter(({ flags }) => flags.includes(flag)).map(({ id }) => id);
  const { anchor, found_anchor, found_oldest, found_newest } = body;
  const ids = messages.map(({ id }) => id);
  return {
    anchor,
    ids,
    historical: flagged('historical'),
    read: flagged('read'),
    found_anchor,
    found_oldest,
    found_newest,
  };
}

function namesHidden(past: Past, person: Person, terms: readonly Term[]): boolean {
  return terms.some(({ operator, operand }) => {
    const channel = past.channels.find(({ id, name }) => id === operand || name === operand);
    return operator === 'channel' && channel && person !== 'admin' && !past.canRead(person, channel);
  });
}

/** Ids of the unread messages of a person: as the server tells a new client, and by the naive rows. */
async function unreadOf(past: Past, person: Person): Promise<[actual: number[], expected: number[]]> {
  const types = ['message', 'update_message_flags'];
  const { body } = await past.server.as(person as CastName).post('/register', { fetch_event_types: types });
  const { pms, streams, huddles } = body.unread_msgs;
  const actual = [...pms, ...streams, ...huddles].flatMap((one) => one.unread_message_ids as number[]);
  const expected = past.messages.filter(({ received, read, channel }) => {
    return received.has(person) && !read.has(person) && (!channel || past.subscribers.get(channel)?.has(person));
  });
  return [actual.sort((a, b) => a - b), expected.map(({ id }) => id)];
}

async function compareRandomPast(t: TestContext, seed: number, questions: number): Promise<number> {
  const random = new Seeded(seed);
  const past = new Past(await startServer(t), random);
  let found = 0;
  for (const person of people) {
    const [actual, expected] = await unreadOf(past, person);
    assert.deepEqual(actual, expected, JSON.stringify({ seed, person }));
  }
  for (let question = 0; question < questions; question++) {
    const person = random.pick(people);
    const terms = random.chance(25) ? [] : randomTerms(past);
    const range = randomRange(past);
    const isBad = isMixed(terms) || namesHidden(past, person, terms);
    const expected = isBad ? { code: 'BAD_NARROW' } : expectedAnswer(past, person, terms, range);
    const actual = await actualAnswer(past, person, terms, range);
    assert.deepEqual(actual, expected, JSON.stringify({ seed, question, person, terms, range }));
    found += 'ids' in expected ? expected.ids.length : 0;
  }
  return found;
}

describe('GET /messages against a naive filter', () => {
  it('gives the same messages, flags, anchors and ends for 1,000 random questions about 40 random pasts', async (t) => {
    let found = 0;

    for (let seed = 1; seed <= 40; seed++) found += await compareRandomPast(t, seed, 25);

    assert.ok(found > 1500, `the questions found only ${found} messages`);
  });
});
