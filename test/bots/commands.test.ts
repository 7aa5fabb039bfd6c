import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { deploy, runBot } from '../support/answering-bot.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { Receiver } from './receiver.ts';

const lunch = { type: 'channel', to: 'general', topic: 'lunch' };

function call({ as }: TestServer, name: CastName, values: Values = {}) {
  return as(name).post('/commands/deploy/calls', { ...lunch, arguments: 'main', ...values });
}

async function countMessages({ db }: TestServer): Promise<number> {
  return db.value<number>('SELECT count(*) FROM messages') ?? 0;
}

/** A bot with the command `deploy` at the URL of a receiver. */
async function withReceiver(t: TestContext) {
  const server = await startServer(t);
  const receiver = await new Receiver().start(t);
  const values = { full_name: 'Oracle', short_name: 'oracle', bot_type: 3, payload_url: receiver.url };
  const { body } = await server.as('admin').post('/bots', values);
  const sql = 'INSERT INTO bot_commands (name, bot_id, description, parameters) VALUES (?, ?, ?, ?)';
  server.db.run(sql, 'deploy', body.user_id, '', '');
  return { server, receiver, bot_id: body.user_id };
}

const emailOf = ({ db }: TestServer, id: number) => db.value<string>('SELECT email FROM users WHERE id = ?', id);

