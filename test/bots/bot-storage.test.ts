import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badRequest } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const unknownKey = badRequest('Key does not exist.');

describe('PUT /bot_storage', () => {
  it('keeps texts by their keys, beside those that are there, and for this user alone', async (t) => {
    const { as } = await startServer(t);
    await as('alice').put('/bot_storage', { storage: { count: 'hers' } });

    const first = await as('bot').put('/bot_storage', { storage: { count: '1', name: 'Ada' } });
    await as('bot').put('/bot_storage', { storage: { count: '2', __proto__x: '', '🙂': '' } });

    assert.deepEqual(first.body, ok);
    const { body } = await as('bot').get('/bot_storage');
    assert.deepEqual(body, { ...ok, storage: { count: '2', name: 'Ada', __proto__x: '', '🙂': '' } });
    const { body: hers } = await as('alice').get('/bot_storage');
    assert.deepEqual(hers, { ...ok, storage: { count: 'hers' } });
  });

  it('refuses more than the limit, and keeps what was there', async (t) => {
    const { as } = await startServer(t);
    const half = 'ü'.repeat(1_000_000);
    for (const key of ['a', 'b']) await as('bot').put('/bot_storage', { storage: { [key]: half } });
    for (const key of ['c', 'd', 'e', 'f', 'g', 'h', 'i']) {
      await as('bot').put('/bot_storage', { storage: { [key]: 'x'.repeat(1_000_000) } });
    }

    const fits = await as('bot').put('/bot_storage', { storage: { j: 'x'.repeat(1_000_000 - 10) } });
    const { status, body } = await as('bot').put('/bot_storage', { storage: { a: 'new', j: 'x'.repeat(2_000_000) } });

    assert.equal(fits.status, 200, JSON.stringify(fits.body));
    assert.equal(status, 400);
    const msg = 'Request exceeds storage limit by 13 characters. The limit is 10000000 characters.';
    assert.deepEqual(body, badRequest(msg));
    const { body: kept } = await as('bot').get('/bot_storage', { keys: ['a'] });
    assert.equal(kept.storage.a, half);
  });

  it('has room for ten thousand keys', async (t) => {
    const { as } = await startServer(t);
    const numbered = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, 'v']));

    const many = await as('bot').put('/bot_storage', { storage: numbered(10_001) });
    const fitting = await as('bot').put('/bot_storage', { storage: numbered(10_000) });
    const same = await as('bot').put('/bot_storage', { storage: { k7: 'w' } });
    const other = await as('bot').put('/bot_storage', { storage: { k7: 'x', more: 'v' } });

    assert.deepEqual([many.body, fitting.body, same.body], [badRequest('storage is too long'), ok, ok]);
    assert.deepEqual(other.body, badRequest('The storage has room for 10000 keys.'));
    assert.deepEqual((await as('bot').get('/bot_storage', { keys: ['k7'] })).body, { ...ok, storage: { k7: 'w' } });
    assert.deepEqual((await as('bot').delete('/bot_storage')).body, ok);
    assert.deepEqual((await as('bot').get('/bot_storage')).body, { ...ok, storage: {} });
  });

  it('refuses what is no text by a key', async (t) => {
    const { as } = await startServer(t);

    const list = await as('bot').put('/bot_storage', { storage: ['a'] });
    const number = await as('bot').put('/bot_storage', { storage: { a: 'x', b: 1 } });

    assert.deepEqual(list.body, badRequest('storage is not a dict'));
    assert.deepEqual(number.body, badRequest('storage["b"] is not a string'));
    const { body } = await as('bot').get('/bot_storage');
    assert.deepEqual(body.storage, {});
  });
});

describe('GET /bot_storage', () => {
  it('returns the keys that are asked for', async (t) => {
    const { as } = await startServer(t);
    await as('bot').put('/bot_storage', { storage: { a: '1', b: '2', c: '3' } });

    const { body } = await as('bot').get('/bot_storage', { keys: ['c', 'a'] });

    assert.deepEqual(body, { ...ok, storage: { a: '1', c: '3' } });
  });

  it('refuses a key that does not exist, also where another user has it', async (t) => {
    const { as } = await startServer(t);
    await as('alice').put('/bot_storage', { storage: { a: '1' } });

    const { status, body } = await as('bot').get('/bot_storage', { keys: ['a'] });

    assert.deepEqual([status, body], [400, unknownKey]);
  });
});

describe('DELETE /bot_storage', () => {
  it('forgets the keys that are named', async (t) => {
    const { as } = await startServer(t);
    await as('bot').put('/bot_storage', { storage: { a: '1', b: '2', c: '3' } });

    const { body } = await as('bot').delete('/bot_storage', { keys: ['a', 'c', 'a'] });

    assert.deepEqual(body, ok);
    const { body: left } = await as('bot').get('/bot_storage');
    assert.deepEqual(left.storage, { b: '2' });
  });

  it("forgets everything of the user's own where none is named", async (t) => {
    const { as } = await startServer(t);
    await as('bot').put('/bot_storage', { storage: { a: '1', b: '2' } });
    await as('alice').put('/bot_storage', { storage: { a: 'hers' } });

    await as('bot').delete('/bot_storage');

    const { body } = await as('bot').get('/bot_storage');
    const { body: hers } = await as('alice').get('/bot_storage');
    assert.deepEqual([body.storage, hers.storage], [{}, { a: 'hers' }]);
  });

  it('refuses a key that does not exist, and forgets none of the others', async (t) => {
    const { as } = await startServer(t);
    await as('bot').put('/bot_storage', { storage: { a: '1' } });

    const { status, body } = await as('bot').delete('/bot_storage', { keys: ['a', 'b'] });

    assert.deepEqual([status, body], [400, unknownKey]);
    const { body: left } = await as('bot').get('/bot_storage');
    assert.deepEqual(left.storage, { a: '1' });
  });
});
