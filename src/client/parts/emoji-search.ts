import { codeOf } from '../device/frequent-emoji.ts';
import type { Emoji } from '../text/emoji.ts';
import { none, score } from '../text/ranking.ts';

interface FoundEmoji {
  emoji: Emoji;
  /** The name that matches best. */
  name: string;
}

/**
 * The emoji with a name that contains a text, the best match first: the name itself, then names that begin with the
 * text, then those with a later word that does. Of equal matches, frequent emoji come first, and then short names.
 * `frequent` are codes, the most frequent first.
 */
export function searchEmoji(all: readonly Emoji[], text: string, frequent: readonly string[] = []): FoundEmoji[] {
  const wanted = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  const ranks = new Map(frequent.map((code, rank) => [code, rank]));
  return all
    .flatMap((emoji) => {
      const { points, name } = bestName(emoji, wanted);
      return points === none ? [] : { emoji, name, points, rank: ranks.get(codeOf(emoji)) ?? ranks.size };
    })
    .sort((a, b) => a.points - b.points || a.rank - b.rank || a.name.length - b.name.length)
    .map(({ emoji, name }) => ({ emoji, name }));
}

function bestName({ names }: Emoji, wanted: string): { points: number; name: string } {
  const scored = names.map((name) => ({ points: score(name.toLowerCase(), wanted), name }));
  return scored.reduce((best, one) => (one.points < best.points ? one : best), { points: none, name: '' });
}
