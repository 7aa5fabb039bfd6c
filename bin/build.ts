// Makes the executable of this system, dist/chatd, or those of other systems: `npm run build -- --target windows-x64,…`,
// with archives to download and SHA256SUMS. Equal sources make equal bytes.

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { build, type Plugin, transformSync } from 'esbuild';
import { workerFiles } from '../src/assets.ts';
import { collectLicenses } from '../src/licenses.ts';
import { bundleClient, writeClient } from '../src/web/bundle.ts';
import { packArchive } from './executable/archive.ts';
import { findNode, findNodePackage, nameHere, parseTarget, type Target } from './executable/target.ts';

const root = dirname(import.meta.dirname);
const output = join(root, 'dist');
const staging = join(output, 'staging');
const app = join(staging, 'app');
/** For Node.js; bin/chatd gives the reasons. */
const flags = ['--max-semi-space-size=16'];
/** The code of the threads. */
const workers = Object.values(workerFiles).map((file) => relative(root, file));

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
  const packager = await stage();
  const file = join(output, target.program);
  // A rename also replaces an executable that is running.
  renameSync(await makeExecutable(target, packager), file);
  report(file);
}

async function buildFor(names: readonly string[]): Promise<void> {
  const targets = names.map((name) => parseTarget(name, root));
  const { version } = readPackage();
  const packager = await stage();
  const sums: string[] = [];
  for (const target of targets) {
    const made = await makeExecutable(target, packager);
    const folder = join(output, target.name);
    mkdirSync(folder, { recursive: true });
    renameSync(made, join(folder, target.program));
    copyFileSync(join(app, 'licenses.txt'), join(folder, 'licenses.txt'));
    copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
    const archive = await packArchive(folder, join(output, `chatd-${version}-${target.name}`));
    for (const file of [join(folder, target.program), archive]) {
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

/** Makes what is the same on all systems. Returns the program of the packager. */
async function stage(): Promise<string> {
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  await bundle('src/main.ts', 'src/main.cjs', [programApart()]);
  await bundle('src/cli/program.ts', 'src/program.cjs', [wasmInside()]);
  for (const worker of workers) await bundle(worker, bundleOf(worker), [wasmInside()]);
  compress(join(app, 'src/program.cjs'));
  writeClient(await bundleClient(), join(app, 'src/client.bin'));
  copyFileSync(join(root, 'schema.sql'), join(app, 'schema.sql'));
  writeFileSync(join(app, 'licenses.txt'), collectLicenses(root, await findLicensedNode()));
  // As they are around src/ in a checkout.
  for (const path of ['src/db/migrations', 'src/export/html/assets', 'src/client/style/tokens.css', 'src/web/page.css'])
    cpSync(join(root, path), join(app, path), { recursive: true });
  return ownPackager();
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

/** Returns the file. */
async function makeExecutable(target: Target, packager: string): Promise<string> {
  const home = join(staging, 'home');
  const packed = join(staging, target.program);
  addAddon(target);
  const version = await offerNodes(target, join(home, '.pkg-cache/sea'));
  const wanted = `node${version}-${target.packagerPlatform}-${target.arch}`;
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [packager, '--sea', '--target', wanted, '--output', packed, app],
    // pkg looks for its cache in either.
    { encoding: 'utf8', env: { ...process.env, HOME: home, USERPROFILE: home } },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`pkg failed:\n${stdout}${stderr}`);
  return packed;
}

/** Puts the addon of a system into the program, in place of another, and says so in its package.json. */
function addAddon(target: Target): void {
  const content = readFileSync(join(root, 'node_modules/better-sqlite3/prebuilds', target.addon));
  const addon = `better-sqlite3-${hash('sha256', content).slice(0, 16)}.node`;
  const { name, version } = readPackage();
  const assets = [
    'package.json',
    'schema.sql',
    'licenses.txt',
    'src/db/migrations/*',
    'src/program.cjs.zst',
    ...workers.map(bundleOf),
    'src/client.bin',
    'src/client/style/*',
    'src/web/page.css',
    'src/export/html/assets/*',
    addon,
  ];
  writeFileSync(join(app, addon), content);
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ name, version, addon, bin: 'src/main.cjs', pkg: { assets } }),
  );
}

/**
 * A copy of pkg whose executables begin with the launcher, take the flags of bin/chatd, start for a user without a home,
 * as in containers, and do not contain the name of a temporary folder. Its own ask for a folder in the home that chatd
 * does not use. Returns the program.
 */
function ownPackager(): string {
  const copy = join(staging, 'pkg');
  cpSync(join(root, 'node_modules/@yao-pkg/pkg'), copy, { recursive: true });
  const source = readFileSync(join(import.meta.dirname, 'executable/launch.ts'), 'utf8');
  const launcher = transformSync(source, { loader: 'ts', format: 'iife', minifyWhitespace: true }).code;
  const prelude = join(copy, 'prelude/sea-bootstrap.bundle.js');
  // Once for the program and once for its threads.
  replaceAll(prelude, 'path.join(homedir(), ".cache")', '"/nonexistent"', 2);
  writeFileSync(prelude, launcher + readFileSync(prelude, 'utf8'));
  const sea = join(copy, 'lib-es5/sea.js');
  replaceAll(sea, 'main: bootstrapPath', "main: 'sea-main.js'", 1);
  replaceAll(sea, 'useSnapshot: false,\n            assets', `execArgv: ${JSON.stringify(flags)}, assets`, 1);
  return join(copy, 'lib-es5/bin.js');
}

/** Replaces a text that stands a number of times in a file. */
function replaceAll(file: string, text: string, by: string, times: number): void {
  const parts = readFileSync(file, 'utf8').split(text);
  if (parts.length !== times + 1) throw new Error(`${file} has another form than expected`);
  writeFileSync(file, parts.join(by));
}

/**
 * Fills pkg's cache with the Node.js of a system, as a download would. Returns its version, which must be that of the
 * running one: the form of what Node.js reads of its executable is another in each.
 */
async function offerNodes(target: Target, cache: string): Promise<string> {
  const { file, version } = await findNode(target, root);
  if (version !== process.versions.node)
    throw new Error(
      `Node.js for ${target.name} is ${version}, and makes no executable with ${process.versions.node}: build it there`,
    );
  const name = `node-v${version}-${target.platform.replace('win32', 'win')}-${target.arch}`;
  const isWindows = target.platform === 'win32';
  const node = isWindows ? join(cache, `${name}.exe`) : join(cache, name, 'bin/node');
  const archive = join(cache, `${name}${isWindows ? '.zip' : '.tar.gz'}`);
  mkdirSync(dirname(node), { recursive: true });
  rmSync(node, { force: true });
  symlinkSync(file, node);
  // These say that all is there and verified.
  for (const mark of [`${node}.ok`, archive, `${archive}.ok`]) writeFileSync(mark, '');
  return version;
}
