import { unicodeEmojiCode } from '../emoji/emoji.ts';
import { nameOfSlackEmoji } from '../emoji/slack.ts';
import type { ArchivedEmoji, ArchivedReaction } from './archive.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

/** The emoji of programs that call them by names, as Slack does. */
export class NamedEmoji {
  readonly #custom = new Map<string, ArchivedEmoji>();
  readonly #aliases = new Map<string, string>();

  /** Adds a custom emoji, unless chatd cannot have it. */
  add(emoji: { from: Source; name: string; path: string | undefined }, left: Tally): void {
    const { from, name, path } = emoji;
    if (path === undefined) left.leave('emoji', 'the archive lacks their pictures', name);
    else if (!/^[0-9a-z_-]*[0-9a-z]$/.test(name)) left.leave('emoji', 'emoji cannot have such names here', name);
    else if (!this.#custom.has(name)) {
      const id = this.#custom.size + 1;
      this.#custom.set(name, { from, id, name, author_id: null, deactivated: false, pictures: [path] });
    }
  }

  addAlias(name: string, target: string): void {
    this.#aliases.set(name, target);
  }

  list(): ArchivedEmoji[] {
    return [...this.#custom.values()];
  }

  /** The emoji with a name, whatever its skin tone; undefined if there is none. */
  find(written: string): Pick<ArchivedReaction, 'emoji_name' | 'emoji_code' | 'reaction_type'> | undefined {
    const plain = written.replace(/::?skin-tone-\d.*$|_(?:light|medium_light|medium|medium_dark|dark)_skin_tone$/, '');
    const name = this.#aliases.get(plain) ?? plain;
    const custom = this.#custom.get(name);
    if (custom) return { emoji_name: name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' };
    const emoji_name = nameOfSlackEmoji(name);
    const emoji_code = unicodeEmojiCode(emoji_name);
    return emoji_code === undefined ? undefined : { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
  }
}
