import { isUtf8 } from 'node:buffer';
import type { ArchiveFolder } from '../archive-folder.ts';
import { Fields } from '../fields.ts';
import { readLines } from '../lines.ts';
import type { Located } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';

/** The name of the file with all records. Throws UnusableArchive unless there is one. */
export function findLines(folder: ArchiveFolder): string {
  const all = folder.list(/^(?!\/\/)/).filter((name) => !/(?:^|\/)data\//.test(name));
  const named = all.filter((name) => name.endsWith('.jsonl'));
  const [name, ...others] = all.length === 1 ? all : named;
  if (name === undefined) throw new UnusableArchive('The archive holds no .jsonl file.');
  if (others.length > 0) throw new UnusableArchive(`The archive holds several .jsonl files: ${name}, ${others[0]}.`);
  return name;
}

/** The records of a file of lines. Throws UnusableArchive. */
export function* readRecords(folder: ArchiveFolder, name: string): Generator<Located & { bytes: number }> {
  let start = 0;
  let number = 0;
  for (const line of readLines(folder.find(name) as string)) {
    const place = `${name}, line ${++number}`;
    const length = line.length;
    const bytes = length + 1;
    if (line.toString('latin1').trim() !== '') {
      yield { record: new Fields(parse(place, line), () => place), start, length, bytes };
    }
    start += bytes;
  }
  if (number === 0) throw new UnusableArchive(`${name} is empty.`);
}

function parse(place: string, line: Buffer): unknown {
  if (!isUtf8(line)) throw new UnusableArchive(`${place}: it is not UTF-8.`);
  try {
    return JSON.parse(line.toString()) as unknown;
  } catch {
    throw new UnusableArchive(`${place}: it is not JSON.`);
  }
}
