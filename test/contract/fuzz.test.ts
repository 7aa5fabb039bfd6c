import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { JsonSchema } from '../../src/http/params.ts';
import type { Answer } from '../support/client.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { countChanges } from '../support/snapshot.ts';
import type { Call } from './call.ts';
import { type Carrier, carriers, clientOf, documents, makeWith, pathOf, validCall } from './requests.ts';
import { undeclared, watchErrors } from './watch.ts';

// More than a run of all tests has time for: FUZZ_ROUNDS=100 FUZZ_SEED=7.
const seed = Number(process.env.FUZZ_SEED ?? 20_260_105);
const rounds = Number(process.env.FUZZ_ROUNDS ?? 4);
const requestsARound = 500;
const valuesAParameter = 12;
const greatestWeight = 10;

/** A number from 0 up to, not including, the one given. */
type Dice = (sides: number) => number;

describe('any endpoint', () => {
  const deck = makeDeck(rounds * requestsARound);

  for (let round = 0; round < rounds; round++) {
    it(`answers whatever it is sent, and stays sound (seed ${seed + round})`, async (t) => {
      const dice = seededDice(seed + round);
      const cards = deck.slice(round * requestsARound, (round + 1) * requestsARound);
      while (cards.length > 0) await sendWhileAliceIsIn(t, cards, dice);
    });
  }

  it('gets a request in one of these rounds', () => {
    assert.ok(deck.length <= rounds * requestsARound, `${deck.length} are wanted`);
  });

  for (const [id, endpoint] of Object.entries(endpoints)) {
    const names = Object.keys(endpoint.params);
    if (names.length === 0) continue;
    it(`answers whatever one parameter of ${id} is, all else being right`, async (t) => {
      const server = await startServer(t);
      const failures = watchLog(server);
      endPolls(t, server);
      const dice = seededDice(seed);

      let call: Call | undefined;
      for (const name of names) {
        for (let count = 0; count < (isSlow(id) ? 2 : valuesAParameter); count++) {
          call ??= await validCall(server, id);
          const changes = countChanges(server.db);
          const status = await sendOne(t, server, id, withChanged(endpoint, call, name, dice), dice);
          // After a refusal that changed nothing the call is still right.
          if (status === 200 || countChanges(server.db) !== changes) call = undefined;
        }
      }

      await assertSound(server, failures);
    });
  }

  it('answers whatever path it is asked for', async (t) => {
    const server = await startServer(t);
    const failures = watchLog(server);
    endPolls(t, server);
    const dice = seededDice(seed);

    for (let count = 0; count < 500; count++) {
      const path = Array.from({ length: 1 + dice(5) }, () => pick(dice, pathPieces)).join('/');
      const method = pick(dice, ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'HEAD']);
      // This would take Alice's key away.
      if (path.includes('regenerate')) continue;
      const answer = await server.as('alice').send(method, `/${path}`);
      if (answer.body !== undefined && !path.includes('openapi.json')) assertEnvelope(answer, `${method} /${path}`);
      assert.ok(answer.status < 500, `${method} /${path}`);
    }

    assert.deepEqual(failures, []);
  });
});

/** This many ids of endpoints in random order; if there are enough places, each occurs among the first. */
function makeDeck(size: number): string[] {
  // One with many parameters has more to go wrong.
  const ids = Object.entries(endpoints).flatMap(([id, { params }]) => {
    const weight = isSlow(id) ? 1 : Math.min(1 + Object.keys(params).length, greatestWeight);
    return Array.from({ length: weight }, () => id);
  });
  const dice = seededDice(seed);
  const shuffled = shuffle(dice, ids);
  return [...shuffled, ...Array.from({ length: size - shuffled.length }, () => pick(dice, ids))];
}

function shuffle<Item>(dice: Dice, items: readonly Item[]): Item[] {
  const shuffled = [...items];
  for (let index = shuffled.length - 1; index > 0; index--) {
    const other = dice(index + 1);
    [shuffled[index], shuffled[other]] = [shuffled[other] as Item, shuffled[index] as Item];
  }
  return shuffled;
}

