import { type Signal, signal } from '@preact/signals-core';
import type { RealmEmoji } from '../api/types.ts';

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  /** All of its names. */
  names: readonly string[];
  /** For an emoji of the organization. */
  url?: string;
}

/** The characters of an emoji, by its code: `1f44d`, or several joined by hyphens. */
export function characterOf(emoji_code: string): string {
  const points = emoji_code.split('-').map((one) => Number.parseInt(one, 16));
  if (points.some((point) => Number.isNaN(point) || point > 0x10ffff)) return '';
  const text = String.fromCodePoint(...points);
  // Some characters are emoji only with a variation selector.
  return points.length === 1 && (points[0] ?? 0) < 0x1f000 ? `${text}\ufe0f` : text;
}

const extraEmojiUrl = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** The image of an emoji without a character. */
export function emojiUrl(
  { reaction_type, emoji_code }: Pick<Emoji, 'reaction_type' | 'emoji_code'>,
  own: Readonly<Record<string, RealmEmoji>>,
): string | undefined {
  if (reaction_type === 'zulip_extra_emoji') return extraEmojiUrl;
  return reaction_type === 'realm_emoji' ? own[emoji_code]?.source_url : undefined;
}

/** All emoji, fetched on first use. */
export class EmojiTable {
  readonly #standard: Signal<readonly Emoji[]> = signal([]);
  #isAsked = false;

  list(own: Readonly<Record<string, RealmEmoji>>): readonly Emoji[] {
    if (!this.#isAsked) void this.#fetch();
    const active = Object.values(own).filter(({ deactivated }) => !deactivated);
    return [...active.map(ownEmoji), ...this.#standard.value];
  }

  async #fetch(): Promise<void> {
    this.#isAsked = true;
    try {
      const response = await fetch('/static/emoji-data.json', { credentials: 'same-origin' });
      const { code_to_names } = (await response.json()) as { code_to_names: Record<string, string[]> };
      this.#standard.value = Object.entries(code_to_names)
        .map(([emoji_code, names]) => standardEmoji(emoji_code, names))
        .sort((a, b) => rankOf(a.emoji_code) - rankOf(b.emoji_code));
    } catch {
      this.#isAsked = false;
    }
  }
}

function standardEmoji(emoji_code: string, names: readonly string[]): Emoji {
  return { emoji_name: names[0] ?? '', emoji_code, reaction_type: 'unicode_emoji', names };
}

/** Arrows and other signs come last, although JavaScript lists numeric keys first. */
function rankOf(emoji_code: string): number {
  return /^\d+$/.test(emoji_code) ? 1 : 0;
}

function ownEmoji({ id, name, source_url }: RealmEmoji): Emoji {
  return { emoji_name: name, emoji_code: id, reaction_type: 'realm_emoji', names: [name], url: source_url };
}
