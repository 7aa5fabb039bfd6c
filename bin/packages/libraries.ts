import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TarFile } from './tar.ts';

/** The C library's part of a processor, on Debian and Ubuntu. */
interface Machine {
  /** Debian's name of the folder. */
  folder: string;
  /** Where a program looks for its loader. */
  loader: string;
  /** The ending of the packages that bring it to machines of another kind. */
  foreign: string;
}

const machines: Readonly<Record<string, Machine>> = {
  x64: { folder: 'x86_64-linux-gnu', loader: 'lib64/ld-linux-x86-64.so.2', foreign: '-amd64-cross' },
  arm64: { folder: 'aarch64-linux-gnu', loader: 'lib/ld-linux-aarch64.so.1', foreign: '-arm64-cross' },
};

/** What Node.js and the addon are linked with, by the package of Debian that has it. */
const packages: Readonly<Record<string, readonly string[]>> = {
  libc6: ['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'],
  'libstdc++6': ['libstdc++.so.6'],
  'libgcc-s1': ['libgcc_s.so.1'],
};

const texts = ['GPL-2', 'GPL-3', 'LGPL-2.1'];

/**
 * The libraries that an executable for Linux needs, from this machine, with their licenses, as files of an image. Throws
 * an Error that names the package to install where one is missing.
 */
export function findLibraries(arch: string): TarFile[] {
  const { folder, loader, foreign } = machines[arch] as Machine;
  const own = join('/lib', folder);
  const isNative = existsSync(join(own, 'libc.so.6'));
  const from = isNative ? own : join('/usr', folder, 'lib');
  const files = Object.entries(packages).flatMap(([name, libraries]) => {
    const installed = isNative ? name : `${name}${foreign}`;
    return [
      ...libraries.map((library) => ({
        path: `lib/${folder}/${library}`,
        content: read(join(from, library), installed),
        mode: 0o755,
      })),
      {
        path: `usr/share/doc/${name}/copyright`,
        content: read(join('/usr/share/doc', installed, 'copyright'), installed),
      },
    ];
  });
  return [
    { path: loader, content: read(join(from, basename(loader)), 'libc6'), mode: 0o755 },
    ...files,
    ...texts.map((name) => {
      const path = `usr/share/common-licenses/${name}`;
      return { path, content: read(join('/', path), 'base-files') };
    }),
  ];
}

function read(file: string, fromPackage: string): Buffer {
  if (!existsSync(file)) throw new Error(`an image needs ${file}; on Debian, apt-get install ${fromPackage} brings it`);
  return readFileSync(realpathSync(file));
}