describe('a command of a bot', () => {
  it('is listed with its help, and leaves with the bot', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['bot_commands'] });
    await as('bot').put('/bots/me/commands', { commands: [deploy] });
    const listed = async () => (await as('bob').get('/commands')).body.commands;

    assert.deepEqual(await listed(), [{ ...deploy, bot_id: users.bot.id }]);
    const event = [{ type: 'bot_commands' }];
    assert.deepEqual(await ears.heard(), { alice: event, bob: event });
    await as('alice').delete(`/bots/${users.bot.id}`);
    assert.deepEqual(await listed(), []);
    const { body } = await call(server, 'bob');
    assert.deepEqual([body.code, body.msg], ['NO_SUCH_COMMAND', "There is no command 'deploy'."]);
  });

  it('is open to others while calls of one person fill what one may have', async (t) => {
    const server = await startServer(t);
    const { asker } = server.app;
    await server.as('bot').put('/bots/me/commands', { commands: [deploy] });
    const { body } = await server.as('bot').post('/register', { event_types: ['bot_call'] });
    const many = Array.from({ length: 5 }, () => call(server, 'guest'));
    const refused = await Promise.race(many);
    const pending = call(server, 'bob');
    const answered = new Set<string>();
    while (answered.size < 5) {
      const { body: heard } = await server.as('bot').get('/events', { queue_id: body.queue_id, last_event_id: -1 });
      for (const { call: one } of heard.events.filter(({ type }: Values) => type === 'bot_call')) {
        asker.take(server.users.bot, one.call_id, { content: '', visible_to: 'caller' });
        answered.add(one.call_id);
      }
    }

    assert.equal(refused.body.msg, 'The bot has too many calls to answer.');
    assert.ok((await Promise.all(many)).some(({ status }) => status === 200));
    assert.equal((await pending).status, 200);
  });

  it('leaves its name to others when its bot is deactivated', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const { body: other } = await as('alice').post('/bots', { full_name: 'Other', short_name: 'other' });
    await as('bot').put('/bots/me/commands', { commands: [deploy] });
    await as('alice').delete(`/bots/${users.bot.id}`);

    const headers = { Authorization: `Basic ${btoa(`${emailOf(server, other.user_id)}:${other.api_key}`)}` };
    const body = new URLSearchParams({ commands: JSON.stringify([deploy]) });
    const { status } = await server.anonymous.send('PUT', '/bots/me/commands', { headers, body });

    assert.deepEqual([status, db.values('SELECT bot_id FROM bot_commands')], [200, [other.user_id]]);
  });

  it('is announced when something changes, not each time its bot starts', async (t) => {
    const server = await startServer(t);
    const set = (commands: Values[]) => server.as('bot').put('/bots/me/commands', { commands });
    await set([deploy, { ...deploy, name: 'abort' }]);
    const ears = await listen(server, ['bob'], { event_types: ['bot_commands'] });

    await set([{ ...deploy, name: 'abort' }, deploy]);
    assert.deepEqual(await ears.heard(), {});
    await set([deploy]);
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'bot_commands' }] });
  });

  it('says nothing of itself to clients that did not ask', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob'], {});

    await server.as('bot').put('/bots/me/commands', { commands: [deploy] });

    assert.deepEqual(await ears.heard(), {});
  });

  it('goes to the event queue of its bot with who and where, and the answer is for the caller alone', async (t) => {
    const server = await startServer(t);
    const calls = await runBot(server, () => ({ content: '*Done.*', visible_to: 'caller' }));
    const ears = await listen(server, ['alice', 'bob'], {
      client_capabilities: { notification_settings_null: true, chatd_events: true },
    });
    const before = await countMessages(server);

    const { body } = await call(server, 'bob');

    const [{ call_id, ...asked }] = calls;
    assert.match(call_id, /^[a-z0-9]{24}$/);
    const { bob } = server.users;
    assert.deepEqual(asked, {
      trigger: 'command',
      command: 'deploy',
      arguments: 'main',
      user: { user_id: bob.id, full_name: bob.full_name, email: bob.email },
      type: 'channel',
      stream_id: server.db.value("SELECT id FROM channels WHERE name = 'general'"),
      topic: 'lunch',
      time: server.clock.now(),
    });
    const rendered_content = '<p><em>Done.</em></p>';
    assert.deepEqual(body.answer, { content: '*Done.*', rendered_content, visible_to: 'caller', message_id: null });
    assert.deepEqual([await countMessages(server), await ears.heard()], [before, {}]);
  });

  it('is answered in the name of no other bot, which has the command since', async (t) => {
    const server = await startServer(t);
    const { as, db } = server;
    const { body: other } = await as('admin').post('/bots', { full_name: 'Trusted', short_name: 'trusted' });
    await runBot(server, () => {
      db.run('UPDATE bot_commands SET bot_id = ?', other.user_id);
      return { content: 'Not from Trusted' };
    });
    const before = await countMessages(server);

    const { body } = await call(server, 'bob');

    assert.equal(body.code, 'NO_SUCH_COMMAND');
    assert.equal(await countMessages(server), before);
  });

  it('is answered to the conversation, as a message that every client shows', async (t) => {
    const server = await startServer(t);
    await runBot(server, () => ({ content: 'Deployed main.' }));

    const { body } = await call(server, 'bob');

    const { message_id, visible_to } = body.answer;
    assert.equal(visible_to, 'conversation');
    const { message } = (await server.as('guest').get(`/messages/${message_id}`, { apply_markdown: false })).body;
    assert.deepEqual(
      [message.content, message.sender_id, message.subject],
      ['Deployed main.', server.users.bot.id, 'lunch'],
    );
  });

  it('goes signed to the URL of its bot, and is never repeated', async (t) => {
    const { server, receiver, bot_id } = await withReceiver(t);
    receiver.say({ content: 'Deployed.' });

    assert.equal((await call(server, 'bob')).body.answer.content, 'Deployed.');
    receiver.answer = (response) => response.writeHead(503).end();
    const { body } = await call(server, 'bob');

    assert.deepEqual(body.msg, 'The bot gave no answer that can be shown.');
    assert.equal(receiver.received.length, 2);
    const [{ body: sent } = { body: '' }] = receiver.received;
    const { call_id: _, ...asked } = JSON.parse(sent);
    const token = server.db.value<string>('SELECT service_token FROM bots WHERE user_id = ?', bot_id) ?? '';
    assert.deepEqual([asked.trigger, asked.bot_full_name, asked.token], ['command', 'Oracle', token]);
    const { 'x-chatd-timestamp': time, 'x-chatd-signature': signature } = receiver.headers[0] ?? {};
    assert.equal(signature, `v1=${createHmac('sha256', token).update(`${time}.${sent}`).digest('hex')}`);
    const { body: last } = await server.as('admin').get(`/bots/${bot_id}/outgoing_calls`);
    assert.deepEqual(
      last.calls.map(({ trigger, status }: Values) => [trigger, status]),
      [
        ['command', 503],
        ['command', 200],
      ],
    );
  });

  const hostile: [what: string, answer: Receiver['answer'], msg: string][] = [
    ['hangs', () => {}, 'The bot took too long to answer.'],
    ['hangs up', (response) => response.destroy(), 'The bot cannot be reached.'],
    [
      'redirects',
      (response) => response.writeHead(302, { Location: '/' }).end(),
      'The bot gave no answer that can be shown.',
    ],
    ['answers with a page', (response) => response.end('<html>'), 'The bot gave no answer that can be shown.'],
    ['answers with a list', (response) => response.end('[]'), 'The bot gave no answer that can be shown.'],
    ['answers with numbers', (response) => response.end('{"content":1}'), 'The bot gave no answer that can be shown.'],
    [
      'answers somebody else',
      (response) => response.end('{"content":"x","visible_to":"all"}'),
      'The bot gave no answer that can be shown.',
    ],
    [
      'answers too much',
      (response) => response.end(JSON.stringify({ content: 'x'.repeat(10_001) })),
      'The bot gave no answer that can be shown.',
    ],
    [
      'answers without end',
      (response) => response.end('x'.repeat(1024 * 1024 + 1)),
      'The bot gave no answer that can be shown.',
    ],
  ];

  for (const [what, answer, msg] of hostile)
    it(`has a clear result for the caller when its bot ${what}`, async (t) => {
      const { server, receiver } = await withReceiver(t);
      receiver.answer = answer;
      if (what === 'hangs') server.app.asker.patience = 100;
      const before = await countMessages(server);

      const { status, body } = await call(server, 'bob');

      assert.deepEqual([status, body], [400, { result: 'error', msg, code: 'BOT_UNAVAILABLE' }]);
      assert.equal(await countMessages(server), before);
    });

  it('answers with nothing, and nothing is shown', async (t) => {
    const { server, receiver } = await withReceiver(t);
    receiver.answer = (response) => response.end();

    assert.deepEqual((await call(server, 'bob')).body.answer, null);
  });

  it('is not called where its bot does not take part, nor where the caller may not write', async (t) => {
    const server = await startServer(t);
    const calls = await runBot(server);
    await subscribe(server.as('bob'), 'secret', { invite_only: true });

    const inSecret = await call(server, 'bob', { to: 'secret' });
    const byStranger = await call(server, 'alice', { to: 'secret' });
    const inNone = await call(server, 'alice', { to: 'none' });

    assert.match(inSecret.body.msg, /does not take part/);
    assert.equal(byStranger.body.msg, inNone.body.msg.replace('none', 'secret'));
    assert.deepEqual(calls, []);
  });

  it('shows to the caller alone what its bot may not post', async (t) => {
    const server = await startServer(t);
    await runBot(server, () => ({ content: 'Deployed main.' }));
    const scope = { writing: 'where_mentioned' };
    server.db.run('INSERT INTO bot_scopes (user_id, writing) VALUES (?, ?)', server.users.bot.id, scope.writing);

    const { body } = await call(server, 'bob');
    assert.deepEqual([body.answer.visible_to, body.answer.message_id], ['caller', null]);
    await send(server.as('bob'), { to: 'general', content: 'Dear @**Build Bot**' });
    assert.equal((await call(server, 'bob')).body.answer.visible_to, 'conversation');
  });

  it('is answered by its bot alone', async (t) => {
    const server = await startServer(t);
    const calls = await runBot(server, ({ call_id }) => {
      void server.as('alice').post(`/bot_calls/${call_id}/answer`, { content: 'forged' });
      return undefined;
    });
    server.app.asker.patience = 300;

    const { body } = await call(server, 'bob');

    assert.equal(calls.length, 1);
    assert.equal(body.msg, 'The bot took too long to answer.');
  });
});
