import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };
const links = [
  { title: 'Handbook', url: 'https://example.com/handbook' },
  { title: 'Feed', url: '#feed' },
  { title: 'Apps', url: '/apps' },
];

describe('PUT /streams/{stream_id}/bookmarks', () => {
  it('replaces the links of a channel, and tells the clients that ask of those who may read it', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const id = await subscribe(as('alice'), 'secret', { invite_only: true });
    const path = `/streams/${id}/bookmarks`;
    const ears = await listen(server, ['alice', 'bob'], asking);
    const unaware = await listen(server, ['alice']);

    assert.deepEqual((await as('alice').put(path, { bookmarks: links })).body, ok);
    assert.deepEqual((await as('alice').get(path)).body, { ...ok, bookmarks: links });
    const fewer = links.toReversed().slice(1);
    await as('alice').put(path, { bookmarks: fewer });

    assert.deepEqual((await as('alice').get(path)).body.bookmarks, fewer);
    assert.equal((await as('bob').get(path)).body.msg, 'Invalid channel ID');
    assert.equal((await as('bob').put(path, { bookmarks: [] })).body.msg, 'Invalid channel ID');
    const event = { type: 'channel_bookmarks', stream_id: id };
    assert.deepEqual(await ears.heard(), { alice: [event, event] });
    assert.deepEqual(await unaware.heard(), {});
  });

  it('is for those who administer the channel', async (t) => {
    const { as } = await startServer(t);
    const path = `/streams/${await subscribe(as('alice'), 'kitchen')}/bookmarks`;

    const { status, body } = await as('bob').put(path, { bookmarks: links });

    assert.deepEqual([status, body.msg], [400, 'You do not have permission to administer this channel.']);
    assert.equal((await as('admin').put(path, { bookmarks: links })).status, 200);
    assert.deepEqual((await as('bob').get(path)).body.bookmarks, links);
  });

  it('takes addresses of the web and of this server alone, and at most twenty links', async (t) => {
    const { as } = await startServer(t);
    const path = `/streams/${await subscribe(as('alice'), 'kitchen')}/bookmarks`;
    const set = async (url: string, title = 'Link') =>
      (await as('alice').put(path, { bookmarks: [{ title, url }] })).status;

    for (const url of [
      ...['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', '//example.com'],
      ...['/\\example.com', '/\t/example.com', 'example.com', '', 'http://', `https://example.com/${'x'.repeat(2048)}`],
    ])
      assert.equal(await set(url), 400, url);
    for (const title of ['', '  ', 'x'.repeat(61)]) assert.equal(await set('#feed', title), 400, title);
    for (const url of ['HTTPS://example.com', ' https://example.com/ä ', '#narrow/is/starred', '/']) {
      assert.equal(await set(url), 200, url);
    }
    const many = Array.from({ length: 21 }, (_, index) => ({ title: `${index}`, url: '#feed' }));
    assert.equal((await as('alice').put(path, { bookmarks: many })).status, 400);
    assert.equal((await as('alice').put(path, { bookmarks: many.slice(1) })).status, 200);
  });
});
