// Makes the executable of this system, dist/chatd, or those of other systems: `npm run build -- --target windows-x64,…`,
// with archives to download and SHA256SUMS, and with `--packages` also what package managers and containers take.
// `--download-url` fills in templates for other package managers. Equal sources make equal bytes.

import { hash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ownPackager, packExecutable } from './executable/pack.ts';
import { app, output, readAddon, readPackage, root, stageProgram, staging } from './executable/stage.ts';
import { nameHere, parseTarget, type Target } from './executable/target.ts';
import { packArchive } from './packages/archive.ts';
import { packDebian } from './packages/debian.ts';
import { packImage, type Release } from './packages/image.ts';
import { packNpm } from './packages/npm.ts';
import { composeFile, writeTemplates } from './packages/templates.ts';
import { makeTexts, type Texts } from './packages/texts.ts';

try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { target: text, packages: { type: 'boolean' }, 'download-url': text } });
  const { target = nameHere(), packages = false, 'download-url': url } = values;
  if (values.target === undefined && !packages) await buildHere();
  else await buildFor(target.split(','), packages, url);
} catch (error) {
  console.error(`build: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

async function buildHere(): Promise<void> {
  const target = parseTarget(nameHere(), root);
  await stageProgram();
  const packager = ownPackager();
  const file = join(output, target.program);
  // A rename also replaces an executable that is running.
  renameSync(await packExecutable(target, packager), file);
  report(file);
}

async function buildFor(names: readonly string[], packages: boolean, url: string | undefined): Promise<void> {
  const targets = names.map((name) => parseTarget(name, root));
  await stageProgram();
  const packager = ownPackager();
  const texts = await makeTexts();
  const files: string[] = [];
  const archives = new Map<string, string>();
  for (const target of targets) {
    const folder = join(output, target.name);
    const program = join(folder, target.program);
    mkdirSync(folder, { recursive: true });
    renameSync(await packExecutable(target, packager), program);
    copyFileSync(join(app, 'licenses.txt'), join(folder, 'licenses.txt'));
    copyFileSync(join(root, 'README.md'), join(folder, 'README.md'));
    if (target.platform !== 'win32') writeFileSync(join(folder, 'chatd.1'), texts.manual);
    const name = join(output, `chatd-${readPackage().version}-${target.name}`);
    const archive = await packArchive(folder, name);
    archives.set(target.name, archive);
    files.push(program, archive);
    if (packages && target.platform === 'linux')
      files.push(...(await packLinux(releaseOf(target, program), texts, name)));
  }
  if (packages) files.push(await packNpm(output), ...writeSmall());
  if (url !== undefined) files.push(...writeTemplates({ ...readPackage(), archives, url }, join(output, 'templates')));
  for (const file of files) report(file);
  const sums = files.map((file) => `${hash('sha256', readFileSync(file))}  ${relative(output, file)}\n`);
  writeFileSync(join(output, 'SHA256SUMS'), sums.join('').replaceAll('\\', '/'));
}

/** A file for compose, and the one that `chatd upgrade --check` reads. Returns the files. */
function writeSmall(): string[] {
  const { version } = readPackage();
  const small = { 'compose.yaml': composeFile(version), 'latest.json': `${JSON.stringify({ version })}\n` };
  return Object.entries(small).map(([name, content]) => {
    writeFileSync(join(output, name), content);
    return join(output, name);
  });
}

/** What only Linux has. Returns the files. */
async function packLinux(release: Release, texts: Texts, name: string): Promise<string[]> {
  return [await packImage(release, name), await packDebian(release, texts, readChanges(), output)];
}

/** The newest section of the changelog, an entry a line. */
function readChanges(): string[] {
  const [, newest = ''] = readFileSync(join(root, '.docs/changelog.md'), 'utf8').split(/^## .*$/m);
  return [...newest.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, entry = '']) => entry.replaceAll('\n  ', '\n    '));
}

function releaseOf(target: Target, program: string): Release {
  return {
    ...readPackage(),
    arch: target.arch,
    program: readFileSync(program),
    addon: readAddon(target),
    licenses: readFileSync(join(app, 'licenses.txt')),
  };
}

function report(file: string): void {
  console.log(`${relative(process.cwd(), file)}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
}
