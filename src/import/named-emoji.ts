import { namesByCode, unicodeEmojiCode } from '../emoji/emoji.ts';
import { nameOfSlackEmoji } from '../emoji/slack.ts';
import type { ArchivedEmoji, ArchivedReaction } from './archive.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

type FoundEmoji = Pick<ArchivedReaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>;

/** The emoji of programs that identify them by names, like Slack. */
export class NamedEmoji {
  readonly #custom = new Map<string, ArchivedEmoji>();
  readonly #aliases = new Map<string, string>();
  readonly #seen = new Set<string>();

  /** Adds a custom emoji, unless chatd cannot store it or it was already added. */
  add(emoji: { from: Source; name: string; path: string | undefined }, left: Tally): void {
    const { from, name, path } = emoji;
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    if (path === undefined) left.leave('emoji', 'the archive lacks their pictures', name);
    else if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name)) left.leave('emoji', 'such names are not allowed here', name);
    else {
      const id = this.#custom.size + 1;
      this.#custom.set(name, { from, id, key: name, name, author_id: null, deactivated: false, pictures: [path] });
    }
  }

  addAlias(name: string, target: string): void {
    this.#aliases.set(name, target);
  }

  list(): ArchivedEmoji[] {
    return [...this.#custom.values()];
  }

  /** The emoji with this name, regardless of skin tone; undefined if there is none. */
  find(written: string): FoundEmoji | undefined {
    const plain = written.replace(/::?skin-tone-\d.*$|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/, '');
    const name = this.#aliases.get(plain) ?? plain;
    const custom = this.#custom.get(name);
    if (custom) return { emoji_name: name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' };
    const emoji_name = nameOfSlackEmoji(name);
    const emoji_code = unicodeEmojiCode(emoji_name);
    return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
  }
}

/** The emoji for this character, regardless of skin tone; undefined if there is none. */
export function emojiOfCharacter(character: string): FoundEmoji | undefined {
  const points = [...character].map((one) => (one.codePointAt(0) as number).toString(16).padStart(4, '0'));
  // Without variation selectors and skin tones.
  const emoji_code = points.filter((point) => !/^(?:fe0f|1f3f[b-f])$/.test(point)).join('-');
  const [emoji_name] = (Object.hasOwn(namesByCode, emoji_code) && namesByCode[emoji_code]) || [];
  return emoji_name === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
}
