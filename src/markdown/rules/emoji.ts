import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { extraEmoji, extraEmojiPath, namesByCode, unicodeEmojiCode } from '../../emoji/emoji.ts';
import { escapeHtml } from '../../ground/text.ts';
import { contextOf } from '../context.ts';
import { type Piece, replacePieces } from '../text-pieces.ts';

/** An emoji: of Unicode, with its code, or an image, with its URL. */
type Emoji = { name: string; code: string } | { name: string; src: string };

const named = /:([\w+-]+):/y;

/** `:name:`, Unicode emoji and, if the writer enabled them, emoticons. */
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
function findByName({ env }: StateInline | StateCore, name: string): Emoji | undefined {
  const src = contextOf(env).lookups?.findEmoji(name);
  if (src !== undefined) return { name, src };
  if (name === extraEmoji) return { name, src: extraEmojiPath };
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
  // Signs such as © and ✔ are text unless U+FE0F requests an emoji. U+FE0E requests text and occurs in no code.
  if (written.length === 1 && !/\p{Emoji_Presentation}/u.test(written)) return undefined;
  const points = Array.from(written.replaceAll('\ufe0f', ''), (character) => character.codePointAt(0) as number);
  return findByCode(points.map((point) => point.toString(16).padStart(4, '0')).join('-'));
}

function findByCode(code: string): Emoji | undefined {
  const name = Object.hasOwn(namesByCode, code) ? namesByCode[code]?.[0] : undefined;
  return name === undefined ? undefined : { name, code };
}

const nameByEmoticon: Readonly<Record<string, string>> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':P': 'stuck_out_tongue',
  ':p': 'stuck_out_tongue',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
};
const emoticons = /(?<![^,.;?!()[\] "'\n\t])(?::[)(|/DPpoO]|\(:|;\)|<3)(?![^,.;?!()[\] "'\n\t])/g;

function replaceEmoticons(state: StateCore): void {
  const { lookups } = contextOf(state.env);
  if (!lookups || state.src.search(emoticons) < 0 || !lookups.translates_emoticons()) return;
  replacePieces(state, (text) =>
    [...text.matchAll(emoticons)].flatMap(({ 0: written, index }) => {
      const emoji = findByName(state, nameByEmoticon[written] ?? '');
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
  if ('src' in emoji) return `<img alt=":${name}:" class="emoji" src="${emoji.src}" title="${label}">`;
  return `<span aria-label="${label}" class="emoji emoji-${emoji.code}" role="img" title="${label}">:${name}:</span>`;
}
