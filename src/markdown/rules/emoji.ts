import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { namesByCode, unicodeEmojiCode } from '../../emoji/emoji.ts';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf } from '../context.ts';
import { type Piece, replacePieces } from '../text-pieces.ts';

/** An emoji: of Unicode, with its code, or of the organization, with its id. */
type Emoji = { name: string; code: string } | { name: string; id: number };

const named = /:([\w+-]+):/y;

/** `:name:`, Unicode emoji and, if the writer's settings say so, emoticons. */
export function emojiRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('emphasis', 'emoji', readNamed);
  markdown.core.ruler.push('emoji', replaceCharacters);
  markdown.core.ruler.push('emoticon', replaceEmoticons);
  markdown.renderer.rules.emoji = (tokens, index) => presentEmoji(tokens[index]?.meta as unknown as Emoji);
}

function readNamed(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ':' || state.linkLevel > 0) return false;
  named.lastIndex = state.pos;
  const name = named.exec(state.src)?.[1];
  if (name === undefined || named.lastIndex > state.posMax) return false;
  const emoji = findByName(state, name);
  if (!emoji) return false;
  if (!silent) state.push('emoji', 'span', 0).meta = emoji;
  state.pos += name.length + 2;
  return true;
}

// The organization's emoji take precedence.
function findByName({ env }: StateInline, name: string): Emoji | undefined {
  const id = contextOf(env).lookups?.findEmoji(name);
  if (id !== undefined) return { name, id };
  const code = unicodeEmojiCode(name);
  return code === undefined ? undefined : { name, code };
}

const mayHoldEmoji = /[\u203c-\uffff]/;
const person = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?';
const characters = new RegExp(
  `\\u{1f3f4}[\\u{e0020}-\\u{e007f}]+|\\p{Regional_Indicator}{2}|[0-9#*]\\ufe0f?\\u20e3|${person}(?:\\u200d${person})*`,
  'gu',
);

function replaceCharacters(state: StateCore): void {
  if (mayHoldEmoji.test(state.src)) replacePieces(state, (text) => findCharacters(state, text));
}

function findCharacters(state: StateCore, text: string): Piece[] {
  if (!mayHoldEmoji.test(text)) return [];
  return [...text.matchAll(characters)].flatMap(({ 0: written, index }) => {
    const emoji = findByCharacters(written);
    return emoji ? [pieceOf(state, emoji, index, written)] : [];
  });
}

function findByCharacters(written: string): Emoji | undefined {
  // Signs such as © are text unless U+FE0F requests an emoji. U+FE0E requests text, and is in no code.
  if (written.length === 1 && written < '\u2300') return undefined;
  const points = Array.from(written.replaceAll('\ufe0f', ''), (character) => character.codePointAt(0) as number);
  return findByCode(points.map((point) => point.toString(16).padStart(4, '0')).join('-'));
}

function findByCode(code: string): Emoji | undefined {
  const name = Object.hasOwn(namesByCode, code) ? namesByCode[code]?.[0] : undefined;
  return name === undefined ? undefined : { name, code };
}

const codeByEmoticon: Readonly<Record<string, string>> = {
  ':)': '1f642',
  '(:': '1f642',
  ':(': '1f641',
  '<3': '2764',
  ':|': '1f610',
  ':/': '1f615',
  ';)': '1f609',
  ':D': '1f600',
  ':P': '1f61b',
  ':p': '1f61b',
  ':o': '1f62e',
  ':O': '1f62e',
};
const emoticons = /(?<![^,.;?!()[\] "'\n\t])(?::[)(|/DPpoO]|\(:|;\)|<3)(?![^,.;?!()[\] "'\n\t])/g;

function replaceEmoticons(state: StateCore): void {
  const { lookups } = contextOf(state.env);
  if (!lookups || state.src.search(emoticons) < 0 || !lookups.translates_emoticons()) return;
  replacePieces(state, (text) =>
    [...text.matchAll(emoticons)].flatMap(({ 0: written, index }) => {
      const emoji = findByCode(codeByEmoticon[written] ?? '');
      return emoji ? [pieceOf(state, emoji, index, written)] : [];
    }),
  );
}

function pieceOf(state: StateCore, emoji: Emoji, start: number, written: string): Piece {
  const token: Token = new state.Token('emoji', 'span', 0);
  token.meta = { ...emoji };
  return { start, end: start + written.length, tokens: [token] };
}

// Clients parse these classes and attributes.
function presentEmoji(emoji: Emoji): string {
  const name = escapeHtml(emoji.name);
  const label = name.replaceAll('_', ' ');
  if ('id' in emoji) return `<img alt=":${name}:" class="emoji" src="/emoji/${emoji.id}" title="${label}">`;
  return `<span aria-label="${label}" class="emoji emoji-${emoji.code}" role="img" title="${label}">:${name}:</span>`;
}
