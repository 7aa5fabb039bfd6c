import type { Database } from '../db/database.ts';
import { escapeHtml } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import type { Kind } from '../http/params.ts';
import { pictureEnding } from '../images/file-ending.ts';
import table from './table.json' with { type: 'json' };

/** An emoji in reactions and statuses. */
export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: ReactionType;
}

export type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

const reactionTypes: Readonly<Record<string, ReactionType>> = {
  unicode_emoji: 'unicode_emoji',
  realm_emoji: 'realm_emoji',
  zulip_extra_emoji: 'zulip_extra_emoji',
  // The type's name in the specification.
  service_extra_emoji: 'zulip_extra_emoji',
};

/** The reaction type that a word names; undefined for any other word. */
export function findReactionType(word: string): ReactionType | undefined {
  return Object.hasOwn(reactionTypes, word) ? reactionTypes[word] : undefined;
}

/** Reads a reaction type. */
export function reactionType(): Kind<ReactionType> {
  return {
    schema: { type: 'string', enum: Object.keys(reactionTypes) },
    json: false,
    bad: ['no-such-word', ''],
    read(raw) {
      const type = findReactionType(String(raw));
      if (type === undefined) throw invalidEmojiType();
      return type;
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

/** Name and code of the only extra emoji. All clients offer it, under this name. */
export const extraEmoji = 'zulip';

/** URL path of its image, built into the clients. */
export const extraEmojiPath = `/static/generated/emoji/images/emoji/unicode/${extraEmoji}.png`;

/** The parts of an emoji in a request. */
export interface EmojiParts {
  emoji_name: string;
  emoji_code: string | undefined;
  reaction_type: ReactionType | undefined;
}

/**
 * The emoji of a request. Missing parts are taken from an emoji with this name; custom emoji take precedence over extra
 * and Unicode ones. The parts may still contradict each other: see checkEmoji. Throws unknownEmojiName.
 */
export function completeEmoji(db: Database, { emoji_name, emoji_code, reaction_type }: EmojiParts): Emoji {
  if (emoji_code !== undefined && reaction_type !== undefined) return { emoji_name, emoji_code, reaction_type };
  const all = listEmojiNamed(db, emoji_name);
  const matching = all.find(
    (one) =>
      one.emoji_code === (emoji_code ?? one.emoji_code) && one.reaction_type === (reaction_type ?? one.reaction_type),
  );
  const [named = matching] = matching ? [matching] : all;
  if (!named) throw unknownEmojiName({ name: escapeHtml(emoji_name) });
  return { ...named, ...(emoji_code !== undefined && { emoji_code }), ...(reaction_type && { reaction_type }) };
}

function listEmojiNamed(db: Database, emoji_name: string): Emoji[] {
  const id = findCustomEmojiId(db, emoji_name);
  const code = codeByName.get(emoji_name);
  return [
    ...(id === undefined ? [] : [{ emoji_name, emoji_code: String(id), reaction_type: 'realm_emoji' as const }]),
    ...(emoji_name === extraEmoji
      ? [{ emoji_name, emoji_code: extraEmoji, reaction_type: 'zulip_extra_emoji' as const }]
      : []),
    ...(code === undefined ? [] : [{ emoji_name, emoji_code: code, reaction_type: 'unicode_emoji' as const }]),
  ];
}

/** Checks that name, code and type belong to one emoji in use. Throws one of emojiErrors. */
export function checkEmoji(db: Database, { emoji_name, emoji_code, reaction_type }: Emoji): void {
  if (reaction_type === 'realm_emoji') checkRealmEmoji(db, emoji_name, emoji_code);
  else checkName(emoji_name, namesOf(reaction_type, emoji_code));
}

/** Whether a code belongs to an emoji that every organization has. */
export function isBuiltIn({ emoji_code, reaction_type }: Omit<Emoji, 'emoji_name'>): boolean {
  return reaction_type !== 'realm_emoji' && namesOf(reaction_type, emoji_code).length > 0;
}

function namesOf(type: Exclude<ReactionType, 'realm_emoji'>, code: string): readonly string[] {
  return type === 'unicode_emoji' ? namesOfCode(code) : namesOfExtra(code);
}

function checkName(name: string, names: readonly string[]): void {
  if (names.length === 0) throw invalidEmojiCode();
  if (!names.includes(name)) throw invalidEmojiName();
}

function namesOfCode(code: string): readonly string[] {
  return (Object.hasOwn(namesByCode, code) && namesByCode[code]) || [];
}

function namesOfExtra(code: string): readonly string[] {
  return code === extraEmoji ? [extraEmoji] : [];
}

function checkRealmEmoji(db: Database, emoji_name: string, emoji_code: string): void {
  // Codes of reactions are compared as text, so 07 must not pass for 7.
  const id = /^[1-9]\d{0,14}$/.test(emoji_code) ? Number(emoji_code) : 0;
  const row = db.get<{ name: string; deactivated: 0 | 1 }>(
    'SELECT name, deactivated FROM realm_emoji WHERE id = ?',
    id,
  );
  if (!row) throw invalidCustomEmoji();
  if (row.deactivated) throw deactivatedCustomEmoji();
  if (row.name !== emoji_name) throw invalidCustomEmojiName();
}

/** The id of the custom emoji in use with this name. */
function findCustomEmojiId(db: Database, name: string): number | undefined {
  return db.cachedValue<number>('SELECT id FROM realm_emoji WHERE name = ? AND deactivated = 0', name);
}

/** The URL path of the image of the custom emoji in use with this name. */
export function findCustomEmojiPath(db: Database, name: string): string | undefined {
  const id = findCustomEmojiId(db, name);
  if (id === undefined) return undefined;
  const sql = 'SELECT i.content_type FROM realm_emoji e JOIN images i ON i.id = e.image_id WHERE e.id = ?';
  return customEmojiPath(id, db.cachedValue<string>(sql, id) ?? null);
}

/** The URL path of a custom emoji's image. Older messages contain it without the extension. */
export function customEmojiPath(id: number, content_type: string | null): string {
  return `/emoji/${id}.${pictureEnding(content_type)}`;
}