/** Takes cards off and plays them on one server, until Alice, whose most requests are, has been shut out there. */
async function sendWhileAliceIsIn(t: TestContext, cards: string[], dice: Dice): Promise<void> {
  const server = await startServer(t);
  const failures = watchLog(server);
  endPolls(t, server);
  do {
    const id = cards.pop() as string;
    const call = await startingPoint(server, id, dice);
    await sendOne(t, server, id, withSomeChanged(endpoints[id] as Endpoint, call, dice), dice);
  } while (cards.length > 0 && (await server.as('alice').get('/users/me')).status === 200);
  await assertSound(server, failures);
}

// These hash a password, which takes its time on purpose.
function isSlow(id: string): boolean {
  return id === 'fetchApiKey' || id === 'createUser';
}

/** Returns the status of the answer. */
async function sendOne(t: TestContext, server: TestServer, id: string, call: Call, dice: Dice): Promise<number> {
  const endpoint = endpoints[id] as Endpoint;
  const carrier = endpoint.method === 'GET' ? 'query' : pick<Carrier>(dice, carriers);
  const thrown = watchOnce(t);
  const answer = await makeOdd(carrier, server, endpoint, call);
  const what = `${id} by ${carrier} as ${call.as}: ${JSON.stringify([call.path, call.values]).slice(0, 1000)}`;
  assert.ok(answer.status < 500, `${answer.status} for ${what}`);
  if (answer.status !== 200 || !documents.includes(id)) assertEnvelope(answer, what);
  // Without a part of its path, a request is to another endpoint.
  if (!Object.values(call.path ?? {}).includes('')) assert.deepEqual(undeclared(endpoint, thrown), [], what);
  return answer.status;
}

const watched = new WeakMap<TestContext, unknown[]>();

/** What endpoints throw from now on; they are wrapped once a test. */
function watchOnce(t: TestContext): unknown[] {
  const thrown = watched.get(t) ?? watchErrors(t);
  watched.set(t, thrown);
  thrown.length = 0;
  return thrown;
}

async function startingPoint(server: TestServer, id: string, dice: Dice): Promise<Call> {
  const call = await callAnyhow(server, id);
  // One key is taken away again and again; the others stay.
  if (id === 'regenerateApiKey' || call.as === 'anonymous') return call;
  return dice(3) > 0 ? call : { ...call, as: pick<CastName>(dice, ['owner', 'admin', 'bob', 'guest', 'bot']) };
}

// What brings a server into the state a right call needs may fail here: other requests were before. What the server does
// wrong then is in its log.
async function callAnyhow(server: TestServer, id: string): Promise<Call> {
  try {
    return await validCall(server, id);
  } catch {
    return { as: 'alice', path: {}, values: {} };
  }
}

function withSomeChanged(endpoint: Endpoint, call: Call, dice: Dice): Call {
  const names = Object.keys(endpoint.params);
  let changed = call;
  for (let changes = 1 + dice(3); changes > 0; changes--) {
    const name = dice(8) === 0 || names.length === 0 ? pick(dice, oddNames) : pick(dice, names);
    changed = withChanged(endpoint, changed, name, dice);
  }
  return changed;
}

function withChanged(endpoint: Endpoint, call: Call, name: string, dice: Dice): Call {
  const { path = {}, values = {} } = call;
  const schema = endpoint.params[name]?.schema;
  const value = schema && dice(2) === 0 ? fitting(dice, schema) : oddValue(dice, 0);
  if (Object.hasOwn(path, name)) return { ...call, path: { ...path, [name]: pathText(value) } };
  // A computed name is an own property also when it is __proto__.
  return { ...call, values: { ...values, [name]: value } };
}

function makeOdd(carrier: Carrier, server: TestServer, endpoint: Endpoint, call: Call): Promise<Answer> {
  const text = JSON.stringify(call.values ?? {}).length;
  // Node refuses a request line of more than 16 KiB by itself.
  const isInQuery = carrier === 'query' || endpoint.payload !== undefined;
  if (!isInQuery || text < 2000) return makeWith(carrier, server, endpoint, call);
  if (endpoint.method !== 'GET' && endpoint.payload === undefined) return makeWith('json', server, endpoint, call);
  return clientOf(server, call.as).send(endpoint.method, pathOf(endpoint, call));
}

