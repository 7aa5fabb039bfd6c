import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** A multiple of the size of a character. */
const chunk = 1 << 20;

/** The path of a text file in UTF-8: the file itself, or for a file in UTF-16, `copy`, which is written. */
export function convertUtf16(path: string, copy: string): string {
  const source = openSync(path, 'r');
  try {
    const encoding = encodingOf(source);
    if (encoding === undefined) return path;
    const target = openSync(copy, 'w', 0o600);
    try {
      for (const text of decode(source, encoding)) writeSync(target, text);
    } finally {
      closeSync(target);
    }
    return copy;
  } finally {
    closeSync(source);
  }
}

/** Undefined for UTF-8. From the byte order mark, or from the zero byte of the first character, which is in ASCII in every file of records. */
export function encodingOf(descriptor: number): 'utf-16le' | 'utf-16be' | undefined {
  const start = Buffer.alloc(2, 0xff);
  if (readSync(descriptor, start, 0, 2, 0) < 2) return undefined;
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : undefined;
}

function* decode(descriptor: number, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  const bytes = Buffer.alloc(chunk);
  for (let at = 0; ; ) {
    const count = readSync(descriptor, bytes, 0, chunk, at);
    if (count === 0) break;
    at += count;
    yield decoder.decode(bytes.subarray(0, count), { stream: true });
  }
  yield decoder.decode();
}
