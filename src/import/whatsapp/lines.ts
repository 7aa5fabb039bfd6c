import { isUtf8 } from 'node:buffer';
import { readLines } from '../lines.ts';
import { readStamp, type Stamp } from './times.ts';

/** A message of a chat, with the lines that continue it. */
export interface Entry {
  stamp: Stamp;
  /** Undefined in a notice of the app. */
  sender: string | undefined;
  text: string;
  /** The number of its first line. */
  line: number;
  /** Bytes of its lines. */
  bytes: number;
  /** Whether some of them are not in UTF-8. */
  isGarbled: boolean;
}

/** In characters; nobody can send a longer message there. */
const longestEntry = 100_000;

/** The messages of a file, read line by line. Lines before the first one belong to none. */
export function* readEntries(path: string): Generator<Entry> {
  let entry: Entry | undefined;
  let line = 0;
  for (const bytes of readLines(path)) {
    line++;
    const written = plainLine(bytes.toString());
    const stamp = readStamp(written);
    const isGarbled = !isUtf8(bytes);
    if (stamp) {
      if (entry) yield entry;
      entry = { stamp, ...splitSender(stamp.rest), line, bytes: bytes.length + 1, isGarbled };
    } else if (entry) {
      entry.bytes += bytes.length + 1;
      entry.isGarbled ||= isGarbled;
      if (entry.text.length < longestEntry) entry.text += `\n${written}`;
    }
  }
  if (entry) yield entry;
}

/** A line with ASCII digits and ordinary spaces in its beginning, without the marks for the direction of its date. */
function plainLine(line: string): string {
  const text = line
    .replace(/\r$/, '')
    .replaceAll('\0', '')
    .replace(/^\ufeff/, '')
    .toWellFormed();
  const start = text.slice(0, 60);
  if (/^[[\x20-\x7e]{30}/.test(start)) return text;
  const plain = start
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, (digit) => String(digitOf(digit)));
  // Marks of direction stand around the numbers of a date; those in names and texts stay.
  const undirected = plain.replace(
    /^([\u200e\u200f]*\[?)([\d\u200e\u200f\u202a-\u202e./: ,،-]{6,})/,
    (_, open: string, date: string) => {
      return open + date.replace(/[\u200e\u200f\u202a-\u202e]/g, '');
    },
  );
  return (readStamp(undirected) ? undirected : start) + text.slice(60);
}

function digitOf(character: string): number {
  const code = character.charCodeAt(0);
  const zero = [0x660, 0x6f0, 0x966, 0x9e6].find((one) => code >= one && code < one + 10) ?? code;
  return code - zero;
}

/** What stands before the first colon is the sender; notices have none, and quote names that may have colons. */
function splitSender(rest: string): { sender: string | undefined; text: string } {
  const [, sender, text = ''] =
    /^(?:\u200e|\u202a|\u200f)?((?:[^:\n"“”„«]|"[^":\n]*"){1,100}?)[\u202c\u200e]?:(?: |$)([\s\S]*)$/.exec(rest) ?? [];
  if (sender === undefined || sender.trim() === '') return { sender: undefined, text: rest };
  return { sender: sender.replace(/^[~\s\u00a0\u202f]+/, '').trim() || sender.trim(), text };
}
