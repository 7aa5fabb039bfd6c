import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { gif, png, upload } from '../support/pictures.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const success = { result: 'success', msg: '' };

function event(property: string, data: object) {
  return { type: 'realm', op: 'update_dict', property, data };
}

async function imageState(server: TestServer, name: CastName = 'guest') {
  const { body } = await server.as(name).post('/register', { fetch_event_types: ['realm'] });
  const names = ['icon', 'logo', 'night_logo'];
  return names.map((one) => [body[`realm_${one}_url`], body[`realm_${one}_source`]]);
}

function countImages({ db }: TestServer): number {
  return db.value<number>('SELECT count(*) FROM images') as number;
}

describe('POST /realm/icon', () => {
  it('is for administrators', async (t) => {
    const server = await startServer(t);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      const { status, body } = await upload(server.as(name), '/realm/icon', [png()]);

      assert.deepEqual([status, body], [400, badRequest('Must be an organization administrator')]);
    }
    assert.equal((await upload(server.anonymous, '/realm/icon', [png()])).status, 401);
    assert.equal(countImages(server), 0);
  });

  it('shows the picture from then on, under an address of its own, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone);

    const { body } = await upload(server.as('admin'), '/realm/icon', [png()]);

    const data = { icon_url: '/realm/icon?version=2', icon_source: 'U' };
    assert.deepEqual(body, { ...success, icon_url: data.icon_url });
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, [event('icon', data)]])));
    assert.deepEqual(await imageState(server), [
      [data.icon_url, 'U'],
      ['/icon.png', 'D'],
      ['/icon.png', 'D'],
    ]);
    assert.equal((await server.anonymous.get('/server_settings')).body.realm_icon, data.icon_url);
    assert.match(await (await fetch(server.url)).text(), /<img src="\/realm\/icon\?version=2"/);
    assert.deepEqual((await server.as('guest').get('/realm/icon')).body, { ...success, icon_url: data.icon_url });
  });

  it('is served as what it is and nothing else', async (t) => {
    const server = await startServer(t);
    await upload(server.as('admin'), '/realm/icon', [gif(1)]);

    const response = await fetch(`${server.url}/realm/icon?version=2`);

    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), gif(1));
    const headers = ['content-type', 'x-content-type-options', 'cache-control'].map((name) =>
      response.headers.get(name),
    );
    assert.deepEqual(headers, ['image/gif', 'nosniff', 'public, max-age=86400']);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  });

  it('gives way to the next one, of which nothing old is kept', async (t) => {
    const server = await startServer(t);
    await upload(server.as('admin'), '/realm/icon', [png(1)]);

    const { body } = await upload(server.as('admin'), '/realm/icon', [png(2)]);

    assert.equal(body.icon_url, '/realm/icon?version=3');
    const response = await fetch(server.url + body.icon_url);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), png(2));
    assert.equal(countImages(server), 1);
  });

  it('refuses what is no picture, and keeps what there was', async (t) => {
    const server = await startServer(t);
    await upload(server.as('admin'), '/realm/icon', [png()]);
    const ears = await listen(server, ['alice']);
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');

    for (const files of [[], [png(), png()], [svg], [new Uint8Array()]]) {
      const { status } = await upload(server.as('admin'), '/realm/icon', files);

      assert.equal(status, 400);
    }
    assert.equal(countImages(server), 1);
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('DELETE /realm/icon', () => {
  it('is for administrators', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('moderator').delete('/realm/icon');

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
  });

  it('goes back to the drawn one, and tells everyone', async (t) => {
    const server = await startServer(t);
    await upload(server.as('admin'), '/realm/icon', [png()]);
    const ears = await listen(server, ['guest']);

    const { body } = await server.as('admin').delete('/realm/icon');

    assert.deepEqual(body, { ...success, icon_url: '/icon.png' });
    assert.deepEqual(await ears.heard(), { guest: [event('icon', { icon_url: '/icon.png', icon_source: 'J' })] });
    assert.equal(countImages(server), 0);
    assert.equal((await fetch(`${server.url}/realm/icon`)).status, 404);
    const again = await upload(server.as('admin'), '/realm/icon', [png()]);
    assert.equal(again.body.icon_url, '/realm/icon?version=4');
  });

  it('does nothing where there is none', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['guest']);

    const { body } = await server.as('admin').delete('/realm/icon');

    assert.deepEqual(body, { ...success, icon_url: '/icon.png' });
    assert.deepEqual(await ears.heard(), {});
  });
});

describe('POST /realm/logo', () => {
  it('is for administrators', async (t) => {
    const server = await startServer(t);

    const { body } = await upload(server.as('moderator'), '/realm/logo', [png()], { night: false });

    assert.deepEqual(body, badRequest('Must be an organization administrator'));
  });

  it('changes the one for light or the one for dark windows', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);

    const day = await upload(server.as('admin'), '/realm/logo', [png(1)], { night: false });
    const night = await upload(server.as('admin'), '/realm/logo', [png(2)], { night: true });

    assert.deepEqual([day.body, night.body], [success, success]);
    assert.deepEqual(await ears.heard(), {
      bob: [
        event('logo', { logo_url: '/realm/logo?version=2', logo_source: 'U' }),
        event('night_logo', { night_logo_url: '/realm/night_logo?version=2', night_logo_source: 'U' }),
      ],
    });
    assert.deepEqual(await imageState(server), [
      ['/icon.png', 'J'],
      ['/realm/logo?version=2', 'U'],
      ['/realm/night_logo?version=2', 'U'],
    ]);
    const served = await fetch(`${server.url}/realm/night_logo?version=2`);
    assert.deepEqual(new Uint8Array(await served.arrayBuffer()), png(2));
    const { body } = await server.as('guest').get('/realm/logo', { night: true });
    assert.deepEqual(body, { ...success, logo_url: '/realm/night_logo?version=2' });
  });
});

describe('DELETE /realm/logo', () => {
  it('takes away the one that is meant', async (t) => {
    const server = await startServer(t);
    await upload(server.as('admin'), '/realm/logo', [png()], { night: false });
    await upload(server.as('admin'), '/realm/logo', [png()], { night: true });
    const ears = await listen(server, ['bob']);
    const refused = await server.as('alice').delete('/realm/logo', { night: true });

    const { body } = await server.as('owner').delete('/realm/logo', { night: true });

    assert.deepEqual(refused.body, badRequest('Must be an organization administrator'));
    assert.deepEqual(body, success);
    const data = { night_logo_url: '/icon.png', night_logo_source: 'D' };
    assert.deepEqual(await ears.heard(), { bob: [event('night_logo', data)] });
    assert.equal((await fetch(`${server.url}/realm/logo`)).status, 200);
    assert.equal((await fetch(`${server.url}/realm/night_logo`)).status, 404);
  });
});