const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  'method',
  'a\0b',
  '\ud800',
  '🙂',
  'x[',
];

const oddScalars: readonly unknown[] = [
  ...[0, -0, 1, -1, 0.5, 1e308, -1e308, 5000, 5001, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64],
  ...['0', '-1', '+1', '1e3', '0x10', ' 7 ', '007', '1.0', '9007199254740993', '9'.repeat(40), 'NaN', 'Infinity'],
  ...[
    true,
    false,
    null,
    'true',
    'True',
    'null',
    'undefined',
    '',
    ' ',
    '\t\n',
    '"',
    '""',
    '"x"',
    "'; DROP TABLE users; --",
  ],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '\u202e',
    '\u2028',
    '\ufeff',
    'é',
    'e\u0301',
    '🙂',
    '👩‍👩‍👧‍👦',
    'İ',
    'ß',
    '한국어',
  ],
  ...[
    '%',
    '%zz',
    '%00',
    '%ff',
    '&=+',
    '{',
    '[',
    '{}',
    '[]',
    '[[]]',
    '{"a":',
    '[1,',
    '[null]',
    '[{}]',
    '<b>',
    '*',
    '%s',
    '\\',
  ],
  ...[
    'general',
    'alice@example.com',
    'user1@chat.example.com',
    'user99999999999999999@x',
    'newest',
    'date',
    'first_unread',
  ],
  ...[
    '2026-01-05T09:00:00Z',
    '9999-12-31',
    '-000001-01-01',
    '0000-00-00',
    'realm_default',
    'direct',
    'channel',
    'private',
  ],
  ...['read', 'starred', 'mentioned', 'add', 'remove', 'heart', '1f44d', '2764', '/poll', '/todo\na:b', '✔', '✔ lunch'],
  ...['@**all**', '@**topic**', '@*role:members*', '{"type":"vote","key":"canned,0","vote":1}', '{"type":"strike"}'],
  ...['x'.repeat(61), 'x'.repeat(1025), '\u0301'.repeat(300), '🙂'.repeat(1000), '> '.repeat(3000), '['.repeat(5000)],
];

const oddTexts = oddScalars.filter((one): one is string => typeof one === 'string');

/** Words of the API, so that nested values sometimes come close to being right. */
const keys = [
  'operator',
  'operand',
  'negated',
  'name',
  'description',
  'direct_members',
  'direct_subgroups',
  '__proto__',
  'x',
];
const operators = [
  'channel',
  'topic',
  'dm',
  'sender',
  'id',
  'is',
  'channels',
  'pm-with',
  'constructor',
  '__proto__',
  'near',
];

function oddValue(dice: Dice, depth: number): unknown {
  const kind = dice(depth > 3 ? 3 : 7);
  if (kind < 3) return pick(dice, oddScalars);
  if (kind === 3) return Array.from({ length: dice(4) }, () => oddValue(dice, depth + 1));
  if (kind === 4) return oddNarrow(dice, depth);
  if (kind === 5) return nested(dice(60), pick(dice, oddScalars));
  return oddObject(dice, depth);
}

/** A value that a schema allows, so that extreme values get past the reading of parameters. */
function fitting(dice: Dice, schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum)) return pick<unknown>(dice, schema.enum);
  if (Array.isArray(schema.anyOf)) return fitting(dice, pick<JsonSchema>(dice, schema.anyOf));
  switch (schema.type) {
    case 'integer':
      return pick(dice, [0, 1, 2, 3, -1, 10, 99, 4999, 5000, 2 ** 31, 2 ** 53 - 1, 1 - 2 ** 53]);
    case 'boolean':
      return dice(2) === 0;
    case 'string':
      return pick(dice, dice(2) === 0 ? operators : oddTexts);
    case 'array':
      return Array.from({ length: lengthOf(dice, schema) }, () => fitting(dice, schema.items as JsonSchema));
    case 'object':
      return fittingObject(dice, schema);
    default:
      return oddValue(dice, 2);
  }
}

function lengthOf(dice: Dice, { minItems = 0, maxItems = 4 }: { minItems?: number; maxItems?: number }): number {
  return minItems + dice(Math.min(maxItems, 4) - minItems + 1);
}

