import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { listen } from './listening.ts';
import { type Login, login, type Message, type ZulipJs } from './zulip-js.ts';

describe('The first message, through zulip-js', () => {
  it('is sent by one person and heard, read and answered by another', async (t) => {
    const server = await startServer(t);
    const kim = await login(await makeAccount(server, 'Kim'));
    const louLogin = await makeAccount(server, 'Lou');
    const lou = await login(louLogin);
    await join(kim, 'kitchen');
    await join(lou, 'kitchen');
    const heard = listen(t, louLogin);
    await until(() => server.app.queues.size > 0);

    const sent = await kim.messages.send({ type: 'stream', to: 'kitchen', topic: 'lunch', content: '**Soup** is up' });
    const private_ = await kim.messages.send({ type: 'private', to: [louLogin.username], content: 'For you, too' });
    const [first, second] = [await heard(), await heard()];
    const page = await lou.messages.retrieve({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [
        { operator: 'channel', operand: 'kitchen' },
        { operator: 'topic', operand: 'lunch' },
      ],
    });

    assert.deepEqual([first.message.id, second.message.id], [sent.id, private_.id]);
    assert.deepEqual(summary(first.message), {
      type: 'stream',
      from: 'kim@example.com',
      to: 'kitchen',
      subject: 'lunch',
      content: '**Soup** is up',
    });
    assert.deepEqual(summary(second.message), {
      type: 'private',
      from: 'kim@example.com',
      to: ['kim@example.com', 'lou@example.com'],
      subject: '',
      content: 'For you, too',
    });
    assert.deepEqual(page.messages.map(summary), [
      { ...summary(first.message), content: '<p><strong>Soup</strong> is up</p>' },
    ]);
    assert.deepEqual([page.found_newest, page.messages[0]?.flags], [true, []]);
  });

  it('is not received any more by a queue that was deregistered', async (t) => {
    const server = await startServer(t);
    const kim = await login(await makeAccount(server, 'Kim'));
    const { queue_id } = await kim.queues.register({ event_types: ['message'] });

    const left = await kim.queues.deregister({ queue_id });

    const poll = await kim.events.retrieve({ queue_id, last_event_id: -1, dont_block: true });
    assert.deepEqual([left.result, poll.result, poll.code], ['success', 'error', 'BAD_EVENT_QUEUE_ID']);
  });

  it('needs the right password', async (t) => {
    const server = await startServer(t);
    const account = await makeAccount(server, 'Kim');

    const stranger = await login({ ...account, password: 'a wrong password' });

    const answer = await stranger.messages.send({ type: 'stream', to: 'general', topic: 'lunch', content: 'Mine!' });
    assert.deepEqual([answer.result, answer.msg], ['error', 'Malformed API key']);
  });
});

/** Has an administrator make an account with a password. */
async function makeAccount(server: TestServer, full_name: string): Promise<Login> {
  const account = { username: `${full_name.toLowerCase()}@example.com`, password: `the password of ${full_name}` };
  const { status } = await server
    .as('admin')
    .post('/users', { email: account.username, password: account.password, full_name });
  assert.equal(status, 200);
  return { ...account, realm: server.url };
}

async function join(client: ZulipJs, name: string): Promise<void> {
  const { result } = await client.users.me.subscriptions.add({ subscriptions: [{ name }] });
  assert.equal(result, 'success');
}

function summary({ type, sender_email, display_recipient, subject, content }: Message) {
  const to = typeof display_recipient === 'string' ? display_recipient : display_recipient.map(({ email }) => email);
  return { type, from: sender_email, to, subject, content };
}
