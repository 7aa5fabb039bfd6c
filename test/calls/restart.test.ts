import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../support/server.ts';
import { change, join, membersOf, pass, start, textOf } from './scene.ts';

describe('a call over a restart', () => {
  it('goes on with those who come back within twelve seconds, and ends without them', async (t) => {
    const before = await startServer(t);
    const { id, message_id } = await start(before, 'alice');
    for (const name of ['alice', 'bob'] as const) await join(before, name, id);
    const stored = before.db.connection.serialize();

    const one = await startServer(t, stored);
    assert.equal(await change(one, 'alice', id), 'success');
    await pass(one, 11, id, 'alice');
    assert.deepEqual(await membersOf(one, 'alice', id), ['alice', 'bob']);
    await pass(one, 1, id, 'alice');
    assert.deepEqual(await membersOf(one, 'alice', id), ['alice']);

    const other = await startServer(t, stored);
    await pass(other, 12);
    assert.equal(await membersOf(other, 'alice', id), undefined);
    assert.match(await textOf(other, message_id), /^Call ended after 12 seconds\. Participants: .*Alice.*, .*Bob/);
  });
});
