import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { conjunction, isNever } from '../../src/db/sql.ts';
import { isKind } from '../../src/http/errors.ts';
import { CandidateScan } from '../../src/search/candidate-scan.ts';
import { compileNarrow, type Narrow } from '../../src/search/narrow.ts';
import { findAmong } from '../../src/search/page.ts';
import { finish } from '../../src/search/steps.ts';
import { badNarrow, type Term } from '../../src/search/term.ts';
import { findRequested } from '../../src/search/text-search.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer } from '../support/server.ts';
import { filterNaively, pageOf, type Question, type Range } from './naive.ts';
import { Past, type Person, people, topics } from './past.ts';

function randomTerms(past: Past): Term[] {
  const { random } = past;
  if (random.chance(10)) return [];
  const kinds = random.pick([channelTerms, channelTerms, directTerms, () => []]);
  const candidates = [...kinds(past), ...otherTerms(past)];
  const chosen = Array.from({ length: 1 + random.below(4) }, () => random.pick(candidates));
  const places = random.chance(30) ? kinds(past).slice(0, 2) : [];
  const terms = [...places, ...chosen].slice(0, 4).map((term) => randomTerm(past, term));
  return terms.filter((term, index) => term.operator !== 'with' || index === terms.findIndex(isWith));
}

function isWith({ operator }: Term): boolean {
  return operator === 'with';
}

type Plain = [operator: string, operand: unknown];

function randomTerm({ random }: Past, [operator, operand]: Plain): Term {
  return { operator, operand, negated: operator !== 'with' && random.chance(30) };
}

function channelTerms(past: Past): Plain[] {
  const { random } = past;
  const channel = random.pick(past.channels);
  return [
    [random.pick(['channel', 'stream']), random.chance(50) || channel.name === '3' ? channel.id : channel.name],
    ['topic', random.pick([...topics, 'LUNCH', 'Ärger', 'none'])],
    [random.pick(['channels', 'streams']), random.pick(['public', 'web-public'])],
  ];
}

function directTerms(past: Past): Plain[] {
  const { random } = past;
  const { users } = past.server;
  const some = random.some(people);
  const members = some.length > 0 ? some : (['bob'] as const);
  const ids = members.map((name) => users[name].id);
  const addresses = members.map((name) => `${name}@example.com`).join(',');
  return [
    [random.pick(['dm', 'pm-with', 'pm_with']), random.chance(50) ? ids : addresses],
    ['is', random.pick(['dm', 'private'])],
    ['dm-including', somebody(past)],
    [random.pick(['group-pm-with', 'group_pm_with']), somebody(past)],
  ];
}

const states = ['starred', 'unread', 'mentioned', 'alerted', 'followed', 'muted', 'resolved', 'dm'];

function otherTerms(past: Past): Plain[] {
  const { random } = past;
  const id = random.chance(80) && past.messages.length > 0 ? random.pick(past.messages).id : 4711;
  return [
    ['sender', somebody(past)],
    ['mentions', somebody(past)],
    ['is', random.pick(states)],
    ['is', random.pick(states)],
    ['is', random.pick(states)],
    ['has', random.pick(['attachment', 'image', 'link', 'reaction'])],
    ['in', random.pick(['home', 'home', 'all'])],
    ['id', random.chance(50) ? id : String(id)],
    ['near', id],
    ['with', id],
  ];
}

function somebody({ random, server }: Past): number | string {
  const name = random.pick(people);
  return random.chance(50) ? server.users[name].id : `${name}@example.com`;
}

function randomRange({ random, messages, server }: Past): Range {
  const last = (messages.at(-1)?.id ?? 0) + 3;
  const near = messages.length > 0 ? random.pick(messages).id : 1;
  const anchor = random.pick([random.below(last), near, near, 'newest', 'oldest', 'first_unread', 'date'] as const);
  const include_anchor = random.chance(70);
  const num_before = random.below(8);
  const num_after = include_anchor || num_before === 0 ? random.below(8) : 0;
  const date = anchor === 'date' ? server.clock.now() - random.below(80 * 3600) : undefined;
  return { anchor, date, include_anchor, num_before, num_after };
}

function compile({ past, person, terms }: Question): Narrow | undefined {
  const { app, users } = past.server;
  try {
    return compileNarrow(app, users[person], terms);
  } catch (error) {
    assert.ok(isKind(error, badNarrow), String(error));
    return undefined;
  }
}

/** What each way to the messages finds: all of a narrow's sources have the same to say. */
function fromEachSource(past: Past, { conditions }: Narrow): (readonly number[])[] {
  if (conditions.some(isNever)) return [];
  const all = { from: 0, until: Number.MAX_SAFE_INTEGER };
  return conditions.flatMap((condition) => {
    if (!condition.source) return [];
    const others = conditions.filter((other) => other !== condition);
    const ofConversations = conjunction(others.filter(({ isOfConversation }) => isOfConversation));
    const source = new CandidateScan(past.server.db, condition.source, conjunction(others), ofConversations);
    return [source.find('after', all, 1000), source.find('before', all, 1000).toReversed()];
  });
}

