import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Answer, Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const hour = 3600;

interface Scene extends TestServer {
  /** UNIX seconds, an hour from the start. */
  later: number;
  schedule: (name: CastName, values: Values) => Promise<Answer>;
  edit: (id: number, values: Values) => Promise<Answer>;
  scheduled: (name: CastName) => Promise<unknown[]>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, clock } = server;
  const later = clock.now() + hour;
  const usual = { type: 'channel', to: 1, topic: 'lunch', content: 'Soup', scheduled_delivery_timestamp: later };
  return {
    ...server,
    later,
    schedule: (name, values) => as(name).post('/scheduled_messages', { ...usual, ...values }),
    edit: (id, values) => as('alice').patch(`/scheduled_messages/${id}`, values),
    scheduled: async (name) => (await as(name).get('/scheduled_messages')).body.scheduled_messages,
  };
}

describe('POST /scheduled_messages', () => {
  it('keeps a channel message for later, and tells its sender alone', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'bob', 'owner']);

    const { body } = await scene.schedule('alice', { content: '*Soup* ' });

    assert.deepEqual(body, { ...ok, scheduled_message_id: 1 });
    const record = {
      scheduled_message_id: 1,
      type: 'stream',
      to: 1,
      topic: 'lunch',
      content: '*Soup*',
      rendered_content: '<p><em>Soup</em></p>',
      scheduled_delivery_timestamp: scene.later,
      failed: false,
    };
    assert.deepEqual(await scene.scheduled('alice'), [record]);
    assert.deepEqual(await scene.scheduled('bob'), []);
    const register = await scene.as('alice').post('/register', { fetch_event_types: ['scheduled_messages'] });
    assert.deepEqual(register.body.scheduled_messages, [record]);
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'scheduled_messages', op: 'add', scheduled_messages: [record] }],
    });
  });

  it('takes the topic by its older name', async (t) => {
    const scene = await setScene(t);
    const topic = async () => (await scene.as('alice').get('/scheduled_messages')).body.scheduled_messages[0]?.topic;
    await scene.schedule('alice', { topic: undefined, subject: 'dinner' });
    assert.equal(await topic(), 'dinner');
    await scene.edit(1, { subject: 'supper' });
    assert.equal(await topic(), 'supper');
  });

  it('keeps a direct message for others, each once and in order, without its sender', async (t) => {
    const scene = await setScene(t);
    const { alice, bob, admin } = scene.users;

    for (const type of ['direct', 'private']) {
      const to = [bob.id, admin.id, alice.id, bob.id];
      await scene.schedule('alice', { type, to, topic: 'ignored', content: 'Hi' });
    }

    const record = (scheduled_message_id: number) => ({
      scheduled_message_id,
      type: 'private',
      to: [admin.id, bob.id],
      content: 'Hi',
      rendered_content: '<p>Hi</p>',
      scheduled_delivery_timestamp: scene.later,
      failed: false,
    });
    assert.deepEqual(await scene.scheduled('alice'), [record(1), record(2)]);
  });

  it('keeps a note to oneself', async (t) => {
    const scene = await setScene(t);
    const { alice } = scene.users;

    await scene.schedule('alice', { type: 'direct', to: [alice.id] });

    const [note] = await scene.scheduled('alice');
    assert.deepEqual((note as Values).to, [alice.id]);
  });

  it('makes no topic and no conversation before the message is sent', async (t) => {
    const scene = await setScene(t);
    const count = () => scene.db.value<number>('SELECT count(*) FROM conversations');
    const before = count();

    await scene.schedule('alice', { topic: 'a new one' });
    await scene.schedule('alice', { type: 'direct', to: [scene.users.bob.id] });

    assert.equal(count(), before);
    assert.equal((await scene.scheduled('alice')).length, 2);
  });

  it('takes the names of the empty topic for it', async (t) => {
    const scene = await setScene(t);

    await scene.schedule('alice', { topic: '(no topic)' });

    assert.deepEqual(((await scene.scheduled('alice'))[0] as Values).topic, '');
  });

  it('lists by time, whatever the order they came in', async (t) => {
    const { schedule, scheduled, later } = await setScene(t);
    for (const delay of [20, 0, 10]) await schedule('alice', { scheduled_delivery_timestamp: later + delay });

    const ids = (await scheduled('alice')).map((one) => (one as Values).scheduled_message_id);

    assert.deepEqual(ids, [2, 3, 1]);
  });

  const readings: [what: string, name: CastName, values: Values, agent: string, expected: number][] = [
    ['typed by hand', 'alice', {}, 'ZulipMobile/1.0', 1],
    ['of a program', 'alice', {}, 'curl/8', 0],
    ['of a program that says so', 'alice', { read_by_sender: true }, 'curl/8', 1],
    ['typed by hand that is to stay unread', 'alice', { read_by_sender: false }, 'ZulipMobile/1.0', 0],
  ];
  for (const [what, name, values, agent, expected] of readings) {
    it(`remembers whether its sender has read a message ${what}`, async (t) => {
      const scene = await setScene(t);
      const fields = {
        type: 'channel',
        to: '1',
        topic: 'x',
        content: 'x',
        scheduled_delivery_timestamp: `${scene.later}`,
      };
      const body = new URLSearchParams({ ...fields, ...mapText(values) });

      await scene.as(name).send('POST', '/scheduled_messages', { body, headers: { 'User-Agent': agent } });

      assert.deepEqual(scene.db.values('SELECT read_by_sender FROM scheduled_messages'), [expected]);
    });
  }

  it('takes a note to oneself for unread, from whatever program', async (t) => {
    const scene = await setScene(t);
    const to = JSON.stringify([scene.users.alice.id]);
    const body = new URLSearchParams({
      type: 'direct',
      to,
      content: 'x',
      scheduled_delivery_timestamp: `${scene.later}`,
    });

    await scene.as('alice').send('POST', '/scheduled_messages', { body, headers: { 'User-Agent': 'ZulipMobile/1' } });

    assert.deepEqual(scene.db.values('SELECT read_by_sender FROM scheduled_messages'), [0]);
  });

  it('refuses what could not be sent now either, and keeps nothing', async (t) => {
    const scene = await setScene(t);
    const secret = await subscribe(scene.as('owner'), 'secret', { invite_only: true });
    const ears = await listen(scene, ['alice']);
    const missing = (stream_id: number) => ({
      ...badRequest(`Channel with ID '${stream_id}' does not exist`, { stream_id }),
      code: 'STREAM_DOES_NOT_EXIST',
    });

    assert.deepEqual((await scene.schedule('alice', { to: secret })).body, missing(secret));
    assert.deepEqual((await scene.schedule('alice', { to: 999 })).body, missing(999));
    assert.deepEqual((await scene.schedule('alice', { to: {} })).body, badRequest('to["int"] is not an integer'));
    const letter = await scene.schedule('alice', { type: 'letter' });
    assert.deepEqual(letter.body, badRequest('Invalid type: Value error, Not in the list of possible values'));
    const { body } = await scene.schedule('alice', { scheduled_delivery_timestamp: scene.clock.now() });
    assert.deepEqual(body, badRequest('Scheduled delivery time must be in the future.'));

    assert.deepEqual(await scene.scheduled('alice'), []);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('PATCH /scheduled_messages/{scheduled_message_id}', () => {
  it('changes what is given, and tells its sender alone', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', {});
    const ears = await listen(scene, ['alice', 'bob']);
    const record = {
      scheduled_message_id: 1,
      type: 'stream',
      to: 1,
      topic: 'lunch',
      content: 'Bread',
      rendered_content: '<p>Bread</p>',
      scheduled_delivery_timestamp: scene.later,
      failed: false,
    };
    const steps: [Values, object][] = [
      [{ content: 'Bread' }, record],
      [{ topic: 'dinner' }, { ...record, topic: 'dinner' }],
      [
        { scheduled_delivery_timestamp: scene.later + 5 },
        { ...record, topic: 'dinner', scheduled_delivery_timestamp: scene.later + 5 },
      ],
    ];
    for (const [values, expected] of steps) {
      const { body } = await scene.edit(1, values);

      assert.deepEqual(body, ok);
      assert.deepEqual(await scene.scheduled('alice'), [expected]);
      const event = { type: 'scheduled_messages', op: 'update', scheduled_message: expected };
      assert.deepEqual(await ears.heard(), { alice: [event] });
    }
  });

  it('makes a direct message of a channel message, and the other way round', async (t) => {
    const scene = await setScene(t);
    const { bob } = scene.users;
    await scene.schedule('alice', {});

    await scene.edit(1, { type: 'direct', to: [bob.id] });
    const [direct] = await scene.scheduled('alice');
    await scene.edit(1, { type: 'channel', to: 1, topic: 'tea' });
    const [channel] = await scene.scheduled('alice');

    const record = {
      scheduled_message_id: 1,
      content: 'Soup',
      rendered_content: '<p>Soup</p>',
      scheduled_delivery_timestamp: scene.later,
      failed: false,
    };
    assert.deepEqual(direct, { ...record, type: 'private', to: [bob.id] });
    assert.deepEqual(channel, { ...record, type: 'stream', to: 1, topic: 'tea' });
  });

  it('ignores a topic for a direct message', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', { type: 'direct', to: [scene.users.bob.id] });
    const before = await scene.scheduled('alice');

    assert.deepEqual((await scene.edit(1, { topic: 'tea' })).body, ok);

    assert.deepEqual(await scene.scheduled('alice'), before);
  });

  it('lets one that failed wait again, but only with a new time', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', {});
    scene.db.run('UPDATE scheduled_messages SET failed = 1');
    scene.clock.advance(2 * hour);

    const refused = await scene.edit(1, { content: 'Bread' });
    const { body } = await scene.edit(1, { scheduled_delivery_timestamp: scene.clock.now() + 1 });

    assert.deepEqual(refused.body, badRequest('Scheduled delivery time must be in the future.'));
    assert.deepEqual(body, ok);
    const [message] = await scene.scheduled('alice');
    assert.deepEqual([(message as Values).failed, (message as Values).content], [false, 'Soup']);
  });

  it('refuses an edit that makes no sense, and changes nothing', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', {});
    const before = await scene.scheduled('alice');
    const ears = await listen(scene, ['alice']);
    const refusals: [Values, string][] = [
      [{}, 'Nothing to change'],
      [{ type: 'direct' }, 'Recipient required when updating type of scheduled message.'],
      [{ type: 'channel', to: 1 }, 'Topic required when updating scheduled message type to channel.'],
      [{ content: ' ' }, 'Message must not be empty'],
      [{ scheduled_delivery_timestamp: scene.clock.now() }, 'Scheduled delivery time must be in the future.'],
      [{ scheduled_delivery_timestamp: 253_402_300_800 }, 'scheduled_delivery_timestamp is too large'],
      [{ content: 'Bread', scheduled_delivery_timestamp: 1 }, 'Scheduled delivery time must be in the future.'],
      [{ type: 'direct', to: [] }, 'Message must have recipients'],
    ];
    for (const [values, msg] of refusals) {
      const { status, body } = await scene.edit(1, values);
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }
    assert.deepEqual(await scene.scheduled('alice'), before);
    assert.deepEqual(await ears.heard(), {});
  });

  it("answers for somebody else's message as for none", async (t) => {
    const scene = await setScene(t);
    await scene.schedule('bob', {});
    const missing = [404, badRequest('Scheduled message does not exist')];

    for (const id of [1, 999]) {
      const edited = await scene.edit(id, { content: 'Bread' });
      const deleted = await scene.as('owner').delete(`/scheduled_messages/${id}`);
      assert.deepEqual([edited.status, edited.body], missing);
      assert.deepEqual([deleted.status, deleted.body], missing);
    }
    assert.equal((await scene.scheduled('bob')).length, 1);
  });
});

describe('DELETE /scheduled_messages/{scheduled_message_id}', () => {
  it('forgets the message for good, and tells its sender alone', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', {});
    const ears = await listen(scene, ['alice', 'bob']);

    const { body } = await scene.as('alice').delete('/scheduled_messages/1');

    assert.deepEqual(body, ok);
    assert.deepEqual(await scene.scheduled('alice'), []);
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 }],
    });
    const again = await scene.schedule('alice', {});
    assert.equal(again.body.scheduled_message_id, 2);
  });

  it('forgets one that failed', async (t) => {
    const scene = await setScene(t);
    await scene.schedule('alice', {});
    scene.db.run('UPDATE scheduled_messages SET failed = 1');

    assert.deepEqual((await scene.as('alice').delete('/scheduled_messages/1')).body, ok);

    assert.deepEqual(await scene.scheduled('alice'), []);
  });
});

function mapText(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}
