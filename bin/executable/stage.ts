import { hash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { workerFiles } from '../../src/assets.ts';
import { languageNames } from '../../src/languages/names.ts';
import { collectLicenses } from '../../src/licenses.ts';
import { bundleClient, writeClient } from '../../src/web/bundle.ts';
import { findNodePackage, nameHere, parseTarget, type Target } from './target.ts';

/** The checkout. */
export const root: string = join(import.meta.dirname, '../..');
/** All that is made. */
export const output: string = join(root, 'dist');
/** What is needed on the way. */
export const staging: string = join(output, 'staging');
/** The program, as it is on all systems. */
export const app: string = join(staging, 'app');
/** The code of the threads. */
const workers = Object.values(workerFiles).map((file) => relative(root, file));

/** Files that the program reads, as they are in a checkout. */
const copied = globSync(
  [
    'schema.sql',
    'src/db/migrations/*',
    'src/external/examples/*',
    'src/export/html/assets/*',
    'src/client/style/tokens.css',
    'src/web/page.css',
    ...Object.keys(languageNames).map((language) => `src/languages/${language}.json`),
  ],
  { cwd: root },
).sort();

const mainFile = 'src/main.cjs';

/** All that the program is and reads, but for the addon of its system. */
export const stagedFiles: readonly string[] = [
  mainFile,
  'licenses.txt',
  'src/program.cjs.zst',
  ...workers.map((worker) => `${bundleOf(worker)}.zst`),
  'src/client.bin',
  ...copied,
];

interface Package {
  name: string;
  version: string;
  description: string;
  license: string;
  optionalDependencies: Readonly<Record<string, string>>;
}

export function readPackage(): Package {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Makes what is the same on all systems. */
export async function stageProgram(): Promise<void> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  await bundle('src/main.ts', mainFile, [programApart()]);
  await bundle('src/cli/program.ts', 'src/program.cjs', [wasmInside()]);
  for (const worker of workers) await bundle(worker, bundleOf(worker), [wasmInside()]);
  for (const file of ['src/program.cjs', ...workers.map(bundleOf)]) compress(join(app, file));
  writeClient(await bundleClient(), join(app, 'src/client.bin'));
  writeFileSync(join(app, 'licenses.txt'), collectLicenses(root, await findLicensedNode()));
  for (const path of copied) copyInto(app, path);
}

/** Puts a file of the checkout into a folder; JSON without its spaces, which are a third of it. */
function copyInto(folder: string, path: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (!path.endsWith('.json')) copyFileSync(join(root, path), file);
  else writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(join(root, path), 'utf8'))));
}

/** That for Windows has no license text. It is the same for all systems. */
function findLicensedNode(): Promise<string> {
  const { node } = parseTarget(nameHere(), root);
  return findNodePackage(node === undefined || process.platform === 'win32' ? 'linux-x64' : node, root);
}

/**
 * Puts the program, or the code of a thread, into one file, without spaces, which every process would hold in memory, but
 * with its names, so that stack traces stay legible.
 */
async function bundle(entry: string, output: string, plugins: Plugin[] = []): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(app, output),
    bundle: true,
    minifyWhitespace: true,
    lineLimit: 120,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': 'importMetaUrl',
    },
    plugins,
    // Bundles the client in a checkout; the executable holds the bundle.
    external: ['esbuild'],
    loader: { '.wasm': 'binary' },
    logOverride: { 'empty-import-meta': 'error' },
    logLevel: 'warning',
  });
}

function bundleOf(worker: string): string {
  return worker.replace(/\.ts$/, '.cjs');
}

/** Leaves the program out of the bundle of the main file, for it to be loaded from a compressed one. */
function programApart(): Plugin {
  return {
    name: 'program-apart',
    setup({ onResolve }) {
      const path = join(import.meta.dirname, 'compressed-program.ts');
      onResolve({ filter: /\/cli\/program\.ts$/ }, () => ({ path }));
    },
  };
}

/** Puts the WebAssembly of the image library into the bundle: the library itself looks for a file beside it. */
function wasmInside(): Plugin {
  return {
    name: 'wasm-inside',
    setup({ onLoad }) {
      onLoad({ filter: /photon_rs\.js$/ }, ({ path }) => {
        const [before, after] = readFileSync(path, 'utf8').split("require('fs').readFileSync(path)");
        if (before === undefined || after === undefined)
          throw new Error(`${path} loads its WebAssembly in another way`);
        return { contents: `${before}require('./photon_rs_bg.wasm')${after}` };
      });
    },
  };
}

/** Writes the compressed form of a bundle beside it. */
function compress(file: string): void {
  const level = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(`${file}.zst`, zstdCompressSync(readFileSync(file), { params: level }));
}

/** Puts the addon of a system into the program, in place of another, and says so in its package.json. */
export function stageAddon(target: Target): void {
  const { name: addon, content } = readAddon(target);
  const { name, version } = readPackage();
  const assets = ['package.json', ...stagedFiles.filter((file) => file !== mainFile), addon];
  writeFileSync(join(app, addon), content);
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, version, addon, bin: mainFile, pkg: { assets } }));
}

/** The addon of a system, with the name that the program has for it. */
export function readAddon({ addon }: Target): { name: string; content: Buffer } {
  const content = readFileSync(join(root, 'node_modules/better-sqlite3/prebuilds', addon));
  return { name: `better-sqlite3-${hash('sha256', content).slice(0, 16)}.node`, content };
}
