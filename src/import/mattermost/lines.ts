import type { ArchiveFolder } from '../archive-folder.ts';
import { parseJson } from '../byte-cursor.ts';
import type { Faults } from '../faults.ts';
import { Fields, type Place } from '../fields.ts';
import { readLines } from '../lines.ts';
import type { Located } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';

/** The names of the files with records: several if the export was split. Throws UnusableArchive if there is none. */
export function listLineFiles(folder: ArchiveFolder): string[] {
  const all = folder.list(/^(?!\/\/)/).filter((name) => !/(?:^|\/)data\//.test(name));
  const named = all.filter((name) => name.endsWith('.jsonl'));
  const names = all.length === 1 ? all : named;
  if (names.length === 0) throw new UnusableArchive('The archive holds no .jsonl file.');
  return names;
}

/** A record with its file, and the length of its line. */
export type Line = Located & { file: string; bytes: number };

interface Sources {
  folder: ArchiveFolder;
  faults: Faults;
}

/** The records of a file of lines. Lines that are not JSON are left out. */
export function* readRecords({ folder, faults }: Sources, file: string): Generator<Line> {
  let start = 0;
  let number = 0;
  for (const line of readLines(folder.find(file) as string)) {
    const text = `${file}, line ${++number}`;
    const bytes = line.length + 1;
    const isMarked = line.subarray(0, 3).toString('hex') === byteOrderMark;
    const own = isMarked ? line.subarray(3) : line;
    const at = start + line.length - own.length;
    const place = { key: `${file} ${at}`, text: () => text };
    if (own.toString('latin1').trim() !== '') {
      const record = faults.attempt('records', () => new Fields(parse(place, own), place, faults.mended));
      if (record) yield { record, file, start: at, length: own.length, bytes };
    }
    start += bytes;
  }
}

const byteOrderMark = 'efbbbf';

function parse(place: Place, line: Buffer): unknown {
  try {
    return parseJson(line);
  } catch (error) {
    throw new UnusableArchive(`${place.text()}: it is not JSON${error instanceof Error ? `: ${error.message}` : ''}.`);
  }
}

/** The record in a line, which is in a field named by its type. Throws UnusableArchive. */
export function recordOf({ record }: Pick<Located, 'record'>, type: string): Fields {
  return record.record(type);
}
