import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doRenderAgain } from '../../src/messages/render-again.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The character with the longest HTML: 195 bytes. */
const longest = '🫰';
const tooLong = longest.repeat(10_000);
const refusal = badRequest('Unable to render message: its HTML is too long (limit: 1000000 bytes).');
const mostBytes = 1_000_000;

function longestStored({ db }: TestServer): number {
  return db.value<number>('SELECT max(octet_length(rendered_content)) FROM messages') ?? 0;
}

async function addLinkifier({ as }: TestServer, pattern: string, url_template: string): Promise<void> {
  const { status } = await as('admin').post('/realm/filters', { pattern, url_template });
  assert.equal(status, 200);
}

describe('The HTML of a message', () => {
  it('has at most a million bytes, wherever a user writes it', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const message_id = await send(alice, { to: 'general' });
    const to = await subscribe(alice, 'general');
    const planned = { type: 'stream', to, topic: 'lunch', scheduled_delivery_timestamp: server.clock.now() + 60 };
    const { body: scheduled } = await alice.post('/scheduled_messages', { ...planned, content: 'soup' });

    const answers = await Promise.all([
      alice.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: tooLong }),
      alice.post('/messages', { type: 'direct', to: [server.users.bob.id], content: `> ${tooLong.slice(4)}` }),
      alice.patch(`/messages/${message_id}`, { content: tooLong }),
      alice.post('/messages/render', { content: tooLong }),
      alice.post('/scheduled_messages', { ...planned, content: tooLong }),
      alice.patch(`/scheduled_messages/${scheduled.scheduled_message_id}`, { content: tooLong }),
    ]);

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      answers.map(() => [400, refusal]),
    );
    assert.equal(longestStored(server), '<p>hello</p>'.length);
    assert.equal(server.db.value('SELECT count(*) FROM scheduled_messages WHERE length(content) > 4'), 0);
  });

  it('may be nearly as long', async (t) => {
    const server = await startServer(t);

    await send(server.as('alice'), { to: 'general', content: '😀'.repeat(9990) });

    assert.equal(longestStored(server), 9990 * 99 + 7);
  });

  it('is the text as it is written, where a message must be shown', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'moderation_request_channel_id', await subscribe(server.as('moderator'), 'moderation'));
    const id = await send(server.as('alice'), { to: 'general', content: '😀'.repeat(9990) });
    const report = { report_type: 'spam', description: longest.repeat(1000) };

    const { status } = await server.as('bob').post(`/messages/${id}/report`, report);
    server.db.run('UPDATE messages SET content = ? WHERE id = ?', `<b>\n${tooLong}`, id);
    doRenderAgain(server.app, { all: true });

    assert.equal(status, 200);
    assert.ok(longestStored(server) < mostBytes);
    const html = server.db.value<string>('SELECT rendered_content FROM messages WHERE id = ?', id);
    assert.equal(html, `<p>&lt;b&gt;<br>\n${tooLong}</p>`);
  });
});

describe('The links of linkifiers', () => {
  it('have no address of many times the length of the text', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, '(?P<word>a+)', `https://x.org/${'{word}'.repeat(100)}`);

    const { body } = await server.as('alice').post('/messages/render', { content: `${'a'.repeat(900)} aa` });

    assert.equal(body.rendered, `<p>${'a'.repeat(900)} <a href="https://x.org/${'a'.repeat(200)}">aa</a></p>`);
  });

  it('are not repeated with every message of a topic once they are long together', async (t) => {
    const server = await startServer(t);
    await addLinkifier(server, '(?P<letter>[a-z])', `https://x.org/${'y'.repeat(900)}{letter}`);
    const id = await send(server.as('alice'), { to: 'general', topic: 'a b c d e f g h' });

    const { body } = await server.as('alice').get(`/messages/${id}`);

    assert.deepEqual(
      body.message.topic_links.map(({ text }: { text: string }) => text),
      ['a', 'b', 'c', 'd'],
    );
  });
});

describe('The HTML of a description', () => {
  it('has at most 10,000 bytes: a longer one is shown as it is written', async (t) => {
    const server = await startServer(t);
    const description = longest.repeat(1024);
    const shown = `<p>${description}</p>`;
    const owner = server.as('owner');

    const stream_id = await subscribe(owner, 'kitchen', { subscriptions: [{ name: 'kitchen', description }] });
    const { body: folder } = await owner.post('/channel_folders/create', { name: 'Food', description });
    await owner.patch('/realm', { description: longest.repeat(1000) });
    const { body: state } = await owner.post('/register', { include_subscribers: false });

    const channel = state.subscriptions.find((one: { stream_id: number }) => one.stream_id === stream_id);
    const [food] = state.channel_folders.filter(({ id }: { id: number }) => id === folder.channel_folder_id);
    assert.deepEqual([channel.rendered_description, food.rendered_description], [shown, shown]);
    assert.equal(state.realm_rendered_description, `<p>${longest.repeat(1000)}</p>`);
  });
});
