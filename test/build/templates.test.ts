import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { composeFile, writeTemplates } from '../../bin/packages/templates.ts';

const targets = ['linux-x64', 'linux-arm64', 'macos-x64', 'macos-arm64', 'windows-x64'];
const url = 'https://downloads.example.com/1.2.3';

function write(t: TestContext, names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-templates-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string) => join(folder, `chatd-1.2.3-${name}.${name.startsWith('windows') ? 'zip' : 'tar.xz'}`);
  for (const name of names) writeFileSync(fileOf(name), `the archive for ${name}`);
  const archives = new Map(names.map((name) => [name, fileOf(name)]));
  const published = { version: '1.2.3', description: 'A chat', license: 'Apache-2.0', archives, url };
  const files = writeTemplates(published, join(folder, 'templates'));
  return { folder, texts: new Map(files.map((file) => [basename(file), readFileSync(file, 'utf8')])) };
}

const sumOf = (name: string) => hash('sha256', `the archive for ${name}`);

describe('the templates for package managers', () => {
  it('lead Homebrew to the archive of each system', (t) => {
    const { folder, texts } = write(t, targets);
    const formula = texts.get('chatd.rb') ?? '';

    const found = [...formula.matchAll(/url "(.*)"\n +sha256 "(.*)"/g)].map(([, ...pair]) => pair);
    const expected = ['macos-arm64', 'macos-x64', 'linux-arm64', 'linux-x64'];
    assert.deepEqual(
      found,
      expected.map((name) => [`${url}/chatd-1.2.3-${name}.tar.xz`, sumOf(name)]),
    );
    if (spawnSync('ruby', ['--version']).error) return t.diagnostic('ruby is not installed');
    const { status, stderr } = spawnSync('ruby', ['-wc', join(folder, 'templates/chatd.rb')], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  it('lead winget to the archive for Windows', (t) => {
    const { texts } = write(t, targets);
    const names = ['chatd.chatd.yaml', 'chatd.chatd.installer.yaml', 'chatd.chatd.locale.en-US.yaml'];

    const [version = '', installer = '', locale = ''] = names.map((name) => texts.get(name));
    assert.match(version, /^PackageIdentifier: chatd\.chatd\nPackageVersion: 1\.2\.3\n.*\nManifestType: version\n/);
    assert.match(installer, new RegExp(`InstallerSha256: ${sumOf('windows-x64').toUpperCase()}\n`));
    assert.match(installer, /InstallerUrl: .*\/chatd-1\.2\.3-windows-x64\.zip\n/);
    assert.match(installer, /RelativeFilePath: chatd-1\.2\.3-windows-x64\\chatd\.exe\n/);
    assert.match(locale, /\nLicense: Apache-2\.0\nShortDescription: A chat\nManifestType: defaultLocale\n/);
  });

  it('are left out for what was not built', (t) => {
    assert.deepEqual([...write(t, ['linux-x64']).texts.keys()], []);
  });
});

describe('the file for compose', () => {
  it('is read by Compose as it is meant', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-compose-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'compose.yaml'), composeFile('1.2.3'));
    const commands = [
      ['docker', 'compose'],
      ['docker-compose', '-f', 'compose.yaml'],
    ];
    const run = (words: readonly string[], ...args: string[]) =>
      spawnSync(words[0] ?? '', [...words.slice(1), ...args], { cwd: folder, encoding: 'utf8' });
    const compose = commands.find((words) => run(words, 'version').status === 0);
    if (!compose) return t.skip('neither docker compose nor docker-compose is installed');

    const { status, stdout, stderr } = run(compose, 'config');

    assert.equal(status, 0, stderr);
    assert.match(stdout, /image: chatd:1\.2\.3\n/);
    assert.match(stdout, /read_only: true\n/);
  });
});
