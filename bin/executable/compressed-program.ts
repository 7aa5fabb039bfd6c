// Stands for src/cli/program.ts in the executable: loads the compressed bundle of that.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import { zstdDecompressSync } from 'node:zlib';

const file = join(import.meta.dirname, 'program.cjs');
const module = { exports: {} as typeof import('../../src/cli/program.ts') };
// Characters beyond ASCII are escaped in a bundle.
const text = zstdDecompressSync(readFileSync(`${file}.zst`)).toString('latin1');
compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname'], {
  filename: file,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})(module.exports, createRequire(file), module, file, import.meta.dirname);

export const { runCommand } = module.exports;
