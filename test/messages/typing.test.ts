import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const modern = {
  client_capabilities: { notification_settings_null: true, stream_typing_notifications: true, empty_topic_name: true },
};

describe('POST /typing', () => {
  for (const op of ['start', 'stop']) {
    it(`tells the others in a direct conversation of a ${op}`, async (t) => {
      const server = await startServer(t);
      const { as, users } = server;
      const ears = await listen(server, ['alice', 'bob', 'admin']);

      const { body } = await as('alice').post('/typing', { op, to: [users.bob.id] });

      assert.deepEqual(body, ok);
      const alice = { user_id: users.alice.id, email: 'alice@example.com' };
      const bob = { user_id: users.bob.id, email: 'bob@example.com' };
      const event = { type: 'typing', op, message_type: 'direct', sender: alice, recipients: [alice, bob] };
      assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
    });
  }

  it('takes the older name of direct messages', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);

    await server.as('alice').post('/typing', { type: 'private', op: 'start', to: [server.users.bob.id] });

    assert.deepEqual(await ears.gist(), { bob: ['typing'] });
  });

  it('tells those who follow a channel, if their client knows of typing there', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const stream_id = await subscribe(as('alice'), 'kitchen');
    for (const name of ['bob', 'moderator'] as const) await subscribe(as(name), 'kitchen');
    const ears = await listen(server, ['bob', 'admin'], modern);
    const older = await listen(server, ['moderator']);

    const values = { type: 'channel', op: 'start', stream_id, topic: 'lunch' };
    assert.deepEqual((await as('alice').post('/typing', values)).body, ok);

    const sender = { user_id: users.alice.id, email: 'alice@example.com' };
    const event = { type: 'typing', op: 'start', message_type: 'stream', sender, stream_id, topic: 'lunch' };
    assert.deepEqual(await ears.heard(), { bob: [event] });
    assert.deepEqual(await older.heard(), {});
  });

  it('tells nobody who does not want to hear of it', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const stream_id = await subscribe(as('alice'), 'kitchen');
    for (const name of ['bob', 'moderator'] as const) await subscribe(as(name), 'kitchen');
    await as('bob').patch('/settings', { receives_typing_notifications: false });
    const ears = await listen(server, ['bob', 'moderator'], modern);
    const message_id = await send(as('alice'), { to: 'kitchen' });
    await ears.heard();

    await as('alice').post('/typing', { type: 'channel', op: 'start', stream_id, topic: 'lunch' });
    await as('alice').post('/typing', { op: 'start', to: [users.bob.id, users.moderator.id] });
    await as('alice').post(`/messages/${message_id}/typing`, { op: 'start' });

    assert.deepEqual(await ears.gist(), { moderator: ['typing', 'typing', 'typing_edit_message'] });
  });

  const hidden = {
    send_stream_typing_notifications: 'User has disabled typing notifications for channel messages',
    send_private_typing_notifications: 'User has disabled typing notifications for direct messages',
  };
  for (const [setting, msg] of Object.entries(hidden)) {
    it(`refuses a user who keeps it to themselves by ${setting}, and only where they do`, async (t) => {
      const server = await startServer(t);
      const { as, users } = server;
      const stream_id = await subscribe(as('alice'), 'kitchen');
      await subscribe(as('bob'), 'kitchen');
      await as('alice').patch('/settings', { [setting]: false });
      const ears = await listen(server, ['bob'], modern);

      const inChannel = await as('alice').post('/typing', { type: 'channel', op: 'start', stream_id, topic: 'lunch' });
      const inDirect = await as('alice').post('/typing', { op: 'start', to: [users.bob.id] });

      const refused = badRequest(msg);
      const isInChannel = setting === 'send_stream_typing_notifications';
      assert.deepEqual([inChannel.body, inDirect.body], isInChannel ? [refused, ok] : [ok, refused]);
      assert.deepEqual(await ears.gist(), { bob: ['typing'] });
    });
  }

  it('tells only clients that asked for these events', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const stream_id = await subscribe(as('alice'), 'kitchen');
    await subscribe(as('bob'), 'kitchen');
    const ears = await listen(server, ['bob'], { ...modern, event_types: ['message'] });

    await as('alice').post('/typing', { type: 'stream', op: 'start', stream_id, topic: 'lunch' });
    await as('alice').post('/typing', { op: 'start', to: [users.bob.id] });

    assert.deepEqual(await ears.heard(), {});
  });

  it('names the empty topic for clients that do not know it', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const stream_id = await subscribe(as('alice'), 'kitchen');
    await subscribe(as('bob'), 'kitchen');
    const knowing = await listen(server, ['bob'], modern);
    const unknowing = await listen(server, ['bob'], {
      client_capabilities: { notification_settings_null: true, stream_typing_notifications: true },
    });

    await as('alice').post('/typing', { type: 'stream', op: 'start', stream_id, topic: '' });

    assert.equal((await knowing.heard()).bob?.[0]?.topic, '');
    assert.equal((await unknowing.heard()).bob?.[0]?.topic, 'general chat');
  });

  const missing = (var_name: string) => ({
    result: 'error',
    msg: `Missing '${var_name}' argument`,
    code: 'REQUEST_VARIABLE_MISSING',
    var_name,
  });
  const refusals: [Values, object][] = [
    [{ to: [1] }, missing('op')],
    [{ op: 'pause', to: [1] }, badRequest('Invalid op')],
    [{ op: 'start', type: 'letter', to: [1] }, badRequest('Invalid type')],
    [{ op: 'start' }, missing('to')],
    [{ op: 'start', to: [] }, badRequest("Empty 'to' list")],
    [{ op: 'start', to: 'bob' }, badRequest('to is not valid JSON')],
    [{ op: 'start', to: [99999] }, badRequest('Invalid user ID 99999')],
    [{ op: 'start', type: 'stream', topic: 'lunch' }, missing('stream_id')],
    [{ op: 'start', type: 'stream', stream_id: null, topic: 'lunch' }, missing('stream_id')],
    [{ op: 'start', to: null }, missing('to')],
    [{ op: 'start', type: 'stream', stream_id: 1 }, badRequest('Missing topic')],
    [{ op: 'start', type: 'stream', stream_id: 99999, topic: 'lunch' }, badRequest('Invalid channel ID')],
    [
      { op: 'start', type: 'stream', stream_id: 1, topic: 'x'.repeat(61) },
      badRequest('topic is too long (limit: 60 characters)'),
    ],
  ];
  for (const [values, answer] of refusals) {
    it(`refuses ${JSON.stringify(values).slice(0, 80)}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice', 'bob'], modern);

      const { status, body } = await server.as('alice').post('/typing', values);

      assert.deepEqual([status, body], [400, answer]);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('does not know a private channel one does not follow, also as an administrator', async (t) => {
    const { as } = await startServer(t);
    const stream_id = await subscribe(as('alice'), 'board', { invite_only: true });
    for (const name of ['bob', 'admin'] as const) {
      const { body } = await as(name).post('/typing', { type: 'stream', op: 'start', stream_id, topic: 'lunch' });
      assert.deepEqual(body, badRequest('Invalid channel ID'));
    }
  });

  it('shows nobody typing in an archived channel', async (t) => {
    const server = await startServer(t);
    const stream_id = await subscribe(server.as('alice'), 'attic', {});
    await server.as('alice').delete(`/streams/${stream_id}`);
    const ears = await listen(server, ['alice', 'bob'], modern);

    const { status, body } = await server
      .as('alice')
      .post('/typing', { type: 'stream', op: 'start', stream_id, topic: 'lunch' });

    assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')]);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('POST /messages/{message_id}/typing', () => {
  it('tells everyone who has the message that its author changes it', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const channel_id = await subscribe(as('alice'), 'kitchen');
    await subscribe(as('bob'), 'kitchen');
    const message_id = await send(as('alice'), { to: 'kitchen' });
    const ears = await listen(server, ['alice', 'bob', 'admin']);

    const { body } = await as('alice').post(`/messages/${message_id}/typing`, { op: 'start' });

    assert.deepEqual(body, ok);
    const recipient = { type: 'channel', channel_id, topic: 'lunch' };
    const event = { type: 'typing_edit_message', op: 'start', sender_id: users.alice.id, message_id, recipient };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event] });
  });

  it('does so in a direct conversation', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const message_id = await send(as('alice'), { type: 'direct', to: [users.bob.id] });
    const ears = await listen(server, ['bob', 'admin']);

    await as('alice').post(`/messages/${message_id}/typing`, { op: 'stop' });

    const recipient = { type: 'direct', user_ids: [users.alice.id, users.bob.id] };
    const event = { type: 'typing_edit_message', op: 'stop', sender_id: users.alice.id, message_id, recipient };
    assert.deepEqual(await ears.heard(), { bob: [event] });
  });

  it('is for those who may change the message, while they may', async (t) => {
    const server = await startServer(t);
    const { as, app, db, clock } = server;
    await subscribe(as('alice'), 'kitchen');
    await subscribe(as('bob'), 'kitchen');
    const id = await send(as('alice'), { to: 'kitchen' });
    const ears = await listen(server, ['alice', 'bob']);
    const answerTo = async (name: 'alice' | 'bob' | 'guest', message_id: number) =>
      (await as(name).post(`/messages/${message_id}/typing`, { op: 'start' })).body;

    assert.deepEqual(await answerTo('bob', id), badRequest("You don't have permission to edit this message"));
    assert.deepEqual(await answerTo('guest', id), badRequest('Invalid message(s)'));
    assert.deepEqual(await answerTo('alice', 99999), badRequest('Invalid message(s)'));
    clock.advance(700);
    assert.deepEqual(await answerTo('alice', id), badRequest('The time limit for editing this message has passed'));
    db.transaction(() => setRealmSetting(app.db, 'allow_message_editing', false));
    assert.deepEqual(await answerTo('alice', id), badRequest('Your organization has turned off message editing'));

    assert.deepEqual(await ears.heard(), {});
  });
});
