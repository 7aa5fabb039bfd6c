// Makes dist/chatd, one executable file for the platform this runs on. Downloads nothing.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { build, type Plugin, transformSync } from 'esbuild';
import { workerFiles } from '../src/assets.ts';
import { findLicenses } from '../src/licenses.ts';
import { bundleClient, writeClient } from '../src/web/bundle.ts';

const root = dirname(import.meta.dirname);
const output = join(root, 'dist/chatd');
const staging = join(root, 'dist/staging');
const app = join(staging, 'app');
/** For Node.js; bin/chatd gives the reasons. */
const flags = ['--max-semi-space-size=16'];
/** The code of the threads. */
const workers = Object.values(workerFiles).map((file) => relative(root, file));

try {
  const started = performance.now();
  const platform = packagerPlatform();
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(app, { recursive: true });
  await bundle('src/main.ts', 'src/main.cjs', [programApart()]);
  await bundle('src/cli/program.ts', 'src/program.cjs', [wasmInside()]);
  for (const worker of workers) await bundle(worker, bundleOf(worker), [wasmInside()]);
  writeClient(await bundleClient(), join(app, 'src/client.bin'));
  addFiles();
  compress(join(app, 'src/program.cjs'));
  pack(platform);
  const megabytes = (statSync(output).size / 1e6).toFixed(1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${relative(process.cwd(), output)}: ${megabytes} MB, built in ${seconds} s`);
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function packagerPlatform(): string {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < 24) {
    throw new Error(
      `the executable gets the Node.js that builds it, and ${process.version} is older than 24: use npm run build`,
    );
  }
  const name = { linux: 'linux', darwin: 'macos' }[process.platform as string];
  if (!name) throw new Error(`there is no executable for ${process.platform}, only for Linux and macOS`);
  return name;
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

/** Puts the files that assets.ts names around the bundle, as they are around src/ in a checkout. */
function addFiles(): void {
  copyFileSync(join(root, 'schema.sql'), join(app, 'schema.sql'));
  writeFileSync(join(app, 'licenses.txt'), findLicenses());
  for (const path of ['src/db/migrations', 'src/export/html/assets', 'src/client/style/tokens.css', 'src/web/page.css'])
    cpSync(join(root, path), join(app, path), { recursive: true });
  const addon = `better-sqlite3-${createHash('sha256').update(readFileSync(findAddon())).digest('hex').slice(0, 16)}.node`;
  copyFileSync(findAddon(), join(app, addon));
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
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
  writeFileSync(
    join(app, 'package.json'),
    JSON.stringify({ name, version, addon, bin: 'src/main.cjs', pkg: { assets } }),
  );
}

/** Writes the compressed form of a bundle beside it. */
function compress(file: string): void {
  const level = { [constants.ZSTD_c_compressionLevel]: 19 };
  writeFileSync(`${file}.zst`, zstdCompressSync(readFileSync(file), { params: level }));
}

function findAddon(): string {
  const musl = process.platform === 'linux' && /\/ld-musl-/.test(readFileSync('/proc/self/maps', 'latin1'));
  const platform = `${process.platform}${musl ? 'musl' : ''}-${process.arch}`;
  const file = join(root, `node_modules/better-sqlite3/prebuilds/${platform}.node`);
  if (!existsSync(file)) throw new Error(`better-sqlite3 has no addon for ${platform}: ${file} is missing`);
  return file;
}

function pack(platform: string): void {
  const home = join(staging, 'home');
  const packed = join(staging, 'chatd');
  offerRunningNode(join(home, '.pkg-cache/sea'));
  const target = `node${process.versions.node}-${platform}-${process.arch}`;
  const { status, error, stdout, stderr } = spawnSync(
    process.execPath,
    [ownPackager(), '--sea', '--target', target, '--output', packed, app],
    { encoding: 'utf8', env: { ...process.env, HOME: home } },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`pkg failed:\n${stdout}${stderr}`);
  // A rename also replaces an executable that is running.
  renameSync(packed, output);
}

/**
 * A copy of pkg whose executables begin with the launcher, take the flags of bin/chatd, start for a user without a home,
 * as in containers, and do not contain the name of a temporary folder. Its own ask for a folder in the home that chatd
 * does not use. Returns the program.
 */
function ownPackager(): string {
  const copy = join(staging, 'pkg');
  cpSync(join(root, 'node_modules/@yao-pkg/pkg'), copy, { recursive: true });
  const source = readFileSync(join(import.meta.dirname, 'launch.ts'), 'utf8');
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

/** Fills pkg's cache as a download of the running Node.js would; the .ok files say that all is there and verified. */
function offerRunningNode(cache: string): void {
  const name = `node-${process.version}-${process.platform}-${process.arch}`;
  const bin = join(cache, name, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(process.execPath, join(bin, 'node'));
  writeFileSync(join(bin, 'node.ok'), '');
  writeFileSync(join(cache, `${name}.tar.gz`), '');
  writeFileSync(join(cache, `${name}.tar.gz.ok`), '');
}