function fittingObject(dice: Dice, schema: JsonSchema): object {
  const required = (schema.required ?? []) as string[];
  // Keys that are free are as odd as their values.
  if (schema.properties === undefined) return oddObject(dice, 2);
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>);
  // What lacks a field is refused early, so few lack one.
  const kept = fields.filter(([name]) => dice(20) > (required.includes(name) ? 0 : 10));
  return Object.fromEntries(
    kept.map(([name, one]) => [name, name === 'operator' ? pick(dice, operators) : fitting(dice, one)]),
  );
}

function oddObject(dice: Dice, depth: number): object {
  return Object.fromEntries(Array.from({ length: dice(4) }, () => [pick(dice, keys), oddValue(dice, depth + 1)]));
}

function oddNarrow(dice: Dice, depth: number): unknown[] {
  return Array.from({ length: dice(4) }, () => {
    const operand = oddValue(dice, depth + 2);
    const operator = pick(dice, operators);
    return dice(2) === 0 ? [operator, operand] : { operator, operand, negated: dice(2) === 0 };
  });
}

function nested(depth: number, inner: unknown): unknown {
  return depth === 0 ? inner : [nested(depth - 1, inner)];
}

const pathPieces = [
  ...[
    'users',
    'me',
    'messages',
    'events',
    'register',
    'streams',
    'subscriptions',
    'topics',
    'flags',
    'narrow',
    'reactions',
    'history',
    'typing',
    'submessage',
    'delete_topic',
    'openapi.json',
    '1',
    '-1',
    '99',
  ],
  ...[
    'api_key',
    'regenerate',
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%2f',
    '%2e%2e',
    '%ff',
    '%ed%a0%80',
    '%f0%9f%99%82',
    '__proto__',
  ],
  ...[
    'constructor',
    '{user_id}',
    '*',
    ':id',
    '~',
    'é',
    '9'.repeat(30),
    'x'.repeat(2000),
    '1e3',
    '0x1',
    '+1',
    '1 ',
    ';a=b',
    'me%20',
  ],
  ...['alice@example.com', 'user1@chat.example.com', '?', '?a', '?a=%', '?__proto__=1', '?=', '?&&', '#'],
];

function pathText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, 2000).toWellFormed();
}

function pick<Item>(dice: Dice, items: readonly Item[]): Item {
  return items[dice(items.length)] as Item;
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function seededDice(start: number): Dice {
  let state = start >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) % sides) | 0;
  };
}

function assertEnvelope({ status, body }: Answer, what: string): void {
  const text = `${status} ${JSON.stringify(body)?.slice(0, 300)} for ${what}`;
  assert.equal(body?.result, status === 200 ? 'success' : 'error', text);
  assert.equal(typeof body.msg, 'string', text);
  if (status !== 200) assert.match(body.code, /^[A-Z_]+$/, text);
}

/** What the server logs as its own fault, until the test ends. */
function watchLog({ app }: TestServer): unknown[] {
  const failures: unknown[] = [];
  app.log = { ...app.log, error: (event, details) => failures.push([event, details]) };
  return failures;
}

/** Ends long polls soon: nobody sends what they wait for. */
function endPolls(t: TestContext, { app }: TestServer): void {
  const timer = setInterval(() => app.queues.release(), 5);
  t.after(() => clearInterval(timer));
}

async function assertSound(server: TestServer, failures: unknown[]): Promise<void> {
  assert.deepEqual(failures, []);
  assert.deepEqual(server.db.connection.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
  assert.deepEqual(server.db.connection.pragma('foreign_key_check'), []);
  await assertWorks(server);
}

async function assertWorks(server: TestServer): Promise<void> {
  // A note to oneself is what no other request can have closed.
  const values = { type: 'direct', to: [server.users.owner.id], content: 'Still here' };
  const { body: sent } = await server.as('owner').post('/messages', values);
  const { body: fetched } = await server.as('owner').get(`/messages/${sent.id}`, { apply_markdown: false });
  assert.deepEqual([sent.result, fetched.message.content], ['success', 'Still here']);
}
