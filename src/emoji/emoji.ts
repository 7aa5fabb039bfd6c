import type { Database } from '../db/database.ts';
import { escapeHtml } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { type Kind, oneOf } from '../http/params.ts';
import { codeByClientName } from './client-names.ts';
import table from './table.json' with { type: 'json' };

/** An emoji in reactions and statuses. */
export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

export type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

/** Reads a reaction type. Extra emoji have two type names; `service_extra_emoji` is that of the specification. */
export function reactionType(): Kind<ReactionType> {
  const words = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji', 'service_extra_emoji'] as const;
  const kind = oneOf(words);
  return {
    ...kind,
    read(raw, name) {
      if (!words.some((word) => word === raw)) throw invalidEmojiType();
      const word = kind.read(raw, name);
      return word === 'service_extra_emoji' ? 'zulip_extra_emoji' : word;
    },
  };
}

export const unknownEmojiName = errorKind<{ name: string }>("Emoji '{name}' does not exist");
const invalidEmojiCode = errorKind('Invalid emoji code.');
const invalidEmojiName = errorKind('Invalid emoji name.');
export const invalidEmojiType = errorKind('Invalid emoji type.');
const invalidCustomEmoji = errorKind('Invalid custom emoji.');
const invalidCustomEmojiName = errorKind('Invalid custom emoji name.');
const deactivatedCustomEmoji = errorKind('This custom emoji has been deactivated.');
export const emojiErrors = [
  unknownEmojiName,
  invalidEmojiCode,
  invalidEmojiName,
  invalidEmojiType,
  invalidCustomEmoji,
  invalidCustomEmojiName,
  deactivatedCustomEmoji,
] as const;

/** Names of every Unicode emoji by its code, the preferred name first. */
export const namesByCode: Readonly<Record<string, readonly string[]>> = table;

const codeByName = new Map(
  Object.entries(namesByCode).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
);

export function isUnicodeEmojiName(name: string): boolean {
  return codeByName.has(name);
}

export function unicodeEmojiCode(name: string): string | undefined {
  return codeByName.get(name);
}

/**
 * The emoji with this name and, if given, this type; custom emoji take precedence over Unicode ones. Throws
 * unknownEmojiName.
 */
export function accessEmojiByName(db: Database, emoji_name: string, reaction_type?: ReactionType): Emoji {
  const own =
    reaction_type === undefined || reaction_type === 'realm_emoji' ? findCustomEmojiId(db, emoji_name) : undefined;
  if (own !== undefined) return { emoji_name, emoji_code: String(own), reaction_type: 'realm_emoji' };
  const isUnicode = reaction_type === undefined || reaction_type === 'unicode_emoji';
  const emoji_code = isUnicode ? codeByName.get(emoji_name) : undefined;
  if (emoji_code === undefined) throw unknownEmojiName({ name: escapeHtml(emoji_name) });
  return { emoji_name, emoji_code, reaction_type: 'unicode_emoji' };
}

/** The type for a name and code without one: custom only if both belong to the same custom emoji. */
export function guessReactionType(db: Database, emoji_name: string, emoji_code: string): ReactionType {
  return String(findCustomEmojiId(db, emoji_name)) === emoji_code ? 'realm_emoji' : 'unicode_emoji';
}

/**
 * The emoji with this name, code and type. The code decides: an unknown name is replaced by the preferred one, unless
 * it is another emoji's and no client is known to send it for this code. Throws one of emojiErrors.
 */
export function checkEmoji(db: Database, emoji_name: string, emoji_code: string, reaction_type: ReactionType): Emoji {
  if (reaction_type === 'realm_emoji') return checkRealmEmoji(db, emoji_name, emoji_code);
  if (reaction_type !== 'unicode_emoji') throw invalidEmojiCode();
  const names = Object.hasOwn(namesByCode, emoji_code) ? namesByCode[emoji_code] : undefined;
  const [usual] = names ?? [];
  if (!names || usual === undefined) throw invalidEmojiCode();
  if (names.includes(emoji_name)) return { emoji_name, emoji_code, reaction_type };
  const isOthers = codeByName.has(emoji_name) && codeByClientName.get(emoji_name) !== emoji_code;
  if (isOthers) throw invalidEmojiName();
  return { emoji_name: usual, emoji_code, reaction_type };
}

function checkRealmEmoji(db: Database, emoji_name: string, emoji_code: string): Emoji {
  // Codes of reactions are compared as text, so 07 must not pass for 7.
  const id = /^[1-9]\d{0,14}$/.test(emoji_code) ? Number(emoji_code) : 0;
  const row = db.get<{ name: string; deactivated: 0 | 1 }>(
    'SELECT name, deactivated FROM realm_emoji WHERE id = ?',
    id,
  );
  if (!row) throw invalidCustomEmoji();
  if (row.deactivated) throw deactivatedCustomEmoji();
  if (row.name !== emoji_name) throw invalidCustomEmojiName();
  return { emoji_name, emoji_code, reaction_type: 'realm_emoji' };
}

/** The id of the custom emoji in use with this name. */
export function findCustomEmojiId(db: Database, name: string): number | undefined {
  return db.cachedValue<number>('SELECT id FROM realm_emoji WHERE name = ? AND deactivated = 0', name);
}
