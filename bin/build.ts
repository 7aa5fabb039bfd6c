// Makes the executable of this system, dist/chatd, or those of other systems: `npm run build -- --target macos-arm64,…`
// or `all`, with archives to download and SHA256SUMS. Equal sources make equal bytes.

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { addonAsset, listAssets, workerFiles } from '../src/assets.ts';
import { collectLicenses } from '../src/licenses.ts';
import { bundleClient, writeClient } from '../src/web/bundle.ts';
import { pack } from './executable/archive.ts';
import { stripElf } from './executable/elf.ts';
import { signMachO, stripMachO } from './executable/mach-o.ts';
import { unsignPe } from './executable/pe.ts';
import { findNodePackage, nameHere, parseTarget, type Target } from './executable/target.ts';

const root = dirname(import.meta.dirname);
const output = join(root, 'dist');
const staging = join(output, 'staging');
/** For Node.js; bin/chatd gives the reasons. */
const flags = ['--max-semi-space-size=16'];
/** Files that the program reads as they are. */
const plainAssets = [
  'schema.sql',
  ...listAssets('src/db/migrations'),
  ...listAssets('src/export/html/assets'),
  'src/client/style/tokens.css',
  'src/web/page.css',
];

try {
  const { values } = parseArgs({ options: { target: { type: 'string' } } });
  if (values.target === undefined) await buildHere();
  else await buildFor(values.target.split(','));
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

async function buildHere(): Promise<void> {
  const target = parseTarget(nameHere(), root);
  const assets = await makeAssets();
  const file = join(output, target.program);
  // A rename also replaces an executable that is running.
  renameSync(await makeExecutable(target, assets), file);
  report(file);
}

async function buildFor(names: readonly string[]): Promise<void> {
  const targets = names.map((name) => parseTarget(name, root));
  const { version } = readPackage();
  const assets = await makeAssets();
  const sums: string[] = [];
  for (const target of targets) {
    const made = await makeExecutable(target, assets);
    const folder = join(output, target.name);
    mkdirSync(folder, { recursive: true });
    renameSync(made, join(folder, target.program));
    copyFileSync(join(staging, 'licenses.txt'), join(folder, 'licenses.txt'));
    copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
    const files = [join(folder, target.program), await pack(folder, join(output, `chatd-${version}-${target.name}`))];
    for (const file of files) {
      report(file);
      sums.push(`${hash('sha256', readFileSync(file))}  ${relative(output, file).replaceAll('\\', '/')}\n`);
    }
  }
  writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
}

function report(file: string): void {
  console.log(`${relative(process.cwd(), file)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
}

function readPackage(): { name: string; version: string } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** Files inside the executable, by the path that assets.ts reads them by. */
type Assets = Record<string, string>;

/** Makes what is the same on all systems. */
async function makeAssets(): Promise<Assets> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await bundle('bin/executable/program.ts', 'main.cjs', [programApart()]);
  await bundle('src/cli/program.ts', 'program.cjs', [wasmInside()]);
  const made: Assets = {
    'client.bin': 'client.bin',
    'licenses.txt': 'licenses.txt',
    'program.cjs.zst': 'program.cjs.zst',
  };
  for (const worker of Object.values(workerFiles)) {
    made[worker] = `${hash('sha256', worker)}.cjs`;
    await bundle(worker, made[worker], [wasmInside()]);
  }
  compress(join(staging, 'program.cjs'));
  writeClient(await bundleClient(), join(staging, 'client.bin'));
  writeFileSync(join(staging, 'licenses.txt'), collectLicenses(root, await findLicensedNode()));
  const entries = Object.entries(made).map(([path, file]) => [path, join(staging, file)]);
  return Object.fromEntries([...entries, ...plainAssets.map((path) => [path, join(root, path)])]);
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
async function bundle(entry: string, file: string, plugins: Plugin[] = []): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(staging, file),
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

/** Leaves the program out of the bundle of the main file, for it to be loaded from a compressed one. */
function programApart(): Plugin {
  return {
    name: 'program-apart',
    setup({ onResolve }) {
      const path = join(import.meta.dirname, 'executable/compressed-program.ts');
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

/** Returns the executable. */
async function makeExecutable(target: Target, assets: Assets): Promise<string> {
  const addon = join(root, 'node_modules/better-sqlite3/prebuilds', target.addon);
  const about = join(staging, `${target.name}.json`);
  const unpacked = `better-sqlite3-${hash('sha256', readFileSync(addon)).slice(0, 16)}.node`;
  const { name, version } = readPackage();
  writeFileSync(about, JSON.stringify({ name, version, addon: unpacked }));
  const [node, file] = [join(staging, `${target.name}.node`), join(staging, target.name)];
  writeFileSync(node, prepareNode(target, readFileSync(await findNode(target))), { mode: 0o755 });
  inject(file, node, { ...assets, 'package.json': about, [addonAsset]: addon });
  if (target.platform === 'darwin') writeFileSync(file, signMachO(readFileSync(file), 'chatd'));
  chmodSync(file, 0o755);
  return file;
}

async function findNode({ node, platform }: Target): Promise<string> {
  if (node === undefined) return process.execPath;
  return join(await findNodePackage(node, root), 'bin', platform === 'win32' ? 'node.exe' : 'node');
}

function prepareNode({ platform }: Target, binary: Buffer): Buffer {
  if (platform === 'linux') return stripElf(binary);
  return platform === 'darwin' ? stripMachO(binary) : unsignPe(binary);
}

/** Puts the program and its assets into a copy of a Node.js, which must have the version of the one that runs this. */
function inject(file: string, node: string, assets: Assets): void {
  const config = join(staging, 'sea.json');
  const settings = { main: 'main.cjs', output: file, executable: node, execArgv: flags, assets };
  writeFileSync(config, JSON.stringify({ ...settings, disableExperimentalSEAWarning: true }));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--build-sea', config], {
    cwd: staging,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`Node.js ${process.version} made no executable; use npm run build:\n${stdout}${stderr}`);
}
