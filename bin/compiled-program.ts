// Stands for src/cli/program.ts in the executable: the bundle of that, as V8 compiled it when the executable was built.
// Both are compressed: a process counts what it has read of its executable as its memory.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { bundleScript, runBundle } from './bundle-script.ts';

const file = join(import.meta.dirname, 'program.cjs');
const script = bundleScript(file, unpack(file), unpack(`${file}.cache`));
export const { runCommand } = runBundle<typeof import('../src/cli/program.ts')>(script, file);

function unpack(path: string): Buffer {
  return zstdDecompressSync(readFileSync(`${path}.zst`));
}
