import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const soup = { type: 'stream', to: [1], topic: 'lunch', content: 'Soup to' };

async function drafts({ as }: TestServer, name: CastName = 'alice'): Promise<Values> {
  return (await as(name).get('/drafts')).body;
}

describe('POST /drafts', () => {
  it('keeps drafts in order, and tells their owner alone', async (t) => {
    const server = await startServer(t);
    const { bob, admin } = server.users;
    const ears = await listen(server, ['alice', 'bob']);
    const letter = { type: 'private', to: [bob.id, admin.id], topic: 'ignored', content: 'Hi', timestamp: 5 };
    const idea = { type: '', to: [7], topic: 'ignored', content: 'Perhaps \n', timestamp: 3 };

    const { body } = await server.as('alice').post('/drafts', { drafts: [soup, letter, idea] });

    assert.deepEqual(body, { ...ok, ids: [1, 2, 3] });
    const kept = [
      { id: 1, ...soup, timestamp: server.clock.now() },
      { id: 2, ...letter, topic: '' },
      { id: 3, ...idea, to: [], topic: '', content: 'Perhaps' },
    ] as const;
    assert.deepEqual(await drafts(server), { ...ok, count: 3, drafts: kept.toReversed() });
    assert.deepEqual(await drafts(server, 'bob'), { ...ok, count: 0, drafts: [] });
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'drafts', op: 'add', drafts: kept }] });
  });

  it('keeps none to somebody who is deactivated', async (t) => {
    const server = await startServer(t);
    const { bob, admin } = server.users;
    const letter = { type: 'private', to: [admin.id, bob.id], topic: '', content: 'Hi' };
    await server.as('alice').post('/drafts', { drafts: [letter] });
    await server.as('owner').delete(`/users/${bob.id}`);
    const before = await drafts(server);
    const gone = badRequest('User is deactivated');

    const alice = server.as('alice');
    assert.deepEqual((await alice.post('/drafts', { drafts: [soup, letter] })).body, gone);
    assert.deepEqual((await alice.patch('/drafts/1', { draft: { ...letter, content: 'Ho' } })).body, gone);
    assert.deepEqual(await drafts(server), before);
  });

  it('keeps nothing and tells nobody when there is nothing to keep', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);

    const { body } = await server.as('alice').post('/drafts', { drafts: [] });

    assert.deepEqual([body, await ears.heard()], [{ ...ok, ids: [] }, {}]);
  });

  it('keeps the time in whole seconds', async (t) => {
    const server = await startServer(t);
    const make = (timestamp: number) => ({ ...soup, timestamp });

    await server.as('alice').post('/drafts', { drafts: [make(5.75)] });
    await server.as('alice').patch('/drafts/1', { draft: make(7.999) });

    assert.deepEqual((await drafts(server)).drafts, [{ id: 1, ...make(7) }]);
  });

  it('keeps a private one for nobody yet', async (t) => {
    const server = await startServer(t);
    const letter = { type: 'private', to: [], topic: '', content: 'Hi', timestamp: 1 };

    await server.as('alice').post('/drafts', { drafts: [letter] });

    assert.deepEqual((await drafts(server)).drafts, [{ id: 1, ...letter }]);
  });

  const refusals: [what: string, changes: Values, msg: string][] = [
    ['no content', { content: '' }, 'drafts[1]["content"] cannot be blank'],
    ['spaces alone', { content: ' ' }, 'Message must not be empty'],
    ['two channels', { to: [1, 1] }, 'Must specify exactly 1 channel ID for channel messages'],
    ['no channel', { to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    ['a channel that is not there', { to: [99] }, 'Invalid channel ID'],
    ['a user who is not there', { type: 'private', to: [99] }, 'Invalid user ID 99'],
    ['a topic that is too long', { topic: '🍲'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    ['a time before 1970', { timestamp: -0.5 }, 'Timestamp must not be negative.'],
    ['a time that no export can hold', { timestamp: 253_402_300_800 }, 'drafts[1]["timestamp"] is too large'],
    ['a time that is none', { timestamp: 'noon' }, 'drafts[1]["timestamp"] is not an integer'],
    ['a field too many', { id: 4 }, 'Argument "id" at drafts[1]["id"] is unexpected'],
    ['a null byte in its topic', { topic: 'a\0' }, 'drafts[1]["topic"] must not contain null bytes'],
    ['an unknown type', { type: 'channel' }, 'Invalid drafts[1]["type"]'],
    ['no type', { type: undefined }, 'drafts[1]["type"] field is missing: Field required'],
  ];
  for (const [what, changes, msg] of refusals) {
    it(`refuses all when one has ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await server.as('alice').post('/drafts', { drafts: [soup, { ...soup, ...changes }] });

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual([(await drafts(server)).count, await ears.heard()], [0, {}]);
    });
  }

  it('answers for a channel one may not know of as for none', async (t) => {
    const server = await startServer(t);
    const secret = await subscribe(server.as('owner'), 'secret', { invite_only: true });

    const { body } = await server.as('alice').post('/drafts', { drafts: [{ ...soup, to: [secret] }] });

    assert.deepEqual(body, badRequest('Invalid channel ID'));
  });
});

describe('PATCH /drafts/{draft_id}', () => {
  it('replaces a draft, and tells its owner alone', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/drafts', { drafts: [{ ...soup, timestamp: 1 }] });
    const ears = await listen(server, ['alice', 'bob']);
    const to = [server.users.bob.id];

    const { body } = await server
      .as('alice')
      .patch('/drafts/1', { draft: { type: 'private', to, topic: '', content: 'Hi' } });

    const draft = { id: 1, type: 'private', to, topic: '', content: 'Hi', timestamp: server.clock.now() };
    assert.deepEqual([body, (await drafts(server)).drafts], [ok, [draft]]);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'drafts', op: 'update', draft }] });
  });

  it('refuses what cannot be kept, and a draft that is not there or not theirs, and changes nothing', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/drafts', { drafts: [soup] });
    const before = await drafts(server);
    const ears = await listen(server, ['alice', 'bob']);
    const refusals: [CastName, number, Values, number, string][] = [
      ['alice', 1, { to: [] }, 400, 'Must specify exactly 1 channel ID for channel messages'],
      ['alice', 1, { extra: 1 }, 400, 'Argument "extra" at draft["extra"] is unexpected'],
      ['alice', 2, {}, 404, 'Draft does not exist'],
      ['bob', 1, {}, 404, 'Draft does not exist'],
    ];
    for (const [name, id, changes, code, msg] of refusals) {
      const { status, body } = await server.as(name).patch(`/drafts/${id}`, { draft: { ...soup, ...changes } });
      assert.deepEqual([status, body], [code, badRequest(msg)]);
    }
    assert.deepEqual([await drafts(server), await ears.heard()], [before, {}]);
  });
});

describe('DELETE /drafts/{draft_id}', () => {
  it("forgets one's own and nobody else's, and tells its owner alone", async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/drafts', { drafts: [soup] });
    const ears = await listen(server, ['alice', 'bob']);

    const foreign = await server.as('bob').delete('/drafts/1');
    const { count } = await drafts(server);
    const { body } = await server.as('alice').delete('/drafts/1');

    assert.deepEqual([foreign.status, foreign.body], [404, badRequest('Draft does not exist')]);
    assert.deepEqual([count, body, (await drafts(server)).count], [1, ok, 0]);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'drafts', op: 'remove', draft_id: 1 }] });
  });
});

describe('drafts', () => {
  it('come with POST /register, the newest thousand, the one last edited first', async (t) => {
    const server = await startServer(t);
    const make = (timestamp: number) => ({ ...soup, content: `${timestamp}`, timestamp });
    const given = Array.from({ length: 1000 }, (_, index) => make(index + 2));
    await server.as('alice').post('/drafts', { drafts: [make(5000), ...given.slice(1)] });
    await server.as('alice').post('/drafts', { drafts: [make(1), make(2)] });

    const { body } = await server.as('alice').post('/register', { fetch_event_types: ['drafts'] });

    const times = (body.drafts as { timestamp: number }[]).map(({ timestamp }) => timestamp);
    const expected = [5000, ...Array.from({ length: 999 }, (_, index) => 1001 - index)];
    assert.deepEqual(times, expected);
  });

  it('are forgotten, and refused, once their owner keeps them on each device', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post('/drafts', { drafts: [soup] });
    await server.as('bob').post('/drafts', { drafts: [soup] });
    const refused = badRequest('User has disabled synchronizing drafts.');

    await server.as('alice').patch('/settings', { enable_drafts_synchronization: false });

    const alice = server.as('alice');
    const answers = [
      await alice.get('/drafts'),
      await alice.post('/drafts', { drafts: [soup] }),
      await alice.patch('/drafts/1', { draft: soup }),
      await alice.delete('/drafts/1'),
    ];
    assert.deepEqual(
      answers.map(({ body }) => body),
      answers.map(() => refused),
    );
    const { body } = await alice.post('/register', { fetch_event_types: ['drafts'] });
    assert.deepEqual([body.drafts, (await drafts(server, 'bob')).count], [[], 1]);
    await alice.patch('/settings', { enable_drafts_synchronization: true });
    assert.equal((await drafts(server)).count, 0);
  });
});
