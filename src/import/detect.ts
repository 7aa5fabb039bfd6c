import { closeSync, openSync, readSync } from 'node:fs';
import { exportManifest } from '../export/chatd-format.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { encodingOf } from './utf16.ts';
import { readStamp } from './whatsapp/times.ts';

/** What tells one format from the others: names of files, and the beginning of one. */
interface Sign {
  /** Another sign of the same format. */
  other?: Sign;
  /** All of these have a file. */
  names: readonly RegExp[];
  /** What one of the files with the first name begins with. */
  begins?(start: string): boolean;
}

/** The surest first. */
const signs = {
  chatd: { names: [new RegExp(`(?:^|/)${exportManifest.replace('.', '\\.')}$`)] },
  zulip: { names: [/(?:^|\/)realm\.json$/] },
  teams: {
    names: [/\.json$/i],
    begins: (start) =>
      /"@odata\.context":\s*"https:\/\/graph\.microsoft\.com\//.test(start) ||
      /"(?:channelIdentity|chatType|membershipType|MessageList)":/.test(start),
  },
  slack: {
    names: [/(?:^|\/)users\.json$/, /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/],
    begins: (start) => !/"(?:userPrincipalName|@odata\.context)":/.test(start),
  },
  mattermost: { names: [/\.jsonl$/i], begins: (start) => /^\s*\{[^\n]*"type":\s*"version"/.test(start) },
  rocketchat: {
    names: [/(?:^|\/)(?:rocketchat_message\.bson|[^/]*(?:dump|archive|mongo)[^/]*|[^/.]+)$/i],
    // A document with an id, or a dump in one file, which begins with the bytes 6d e2 99 81.
    begins: (start) => start.startsWith('m\u2641') || /^[^{]{1,10}_id\0/s.test(start),
    other: {
      names: [/\.json$/i],
      begins: (start) => /^\s*\{(?:"msg":"(?:[^"\\]|\\.)*",)?"username":"[^"]*","ts":"/.test(start),
    },
  },
  campfire: {
    names: [/\.(?:sqlite3?|db)$/i],
    // Databases of chatd have a table of that name.
    begins: (start) => start.startsWith('SQLite format 3\0') && !start.includes('import_origins'),
  },
  matrix: {
    names: [/(?:\.jsonl?|(?:^|\/)events)$/i],
    begins: (start) => /"(?:type|room_creator|exported_by)":\s*"(?:m\.room\.\w+|@[^"\s]+:[^"\s]+)"/.test(start),
  },
  telegram: {
    names: [/\.json$/i],
    begins: (start) =>
      /"(?:personal|bot)_chat"|"saved_messages"|"(?:private|public)_(?:super)?(?:group|channel)"/.test(start) ||
      /"about":\s*"Here is the data you requested/.test(start),
  },
  discord: { names: [/\.json$/i], begins: (start) => /"guild":\s*\{/.test(start) && /"channel":\s*\{/.test(start) },
  whatsapp: {
    names: [/\.txt$/i],
    begins: (start) => start.split('\n').some((line) => readStamp(line.replace(/^\ufeff/, '')) !== undefined),
  },
} satisfies Record<string, Sign>;

type FoundFormat = keyof typeof signs;

/** Maximum number of files for each sign whose beginning is read. */
const mostRead = 8;

/** Chooses the files whose beginnings decide, by their names: the first ones of each sign. */
export function chooseDecisive(): (name: string) => boolean {
  const signed = Object.values<Sign>(signs)
    .flatMap((sign) => listOf(sign))
    .filter(({ begins }) => begins !== undefined);
  const chosen = signed.map(({ names }) => ({ pattern: names[0], names: new Set<string>() }));
  return (name) => {
    for (const { pattern, names } of chosen) if (pattern?.test(name) && names.size < mostRead) names.add(name);
    return chosen.some(({ names }) => names.has(name));
  };
}

/** The format of an archive; undefined if it is none of those that can be told. */
export function detectFormat(folder: ArchiveFolder): FoundFormat | undefined {
  const found = Object.entries<Sign>(signs).find(([, sign]) => listOf(sign).some((one) => isSigned(folder, one)));
  return found?.[0] as FoundFormat | undefined;
}

const forReading: readonly [files: RegExp, advice: string][] = [
  [/\.html?$/i, 'Pages of HTML are for reading: export it again as JSON.'],
  [/\.csv$/i, 'Tables of CSV lack what an import needs: export it again as JSON.'],
  [/\.pst$/i, 'A mailbox (.pst) is for Outlook: export it again as JSON.'],
];

/** What to do about an archive that is none of a format, if its files are known: a space and a sentence, or nothing. */
export function adviceOn(folder: ArchiveFolder): string {
  const [, advice] = forReading.find(([files]) => folder.list(files).length > 0) ?? [];
  return advice === undefined ? '' : ` ${advice}`;
}

function listOf(sign: Sign): Sign[] {
  return sign.other ? [sign, sign.other] : [sign];
}

function isSigned(folder: ArchiveFolder, { names, begins }: Sign): boolean {
  const [files = [], ...others] = names.map((pattern) => folder.list(pattern));
  if (files.length === 0 || others.some((list) => list.length === 0)) return false;
  return begins === undefined || files.some((name) => begins(startOf(folder, name)));
}

function startOf(folder: ArchiveFolder, name: string): string {
  const path = folder.find(name);
  if (path === undefined) return '';
  const descriptor = openSync(path, 'r');
  const bytes = Buffer.alloc(1 << 16);
  const count = readSync(descriptor, bytes, 0, bytes.length, 0);
  const encoding = /\.txt$/i.test(name) ? encodingOf(descriptor) : undefined;
  closeSync(descriptor);
  return new TextDecoder(encoding).decode(bytes.subarray(0, count));
}
