import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RealmEmoji } from '../../src/client/api/types.ts';
import { FrequentEmoji, type ReactionEmoji } from '../../src/client/device/frequent-emoji.ts';

const duck: ReactionEmoji = { emoji_name: 'duck', emoji_code: '1f986', reaction_type: 'unicode_emoji' };
const eyes: ReactionEmoji = { emoji_name: 'eyes', emoji_code: '1f440', reaction_type: 'unicode_emoji' };
const parrot: ReactionEmoji = { emoji_name: 'parrot', emoji_code: '7', reaction_type: 'realm_emoji' };

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  };
}

function namesIn(frequent: FrequentEmoji, own: Record<string, RealmEmoji> = {}): string[] {
  return frequent.list(own).map(({ emoji_name }) => emoji_name);
}

describe('frequent emoji', () => {
  it('are the usual ones at first, and then those that the user uses again and again', () => {
    const storage = memory();
    const frequent = new FrequentEmoji(storage, 9);

    assert.deepEqual(namesIn(frequent), ['+1', 'heart', 'joy', 'tada', 'eyes', 'check']);
    frequent.note(duck);
    frequent.note(eyes);
    assert.deepEqual(namesIn(frequent), ['eyes', '+1', 'heart', 'joy', 'tada', 'check']);
    new FrequentEmoji(storage, 9).note(duck);
    frequent.note(duck);

    assert.deepEqual(namesIn(frequent), ['duck', 'eyes', '+1', 'heart', 'joy', 'tada']);
    assert.deepEqual(namesIn(new FrequentEmoji(storage, 9)), namesIn(frequent));
    assert.deepEqual(namesIn(new FrequentEmoji(storage, 8)), ['+1', 'heart', 'joy', 'tada', 'eyes', 'check']);
  });

  it('are forgotten after a hundred others, and are those that still exist', () => {
    const frequent = new FrequentEmoji(memory(), 9);
    const own = (deactivated: boolean) => ({ 7: { id: '7', deactivated } as RealmEmoji });

    for (let count = 0; count < 3; count += 1) frequent.note(parrot);
    assert.equal(namesIn(frequent, own(false))[0], 'parrot');
    assert.equal(namesIn(frequent, own(true))[0], '+1');
    assert.equal(namesIn(frequent)[0], '+1');
    for (let count = 0; count < 100; count += 1) frequent.note(eyes);

    assert.deepEqual(namesIn(frequent, own(false)), ['eyes', '+1', 'heart', 'joy', 'tada', 'check']);
  });
});
