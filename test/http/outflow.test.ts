import assert from 'node:assert/strict';
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
const longText = 'lorem ipsum '.repeat(830);
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

function fill({ app, users: { alice, bob } }: TestServer): Filled {
  const ids = app.db.transaction(() => {
    const channel = doCreateChannel(app, alice, { name: 'long', invite_only: true });
    doSubscribe(app, channel, [alice, bob]);
    const conversation = findConversation(app.db, ensureTopic(app.db, channel.id, 'texts').id);
    assert(conversation);
    const message = { sender: alice, conversation, client: 'Test', read_by_sender: true };
    const send = (n: number) => doSendMessage(app, { ...message, content: `${n} ${longText}`.trim() }).id;
    return Array.from({ length: many }, (_, n) => send(n));
  });
  return { bytes: app.db.connection.serialize(), ids };
}

/** Asks for the page of all messages and reads nothing of the answer. */
function ask(t: TestContext, { url, as }: TestServer, name: CastName): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET ${pagePath} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${as(name).authorization}\r\n\r\n`,
  );
  return socket;
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

/** The ids of the messages in an answer that comes in chunks. */
async function readIds(socket: Socket): Promise<number[]> {
  const [head = '', ...chunks] = (await text(socket.resume())).split('\r\n');
  assert.match(head, /^HTTP\/1.1 200 /);
  const body = chunks.slice(chunks.indexOf('') + 1);
  const json = body.filter((_, index) => index % 2 === 1).join('');
  return (JSON.parse(json) as { messages: { id: number }[] }).messages.map(({ id }) => id);
}

describe('a client that does not read its answer', () => {
  it('has some hundred kilobytes waiting, however long the page is', async (t) => {
    const server = await startFilled(t);

    const sockets = Array.from({ length: 5 }, () => ask(t, server, 'alice'));
    await stuck(server, 5);
    await server.as('bob').get('/users/me');

    assert(server.app.outflow.waiting > 0 && server.app.outflow.waiting < 5 * 512 * 1024);
    for (const socket of sockets) socket.destroy();
    await until(() => server.app.outflow.answers === 0);
    assert.equal(server.app.outflow.waiting, 0);
  });

  it('gets everything, in order, when it reads after all', async (t) => {
    const server = await startFilled(t);
    const socket = ask(t, server, 'alice');
    await stuck(server);

    assert.deepEqual(await readIds(socket), server.ids);
    assert.deepEqual([server.app.outflow.answers, server.app.outflow.waiting], [0, 0]);
  });

  it('gets nothing that was deleted meanwhile', async (t) => {
    const server = await startFilled(t);
    const socket = ask(t, server, 'alice');
    await stuck(server);
    const gone = server.ids.slice(-3);

    for (const id of gone) assert.equal((await server.as('alice').delete(`/messages/${id}`)).status, 200);

    assert.deepEqual(await readIds(socket), server.ids.slice(0, -3));
  });

  it('gets nothing more of a channel that its user has left meanwhile', async (t) => {
    const server = await startFilled(t);
    const socket = ask(t, server, 'bob');
    await stuck(server);

    assert.equal((await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['long'] })).status, 200);

    const got = await readIds(socket);
    assert(got.length > 0 && got.length < many, `${got.length} messages`);
    assert.deepEqual(got, server.ids.slice(0, got.length));
  });

  it('is cut when its user is deactivated', async (t) => {
    const server = await startFilled(t);
    const socket = ask(t, server, 'bob');
    await stuck(server);

    assert.equal((await server.as('owner').delete(`/users/${server.users.bob.id}`)).status, 200);

    assert.doesNotMatch(await text(socket.resume()), /0\r\n\r\n$/);
    assert.equal(server.app.outflow.answers, 0);
  });

  it('is cut when it takes nothing for too long', async (t) => {
    const server = await startFilled(t);
    server.app.outflow = new Outflow({ patience: 50 });

    const socket = ask(t, server, 'alice');
    await until(() => server.app.outflow.cuts === 1);

    assert.doesNotMatch(await text(socket.resume()), /0\r\n\r\n$/);
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

    assert.deepEqual([status, body.messages.length], [200, 1000]);
    assert.equal(server.app.outflow.cuts, 1);
  });
});
