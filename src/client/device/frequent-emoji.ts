import { type Signal, signal } from '@preact/signals-core';
import type { Reaction, RealmEmoji } from '../api/types.ts';
import { type Storage, StoredList } from '../store/stored-list.ts';

export type ReactionEmoji = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** Number of frequent emoji, and of uses that are remembered. */
const most = 6;
const mostUses = 100;

/** The frequent emoji of people who have not used any yet. */
const usualEmoji: readonly ReactionEmoji[] = [
  ['+1', '1f44d'] as const,
  ['heart', '2764'] as const,
  ['joy', '1f602'] as const,
  ['tada', '1f389'] as const,
  ['eyes', '1f440'] as const,
  ['check', '2705'] as const,
].map(([emoji_name, emoji_code]) => ({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }));

// A usual emoji counts like this many uses, so that another one replaces it with its second use.
const usualUses = 1.5;

/** The emoji that the user reacts with most often, learned from the newest reactions on this device. */
export class FrequentEmoji {
  readonly #uses: Signal<readonly ReactionEmoji[]>;
  readonly #stored: StoredList<ReactionEmoji>;

  constructor(storage: Storage, user_id: number) {
    this.#stored = new StoredList(storage, `emoji:${user_id}`);
    this.#uses = signal(this.#stored.load());
  }

  note({ emoji_name, emoji_code, reaction_type }: ReactionEmoji): void {
    // Other tabs add to the same list.
    const uses = [{ emoji_name, emoji_code, reaction_type }, ...this.#stored.load()].slice(0, mostUses);
    this.#uses.value = uses;
    this.#stored.save(uses);
  }

  /**
   * The most frequent emoji, the most frequent one first; of equally frequent ones, the usual or newest one. `own` are
   * the emoji of the organization, which may have been deactivated since they were used.
   */
  list(own: Readonly<Record<string, RealmEmoji>>): ReactionEmoji[] {
    const counts = new Map(usualEmoji.map((emoji) => [codeOf(emoji), { emoji, count: usualUses }]));
    for (const emoji of this.#uses.value) {
      const isGone = emoji.reaction_type === 'realm_emoji' && own[emoji.emoji_code]?.deactivated !== false;
      if (isGone) continue;
      const known = counts.get(codeOf(emoji));
      counts.set(codeOf(emoji), { emoji, count: (known?.count ?? 0) + 1 });
    }
    const sorted = [...counts.values()].sort((one, other) => other.count - one.count);
    return sorted.slice(0, most).map(({ emoji }) => emoji);
  }
}

/** Different for all emoji, of all types. */
export function codeOf({ reaction_type, emoji_code }: Pick<ReactionEmoji, 'reaction_type' | 'emoji_code'>): string {
  return `${reaction_type} ${emoji_code}`;
}
