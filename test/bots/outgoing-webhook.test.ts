import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { WebhookCaller } from '../../src/bots/webhook-caller.ts';
import type { Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { Receiver } from './receiver.ts';

interface Scene extends TestServer {
  receiver: Receiver;
  bot_id: number;
  /** Waits until no message is on its way to a receiver. */
  settled: () => Promise<void>;
  /** What one of the cast has been told by the notification bot. */
  notices: (name: CastName) => Promise<string[]>;
}

/** An administrator made a bot for Alice that asks a receiver on this machine. */
async function setScene(t: TestContext, values: Values = {}): Promise<Scene> {
  const server = await startServer(t);
  server.app.webhooks.pauses = [0, 0];
  const receiver = await new Receiver().start(t);
  const bot = { full_name: 'Oracle', short_name: 'oracle', bot_type: 3, payload_url: receiver.url, ...values };
  const { body } = await server.as('admin').post('/bots', bot);
  await server.as('admin').patch(`/bots/${body.user_id}`, { bot_owner_id: server.users.alice.id });
  return {
    ...server,
    receiver,
    bot_id: body.user_id,
    settled: () => until(() => server.db.value('SELECT count(*) FROM webhook_calls') === 0),
    notices: async (name) => {
      const { body } = await server.as(name).get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: [{ operator: 'sender', operand: 'notification-bot@chatd.invalid' }],
        apply_markdown: false,
      });
      return body.messages
        .filter(({ type }: { type: string }) => type === 'private')
        .map(({ content }: { content: string }) => content);
    },
  };
}

async function newest({ as }: TestServer, name: CastName) {
  const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  const { messages } = (await as(name).get('/messages', range)).body;
  const [{ id: _, ...message }] = messages.slice(-1);
  return message;
}

const mention = 'What now, @**Oracle**?';

