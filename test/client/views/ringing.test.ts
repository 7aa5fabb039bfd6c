import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRing } from '../../../src/client/companions/ring.ts';
import { createClient } from './fake-client.ts';

const [self, bob, carol] = [9, 11, 12];

const callOf = (id: number, started_by: number, rings: number[] = [self]) => ({
  ...{ id, message_id: id, type: 'private', user_ids: [self, started_by], started_by, started_at: 1, members: [] },
  rings,
});

/** The call that rings for a user who sees these calls, and whether it sounds. */
function ring(calls: object[], state: object = {}, isQuiet = false): [id: number, isLoud: boolean] | undefined {
  const { client } = createClient({
    state: { user_settings: { enable_sounds: true }, muted_users: [], calls, ...state },
  });
  client.isQuiet.value = isQuiet;
  const found = findRing(client);
  return found && [found.call.id, found.isLoud];
}

describe('what rings in the client', () => {
  it('is a call that rings for the user, with the sounds that they want', () => {
    assert.deepEqual(ring([callOf(1, bob, [bob]), callOf(2, bob)]), [2, true]);
    assert.deepEqual(ring([callOf(2, bob)], { user_settings: { enable_sounds: false } }), [2, false]);
    assert.equal(ring([callOf(1, bob, [])]), undefined);
  });

  it('is nothing in quiet hours', () => {
    assert.equal(ring([callOf(1, bob)], {}, true), undefined);
  });

  it('is nothing by a muted user, who hides no other caller', () => {
    const muted_users = [{ id: bob, timestamp: 1 }];

    assert.equal(ring([callOf(1, bob)], { muted_users }), undefined);
    assert.deepEqual(ring([callOf(1, bob), callOf(2, carol)], { muted_users }), [2, true]);
  });
});
