import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApp } from '../../src/app.ts';
import { openConnection } from '../../src/db/connection.ts';
import { Client } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { serve, startServer, testConfig } from '../support/server.ts';

const name = { queue_id: 'a queue', local_id: '17.01' };
const hello = { to: 'general', topic: 'lunch', content: 'Soup?', ...name };

describe('POST /messages, repeated with the same queue_id and local_id', () => {
  it('sends nothing, tells nobody, and answers with the id of the first message', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const id = await send(alice, hello);
    const ears = await listen(server, ['bob']);

    const again = await alice.post('/messages', { type: 'channel', ...hello });

    assert.deepEqual(again.body, { result: 'success', msg: '', id });
    assert.deepEqual(await ears.heard(), {});
    assert.equal(server.db.value('SELECT max(id) FROM messages'), id);
  });

  it('sends once when both requests come at the same time', async (t) => {
    const server = await startServer(t);

    const ids = await Promise.all(Array.from({ length: 5 }, () => send(server.as('alice'), hello)));

    assert.equal(new Set(ids).size, 1);
    assert.equal(server.db.value("SELECT count(*) FROM messages WHERE content = 'Soup?'"), 1);
  });

  it('is for a day', async (t) => {
    const server = await startServer(t);
    const first = await send(server.as('alice'), hello);

    server.clock.advance(86_399);
    const late = await send(server.as('alice'), hello);
    server.clock.advance(1);
    const later = await send(server.as('alice'), hello);

    assert.deepEqual([late, later > first], [first, true]);
    assert.equal(server.db.value('SELECT count(*) FROM sent_names'), 1);
  });

  for (const [what, first, change] of [
    ['content', {}, { content: 'Soup.' }],
    ['content that differs in its case', {}, { content: 'soup?' }],
    ['a topic', {}, { topic: 'supper' }],
    ['no topic', {}, { topic: '' }],
    ['a channel', {}, { to: 'design' }],
    ['people', { type: 'direct', to: ['bob@example.com'] }, { to: ['guest@example.com'] }],
    ['people in place of a channel', {}, { type: 'direct', to: ['bob@example.com'] }],
    ['whether it is read', {}, { read_by_sender: false }],
  ] as const)
    it(`is another message with ${what}, and each is repeated for itself`, async (t) => {
      const server = await startServer(t);
      const alice = server.as('alice');
      await subscribe(alice, 'design');
      const one = { ...hello, ...first };
      const other = { ...one, ...change };

      const ids = [await send(alice, one), await send(alice, other), await send(alice, one), await send(alice, other)];

      assert.equal(new Set(ids).size, 2);
      assert.deepEqual(ids.slice(2), ids.slice(0, 2));
    });

  it('is another message from another user, another queue, under another name, or without one', async (t) => {
    const server = await startServer(t);
    const { as } = server;

    const ids = [
      await send(as('alice'), hello),
      await send(as('bob'), hello),
      await send(as('alice'), { ...hello, queue_id: 'a queue1' }),
      await send(as('alice'), { ...hello, local_id: '7.01' }),
      await send(as('alice'), { ...hello, queue_id: 'a queue1', local_id: '7.01' }),
      await send(as('alice'), { ...hello, queue_id: undefined, local_id: undefined }),
      await send(as('alice'), { ...hello, queue_id: undefined, local_id: undefined }),
    ];

    assert.equal(new Set(ids).size, ids.length);
  });

  it('is the first message even where that is gone, or cannot be sent any more', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), hello);
    await server.as('owner').delete(`/messages/${id}`);
    await server.as('owner').delete('/streams/1');

    assert.equal(await send(server.as('alice'), hello), id);
    const { status } = await server.as('alice').post('/messages', { type: 'channel', ...hello, local_id: '18' });
    assert.equal(status, 400);
  });

  it('is tried anew where the first was refused', async (t) => {
    const server = await startServer(t);

    const refused = await server.as('alice').post('/messages', { type: 'channel', ...hello, to: 'nowhere' });
    const id = await send(server.as('alice'), hello);

    assert.deepEqual([refused.status, id > 0], [400, true]);
  });

  it('is known to the next server too, after a crash', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), hello);
    const db = openConnection(server.db.connection.serialize());
    const next = createApp({ config: testConfig(), db, clock: server.clock, secret: Buffer.alloc(32, 7) });
    const url = await serve(t, next);

    const { body } = await new Client(url, credentialsOf(server.as('alice'))).post('/messages', {
      type: 'channel',
      ...hello,
    });

    assert.equal(body.id, id);
  });
});

function credentialsOf({ authorization }: Client) {
  const [email = '', key = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  return { email, key };
}
