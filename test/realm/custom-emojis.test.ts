import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { gif, png, upload } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const success = { result: 'success', msg: '' };

function emoji({ users }: TestServer, id: number, name: string, author: CastName, changes: object = {}) {
  return {
    id: String(id),
    name,
    source_url: `/emoji/${id}.png`,
    still_url: null,
    deactivated: false,
    author_id: users[author].id,
    ...changes,
  };
}

async function add(server: TestServer, name: CastName, emoji_name: string): Promise<void> {
  const { status, body } = await upload(server.as(name), `/realm/emoji/${emoji_name}`, [png()]);
  assert.equal(status, 200, JSON.stringify(body));
}

async function names(server: TestServer): Promise<string[]> {
  const { body } = await server.as('guest').get('/realm/emoji');
  return Object.values(body.emoji as Record<string, { name: string }>).map(({ name }) => name);
}

describe('POST /realm/emoji/{emoji_name}', () => {
  it('adds an emoji of everyone, and tells them', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone);

    const { body } = await upload(server.as('alice'), '/realm/emoji/green_tea', [png()]);

    const all = { '1': emoji(server, 1, 'green_tea', 'alice') };
    const event = { type: 'realm_emoji', op: 'update', realm_emoji: all };
    assert.deepEqual(body, success);
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, [event]])));
    assert.deepEqual((await server.as('guest').get('/realm/emoji')).body, { ...success, emoji: all });
    const { body: state } = await server.as('guest').post('/register', { fetch_event_types: ['realm_emoji'] });
    assert.deepEqual(state.realm_emoji, all);
  });

  it('needs an account', async (t) => {
    const server = await startServer(t);

    const { status } = await upload(server.anonymous, '/realm/emoji/oolong', [png()]);

    assert.equal(status, 401);
    assert.deepEqual(await names(server), []);
  });

  it('is for those whom the organization lets, and never for guests', async (t) => {
    const server = await startServer(t);
    server.db.transaction(() => {
      setRealmSetting(server.db, 'can_add_custom_emoji_group', systemGroupId(server.db, 'role:moderators'));
    });

    for (const name of ['alice', 'bot'] as const) {
      const { status, body } = await upload(server.as(name), '/realm/emoji/oolong', [png()]);

      assert.deepEqual([status, body], [400, badRequest('Insufficient permission')], name);
    }
    await add(server, 'moderator', 'oolong');
    const { users } = server;
    const set = { direct_members: [users.guest.id, users.bob.id], direct_subgroups: [] };
    await server.as('owner').patch('/realm', { can_add_custom_emoji_group: { new: set } });
    await add(server, 'bob', 'scone');
    const guest = await upload(server.as('guest'), '/realm/emoji/latte', [png()]);
    assert.deepEqual(guest.body, badRequest('Not allowed for guest users'));
    assert.deepEqual(await names(server), ['oolong', 'scone']);
  });

  it('knows a name with spaces for underscores', async (t) => {
    const server = await startServer(t);

    await add(server, 'alice', encodeURIComponent(' green tea '));

    assert.deepEqual(await names(server), ['green_tea']);
    for (const name of ['green_tea', 'green%20tea']) {
      const { body } = await upload(server.as('bob'), `/realm/emoji/${name}`, [png()]);

      assert.deepEqual(body, badRequest('A custom emoji with this name already exists.'));
    }
  });

  it('refuses a name that cannot be typed between colons', async (t) => {
    const server = await startServer(t);

    for (const name of ['tea:', 'thé', 'tea.', 'te/a', 'te\na', '茶', 'tea_', 'Tea', '-', ' ', 'ﬁ']) {
      const { status } = await upload(server.as('admin'), `/realm/emoji/${encodeURIComponent(name)}`, [png()]);

      assert.equal(status, 400, name);
    }
    assert.deepEqual(await names(server), []);
  });

  it('lets administrators alone override an emoji that all have', async (t) => {
    const server = await startServer(t);
    const message_id = await send(server.as('alice'), { to: 'general' });

    const refused = await upload(server.as('alice'), '/realm/emoji/heart', [png()]);
    await add(server, 'admin', 'heart');

    assert.deepEqual(refused.body, badRequest('Only administrators can override default emoji.'));
    await server.as('bob').post(`/messages/${message_id}/reactions`, { emoji_name: 'heart' });
    const { body } = await server.as('bob').get(`/messages/${message_id}`);
    const [{ emoji_name, emoji_code, reaction_type }] = body.message.reactions;
    assert.deepEqual([emoji_name, emoji_code, reaction_type], ['heart', '1', 'realm_emoji']);
  });

  it('serves the picture as what it is', async (t) => {
    const server = await startServer(t);
    await add(server, 'alice', 'oolong');

    const response = await fetch(`${server.url}/emoji/1.png`);

    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), png());
    const older = await fetch(`${server.url}/emoji/1`);
    assert.deepEqual(
      new Uint8Array(await older.arrayBuffer()),
      png(),
      'older messages have the address without extension',
    );
    const headers = ['content-type', 'x-content-type-options'].map((name) => response.headers.get(name));
    assert.deepEqual(headers, ['image/png', 'nosniff']);
    for (const path of [
      '/emoji/2.png',
      '/emoji/1/still.png',
      '/emoji/1/2',
      '/emoji/01.png',
      '/emoji/x',
      '/emoji',
      '/emoji/1.png/2',
    ]) {
      assert.equal((await fetch(server.url + path)).status, 404, path);
    }
  });

  it('has the first picture of one that moves', async (t) => {
    const server = await startServer(t);

    await upload(server.as('alice'), '/realm/emoji/steam', [gif(3)]);

    const { body } = await server.as('bob').get('/realm/emoji');
    const urls = { source_url: '/emoji/1.gif', still_url: '/emoji/1/still.gif' };
    assert.deepEqual(body.emoji, { '1': emoji(server, 1, 'steam', 'alice', urls) });
    const still = await fetch(server.url + urls.still_url);
    assert.deepEqual(new Uint8Array(await still.arrayBuffer()), gif(1));
    const moving = await fetch(server.url + urls.source_url);
    assert.deepEqual(new Uint8Array(await moving.arrayBuffer()), gif(3));
  });

  it('changes nothing when the picture is none', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);

    for (const files of [[], [png(), png()], [new TextEncoder().encode('tea')]]) {
      const { status } = await upload(server.as('alice'), '/realm/emoji/oolong', files);

      assert.equal(status, 400);
    }
    assert.deepEqual(await names(server), []);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('DELETE /realm/emoji/{emoji_name}', () => {
  it('takes an emoji out of use, but not from where it was used', async (t) => {
    const server = await startServer(t);
    await add(server, 'alice', 'oolong');
    const message_id = await send(server.as('alice'), { to: 'general' });
    await server.as('alice').post(`/messages/${message_id}/reactions`, { emoji_name: 'oolong' });
    const ears = await listen(server, ['guest']);

    const { body } = await server.as('alice').delete('/realm/emoji/Oolong');

    const all = { '1': emoji(server, 1, 'oolong', 'alice', { deactivated: true }) };
    assert.deepEqual(body, success);
    assert.deepEqual(await ears.heard(), { guest: [{ type: 'realm_emoji', op: 'update', realm_emoji: all }] });
    assert.equal((await fetch(`${server.url}/emoji/1`)).status, 200);
    const { body: seen } = await server.as('bob').get(`/messages/${message_id}`);
    assert.equal(seen.message.reactions.length, 1);
    const other = await send(server.as('alice'), { to: 'general' });
    const used = await server.as('bob').post(`/messages/${other}/reactions`, { emoji_name: 'oolong' });
    assert.deepEqual(used.body, badRequest("Emoji 'oolong' does not exist"));
  });

  it('frees the name for another one', async (t) => {
    const server = await startServer(t);
    await add(server, 'alice', 'oolong');
    await server.as('alice').delete('/realm/emoji/oolong');

    await add(server, 'bob', 'oolong');

    const { body } = await server.as('bob').get('/realm/emoji');
    assert.deepEqual(body.emoji, {
      '1': emoji(server, 1, 'oolong', 'alice', { deactivated: true }),
      '2': emoji(server, 2, 'oolong', 'bob'),
    });
  });

  it('is for who added it and for administrators', async (t) => {
    const server = await startServer(t);
    await add(server, 'alice', 'oolong');
    await add(server, 'alice', 'scone');

    for (const name of ['bob', 'moderator', 'guest', 'bot'] as const) {
      const { status, body } = await server.as(name).delete('/realm/emoji/oolong');

      assert.deepEqual([status, body], [400, badRequest('Must be an organization administrator or emoji author')]);
    }
    assert.deepEqual((await server.as('admin').delete('/realm/emoji/oolong')).body, success);
    assert.deepEqual((await server.as('alice').delete('/realm/emoji/scone')).body, success);
  });

  it('does not know one that is out of use, or never was', async (t) => {
    const server = await startServer(t);
    await add(server, 'alice', 'oolong');
    await server.as('alice').delete('/realm/emoji/oolong');

    for (const name of ['oolong', 'heart', 'scone']) {
      const { status, body } = await server.as('admin').delete(`/realm/emoji/${name}`);

      assert.deepEqual([status, body], [404, badRequest(`Emoji '${name}' does not exist`)]);
    }
  });
});
