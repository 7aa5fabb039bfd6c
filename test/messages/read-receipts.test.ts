import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

interface Scene extends TestServer {
  message_id: number;
  read: (name: CastName, id?: number) => Promise<unknown>;
  receipts: (name: CastName, id?: number) => Promise<unknown>;
}

/** Alice has written to a channel that bob, the moderator and the bot follow too. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  const principals = [users.alice.id, users.bob.id, users.moderator.id, users.bot.id];
  await subscribe(as('alice'), 'kitchen', { principals });
  const message_id = await send(as('alice'), { to: 'kitchen' });
  return {
    ...server,
    message_id,
    read: (name, id = message_id) => as(name).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }),
    receipts: async (name, id = message_id) => (await as(name).get(`/messages/${id}/read_receipts`)).body,
  };
}

function readers(...user_ids: number[]) {
  return { result: 'success', msg: '', user_ids };
}

describe('GET /messages/{message_id}/read_receipts', () => {
  it('lists who has read a message, bots too, but not its sender', async (t) => {
    const { users, read, receipts } = await setScene(t);
    assert.deepEqual(await receipts('bob'), readers());

    for (const name of ['bot', 'alice', 'bob'] as const) await read(name);

    assert.deepEqual(await receipts('alice'), readers(users.bob.id, users.bot.id));
    assert.deepEqual(await receipts('bob'), readers(users.bob.id, users.bot.id));
  });

  it('knows messages read out of order, and those marked unread again', async (t) => {
    const { as, users, message_id, read, receipts } = await setScene(t);
    const later = await send(as('alice'), { to: 'kitchen' });

    await read('bob', later);
    assert.deepEqual(await receipts('alice'), readers());
    assert.deepEqual(await receipts('alice', later), readers(users.bob.id));

    await read('bob');
    await as('bob').post('/messages/flags', { messages: [message_id], op: 'remove', flag: 'read' });
    assert.deepEqual(await receipts('alice'), readers());
    assert.deepEqual(await receipts('alice', later), readers(users.bob.id));
  });

  it('leaves out who keeps that to themselves, who is deactivated, and who never received it', async (t) => {
    const { as, db, users, read, receipts } = await setScene(t);
    await subscribe(as('admin'), 'kitchen');
    for (const name of ['bob', 'moderator', 'bot', 'admin'] as const) await read(name);
    db.run(`INSERT INTO user_settings (user_id, name, value) VALUES (?, 'send_read_receipts', 'false')`, users.bob.id);
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bot.id);

    assert.deepEqual(await receipts('alice'), readers(users.moderator.id));
  });

  it('works in direct conversations', async (t) => {
    const { as, users, read, receipts } = await setScene(t);
    const id = await send(as('alice'), { type: 'direct', to: [users.bob.id, users.moderator.id] });

    await read('bob', id);

    assert.deepEqual(await receipts('moderator', id), readers(users.bob.id));
  });

  it('answers for a message one may not see as for none, and not at all where receipts are off', async (t) => {
    const { as, app, db, users, receipts } = await setScene(t);
    const secret = await send(as('alice'), { type: 'direct', to: [users.bob.id] });

    assert.deepEqual(await receipts('admin', secret), badRequest('Invalid message(s)'));
    assert.deepEqual(await receipts('admin', 99999), badRequest('Invalid message(s)'));
    db.transaction(() => setRealmSetting(app.db, 'enable_read_receipts', false));
    assert.deepEqual(await receipts('alice'), badRequest('Read receipts are disabled in this organization.'));
  });
});
