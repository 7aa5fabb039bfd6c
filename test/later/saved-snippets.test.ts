import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const greeting = { title: 'Greeting', content: 'Hello, *you*' };
const path = '/saved_snippets';

async function snippets({ as }: TestServer, name: CastName = 'alice'): Promise<unknown> {
  return (await as(name).get(path)).body.saved_snippets;
}

describe('POST /saved_snippets', () => {
  it('keeps a text, and tells its owner alone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);

    const { body } = await server.as('alice').post(path, { title: ' Greeting ', content: ' \n Hello, *you*\n' });

    assert.deepEqual(body, { ...ok, saved_snippet_id: 1 });
    const snippet = { id: 1, ...greeting, date_created: server.clock.now() };
    assert.deepEqual([await snippets(server), await snippets(server, 'bob')], [[snippet], []]);
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'saved_snippets', op: 'add', saved_snippet: snippet }],
    });
    const register = await server.as('alice').post('/register', { fetch_event_types: ['saved_snippets'] });
    assert.deepEqual(register.body.saved_snippets, [snippet]);
  });

  it('refuses what is empty or too long, and keeps nothing', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);
    const refusals: [object, string][] = [
      [{ title: ' \n' }, 'title cannot be blank'],
      [{ content: '' }, 'content cannot be blank'],
      [{ title: '🍲'.repeat(61) }, 'title is too long (limit: 60 characters)'],
      [{ content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    ];
    for (const [values, msg] of refusals) {
      const { status, body } = await server.as('alice').post(path, { ...greeting, ...values });
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }
    assert.deepEqual([await snippets(server), await ears.heard()], [[], {}]);
  });

  it('takes what is as long as may be', async (t) => {
    const server = await startServer(t);
    const values = { title: '🍲'.repeat(60), content: 'x'.repeat(10_000) };

    await server.as('alice').post(path, values);

    assert.deepEqual(await snippets(server), [{ id: 1, ...values, date_created: server.clock.now() }]);
  });
});

describe('PATCH /saved_snippets/{saved_snippet_id}', () => {
  it('changes what is given, and tells its owner alone', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, greeting);
    const date_created = server.clock.now();
    server.clock.advance(60);
    const ears = await listen(server, ['alice', 'bob']);
    const steps = [
      [{ title: 'Welcome' }, { ...greeting, title: 'Welcome' }],
      [{ content: ' Hi ' }, { title: 'Welcome', content: 'Hi' }],
      [{ content: '\tHi\n\n    again' }, { title: 'Welcome', content: 'Hi\n\n    again' }],
    ];
    for (const [values, expected] of steps) {
      const { body } = await server.as('alice').patch(`${path}/1`, values);

      const snippet = { id: 1, ...expected, date_created };
      assert.deepEqual([body, await snippets(server)], [ok, [snippet]]);
      const event = { type: 'saved_snippets', op: 'update', saved_snippet: snippet };
      assert.deepEqual(await ears.heard(), { alice: [event] });
    }
  });

  it('refuses an edit that makes no sense, and one of what is not there, and changes nothing', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, greeting);
    const before = await snippets(server);
    const ears = await listen(server, ['alice', 'bob']);
    const missing = 'Saved snippet does not exist.';
    assert.deepEqual((await server.as('alice').patch(`${path}/1`, {})).body, ok);
    const refusals: [CastName, number, Values, number, string][] = [
      ['alice', 1, { title: '' }, 400, 'title cannot be blank'],
      ['alice', 1, { content: ' ' }, 400, 'content cannot be blank'],
      ['alice', 2, { title: 'x' }, 404, missing],
      ['bob', 1, { title: 'x' }, 404, missing],
    ];
    for (const [name, id, values, code, msg] of refusals) {
      const { status, body } = await server.as(name).patch(`${path}/${id}`, values);
      assert.deepEqual([status, body], [code, badRequest(msg)]);
    }
    assert.deepEqual([await snippets(server), await ears.heard()], [before, {}]);
  });
});

describe('DELETE /saved_snippets/{saved_snippet_id}', () => {
  it("forgets one's own and nobody else's, and tells its owner alone", async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, greeting);
    const ears = await listen(server, ['alice', 'bob']);

    const foreign = await server.as('bob').delete(`${path}/1`);
    const kept = await snippets(server);
    const { body } = await server.as('alice').delete(`${path}/1`);

    assert.deepEqual([foreign.status, foreign.body], [404, badRequest('Saved snippet does not exist.')]);
    assert.deepEqual([(kept as object[]).length, body, await snippets(server)], [1, ok, []]);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'saved_snippets', op: 'remove', saved_snippet_id: 1 }] });
  });
});
