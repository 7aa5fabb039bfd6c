import { isUtf8 } from 'node:buffer';

/**
 * A name of a file as it was meant, in one normal form. Programs that unpack archives read names in UTF-8 as one of two
 * older encodings of eight bits, and others decompose letters. Text in these encodings is hardly ever valid UTF-8.
 */
export function meantName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  return (undo(name, cp437) ?? undo(name, windows1252) ?? name).normalize('NFC');
}

/** The text whose UTF-8 was read in another encoding; undefined if that is not what happened. */
function undo(name: string, encoding: ReadonlyMap<string, number>): string | undefined {
  const bytes = Array.from(name.normalize('NFC'), (character) => encoding.get(character) ?? byteOf(character));
  if (bytes.includes(-1)) return undefined;
  const written = Buffer.from(bytes);
  return isUtf8(written) ? written.toString() : undefined;
}

function byteOf(character: string): number {
  const code = character.charCodeAt(0);
  return code < 0x80 ? code : -1;
}

/** The characters of the bytes from 0x80. */
const letters437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const cp437 = tableOf(letters437);
const windows1252 = tableOf(
  new TextDecoder('windows-1252').decode(Buffer.from(Array.from({ length: 128 }, (_, index) => 0x80 + index))),
);

function tableOf(characters: string): ReadonlyMap<string, number> {
  return new Map(Array.from(characters, (character, index) => [character, 0x80 + index]));
}
