// Stands for src/cli/program.ts in the executable: the bundle of that, as V8 compiled it when the executable was built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleScript, runBundle } from './bundle-script.ts';

const file = join(import.meta.dirname, 'program.cjs');
const script = bundleScript(file, readFileSync(`${file}.cache`));
export const { runCommand } = runBundle<typeof import('../src/cli/program.ts')>(script, file);
