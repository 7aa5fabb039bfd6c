import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { direct, join, leave, lunch, start } from './scene.ts';

/** Somebody calls, and gives up before anybody joins. Returns the id of the message. */
async function giveUp(server: TestServer, name: CastName, where: Values): Promise<number> {
  const { id, message_id } = await start(server, name, where);
  await join(server, name, id);
  await leave(server, name, id);
  return message_id;
}

/** What is said in the conversation of a message. */
function textsBeside({ db }: TestServer, message_id: number): string[] {
  return db.values(
    'SELECT content FROM messages WHERE conversation_id = (SELECT conversation_id FROM messages WHERE id = ?) ORDER BY id',
    message_id,
  );
}

describe('calls that nobody joins', () => {
  it('leave one line, and one unread message, however often the same person calls', async (t) => {
    const server = await startServer(t);
    const where = direct(server, 'bob');
    for (let round = 1; round < 30; round++) await giveUp(server, 'alice', where);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['message', 'delete_message'] });

    const message_id = await giveUp(server, 'alice', where);

    assert.deepEqual(textsBeside(server, message_id), ['Missed call.']);
    const { alice = [], bob = [] } = await ears.heard();
    for (const events of [alice, bob]) {
      assert.deepEqual(
        events.map(({ type }) => type),
        ['message', 'delete_message'],
      );
    }
    const { body } = await server
      .as('bob')
      .post('/register', { event_types: JSON.stringify(['message', 'update_message_flags']) });
    assert.equal(body.unread_msgs.count, 1);
  });

  it('leave one line in a topic, which remains', async (t) => {
    const server = await startServer(t);
    const first = await giveUp(server, 'alice', lunch);
    const again = await giveUp(server, 'alice', lunch);

    assert.notEqual(again, first);
    assert.deepEqual(textsBeside(server, again), ['Call ended. Nobody joined.']);
  });

  /** What happens between two calls of Alice, after which both lines are there. */
  const between: [string, (server: TestServer, message_id: number) => Promise<unknown>][] = [
    [
      'somebody has written',
      (server) => server.as('bob').post('/messages', { ...withAlice(server), content: 'Later' }),
    ],
    ['the other has called', (server) => giveUp(server, 'bob', withAlice(server))],
    [
      'somebody has reacted',
      (server, id) => server.as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'thumbs_up' }),
    ],
    ['an hour has passed', async (server) => server.clock.advance(3600)],
    [
      'the sender has edited the line',
      (server, id) => server.as('alice').patch(`/messages/${id}`, { content: 'Hello?' }),
    ],
  ];
  for (const [name, act] of between) {
    it(`leave their lines if ${name}`, async (t) => {
      const server = await startServer(t);
      const first = await giveUp(server, 'alice', direct(server, 'bob'));
      await act(server, first);

      const second = await giveUp(server, 'alice', direct(server, 'bob'));

      const ids = server.db.values<number>('SELECT id FROM messages WHERE id IN (?, ?)', first, second);
      assert.deepEqual(ids, [first, second]);
    });
  }

  it('take no words of the caller away, nor the line of a call that somebody joined', async (t) => {
    const { server, where } = await setUp(t);
    const { id } = await start(server, 'alice', where);
    await join(server, 'alice', id);
    await join(server, 'bob', id);
    await leave(server, 'bob', id);
    await leave(server, 'alice', id);
    await giveUp(server, 'alice', where);
    await server.as('alice').post('/messages', { ...where, content: 'Missed call.' });

    const last = await giveUp(server, 'alice', where);

    const [ended = '', ...more] = textsBeside(server, last);
    assert.match(ended, /^Call ended after/);
    assert.deepEqual(more, ['Missed call.', 'Missed call.', 'Missed call.']);
  });
});

async function setUp(t: TestContext) {
  const server = await startServer(t);
  return { server, where: direct(server, 'bob') };
}

const withAlice = (server: TestServer) => direct(server, 'alice');
