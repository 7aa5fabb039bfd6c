import { normalize } from '../ground/text.ts';

const maxLength = 255;
const maxPathLength = 80;
const maxEndingLength = 20;

/** The stored name of a file: the given one without unsafe characters, or a default. */
export function keptName(given: string, ending: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  const name = given.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069/\\]/g, '');
  const trimmed = shorten(name.trim().toWellFormed(), maxLength);
  return /^\.{0,2}$/.test(trimmed) ? `uploaded-file${ending}` : trimmed;
}

/** The last part of a file's path: its name, with dashes in place of other characters. */
export function addressName(name: string): string {
  const plain = normalize(name, 'NFC').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-');
  const trimmed = shorten(plain.replace(/^[-.]+|-+(?=\.|$)/g, ''), maxPathLength);
  return trimmed || 'file';
}

/** Truncated before the extension, in code points: programs recognize a file by its extension. */
function shorten(name: string, max: number): string {
  const characters = [...name];
  if (characters.length <= max) return name;
  const dot = characters.lastIndexOf('.');
  const ending = dot < 0 || characters.length - dot > maxEndingLength ? [] : characters.slice(dot);
  return [...characters.slice(0, max - ending.length), ...ending].join('');
}
