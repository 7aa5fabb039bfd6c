import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { startServer } from '../support/server.ts';
import { change, direct, join, leave, look, lunch, membersOf, pass, signal, start, tab, textOf } from './scene.ts';

describe('a call', () => {
  it('is one for its conversation, with a message that leads there', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob'], { event_types: ['message', 'call'] });

    const call = await start(server, 'alice');
    const again = await start(server, 'bob', { ...lunch, topic: 'Lunch' });

    assert.deepEqual(again, call);
    assert.equal(await textOf(server, call.message_id), `Call started. [Join the call](#call/${call.id})`);
    const { bob = [] } = await ears.heard();
    assert.deepEqual(
      bob.map(({ type, op }) => [type, op]),
      [
        ['message', undefined],
        ['call', 'add'],
      ],
    );
    const [, { call: shown }] = bob;
    assert.deepEqual(shown, {
      id: call.id,
      message_id: call.message_id,
      type: 'stream',
      stream_id: 1,
      topic: 'lunch',
      started_by: server.users.alice.id,
      started_at: server.clock.now(),
      members: [],
      rings: [],
    });
    assert.deepEqual(await look(server, 'bob'), [shown]);
    const { body } = await server.as('bob').post('/register', { event_types: JSON.stringify(['call']) });
    assert.deepEqual(body.calls, [shown]);
  });

  it('shows who is there and what they send, hands over signals, and ends with its last member', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    const { id, message_id } = await start(server, 'alice');
    await join(server, 'alice', id, { audio: true });
    await join(server, 'bob', id, { video: true });
    const ears = await listen(server, ['alice', 'bob', 'moderator'], {
      event_types: ['call', 'call_signal', 'call_reaction', 'update_message'],
    });

    assert.equal(await change(server, 'bob', id, { video: false, hand: true }), 'success');
    assert.equal(await change(server, 'bob', id), 'success');
    assert.equal(await signal(server, 'alice', 'bob', id), 'success');
    await server.as('bob').post(`/calls/${id}/reactions`, { session: tab('bob'), emoji: 'tada' });

    const { alice = [], bob = [], moderator = [] } = await ears.heard();
    assert.deepEqual(
      moderator.map(({ type }) => type),
      ['call'],
    );
    assert.deepEqual(
      alice.map(({ type }) => type),
      ['call', 'call_reaction'],
    );
    assert.deepEqual(bob.slice(1), [
      {
        type: 'call_signal',
        call_id: id,
        from: users.alice.id,
        from_session: tab('alice'),
        to_session: tab('bob'),
        data: '{"sdp":"v=0"}',
      },
      { type: 'call_reaction', call_id: id, from: users.bob.id, emoji: 'tada' },
    ]);
    const quiet = { audio: false, video: false, screen: false, hand: false };
    assert.deepEqual(moderator[0].call.members, [
      { user_id: users.alice.id, session: tab('alice'), joined_at: clock.now(), ...quiet, audio: true },
      { user_id: users.bob.id, session: tab('bob'), joined_at: clock.now(), ...quiet, hand: true },
    ]);

    await pass(server, 130, id, 'alice', 'bob');
    assert.equal(await leave(server, 'alice', id), 'success');
    assert.deepEqual(await membersOf(server, 'alice', id), ['bob']);
    assert.equal(await leave(server, 'bob', id), 'success');

    const ending = `Call ended after 2 minutes. Participants: @_**Alice Member|${users.alice.id}**, @_**Bob Member|${users.bob.id}**`;
    assert.equal(await textOf(server, message_id), ending);
    const events = (await ears.heard()).moderator ?? [];
    assert.deepEqual(
      events.map(({ type, op }) => op ?? type),
      ['update', 'update_message', 'remove'],
    );
    const [, rewritten] = events;
    assert.deepEqual([rewritten.rendering_only, rewritten.user_id, rewritten.content], [true, null, ending]);
    assert.deepEqual((await server.as('bob').get(`/messages/${message_id}/history`)).body.message_history.length, 1);
    assert.deepEqual(await look(server, 'bob'), []);
    assert.equal(await join(server, 'bob', id), 'CALL_ENDED');
    assert.equal(await signal(server, 'alice', 'bob', id), 'CALL_ENDED');
  });

  it('lets a user be in one call from one session, unless they take it over', async (t) => {
    const server = await startServer(t);
    const first = await start(server, 'alice');
    const second = await start(server, 'alice', { ...lunch, topic: 'dinner' });
    await join(server, 'alice', first.id);
    await join(server, 'bob', first.id);
    const other = { session: 'another-tab' };

    assert.equal(await join(server, 'alice', first.id, other), 'ALREADY_IN_CALL');
    assert.equal(await join(server, 'alice', first.id, { ...other, take_over: true }), 'success');
    assert.equal(await change(server, 'alice', first.id), 'NOT_IN_CALL');
    assert.equal(await signal(server, 'bob', 'alice', first.id), 'RECEIVER_NOT_IN_CALL');
    assert.equal(await signal(server, 'alice', 'bob', first.id), 'NOT_IN_CALL');
    assert.equal(await join(server, 'alice', second.id), 'ALREADY_IN_CALL');
    assert.equal(await join(server, 'alice', second.id, other), 'success');

    assert.deepEqual(await membersOf(server, 'alice', first.id), ['bob']);
    assert.deepEqual(await membersOf(server, 'alice', second.id), ['alice']);
    assert.equal(await leave(server, 'alice', second.id), 'NOT_IN_CALL');
  });

  it('loses who is silent for twelve seconds, and ends when nobody joins for thirty', async (t) => {
    const server = await startServer(t);
    const { id, message_id } = await start(server, 'alice');
    const empty = await start(server, 'alice', { ...lunch, topic: 'dinner' });
    await join(server, 'alice', id);
    await join(server, 'bob', id);

    await pass(server, 11, id, 'alice');
    assert.deepEqual(await membersOf(server, 'alice', id), ['alice', 'bob']);
    await pass(server, 1, id, 'alice');
    assert.deepEqual(await membersOf(server, 'alice', id), ['alice']);
    assert.equal(await change(server, 'bob', id), 'NOT_IN_CALL');
    await pass(server, 20, id, 'alice');
    assert.equal((await look(server, 'alice')).length, 1);
    assert.equal(await textOf(server, empty.message_id), 'Call ended. Nobody joined.');
    await pass(server, 12);

    assert.deepEqual(await look(server, 'alice'), []);
    assert.match(await textOf(server, message_id), /^Call ended after 44 seconds\. Participants: .*Alice.*, .*Bob/);
  });

  it('counts nobody as silent while the server itself was held up', async (t) => {
    const server = await startServer(t);
    const { id } = await start(server, 'alice');
    await join(server, 'alice', id);
    await pass(server, 1);
    server.clock.advance(60);

    await pass(server, 10);

    assert.deepEqual(await membersOf(server, 'alice', id), ['alice']);
  });

  it('has at most twelve members, and eight with a picture', async (t) => {
    const server = await startServer(t);
    const { id } = await start(server, 'alice');
    const fill = (from: number, to: number, video: number) => {
      for (let number = from; number < to; number++) {
        server.db.run(
          `INSERT INTO users (email, email_key, full_name, role, joined_at) SELECT 'm${number}@x', 'm${number}@x', 'M', 400, 0`,
        );
        const user_id = server.db.value<number>(`SELECT id FROM users WHERE email = 'm${number}@x'`) as number;
        server.db.run(
          "INSERT INTO call_people (call_id, user_id, state, session, joined_at, video) VALUES (?, ?, 'present', 's', 0, ?)",
          id,
          user_id,
          video,
        );
      }
    };
    fill(0, 8, 1);

    assert.equal(await join(server, 'alice', id, { video: true }), 'CALL_VIDEO_FULL');
    assert.equal(await join(server, 'alice', id, { audio: true }), 'success');
    assert.equal(await change(server, 'alice', id, { screen: true }), 'CALL_VIDEO_FULL');
    fill(8, 11, 0);
    assert.equal(await join(server, 'bob', id), 'CALL_FULL');
    assert.equal(await join(server, 'alice', id), 'success');
  });
});

