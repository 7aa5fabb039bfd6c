import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const path = '/navigation_views';
const alerts = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' };
const inbox = { fragment: 'inbox', is_pinned: false };

async function views({ as }: TestServer, name: CastName = 'alice'): Promise<unknown> {
  return (await as(name).get(path)).body.navigation_views;
}

describe('POST /navigation_views', () => {
  it('keeps a view with a name, and one that clients have, and tells their owner alone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);

    const first = await server.as('alice').post(path, { ...alerts, fragment: ' narrow/is/alerted ', name: 'Alerts ' });
    const second = await server.as('alice').post(path, inbox);

    assert.deepEqual([first.body, second.body], [ok, ok]);
    const unnamed = { ...inbox, name: null };
    assert.deepEqual([await views(server), await views(server, 'bob')], [[unnamed, alerts], []]);
    assert.deepEqual(await ears.heard(), {
      alice: [
        { type: 'navigation_view', op: 'add', navigation_view: alerts },
        { type: 'navigation_view', op: 'add', navigation_view: unnamed },
      ],
    });
    const register = await server.as('alice').post('/register', { fetch_event_types: ['navigation_views'] });
    assert.deepEqual(register.body.navigation_views, [unnamed, alerts]);
  });

  it('refuses names that do not fit, twice the same, and what is empty or too long, and keeps nothing', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, alerts);
    const ears = await listen(server, ['alice']);
    const refusals: [object, string][] = [
      [alerts, 'Navigation view already exists.'],
      [{ ...alerts, fragment: 'narrow/has/link' }, 'Navigation view already exists.'],
      [{ ...inbox, name: 'Mail' }, 'Built-in views cannot have a custom name.'],
      [{ ...inbox, fragment: 'narrow/has/link' }, 'Custom views must have a valid name.'],
      [{ ...alerts, fragment: ' ' }, 'fragment cannot be blank'],
      [{ ...alerts, name: ' ' }, 'name cannot be blank'],
      [{ ...alerts, name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
      [{ ...alerts, fragment: 'x'.repeat(1001) }, 'fragment is too long (limit: 1000 characters)'],
    ];

    for (const [values, msg] of refusals) {
      const { status, body } = await server.as('alice').post(path, values as Record<string, unknown>);
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.deepEqual([await views(server), await ears.heard()], [[alerts], {}]);
  });
});

describe('PATCH /navigation_views/{fragment}', () => {
  it('changes what is given, of a view whose address has slashes, and tells its owner alone', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, alerts);
    const ears = await listen(server, ['alice', 'bob']);

    await server.as('alice').patch(`${path}/narrow/is/alerted`, { is_pinned: false });
    await server.as('alice').patch(`${path}/narrow%2Fis%2Falerted`, { name: 'Words' });

    assert.deepEqual(await views(server), [{ ...alerts, is_pinned: false, name: 'Words' }]);
    const update = { type: 'navigation_view', op: 'update', fragment: 'narrow/is/alerted' };
    assert.deepEqual(await ears.heard(), {
      alice: [
        { ...update, data: { is_pinned: false } },
        { ...update, data: { name: 'Words' } },
      ],
    });
  });

  it("keeps a view's own name, and refuses one of another view or of none", async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, alerts);
    await server.as('alice').post(path, { ...alerts, fragment: 'narrow/has/link', name: 'Links' });
    await server.as('alice').post(path, inbox);
    const rename = async (fragment: string, name: string) => {
      const { status, body } = await server.as('alice').patch(`${path}/${fragment}`, { name });
      return [status, body.msg];
    };

    assert.deepEqual(await rename('narrow/has/link', 'Links'), [200, '']);
    assert.deepEqual(await rename('narrow/has/link', 'Alerts'), [400, 'Navigation view already exists.']);
    assert.deepEqual(await rename('inbox', 'Mail'), [400, 'Built-in views cannot have a custom name.']);
    assert.deepEqual(await rename('narrow/is/mentioned', 'At'), [404, 'Navigation view does not exist.']);
  });
});

describe('DELETE /navigation_views/{fragment}', () => {
  it('removes a view, and tells its owner alone', async (t) => {
    const server = await startServer(t);
    await server.as('alice').post(path, alerts);
    await server.as('bob').post(path, alerts);
    const ears = await listen(server, ['alice', 'bob']);

    await server.as('alice').delete(`${path}/narrow/is/alerted`);
    const again = await server.as('alice').delete(`${path}/narrow/is/alerted`);

    assert.deepEqual([await views(server), await views(server, 'bob')], [[], [alerts]]);
    assert.deepEqual([again.status, again.body], [404, badRequest('Navigation view does not exist.')]);
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'navigation_view', op: 'remove', fragment: 'narrow/is/alerted' }],
    });
  });
});
