import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createLog } from '../../src/ground/log.ts';
import { createRequestedExports } from '../../src/jobs/requested-exports.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type Place, startInFolder } from '../verify/place.ts';

const { signal } = new AbortController();

/** Requests an export as the admin. */
async function request({ as }: Place) {
  return (await as('admin').post('/export/realm')).body;
}

async function exportsOf({ as }: Place) {
  return (await as('admin').get('/export/realm')).body.exports;
}

function wanted({ users, clock }: Place, changes: object = {}): object {
  const times = { export_time: clock.now(), deleted_timestamp: null, failed_timestamp: null };
  return {
    id: 1,
    acting_user_id: users.admin.id,
    ...times,
    export_url: null,
    pending: true,
    export_type: 'public',
    ...changes,
  };
}

describe('exports that administrators request', () => {
  it('are made by the server, and downloaded from an address that only they know, until they delete them', async (t) => {
    const place = await startInFolder(t);
    const ears = await listen(place, ['admin', 'owner'], { event_types: ['realm_export'] });

    const requested = await request(place);
    const waiting = await exportsOf(place);
    await createRequestedExports(place.app, signal);
    const [made] = await exportsOf(place);
    const { export_url } = made;
    const file = await fetch(export_url);
    const content = Buffer.from(await file.arrayBuffer());
    const removed = await place.as('owner').delete('/export/realm/1');

    assert.deepEqual(requested, { result: 'success', msg: '', id: 1 });
    const deleted = wanted(place, { pending: false, deleted_timestamp: place.clock.now() });
    assert.deepEqual(waiting, [wanted(place)]);
    assert.deepEqual(made, wanted(place, { pending: false, export_url }));
    assert.match(export_url, new RegExp(`^${place.url}/exports/1-\\d+\\.\\d+\\.[\\w-]{43}\\.tar$`));
    const headers = ['content-type', 'content-disposition'].map((name) => file.headers.get(name));
    const disposition = `attachment; filename="chatd-export.tar"; filename*=UTF-8''chatd-export.tar`;
    assert.deepEqual([file.status, ...headers], [200, 'application/x-tar', disposition]);
    assert.ok(content.includes('"scope": "public"') && content.includes('hostna.example.com: 42'));
    assert.deepEqual(removed.body, { result: 'success', msg: '' });
    assert.deepEqual(await exportsOf(place), [deleted]);
    assert.deepEqual(readdirSync(join(place.folder, 'exports')), []);
    assert.equal((await fetch(export_url)).status, 404);
    const event = (one: object) => ({ type: 'realm_export', exports: [one] });
    assert.deepEqual(await ears.heard(), {
      admin: [event(wanted(place)), event(wanted(place)), event(made), event(deleted)],
    });
  });

  it('wait for each other', async (t) => {
    const place = await startInFolder(t);
    const ids = [(await request(place)).id, (await place.as('owner').post('/export/realm')).body.id];

    await createRequestedExports(place.app, signal);

    assert.deepEqual(ids, [1, 2]);
    const made: { pending: boolean; export_url: string | null }[] = await exportsOf(place);
    assert.deepEqual(
      made.map(({ pending, export_url }) => [pending, typeof export_url]),
      [
        [false, 'string'],
        [false, 'string'],
      ],
    );
  });

  it('say so where they fail, or the server ended while it made one', async (t) => {
    const place = await startInFolder(t);
    place.app.log = createLog('error', 'text', () => undefined);
    await request(place);
    place.app.config.data_dir = join(place.folder, 'nowhere');
    await createRequestedExports(place.app, signal);
    await request(place);
    place.app.config.data_dir = place.folder;
    place.db.run('UPDATE realm_exports SET started_at = 1 WHERE id = 2');
    const folder = join(place.folder, 'exports');
    mkdirSync(folder);
    writeFileSync(join(folder, `${place.db.value('SELECT key FROM realm_exports WHERE id = 2')}.tar`), 'all of it');

    await createRequestedExports(place.app, signal);

    const failed = { pending: false, failed_timestamp: place.clock.now() };
    assert.deepEqual(await exportsOf(place), [wanted(place, failed), wanted(place, { ...failed, id: 2 })]);
    assert.deepEqual(readdirSync(folder), []);
    const { body } = await place.as('admin').delete('/export/realm/1');
    assert.deepEqual(body, badRequest('Export failed, nothing to delete'));
  });

  it('are nobody’s who guesses addresses', async (t) => {
    const place = await startInFolder(t);
    await request(place);
    const key = place.db.value<string>('SELECT key FROM realm_exports') as string;

    const paths = [`/exports/${key}.tar`, '/exports/x.tar', '/exports/', `/exports/../chatd.db`, `/exports/${key}`];
    const statuses = await Promise.all(paths.map(async (path) => (await fetch(place.url + path)).status));

    assert.deepEqual(statuses, [404, 404, 404, 404, 404]);
  });
});
