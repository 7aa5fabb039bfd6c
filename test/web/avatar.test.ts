import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { browserOf, fetchedByPage } from '../support/browser.ts';
import { avatarOf, bytesOf, png, upload, widthOf } from '../support/pictures.ts';
import { subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** An organization whose guests know only those they have to do with: the guest alice, and not bob. */
async function restrictGuests(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  const { as, db, users } = server;
  setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
  await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
  await subscribe(as('alice'), 'kitchen', { principals: [users.alice.id, users.guest.id] });
  return server;
}

describe('GET /avatar/{user_id}', () => {
  it('is a picture of its own for every user, in two sizes', async (t) => {
    const { url, users } = await startServer(t);
    const { alice, bob } = users;

    const small = await fetch(url + avatarOf(alice.id));
    const medium = await fetch(url + avatarOf(alice.id, 'drawn', 'medium'));
    const other = await fetch(url + avatarOf(bob.id));

    assert.deepEqual(
      [small.status, small.headers.get('content-type'), small.headers.get('cache-control')],
      [200, 'image/png', 'public, max-age=86400'],
    );
    const [first, second] = [await bytesOf(small), await bytesOf(other)];
    assert.deepEqual([widthOf(first), widthOf(await bytesOf(medium)), widthOf(second)], [192, 480, 192]);
    assert.ok(!first.equals(second));
  });

  it('is where the API says it is, also for those whom one may not know, who all have the id 0', async (t) => {
    const { as, url, users } = await restrictGuests(t);

    for (const name of ['alice', 'bob'] as const) {
      const { body } = await as('guest').post('/register', { fetch_event_types: ['realm_user'] });
      const { avatar_url } = body.realm_users.find((one: { user_id: number }) => one.user_id === users[name].id);
      const response = await fetch(url + avatar_url);

      assert.equal(avatar_url, name === 'alice' ? avatarOf(users.alice.id) : '/avatar/0?version=1');
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
    }
  });

  it('is missing without a login or the key of its URL, like those of ids that nobody has', async (t) => {
    const { as, url, users } = await startServer(t);
    await upload(as('bob'), '/users/me/avatar', [png()]);
    const [ofAlice] = avatarOf(users.alice.id).split('?');
    const [, keyOfBob] = avatarOf(users.bob.id, 2).split('?');
    const missing = ['/avatar/99', avatarOf(99, 1)];

    const hidden = [
      `${ofAlice}`,
      `${ofAlice}/medium`,
      `${ofAlice}?version=1`,
      `${ofAlice}?key=`,
      `${ofAlice}?key=äöüäöüäöüäö`,
    ];
    const wrong = [`${ofAlice}?${keyOfBob}`, avatarOf(users.bob.id, 1), `${avatarOf(users.alice.id)}x`];

    for (const path of [...missing, ...hidden, ...wrong]) {
      const response = await fetch(url + path);
      const { code } = (await response.json()) as { code: string };
      assert.deepEqual([response.status, code], [404, 'NOT_FOUND'], path);
    }
    assert.equal((await fetch(url + avatarOf(users.bob.id, 2))).status, 200);
  });

  it('has the key of all drawn avatars until a picture is uploaded, which does not tell who exists', async (t) => {
    const { as, url, users } = await startServer(t);
    const see = async (path: string) => bytesOf(await fetch(url + path));
    const before = await see(avatarOf(users.bob.id));
    await upload(as('bob'), '/users/me/avatar', [png()]);

    const nobody = await see(avatarOf(99));

    assert.deepEqual(await see(avatarOf(users.bob.id)), before);
    assert.deepEqual(await see(avatarOf(users.bob.id, 2)), Buffer.from(png()));
    assert.deepEqual([widthOf(nobody), widthOf(await see(avatarOf(99, 'drawn', 'medium')))], [192, 480]);
  });

  it('is also shown for the key of its version while it is drawn', async (t) => {
    const { url, users } = await startServer(t);
    const [byVersion, byUrl] = await Promise.all(
      [avatarOf(users.bob.id, 1), avatarOf(users.bob.id)].map(async (path) => bytesOf(await fetch(url + path))),
    );

    assert.deepEqual(byVersion, byUrl);
  });

  it('needs no key for users who may know the person, and then is cached for them alone', async (t) => {
    const server = await restrictGuests(t);
    const { as, users } = server;
    const see = async (name: 'alice' | 'guest', path: string, headers: Record<string, string> = fetchedByPage) => {
      const response = await browserOf(server, name).open(path, headers);
      return [response.status, response.headers.get('cache-control')];
    };

    const [ofAlice, ofBob] = [`/avatar/${users.alice.id}`, `/avatar/${users.bob.id}`];

    const seen = [200, 'private, max-age=86400'];
    assert.deepEqual(await see('alice', ofBob), seen);
    assert.deepEqual(await see('alice', `${ofBob}/medium?version=7`), seen);
    assert.deepEqual(await see('guest', ofAlice), seen);
    const unseen = await see('guest', '/avatar/99');
    assert.equal(unseen[0], 404);
    assert.deepEqual(await see('guest', ofBob), unseen);
    assert.deepEqual(
      await see('alice', ofBob, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }),
      unseen,
    );
    const withKey = { headers: { Authorization: as('alice').authorization } };
    assert.equal((await fetch(server.url + ofBob, withKey)).status, 200);
  });

  it('has the initials of the name for pages, and a pattern for clients that show no SVG', async (t) => {
    const { as, url, users } = await startServer(t);
    const get = async (accept: string) => {
      const headers = { Authorization: as('alice').authorization, Accept: accept };
      const response = await fetch(`${url}/avatar/${users.bob.id}`, { headers });
      return [response.headers.get('content-type'), response.headers.get('vary'), await bytesOf(response)] as const;
    };

    const [type, vary, svg] = await get('image/avif,image/svg+xml,*/*;q=0.8');
    const [plain, , png] = await get('image/*,*/*;q=0.8');

    assert.deepEqual([type, vary, plain, widthOf(png)], ['image/svg+xml', 'Accept', 'image/png', 192]);
    assert.match(svg.toString(), />B\u200cM<\/text><\/svg>$/);
    await as('bob').patch('/settings', { full_name: 'Ömer Çelik' });
    assert.match((await get('image/svg+xml'))[2].toString(), />Ö\u200cÇ<\/text><\/svg>$/);
  });

  it('is missing for what is no id and no size', async (t) => {
    const server = await startServer(t);
    const { bob } = server.users;

    for (const path of ['00', '-1', '1.5', 'alice', '9'.repeat(40), '', `${bob.id}/huge`, `${bob.id}/medium/x`]) {
      const { status } = await browserOf(server, 'alice').open(`/avatar/${path}`);
      assert.equal(status, 404, path);
    }
  });
});
