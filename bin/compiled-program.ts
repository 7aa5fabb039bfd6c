// Stands for src/cli/program.ts in the executable: the bundle of that, as V8 compiled it when the executable was built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { bundleScript, runBundle } from './bundle-script.ts';

const file = join(import.meta.dirname, 'program.cjs');
// Compressed, because a process counts what it has read of its executable as its memory.
const script = bundleScript(file, zstdDecompressSync(readFileSync(`${file}.zst`)), readFileSync(`${file}.cache`));
export const { runCommand } = runBundle<typeof import('../src/cli/program.ts')>(script, file);
