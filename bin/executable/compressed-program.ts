// Stands for src/cli/program.ts in the executable: loads the compressed bundle of that.
import { createRequire } from 'node:module';
import sea from 'node:sea';
import { compileFunction } from 'node:vm';
import { zstdDecompressSync } from 'node:zlib';

// The file has a name for stack traces alone.
const file = import.meta.filename;
const module = { exports: {} as typeof import('../../src/cli/program.ts') };
// Characters beyond ASCII are escaped in a bundle.
const text = zstdDecompressSync(sea.getRawAsset('program.cjs.zst')).toString('latin1');
const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
const run = compileFunction(text, parameters, { filename: 'program.cjs' });
run(module.exports, createRequire(file), module, file, import.meta.dirname);

export const { runCommand } = module.exports;
