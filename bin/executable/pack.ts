import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { addSegmentToFixups, signMachO, stripMachO } from './mach-o.ts';
import { app, root, stageAddon, staging } from './stage.ts';
import { findMaker, findNode, type Target } from './target.ts';

/** For Node.js; bin/chatd gives the reasons. */
const flags = ['--max-semi-space-size=16'];

/** Packs the staged program for a system, with a packager of ownPackager(). Returns the file. */
export async function packExecutable(target: Target, packager: string): Promise<string> {
  const home = join(staging, 'home');
  const packed = join(staging, target.program);
  stageAddon(target);
  const { file, version } = await findNode(target, root);
  offerNode(target, file, version, join(home, '.pkg-cache/sea'));
  const wanted = `node${version}-${target.packagerPlatform}-${target.arch}`;
  const { status, error, stdout, stderr } = spawnSync(
    await findMaker(version, root),
    [packager, '--sea', '--target', wanted, '--output', packed, app],
    // pkg looks for its cache in either.
    { encoding: 'utf8', env: { ...process.env, HOME: home, USERPROFILE: home } },
  );
  if (error) throw error;
  if (status !== 0) throw new Error(`pkg failed:\n${stdout}${stderr}`);
  if (target.platform === 'darwin') writeFileSync(packed, signMachO(addSegmentToFixups(readFileSync(packed)), 'chatd'));
  return packed;
}

/**
 * A copy of pkg whose executables begin with the launcher, take the flags of bin/chatd, start for a user without a home,
 * as in containers, and do not contain the name of a temporary folder. Its own ask for a folder in the home that chatd
 * does not use. Returns the program.
 */
export function ownPackager(): string {
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

/** Fills pkg's cache with the Node.js of a system, as a download would. */
function offerNode(target: Target, file: string, version: string, cache: string): void {
  const name = `node-v${version}-${target.platform.replace('win32', 'win')}-${target.arch}`;
  const isWindows = target.platform === 'win32';
  const node = isWindows ? join(cache, `${name}.exe`) : join(cache, name, 'bin/node');
  const archive = join(cache, `${name}${isWindows ? '.zip' : '.tar.gz'}`);
  mkdirSync(dirname(node), { recursive: true });
  rmSync(node, { force: true });
  if (target.platform === 'darwin') writeFileSync(node, stripMachO(readFileSync(file)), { mode: 0o755 });
  else symlinkSync(file, node);
  // These say that all is there and verified.
  for (const mark of [`${node}.ok`, archive, `${archive}.ok`]) writeFileSync(mark, '');
}
