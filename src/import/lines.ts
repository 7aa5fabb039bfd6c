import { closeSync, openSync, readSync } from 'node:fs';
import { UnusableArchive } from './unusable-archive.ts';

const chunk = 1 << 20;
/** Maximum length of a line, in bytes; no real row comes near it. */
const longest = 256 << 20;
const newline = 0x0a;

/** The lines of a file, read piece by piece. */
export function* readLines(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    let rest: Buffer[] = [];
    for (;;) {
      const bytes = Buffer.allocUnsafe(chunk);
      const count = readSync(descriptor, bytes, 0, chunk, null);
      if (count === 0) break;
      let start = 0;
      for (let end = bytes.indexOf(newline); end >= 0 && end < count; end = bytes.indexOf(newline, start)) {
        yield Buffer.concat([...rest, bytes.subarray(start, end)]);
        rest = [];
        start = end + 1;
      }
      rest.push(bytes.subarray(start, count));
      if (rest.length > longest / chunk) throw new UnusableArchive(`${path}: a line is longer than 256 MiB.`);
    }
    const last = Buffer.concat(rest);
    if (last.length > 0) yield last;
  } finally {
    closeSync(descriptor);
  }
}
