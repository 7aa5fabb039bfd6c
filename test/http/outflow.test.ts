import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { ensureTopic, findConversation } from '../../src/conversations/conversation.ts';
import { Outflow } from '../../src/http/outflow.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const many = 1200;
const pagePath = '/api/v1/messages?anchor=oldest&num_before=0&num_after=5000';

interface Filled {
  bytes: Buffer;
  ids: number[];
}

let filled: Filled | undefined;

/** A server with a private channel of Alice and Bob, and many long messages in it. */
async function startFilled(t: TestContext): Promise<TestServer & { ids: number[] }> {
  filled ??= fill(await startServer(t));
  return { ...(await startServer(t, filled.bytes)), ids: filled.ids };
}

/** A text of ten thousand characters that hardly gets shorter if it is compressed. */
function randomText(): string {
  return randomBytes(7400).toString('base64url');
}

function fill({ app, users: { alice, bob } }: TestServer): Filled {
  const ids = app.db.transaction(() => {
    const channel = doCreateChannel(app, alice, { name: 'long', invite_only: true });
    doSubscribe(app, channel, [alice, bob]);
    const conversation = findConversation(app.db, ensureTopic(app.db, channel.id, 'texts').id);
    assert(conversation);
    const message = { sender: alice, conversation, client: 'Test', read_by_sender: true };
    const send = (n: number) => doSendMessage(app, { ...message, content: `${n} ${randomText()}` }).id;
    return Array.from({ length: many }, (_, n) => send(n));
  });
  return { bytes: app.db.connection.serialize(), ids };
}

/** Asks for the page of all messages and reads nothing of the answer. */
function ask(t: TestContext, { url, as }: TestServer, name: CastName, encoding = 'identity', path = pagePath): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n` +
      `Authorization: ${as(name).authorization}\r\n\r\n`,
  );
  return socket;
}

/** The page of the web client. */
function fetchPage({ url, as }: TestServer, name: CastName): Promise<Response> {
  return fetch(url, { headers: { authorization: as(name).authorization } });
}

/** Waits until this many answers are stuck. */
async function stuck({ app: { outflow } }: TestServer, count = 1): Promise<void> {
  for (let before = -1; outflow.answers < count || outflow.waiting === 0 || outflow.written > before; ) {
    before = outflow.written;
    await wait(30);
    // A process that got no time meanwhile has not looked yet whether more can be written.
    await turn();
  }
}

/** The ids of the messages in an answer. */
async function readIds(socket: Socket): Promise<number[]> {
  const [head = '', json = ''] = (await text(socket.resume())).split('\r\n\r\n');
  assert.match(head, /^HTTP\/1.1 200 /);
  return (JSON.parse(json) as { messages: { id: number }[] }).messages.map(({ id }) => id);
}

describe('a client that does not read its answer', () => {
  for (const encoding of ['identity', 'gzip']) {
    it(`has few of its answers in memory, however many it requests, as ${encoding}`, async (t) => {
      const server = await startFilled(t);
      const { outflow } = server.app;

      const sockets = Array.from({ length: 30 }, () => ask(t, server, 'alice', encoding));
      await until(() => outflow.refusals > 0 && outflow.refusals + outflow.answers === 30);
      await server.as('bob').get('/users/me');

      assert(outflow.answers <= 8, `${outflow.answers} answers`);
      assert(outflow.waiting > 0 && outflow.waiting < 25 * 1024 * 1024, `${outflow.waiting} bytes`);
      for (const socket of sockets) socket.destroy();
      await until(() => outflow.answers === 0);
      assert.equal(outflow.waiting, 0);
    });
  }

  it('has few pages of the web client in memory, however many it requests', async (t) => {
    const server = await startServer(t);
    const { outflow } = server.app;
    const columns = 'user_id, type, recipient, topic, content, edited_at';
    const insert = `INSERT INTO drafts (${columns}) VALUES (?, '', '[]', '', ?, 1)`;
    server.db.run(insert, server.users.guest.id, 'x'.repeat(7 * 1024 * 1024));

    const sockets = Array.from({ length: 63 }, () => ask(t, server, 'guest', 'identity', '/'));
    await until(() => outflow.refusals > 0 && outflow.refusals + outflow.answers === 63);

    assert(outflow.answers <= 4, `${outflow.answers} answers`);
    assert(outflow.waiting < 32 * 1024 * 1024, `${outflow.waiting} bytes`);
    for (const socket of sockets) socket.destroy();
    await until(() => outflow.answers === 0);
    assert.equal(outflow.waiting, 0);
  });

  it('gets everything, in order, when it reads after all', async (t) => {
    const server = await startFilled(t);
    const socket = ask(t, server, 'alice');
    await stuck(server);

    const ids = await readIds(socket);

    assert.ok(ids.length > 600, `${ids.length} messages`);
    assert.deepEqual(ids, server.ids.slice(0, ids.length));
    assert.deepEqual([server.app.outflow.answers, server.app.outflow.waiting], [0, 0]);
  });

  it('is cut when it takes nothing for too long', async (t) => {
    const server = await startFilled(t);
    server.app.outflow = new Outflow({ patience: 50 });

    const socket = ask(t, server, 'alice');
    await until(() => server.app.outflow.cuts === 1);

    assert.doesNotMatch(await text(socket.resume()), /\}$/);
    assert.deepEqual([server.app.outflow.answers, server.app.outflow.waiting], [0, 0]);
  });

  it('gets no further answers once too much waits for its user, and others do', async (t) => {
    const server = await startFilled(t);
    server.app.outflow = new Outflow({ user: 1 });
    const socket = ask(t, server, 'alice');
    await stuck(server);

    const { status, body, headers } = await server.as('alice').get('/users/me');

    const msg = 'Your clients have not read their earlier answers yet.';
    assert.deepEqual([status, body], [429, { result: 'error', msg, code: 'ANSWERS_WAITING', 'retry-after': 5 }]);
    assert.equal(headers['retry-after'], '5');
    assert.equal(server.app.outflow.refusals, 1);
    assert.equal((await server.as('bob').get('/users/me')).status, 200);
    assert.equal((await fetchPage(server, 'alice')).status, 429);
    assert.equal((await fetchPage(server, 'bob')).status, 200);
    await readIds(socket);
    assert.equal((await server.as('alice').get('/users/me')).status, 200);
  });

  it('lets no further large answer be made where all together wait for too much', async (t) => {
    const server = await startFilled(t);
    server.app.outflow = new Outflow({ all: 1, crowdedPatience: 60_000 });
    ask(t, server, 'alice');
    await stuck(server);
    const page = { anchor: 'oldest', num_before: 0, num_after: 1000 };

    const { status, body, headers } = await server.as('bob').get('/messages', page);

    const msg = 'Too many answers wait for slow clients. Please try again later.';
    assert.deepEqual([status, body], [503, { result: 'error', msg, code: 'TOO_MANY_ANSWERS', 'retry-after': 5 }]);
    assert.equal(headers['retry-after'], '5');
    assert.equal((await server.as('bob').get('/messages', { ...page, num_after: 1 })).status, 200);
  });

  it('makes room for others after a while', async (t) => {
    const server = await startFilled(t);
    server.app.outflow = new Outflow({ all: 1, crowdedPatience: -1 });
    ask(t, server, 'alice');
    await stuck(server);

    const page = { anchor: 'oldest', num_before: 0, num_after: 1000 };
    const { status, body } = await server.as('bob').get('/messages', page);

    assert.equal(status, 200);
    assert.ok(body.messages.length > 600);
    assert.equal(server.app.outflow.cuts, 1);
  });
});
