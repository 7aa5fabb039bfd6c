import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { avatarOf, png, upload } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/users/me/avatar';

function event(user_id: number, avatar_version: number, avatar_source: 'U' | 'J'): object {
  const picture = avatar_source === 'U' ? avatar_version : 'drawn';
  const person = {
    user_id,
    avatar_url: avatarOf(user_id, picture),
    avatar_url_medium: avatarOf(user_id, picture, 'medium'),
    avatar_source,
    avatar_version,
  };
  return { type: 'realm_user', op: 'update', person };
}

async function shown({ url }: TestServer, avatar: string): Promise<[type: string | null, bytes: Uint8Array]> {
  const response = await fetch(url + avatar);
  assert.equal(response.headers.get('X-Content-Type-Options'), 'nosniff');
  return [response.headers.get('Content-Type'), new Uint8Array(await response.arrayBuffer())];
}

function countImages({ db }: TestServer): number | undefined {
  return db.value<number>('SELECT count(*) FROM images');
}

describe('POST /users/me/avatar', () => {
  it('shows the picture for the user, in both sizes, and tells everyone', async (t) => {
    const server = await startServer(t);
    const { id } = server.users.alice;
    const ears = await listen(server, ['alice', 'guest']);

    const { body } = await upload(server.as('alice'), path, [png()]);

    assert.deepEqual(body, { result: 'success', msg: '', avatar_url: avatarOf(id, 2) });
    const told = event(id, 2, 'U');
    assert.deepEqual(await ears.heard(), { alice: [told], guest: [told] });
    assert.deepEqual(await shown(server, body.avatar_url), ['image/png', png()]);
    assert.deepEqual(await shown(server, avatarOf(id, 2, 'medium')), ['image/png', png()]);
  });

  it('shows drawn and uploaded pictures also to clients that know Gravatars', async (t) => {
    const server = await startServer(t);
    const { id } = server.users.alice;
    const message_id = await send(server.as('alice'), { to: 'general' });
    const page = { message_ids: [message_id], client_gravatar: true };
    const before = await server.as('bob').get('/messages', page);

    await upload(server.as('alice'), path, [png()]);

    const avatar_url = avatarOf(id, 2);
    const after = await server.as('bob').get('/messages', page);
    const { body } = await server.as('bob').get(`/users/${id}`, { client_gravatar: true });
    const urls = [before.body.messages[0].avatar_url, after.body.messages[0].avatar_url, body.user.avatar_url];
    assert.deepEqual(urls, [avatarOf(id), avatar_url, avatar_url]);
  });

  it('is known to the user when they register', async (t) => {
    const server = await startServer(t);
    const { id } = server.users.alice;

    await upload(server.as('alice'), path, [png()]);

    const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm_user'] });
    const { avatar_url, avatar_url_medium, avatar_source } = body;
    assert.deepEqual([avatar_url, avatar_url_medium, avatar_source], [avatarOf(id, 2), avatarOf(id, 2, 'medium'), 'U']);
  });

  it('deletes the picture that was there', async (t) => {
    const server = await startServer(t);
    await upload(server.as('alice'), path, [png(1)]);

    const { body } = await upload(server.as('alice'), path, [png(2)]);

    assert.deepEqual(await shown(server, body.avatar_url), ['image/png', png(2)]);
    assert.equal(countImages(server), 1);
  });

  it('serves bots, and administrators where nobody else may', async (t) => {
    const server = await startServer(t);
    const bot = await upload(server.as('bot'), path, [png()]);
    setRealmSetting(server.db, 'avatar_changes_disabled', true);

    const admin = await upload(server.as('admin'), path, [png()]);
    const alice = await upload(server.as('alice'), path, [png()]);

    assert.deepEqual([bot.status, admin.status], [200, 200]);
    assert.deepEqual(alice.body, badRequest('Avatar changes are disabled in this organization.'));
    assert.equal(countImages(server), 2);
  });

  const refusals: [string, Uint8Array<ArrayBuffer>[], string][] = [
    ['no file', [], 'You must upload exactly one file.'],
    ['two files', [png(), png()], 'You must upload exactly one file.'],
    ['an empty file', [new Uint8Array()], 'Could not decode image; did you upload an image file?'],
    ['a drawing', [new TextEncoder().encode('<svg/>')], 'Could not decode image; did you upload an image file?'],
  ];
  for (const [what, files, msg] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await upload(server.as('alice'), path, files);

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.equal(countImages(server), 0);
      assert.deepEqual(await ears.heard(), {});
    });
  }
});

describe('DELETE /users/me/avatar', () => {
  it('goes back to the picture that is drawn, deletes the other, and tells everyone', async (t) => {
    const server = await startServer(t);
    const { id } = server.users.alice;
    const [, drawn] = await shown(server, avatarOf(id));
    await upload(server.as('alice'), path, [png()]);
    const ears = await listen(server, ['bob']);

    const { body } = await server.as('alice').delete(path);

    assert.deepEqual(body, { result: 'success', msg: '', avatar_url: avatarOf(id) });
    assert.deepEqual(await ears.heard(), { bob: [event(id, 3, 'J')] });
    assert.deepEqual(await shown(server, body.avatar_url), ['image/png', drawn]);
    assert.equal(countImages(server), 0);
  });

  it('says nothing where that is shown already', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);

    const { body } = await server.as('alice').delete(path);

    assert.equal(body.avatar_url, avatarOf(server.users.alice.id));
    assert.deepEqual(await ears.heard(), {});
  });

  it('is refused where only administrators change pictures', async (t) => {
    const server = await startServer(t);
    await upload(server.as('alice'), path, [png()]);
    setRealmSetting(server.db, 'avatar_changes_disabled', true);

    const { body } = await server.as('alice').delete(path);

    assert.deepEqual(body, badRequest('Avatar changes are disabled in this organization.'));
    assert.equal(countImages(server), 1);
  });
});
