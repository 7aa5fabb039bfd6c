import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/**
 * A name of a file as it was meant, in one normal form. Programs that unpack archives read names in UTF-8 as one of two
 * older encodings of eight bits, and others decompose letters. Text in these encodings is hardly ever valid UTF-8.
 */
export function meantName(name: string): string {
  if (isAscii(name)) return name;
  return (undo(name, cp437) ?? undo(name, windows1252) ?? name).normalize('NFC');
}

/** The text whose UTF-8 was read in another encoding; undefined if that is not what happened. */
function undo(name: string, encoding: ReadonlyMap<string, number>): string | undefined {
  const bytes = bytesIn(name, encoding);
  return bytes && isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Undefined if the encoding lacks a character. */
function bytesIn(name: string, encoding: ReadonlyMap<string, number>): Buffer | undefined {
  const bytes = Array.from(name.normalize('NFC'), (character) => encoding.get(character) ?? byteOf(character));
  return bytes.includes(-1) ? undefined : Buffer.from(bytes);
}

function byteOf(character: string): number {
  const code = character.charCodeAt(0);
  return code < 0x80 ? code : -1;
}

/** A name in UTF-8, or else in CP437, whose characters tell every byte. */
export function nameOfBytes(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : decodeBy(letters437, bytes);
}

/** Other readings of a name that is not in UTF-8: in each encoding that programs wrote names in. */
export function otherReadings(name: string): string[] {
  const bytes = bytesIn(name, cp437) ?? bytesIn(name, cp850) ?? bytesIn(name, windows1252);
  if (isAscii(name) || bytes === undefined) return [];
  const all = [decodeBy(letters850, bytes), ...encodings.map((decoder) => decode(decoder, bytes))];
  return all.flatMap((one) => (one === undefined ? [] : [one.normalize('NFC')]));
}

export const isAscii = (name: string): boolean => /^[\x20-\x7e]*$/.test(name);

const encodings = ['shift_jis', 'gbk', 'big5', 'euc-kr', 'ibm866', 'windows-1251', 'windows-1252', 'iso-8859-2'].map(
  (encoding) => new TextDecoder(encoding, { fatal: true }),
);

/** Undefined if the bytes are no text in the encoding. */
function decode(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeBy(letters: string, bytes: Buffer): string {
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : letters[byte - 0x80])).join('');
}

/** The characters of the bytes from 0x80. */
const letters850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const letters437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const cp437 = tableOf(letters437);
const cp850 = tableOf(letters850);
const windows1252 = tableOf(
  new TextDecoder('windows-1252').decode(Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index))),
);

function tableOf(characters: string): ReadonlyMap<string, number> {
  return new Map(Array.from(characters, (character, index) => [character, 0x80 + index]));
}
