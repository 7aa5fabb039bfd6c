import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { isMusl } from '../../src/assets.ts';

/** A system that an executable is for. */
export interface Target {
  /** As in the names of files: `macos-arm64`. */
  name: string;
  platform: string;
  /** Its name for pkg. */
  packagerPlatform: string;
  arch: string;
  /** The key of its Node.js in node-packages.json; undefined where npm has none, as for musl. */
  node: string | undefined;
  /** The file name of better-sqlite3's addon for it. */
  addon: string;
  /** The file name of the executable. */
  program: string;
}

/** The checksums of what makes the executables for macOS, for which npm has no version that it has for Linux too. */
const makers: Readonly<Record<string, string>> = {
  'linux-x64-26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
};

interface Lock {
  packages: Readonly<Record<string, { version: string; integrity: string }>>;
}

const systems: Readonly<Record<string, string>> = { linux: 'linux', macos: 'darwin', windows: 'win32' };

/** Throws an Error that lists the targets for an unknown one. A system of which npm has no Node.js can be that of `here`. */
export function parseTarget(name: string, root: string, here: string = nameHere()): Target {
  const [system = '', arch = '', libc = ''] = name.split('-');
  const platform = systems[system] ?? system;
  const key = `${platform}-${arch}`;
  const keys = Object.keys(nodePackages(root));
  const node = libc === '' && keys.includes(key) ? key : undefined;
  if (!node && name !== here) {
    const known = keys.map((one) => nameOf(...(one.split('-') as [string, string])));
    throw new Error(`there is no target ${name} on this system, only ${known.join(', ')}`);
  }
  const program = platform === 'win32' ? 'chatd.exe' : 'chatd';
  const packagerPlatform = { darwin: 'macos', win32: 'win' }[platform] ?? platform;
  return { name, platform, packagerPlatform, arch, node, addon: `${platform}${libc}-${arch}.node`, program };
}

/** The name of this system. */
export function nameHere(): string {
  return `${nameOf(process.platform, process.arch)}${isMusl() ? '-musl' : ''}`;
}

function nameOf(platform: string, arch: string): string {
  const [system] = Object.entries(systems).find(([, name]) => name === platform) ?? [platform];
  return `${system}-${arch}`;
}

/** The npm packages of Node.js, by platform and processor. */
function nodePackages(root: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, 'bin/node-packages.json'), 'utf8'));
}

/** The program and the version of the Node.js of a system: here the running one, else that of its npm package. */
export async function findNode(target: Target, root: string): Promise<{ file: string; version: string }> {
  if (target.name === nameHere()) return { file: process.execPath, version: process.versions.node };
  const folder = await findNodePackage(target.node as string, root);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { file: join(folder, target.platform === 'win32' ? 'bin/node.exe' : 'bin/node'), version };
}

/**
 * The program of a Node.js for this system with the version of that of a target: what a Node.js reads of its executable
 * has another form in each version. Throws an Error where npm has none.
 */
export async function findMaker(version: string, root: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const integrity = makers[`${process.platform}-${process.arch}-${version}`];
  if (integrity === undefined) throw new Error(`an executable with Node.js ${version} is made only on linux-x64`);
  const name = nodePackages(root)[`${process.platform}-${process.arch}`];
  return join(await unpack(fetchPackage(`${name}@${version}`, integrity, cacheIn(root))), 'bin/node');
}

/**
 * The folder of the npm package with the pinned Node.js of a system. One that `npm ci` left out, because it is for
 * another system, is fetched once. Throws an Error if that fails, or its bytes are not those that the lockfile names.
 */
export async function findNodePackage(node: string, root: string): Promise<string> {
  const name = nodePackages(root)[node] as string;
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const { version, integrity } = packages[`node_modules/${name}`] as Lock['packages'][string];
  return unpack(fetchPackage(`${name}@${version}`, integrity, cacheIn(root)));
}

function cacheIn(root: string): string {
  return join(root, 'node_modules/.cache/chatd-node');
}

/** Returns the archive. */
function fetchPackage(wanted: string, integrity: string, cache: string): string {
  const archive = join(cache, `${wanted.replace('@', '-')}.tgz`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(archive)) {
    // On Windows, npm is a script of cmd.
    const args = ['pack', wanted, '--silent', '--pack-destination', '.'];
    const { status, stderr } = spawnSync('npm', args, {
      cwd: cache,
      shell: process.platform === 'win32',
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${wanted} cannot be fetched: ${stderr}`);
  }
  const found = `sha512-${hash('sha512', readFileSync(archive), 'base64')}`;
  if (found === integrity) return archive;
  rmSync(archive);
  throw new Error(`${wanted} has the checksum ${found}, and not ${integrity}, that of package-lock.json`);
}

async function unpack(archive: string): Promise<string> {
  const folder = archive.replace(/\.tgz$/, '');
  rmSync(folder, { recursive: true, force: true });
  const filter = ({ name }: { name: string }) =>
    /^(?:package\/)?(?:bin\/node(?:\.exe)?|LICENSE|package\.json)$/.test(name);
  await pipeline(createReadStream(archive), createGunzip(), unpackTar(folder, { strip: 1, filter }));
  return folder;
}
