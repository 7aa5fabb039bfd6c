import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const python = {
  name: 'Try Python',
  pygments_language: 'Python',
  url_template: 'https://python.example.com/?code={code}',
};

async function add({ as }: TestServer, values: Values = {}): Promise<number> {
  const { status, body } = await as('admin').post('/realm/playgrounds', { ...python, ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body.id;
}

/** All playgrounds, as somebody without any rights gets them. */
async function list({ as }: TestServer): Promise<unknown> {
  return (await as('guest').post('/register', { fetch_event_types: ['realm_playgrounds'] })).body.realm_playgrounds;
}

describe('POST /realm/playgrounds', () => {
  it('adds a playground, and tells everyone', async (t) => {
    const server = await startServer(t);
    const first = await add(server);
    const ears = await listen(server, ['alice', 'guest', 'admin']);

    const { body } = await server
      .as('owner')
      .post('/realm/playgrounds', { ...python, name: ' Another ', pygments_language: ' C++ ' });

    const all = [
      { id: first, ...python },
      { id: first + 1, ...python, name: 'Another', pygments_language: 'C++' },
    ];
    assert.deepEqual(body, { ...ok, id: first + 1 });
    assert.deepEqual(await list(server), all);
    const event = { type: 'realm_playgrounds', realm_playgrounds: all };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event], admin: [event] });
  });

  it('takes a name again for another language, and a language again under another name', async (t) => {
    const server = await startServer(t);
    await add(server);

    await add(server, { pygments_language: 'python' });
    await add(server, { name: 'try python' });

    assert.equal(((await list(server)) as unknown[]).length, 3);
  });

  it('is for administrators', async (t) => {
    const server = await startServer(t);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      const { body } = await server.as(name).post('/realm/playgrounds', python);
      assert.deepEqual(body, badRequest('Must be an organization administrator'));
    }
    assert.deepEqual(await list(server), []);
  });

  const refusals: [string, Values, string, string?][] = [
    ['a blank name', { name: ' ' }, 'This field cannot be blank.', 'name'],
    ['a blank language', { pygments_language: '' }, 'This field cannot be blank.', 'pygments_language'],
    ['a blank template', { url_template: ' ' }, 'This field cannot be blank.', 'url_template'],
    ['markup', { pygments_language: '<b>' }, 'Invalid characters in pygments language', 'pygments_language'],
    ['what is no template', { url_template: 'https://x.example/{code' }, 'Invalid URL template.', 'url_template'],
    ['a script', { url_template: 'javascript:{code}' }, 'Invalid URL template.', 'url_template'],
    [
      'a template without the code',
      { url_template: 'https://x.example/' },
      'Missing the required variable "code" in the URL template',
    ],
    [
      'another variable',
      { url_template: 'https://x.example/{source}' },
      'Missing the required variable "code" in the URL template',
    ],
    [
      'one variable too many',
      { url_template: 'https://x.example/{code}{?version}' },
      '"code" should be the only variable present in the URL template',
    ],
  ];
  for (const [what, values, msg, field = '__all__'] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['admin']);

      const { status, body } = await server.as('admin').post('/realm/playgrounds', { ...python, ...values });

      assert.deepEqual([status, body], [400, badRequest(msg, { errors: { [field]: [msg] } })]);
      assert.deepEqual(await list(server), []);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses a second playground of the same name and language', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server.as('admin').post('/realm/playgrounds', { ...python, name: 'Try Python ' });

    const msg = 'Realm playground with this Realm, Pygments language and Name already exists.';
    assert.deepEqual(body, badRequest(msg, { errors: { __all__: [msg] } }));
    assert.deepEqual(await list(server), [{ id, ...python }]);
  });
});

describe('DELETE /realm/playgrounds/{playground_id}', () => {
  it('removes a playground, and tells everyone', async (t) => {
    const server = await startServer(t);
    const id = await add(server);
    const ears = await listen(server, ['alice']);

    const first = await server.as('admin').delete(`/realm/playgrounds/${id}`);
    const second = await server.as('admin').delete(`/realm/playgrounds/${id}`);

    assert.deepEqual(first.body, ok);
    assert.deepEqual(second.body, badRequest('Invalid playground'));
    assert.deepEqual(await list(server), []);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'realm_playgrounds', realm_playgrounds: [] }] });
  });

  it('is for administrators', async (t) => {
    const server = await startServer(t);
    const id = await add(server);

    const { body } = await server.as('moderator').delete(`/realm/playgrounds/${id}`);

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
    assert.deepEqual(await list(server), [{ id, ...python }]);
  });
});