describe('an outgoing webhook', () => {
  it('gets what mentions it, and answers in the same topic', async (t) => {
    const scene = await setScene(t);
    const { receiver, as, db, users, bot_id } = scene;
    receiver.say({ content: 'Ask again *later*.' });

    const id = await send(as('bob'), { to: 'general', content: mention });
    await scene.settled();

    const token = db.value('SELECT service_token FROM bots WHERE user_id = ?', bot_id);
    const { body } = await as('bob').get(`/messages/${id}`, { apply_markdown: false, client_gravatar: false });
    const { flags: _, ...message } = body.message;
    const { body: rendered } = await as('bob').get(`/messages/${id}`);
    assert.deepEqual(
      receiver.received.map(({ body, ...rest }) => ({ ...rest, body: JSON.parse(body) })),
      [
        {
          method: 'POST',
          type: 'application/json',
          body: {
            data: mention,
            message: { ...message, rendered_content: rendered.message.content },
            bot_email: 'oracle-bot@chat.example.com',
            bot_full_name: 'Oracle',
            token,
            trigger: 'mention',
          },
        },
      ],
    );
    const answer = await newest(scene, 'bob');
    assert.deepEqual(
      [answer.content, answer.sender_id, answer.display_recipient, answer.subject],
      ['Ask again *later*.', bot_id, 'general', 'lunch'],
    );
    assert.equal(users.bob.id, message.sender_id);
  });

  it('signs its calls with the time and its token, or a secret of their own', async (t) => {
    const { receiver, as, db, bot_id, clock, settled } = await setScene(t);
    const signed = (secret: string, index: number) => {
      const { 'x-chatd-timestamp': time, 'x-chatd-signature': signature } = receiver.headers[index] ?? {};
      assert.equal(time, String(clock.now()));
      const mac = createHmac('sha256', secret).update(`${time}.${receiver.received[index]?.body}`).digest('hex');
      return signature === `v1=${mac}`;
    };

    await send(as('bob'), { to: 'general', content: mention });
    await settled();
    await as('alice').patch(`/bots/${bot_id}`, { config_data: { webhook_secret: 'salt' } });
    await send(as('bob'), { to: 'general', content: mention });
    await settled();

    assert.ok(signed(db.value('SELECT service_token FROM bots WHERE user_id = ?', bot_id) ?? '', 0));
    assert.ok(signed('salt', 1));
    assert.notEqual(receiver.headers[0]?.['x-chatd-delivery'], receiver.headers[1]?.['x-chatd-delivery']);
  });

  it('waits longer and longer for a receiver that is down, also over a restart', async (t) => {
    const { receiver, app, db, as, bot_id, clock } = await setScene(t);
    let caller = app.webhooks;
    caller.pauses = [3600, 7200];
    t.after(() => caller.stop());
    receiver.answer = (response) => response.writeHead(503).end();
    const stored = () => db.get<{ attempts: number; next_at: number }>('SELECT attempts, next_at FROM webhook_calls');
    const restart = async () => {
      await caller.stop();
      caller = Object.assign(new WebhookCaller(), { pauses: caller.pauses });
      caller.start(app);
    };

    await send(as('bob'), { to: 'general', content: mention });
    await until(() => stored()?.attempts === 1);
    const first = clock.now();
    assert.deepEqual(stored(), { attempts: 1, next_at: first + 3600 });
    await restart();
    clock.advance(3600);
    await restart();
    await until(() => stored()?.attempts === 2);

    assert.equal(receiver.received.length, 2);
    assert.equal(receiver.headers[0]?.['x-chatd-delivery'], receiver.headers[1]?.['x-chatd-delivery']);
    assert.deepEqual(stored(), { attempts: 2, next_at: first + 3600 + 7200 });
    const { body } = await as('alice').get(`/bots/${bot_id}/outgoing_calls`);
    const problem = 'it answered with the status 503';
    const call = { trigger: 'mention', status: 503, duration: 0, problem };
    assert.deepEqual(body.calls, [
      { ...call, time: first + 3600, attempt: 2, next_at: first + 3600 + 7200 },
      { ...call, time: first, attempt: 1, next_at: first + 3600 },
    ]);
    clock.advance(25 * 3600);
    assert.deepEqual((await as('alice').get(`/bots/${bot_id}/outgoing_calls`)).body.calls, []);
  });

  it('gets direct messages, also of several people, and answers there', async (t) => {
    const scene = await setScene(t);
    const { receiver, as, users, bot_id } = scene;
    receiver.say({ response_string: 'Yes.' });

    await send(as('bob'), { type: 'direct', to: [bot_id, users.guest.id], content: 'Well?' });
    await scene.settled();

    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').trigger, 'direct_message');
    const answer = await newest(scene, 'guest');
    assert.deepEqual([answer.content, answer.sender_id, answer.type], ['Yes.', bot_id, 'private']);
    assert.equal(answer.display_recipient.length, 3);
  });

  it('does not hear what is not for it', async (t) => {
    const scene = await setScene(t);
    const { receiver, as, db, users } = scene;
    await subscribe(as('bob'), 'secret', { invite_only: true });

    await send(as('bob'), { to: 'general', content: 'Hello @_**Oracle** and `@**Oracle**`' });
    await send(as('bob'), { to: 'secret', content: mention });
    await send(as('bot'), { to: 'general', content: mention });
    await send(as('bob'), { type: 'direct', to: [users.alice.id], content: mention });

    assert.equal(db.value('SELECT count(*) FROM webhook_calls'), 0);
    assert.deepEqual(receiver.received, []);
  });

  it('is asked only once the message is on disk, and keeps nobody waiting', async (t) => {
    const scene = await setScene(t);
    const { receiver, as } = scene;
    let release = () => {};
    receiver.answer = (response) => {
      release = () => response.end('{"content":"At last."}');
    };

    await send(as('bob'), { to: 'general', content: mention });
    await until(() => receiver.received.length === 1);
    await send(as('bob'), { to: 'general', content: 'Never mind' });
    release();
    await scene.settled();

    assert.equal((await newest(scene, 'bob')).content, 'At last.');
  });

  it('is not asked about a message that it may not read any more', async (t) => {
    const scene = await setScene(t);
    const { receiver, as } = scene;
    const secret = await subscribe(as('owner'), 'secret', { invite_only: true });
    let release = () => {};
    receiver.answer = (response) => {
      release = () => response.end();
    };
    await send(as('bob'), { to: 'general', content: mention });
    await until(() => receiver.received.length === 1);
    const id = await send(as('bob'), { to: 'general', topic: 'other', content: mention });

    await as('owner').patch(`/messages/${id}`, { stream_id: secret });
    release();
    await scene.settled();

    assert.equal(receiver.received.length, 1);
    const { body } = await as('alice').get(`/bots/${scene.bot_id}/outgoing_calls`);
    assert.equal(body.calls.length, 1);
  });

  it('is asked one message after the other', async (t) => {
    const scene = await setScene(t);
    const { receiver, as } = scene;
    receiver.answer = (response, count) => response.end(JSON.stringify({ content: `Answer ${count}` }));

    for (const word of ['one', 'two', 'three']) await send(as('bob'), { to: 'general', content: `${mention} ${word}` });
    await scene.settled();

    const asked = receiver.received.map(({ body }) => JSON.parse(body).data.split(' ').at(-1));
    assert.deepEqual(asked, ['one', 'two', 'three']);
    assert.equal((await newest(scene, 'bob')).content, 'Answer 3');
  });

  for (const body of [
    '',
    ' ',
    '{}',
    '{"content":""}',
    '{"response_not_required":true,"content":"x"}',
    '{"content":null}',
  ]) {
    it(`may keep silent: ${JSON.stringify(body)}`, async (t) => {
      const scene = await setScene(t);
      const { receiver, as } = scene;
      receiver.answer = (response) => response.end(body);

      await send(as('bob'), { to: 'general', content: mention });
      await scene.settled();

      assert.equal((await newest(scene, 'bob')).content, mention);
      assert.deepEqual(await scene.notices('alice'), []);
    });
  }

  const failures: [what: string, answer: Receiver['answer'], problem: string, attempts: number][] = [
    [
      'a redirect',
      (response) => response.writeHead(302, { Location: '/other' }).end(),
      'it answered with the status 302',
      1,
    ],
    ['an error of its own', (response) => response.writeHead(404).end('x'), 'it answered with the status 404', 1],
    ['a lasting breakdown', (response) => response.writeHead(500).end(), 'it answered with the status 500', 3],
    ['a lost connection', (response) => response.destroy(), 'it could not be reached', 3],
    ['no JSON', (response) => response.end('<html>'), 'its answer is not a JSON object', 1],
    ['a list', (response) => response.end('[]'), 'its answer is not a JSON object', 1],
    ['a number', (response) => response.end('{"content":3}'), 'the content of its answer is not text', 1],
    [
      'too much',
      (response) => response.end(JSON.stringify({ content: 'x'.repeat(1 << 20) })),
      'its answer is too large',
      1,
    ],
    [
      'a message too long',
      (response) => response.end(JSON.stringify({ content: 'x'.repeat(10_001) })),
      'its answer cannot be posted: Message is too long (limit: 10000 characters)',
      1,
    ],
  ];
  for (const [what, answer, problem, attempts] of failures) {
    it(`tells its owner of ${what}, after as many attempts as make sense`, async (t) => {
      const scene = await setScene(t);
      const { receiver, as, bot_id } = scene;
      receiver.answer = answer;

      await send(as('bob'), { to: 'general', content: mention });
      await scene.settled();

      assert.equal(receiver.received.length, attempts);
      const notice = `A message could not be delivered to your bot @_**Oracle|${bot_id}**: ${problem}`;
      assert.deepEqual(await scene.notices('alice'), [`${notice}.`]);
      assert.deepEqual(await scene.notices('bob'), []);
      assert.equal((await newest(scene, 'bob')).content, mention);
    });
  }

  it('is given up when it takes too long', async (t) => {
    const scene = await setScene(t);
    const { app, receiver, as, bot_id } = scene;
    app.webhooks.patience = 20;
    receiver.answer = () => {};

    await send(as('bob'), { to: 'general', content: mention });
    await scene.settled();

    const notice = `A message could not be delivered to your bot @_**Oracle|${bot_id}**: it took too long to answer.`;
    assert.deepEqual(await scene.notices('alice'), [notice]);
  });

  it('is asked again when its breakdown passes', async (t) => {
    const scene = await setScene(t);
    const { receiver, as } = scene;
    receiver.answer = (response, count) =>
      count < 3 ? response.writeHead(503).end() : response.end('{"content":"Back."}');

    await send(as('bob'), { to: 'general', content: mention });
    await scene.settled();

    assert.equal((await newest(scene, 'bob')).content, 'Back.');
    assert.deepEqual(await scene.notices('alice'), []);
  });

  it('is asked once, even while its answer cannot be stored', async (t) => {
    const scene = await setScene(t);
    const { receiver, as, app, db } = scene;
    app.webhooks.runner.rest = 0;
    const failed = t.mock.method(app.log, 'error', () => {});
    receiver.answer = (response, count) => {
      if (count === 1) db.stopWrites('damage');
      response.end('{"content":"At last."}');
    };

    await send(as('bob'), { to: 'general', content: mention });
    await until(() => failed.mock.callCount() >= 3);
    db.resumeWrites();
    await scene.settled();

    assert.equal(receiver.received.length, 1);
    assert.equal((await newest(scene, 'bob')).content, 'At last.');
  });

  it('is asked after a restart what it was not asked before', async (t) => {
    const scene = await setScene(t);
    const { app, receiver, as, db } = scene;
    await app.webhooks.stop();
    await send(as('bob'), { to: 'general', content: mention });
    assert.equal(db.value('SELECT count(*) FROM webhook_calls'), 1);

    app.webhooks.start(app);
    await scene.settled();

    assert.equal(receiver.received.length, 1);
  });

  it('does not learn of a message that is deleted before its turn', async (t) => {
    const scene = await setScene(t);
    const { app, receiver, as, db } = scene;
    await app.webhooks.stop();
    const id = await send(as('alice'), { to: 'general', content: mention });

    await as('admin').delete(`/messages/${id}`);
    app.webhooks.start(app);

    assert.equal(db.value('SELECT count(*) FROM webhook_calls'), 0);
    assert.deepEqual(receiver.received, []);
  });

  it('has no more than a hundred messages waiting', async (t) => {
    const scene = await setScene(t);
    const { app, as, db, bot_id } = scene;
    await app.webhooks.stop();
    const id = await send(as('bob'), { to: 'general', content: mention });
    const fill = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO webhook_calls (bot_id, message_id, trigger) SELECT ?, ?, 'mention' FROM n`;
    db.run(fill, bot_id, id);

    const { status } = await as('bob').post('/messages', { type: 'direct', to: [bot_id], content: 'One more' });

    assert.equal(status, 200);
    assert.equal(db.value('SELECT count(*) FROM webhook_calls'), 100);
  });

  it('is asked while the sixteen of another owner let the server wait', async (t) => {
    const scene = await setScene(t);
    const { receiver, as } = scene;
    const slow = await new Receiver().start(t);
    const held: (() => void)[] = [];
    slow.answer = (response) => held.push(() => response.end('{}'));
    for (let number = 0; number < 16; number++) {
      const bot = { full_name: `Snail ${number}`, short_name: `snail${number}`, bot_type: 3, payload_url: slow.url };
      await as('admin').post('/bots', bot);
    }
    const snails = Array.from({ length: 16 }, (_, number) => `@**Snail ${number}**`);

    await send(as('bob'), { to: 'general', content: snails.join(' ') });
    await until(() => held.length === 8);
    await send(as('bob'), { to: 'general', content: mention });
    await until(() => receiver.received.length === 1);

    assert.equal(slow.received.length, 8);
    slow.say({});
    for (const answer of held) answer();
    await scene.settled();
    assert.equal(slow.received.length, 16);
  });

  it('that is shut hears nothing more', async (t) => {
    const scene = await setScene(t);
    const { receiver, as, db, bot_id } = scene;
    await as('alice').delete(`/bots/${bot_id}`);

    await send(as('bob'), { to: 'general', content: mention });

    assert.equal(db.value('SELECT count(*) FROM webhook_calls'), 0);
    assert.deepEqual(receiver.received, []);
  });

  it('speaks in the form of Slack when it is told to', async (t) => {
    const scene = await setScene(t, { interface_type: 2 });
    const { receiver, as, db, users, bot_id } = scene;
    receiver.say({ text: 'Noted.' });

    const id = await send(as('bob'), { to: 'general', content: mention });
    await scene.settled();
    await send(as('bob'), { type: 'direct', to: [bot_id], content: 'Alone?' });
    await scene.settled();

    assert.equal(receiver.received.length, 1);
    const [request] = receiver.received;
    assert.equal(request?.type, 'application/x-www-form-urlencoded');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
      token: db.value('SELECT service_token FROM bots WHERE user_id = ?', bot_id),
      team_id: 'T1',
      team_domain: 'chat.example.com',
      channel_id: 'C1',
      channel_name: 'general',
      thread_ts: String(id),
      timestamp: String(scene.clock.now()),
      user_id: `U${users.bob.id}`,
      user_name: 'Bob Member',
      text: mention,
      trigger_word: 'mention',
      service_id: String(bot_id),
    });
    const notice = `A message could not be delivered to your bot @_**Oracle|${bot_id}**: its message format does not support direct messages.`;
    assert.deepEqual(await scene.notices('alice'), [notice]);
  });
});
