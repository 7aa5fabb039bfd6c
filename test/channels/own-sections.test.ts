import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { startServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };
const sections = [
  { name: 'Work', channel_ids: [3, 1] },
  { name: 'Later', channel_ids: [] },
];

describe('PUT /users/me/own_sections', () => {
  it("replaces a user's sections in their order, and tells only the user's clients that ask", async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const ears = await listen(server, ['alice', 'bob', 'owner'], asking);
    const unaware = await listen(server, ['alice']);

    assert.deepEqual((await as('alice').put('/users/me/own_sections', { own_sections: sections })).body, ok);
    assert.deepEqual((await as('alice').get('/users/me/own_sections')).body, { ...ok, own_sections: sections });
    const turned = sections.toReversed();
    await as('alice').put('/users/me/own_sections', { own_sections: turned });

    assert.deepEqual((await as('alice').get('/users/me/own_sections')).body.own_sections, turned);
    assert.deepEqual((await as('bob').get('/users/me/own_sections')).body.own_sections, []);
    const event = (own_sections: object) => ({ type: 'own_sections', own_sections });
    assert.deepEqual(await ears.heard(), { alice: [event(sections), event(turned)] });
    assert.deepEqual(await unaware.heard(), {});
  });

  it('takes a list without a name, which orders the channels outside all sections', async (t) => {
    const { as } = await startServer(t);
    const lists = [{ name: '', channel_ids: [2, 1] }, ...sections];

    assert.equal((await as('alice').put('/users/me/own_sections', { own_sections: lists })).status, 200);

    assert.deepEqual((await as('alice').get('/users/me/own_sections')).body.own_sections, lists);
  });

  it('keeps no row for somebody without sections', async (t) => {
    const { as, db } = await startServer(t);
    await as('alice').put('/users/me/own_sections', { own_sections: sections });

    await as('alice').put('/users/me/own_sections', { own_sections: [] });

    assert.equal(db.value('SELECT count(*) FROM own_sections'), 0);
  });

  it('refuses more than can be sent with each registration, and names that are none', async (t) => {
    const { as } = await startServer(t);
    const put = async (own_sections: unknown) =>
      (await as('alice').put('/users/me/own_sections', { own_sections })).status;
    const named = (name: string) => [{ name, channel_ids: [] }];
    const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

    assert.deepEqual(
      [
        await put(many(101).map((index) => ({ name: `${index}`, channel_ids: [] }))),
        await put([{ name: 'Many', channel_ids: many(501) }]),
        await put(named('x'.repeat(61))),
        await put([{ name: 'Work' }]),
        await put('none'),
      ],
      [400, 400, 400, 400, 400],
    );
    const most = many(100).map((index) => ({ name: '😀'.repeat(57) + index, channel_ids: many(500) }));
    assert.equal(await put(most), 200);
    assert.ok(Buffer.byteLength(JSON.stringify(most)) < 0.9 * 1024 * 1024);
  });
});

describe('own_sections in POST /register', () => {
  it('is there for clients that want it or name it, and for no other', async (t) => {
    const { as } = await startServer(t);
    await as('alice').put('/users/me/own_sections', { own_sections: sections });
    const stateOf = async (options: object) => (await as('alice').post('/register', { ...options })).body.own_sections;

    assert.deepEqual(await stateOf(asking), sections);
    assert.deepEqual(await stateOf({ fetch_event_types: ['own_sections'] }), sections);
    assert.equal(await stateOf({}), undefined);
    assert.equal(await stateOf({ ...asking, fetch_event_types: ['message'] }), undefined);
  });
});
