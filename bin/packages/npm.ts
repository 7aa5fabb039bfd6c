import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { app, readPackage, root, stagedFiles } from '../executable/stage.ts';
import { makeTar, type TarFile } from './tar.ts';

/** Of the launcher, from `bin`. */
const launcher = ['npm.mjs', 'child.mjs', 'node-packages.json'];

/**
 * Writes a package for npm of the staged program, with the addons of all systems, so that it depends on nothing but
 * Node.js: the version of this project if npm can install it, else that of the user. Returns the file.
 */
export async function packNpm(folder: string): Promise<string> {
  const prebuilds = join(root, 'node_modules/better-sqlite3/prebuilds');
  const files: TarFile[] = [
    { path: 'package.json', content: manifest() },
    ...['README.md', 'LICENSE'].map((path) => ({ path, content: readFileSync(join(root, path)) })),
    ...launcher.map((name) => ({ path: `bin/${name}`, content: readFileSync(join(root, 'bin', name)), mode: 0o755 })),
    ...readdirSync(prebuilds).map((name) => ({
      path: `addons/${name}`,
      content: readFileSync(join(prebuilds, name)),
    })),
    ...stagedFiles.map((path) => ({ path, content: readFileSync(join(app, path)) })),
  ];
  const { name, version } = readPackage();
  const file = join(folder, `${name}-${version}.tgz`);
  const packed = files.map((one) => ({ ...one, path: `package/${one.path}` }));
  writeFileSync(file, gzipSync(await makeTar(packed), { level: 9 }));
  return file;
}

function manifest(): string {
  const { name, version, description, license, optionalDependencies } = readPackage();
  return JSON.stringify(
    {
      ...{ name, version, description, license, optionalDependencies },
      bin: { [name]: `bin/${launcher[0]}` },
      // For the launcher; npm brings a newer one for the program.
      engines: { node: '>=20' },
      files: ['addons', 'bin', 'src', 'licenses.txt', 'schema.sql'],
    },
    null,
    2,
  );
}