/** Compares a narrow's answers with the naive filter's. Returns how many messages match. */
function compareNarrow(question: Question, ranges: readonly Range[]): number {
  const { past, person, terms } = question;
  const { app, db, users } = past.server;
  const matching = filterNaively(question);
  const narrow = compile(question);
  assert.equal(narrow !== undefined, matching !== undefined, 'whether the narrow makes sense');
  if (!narrow || !matching) return 0;
  const user = users[person];
  const ids = matching.map(({ id }) => id);
  for (const found of fromEachSource(past, narrow)) assert.deepEqual(found, ids, 'by a source');
  for (const range of ranges) {
    const page = pageOf(question, matching, range);
    assert.deepEqual(finish(findRequested(db, { user, narrow, ...range })), page, show(range));
    const inSteps: Narrow = { ...narrow, canPause: true };
    assert.deepEqual(finish(findRequested(db, { user, narrow: inSteps, ...range })), page, show(range));
  }
  const isEmpty = terms.every(({ operator }) => operator === 'near');
  const readable = !isEmpty ? matching : past.messages.filter((message) => past.canRead(person, message));
  const all = past.messages.map(({ id }) => id);
  assert.deepEqual(
    findAmong(app, user, narrow, all),
    readable.map(({ id }) => id),
    'among all messages',
  );
  return ids.length;
}

interface Message {
  id: number;
  flags: string[];
}

/** Compares a page at the socket with the naive one, flags included. */
async function compareAnswer(question: Question, range: Range): Promise<void> {
  const { past, person, terms } = question;
  const { date, ...rest } = range;
  const anchor_date = date === undefined ? {} : { anchor_date: new Date(date * 1000).toISOString() };
  const { body } = await past.server
    .as(person as CastName)
    .get('/messages', { ...rest, ...anchor_date, narrow: terms });
  const matching = filterNaively(question);
  if (!matching) {
    assert.equal(body.code, 'BAD_NARROW');
    return;
  }
  const expected = pageOf(question, matching, range);
  const page = matching.filter(({ id }) => expected.ids.includes(id));
  const { anchor, found_anchor, found_oldest, found_newest } = body;
  const messages: Message[] = body.messages;
  const flagged = (flag: string) => messages.filter(({ flags }) => flags.includes(flag)).map(({ id }) => id);
  assert.deepEqual(
    { anchor, found_anchor, found_oldest, found_newest, ids: messages.map(({ id }) => id) },
    { ...expected },
  );
  assert.deepEqual(
    { historical: flagged('historical'), read: flagged('read'), starred: flagged('starred') },
    {
      historical: page.filter(({ received }) => !received.has(person)).map(({ id }) => id),
      read: page
        .filter(({ received, read, reopened }) => (received.has(person) ? read.has(person) : !reopened.has(person)))
        .map(({ id }) => id),
      starred: page.filter(({ starred }) => starred.has(person)).map(({ id }) => id),
    },
  );
}

/** Ids of the unread messages of a person: as the server tells a new client, and by the naive rows. */
async function compareUnread(past: Past, person: Person): Promise<void> {
  const types = ['message', 'update_message_flags'];
  const { body } = await past.server.as(person as CastName).post('/register', { fetch_event_types: types });
  const { pms, streams, huddles } = body.unread_msgs;
  const actual = [...pms, ...streams, ...huddles].flatMap((one) => one.unread_message_ids as number[]);
  const expected = past.messages.filter((message) => past.isUnread(person, message));
  assert.deepEqual(
    actual.sort((a, b) => a - b),
    expected.map(({ id }) => id),
  );
}

async function compareRandomPast(t: TestContext, seed: number, questions: number): Promise<number> {
  const random = new Seeded(seed);
  const past = new Past(await startServer(t), random);
  let found = 0;
  for (const person of people) await compareUnread(past, person);
  for (let count = 0; count < questions; count++) {
    const question = { past, person: random.pick(people), terms: randomTerms(past) };
    const ranges = [randomRange(past), randomRange(past)];
    try {
      found += compareNarrow(question, ranges);
      if (count % 10 === 0) await compareAnswer(question, ranges[0] as Range);
    } catch (error) {
      const { person, terms } = question;
      throw new Error(`${show({ seed, count, person, terms })}: ${(error as Error).message}`, { cause: error });
    }
  }
  return found;
}

function show(value: unknown): string {
  return JSON.stringify(value);
}

describe('GET /messages against a naive filter', () => {
  it('gives the same messages, flags, anchors and ends for 3,200 random narrows about 32 random pasts', async (t) => {
    let found = 0;

    for (let seed = 1; seed <= 32; seed++) found += await compareRandomPast(t, seed, 100);

    assert.ok(found > 10_000, `the narrows matched only ${found} messages`);
  });
});
