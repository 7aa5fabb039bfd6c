import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFolder, isBuilt, licensesFile } from './assets.ts';

interface Lock {
  packages: Readonly<Record<string, { dev?: true; optional?: true }>>;
}

interface Package {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/** In the folder of a package itself, because others may be inside. */
const licenseFile = /^(?:licen[cs]e|copying|notice)[^/\\]*$/i;

/** The folders of packages with the Node.js of a system. */
const nodePackage = /^node_modules\/node-(?:bin-)?(?:linux|darwin|win)-/;

const runnable = /\.(?:[cm]?js|wasm|node)$/;

/** The texts of licenses that packages name, with an author, but have no file of. */
const wellKnown: ReadonlyMap<string, string> = new Map([
  [
    'MIT',
    `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ],
  [
    'ISC',
    `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`,
  ],
]);

/** The licenses of everything in the program: a file of what was built, and in a checkout those of its packages. */
export function findLicenses(): string {
  return isBuilt ? readFileSync(licensesFile, 'utf8') : collectLicenses(checkoutFolder);
}

/**
 * The licenses of chatd and of all packages that it runs with, from the folder of a checkout; that of Node.js from the
 * package in `node`, if given, and else from the installed one. Throws an Error that names a package without one.
 */
export function collectLicenses(root: string, node?: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const folders = Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && !dev);
  const texts = folders.flatMap(([folder, { optional }]) => {
    const path = join(root, folder);
    if (optional && !existsSync(path)) return [];
    if (!nodePackage.test(folder)) return textOf(path) ?? [];
    return node === undefined ? nodeText(path) : [];
  });
  if (node !== undefined) texts.push(textOf(node) ?? noLicense(node));
  return [`chatd\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`, ...texts].join(`\n\n${'='.repeat(80)}\n`);
}

/** The package of Node.js for Windows has no text, and a checkout contains none either. */
function nodeText(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  return textOf(folder) ?? `Node.js ${version}\n\nhttps://raw.githubusercontent.com/nodejs/node/v${version}/LICENSE`;
}

/** Undefined for a package of types alone, which is no part of the program, and for one of a program alone. */
function textOf(folder: string): string | undefined {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).sort();
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  const own = files.filter((file) => licenseFile.test(file)).map((file) => readText(join(folder, file)));
  const texts = own.length > 0 ? own : standardText(license, typeof author === 'string' ? author : author?.name);
  if (texts.length === 0 && !files.some((file) => runnable.test(file))) return undefined;
  if (texts.length === 0) noLicense(name);
  return `${name} ${version}\n\n${texts.join('\n\n')}`;
}

/** The text of a well-known license; empty for others. */
function standardText(license: string | undefined, holder: string | undefined): string[] {
  const known = wellKnown.get(license ?? '');
  return known && holder ? [`Copyright (c) ${holder}\n\n${known}`] : [];
}

function noLicense(name: string): never {
  throw new Error(`the package ${name} has no license file`);
}

function readText(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
}