describe('ringing', () => {
  it('goes on for half a minute, until one joins or declines', async (t) => {
    const server = await startServer(t);
    const { alice, bob, moderator } = server.users;
    const { id, message_id } = await start(server, 'alice', direct(server, 'bob', 'moderator', 'bot'));
    await join(server, 'alice', id);
    const ringsFor = async () => (await look(server, 'alice'))[0]?.rings;

    assert.deepEqual(
      await ringsFor(),
      [moderator.id, bob.id].sort((a, b) => a - b),
    );
    await server.as('moderator').post(`/calls/${id}/decline`);
    assert.deepEqual(await ringsFor(), [bob.id]);
    await pass(server, 29, id, 'alice');
    assert.deepEqual(await ringsFor(), [bob.id]);
    await pass(server, 1, id, 'alice');
    assert.deepEqual(await ringsFor(), []);
    assert.equal(await textOf(server, message_id), `Missed call. [Join the call](#call/${id})`);

    await join(server, 'bob', id);
    assert.equal(await textOf(server, message_id), `Call started. [Join the call](#call/${id})`);
    await leave(server, 'bob', id);
    await leave(server, 'alice', id);
    assert.match(
      await textOf(server, message_id),
      new RegExp(`^Call ended after 30 seconds.*\\|${alice.id}\\*\\*, .*Bob`),
    );
  });

  it('is missed when the caller gives up, and goes to nobody in larger groups and channels', async (t) => {
    const server = await startServer(t);
    const { id, message_id } = await start(server, 'alice', direct(server, 'bob'));
    await join(server, 'alice', id);
    await leave(server, 'alice', id);
    const six = await start(server, 'alice', direct(server, 'bob', 'moderator', 'admin', 'owner', 'guest'));

    assert.equal(await textOf(server, message_id), 'Missed call.');
    const [call] = await look(server, 'guest');
    assert.deepEqual([call?.id, call?.rings], [six.id, []]);
  });
});
