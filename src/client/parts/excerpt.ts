import type { Message } from '../api/types.ts';
import { parseHtml } from '../text/trusted.ts';
import { textOf } from './message-text.ts';

/** Numbers of characters: before the first hit, and of the whole excerpt. */
const before = 24;
const most = 120;

/** The part of a message around the first hit of a search, in pieces, of which some are hits. */
export function excerptOf(message: Message): { text: string; isHit: boolean }[] {
  const marked = parseHtml(message.match_content ?? '').querySelectorAll('.highlight');
  const hits = new Set([...marked].map(({ textContent }) => textContent).filter(Boolean));
  const text = textOf(message);
  const first = Math.min(...[...hits].map((hit) => text.indexOf(hit)).filter((at) => at >= 0), text.length);
  const start = first <= before || first === text.length ? 0 : startOf(text, first);
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, start + most)}${text.length > start + most ? '…' : ''}`;
  if (hits.size === 0) return [{ text: shown, isHit: false }];
  const pieces = shown.split(
    new RegExp(`(${[...hits].map((hit) => hit.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')})`),
  );
  return pieces.filter((text) => text !== '').map((text) => ({ text, isHit: hits.has(text) }));
}

/** The beginning of a word before a hit, if one is near. */
function startOf(text: string, hit: number): number {
  const space = text.indexOf(' ', hit - before);
  return space < hit ? space + 1 : hit - before;
}
