import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { readPackage, stagedFiles, stageProgram, staging } from '../../bin/executable/stage.ts';
import { packNpm } from '../../bin/packages/npm.ts';
import { makePlace } from '../cli/place.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';

/** With the pinned Node.js first. */
const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;

describe('the package for npm', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-npm-'));
  const installed = join(folder, 'node_modules/.bin/chatd');
  let file: string;

  before(async () => {
    await stageProgram();
    file = await packNpm(folder);
    // Optional packages, with the pinned Node.js, are left out where they cannot be had.
    const args = ['install', '--offline', '--no-audit', '--no-fund', '--omit=optional', '--prefix', folder, file];
    const { status, stderr } = spawnSync('npm', args, {
      encoding: 'utf8',
      env: { ...process.env, PATH: path },
      shell: process.platform === 'win32',
    });
    assert.equal(status, 0, stderr);
  });
  after(() => {
    for (const made of [folder, staging]) rmSync(made, { recursive: true, force: true });
  });

  it('has what the program reads, and no sources or tests', async () => {
    const entries = await unpackTar(gunzipSync(readFileSync(file)));
    const files = entries.flatMap(({ header: { name, type } }) => (type === 'file' ? [name.slice(8)] : []));

    assert.deepEqual(
      stagedFiles.filter((one) => !files.includes(one)),
      [],
    );
    assert.deepEqual(
      files.filter((one) => /\.ts$|test/.test(one)),
      [],
    );
    const manifest = JSON.parse(
      Buffer.from(entries.find(({ header }) => header.name === 'package/package.json')?.data ?? []).toString(),
    );
    assert.deepEqual([manifest.version, manifest.bin], [readPackage().version, { chatd: 'bin/npm.mjs' }]);
    assert.equal(manifest.dependencies, undefined);
  });

  it('starts with what npm links to', async (t) => {
    const { exitCode, stdout } = await makePlace(t, installed, path).run(['version']);

    assert.equal(exitCode, 0);
    assert.match(stdout, new RegExp(`^chatd +${readPackage().version}\n`));
  });

  it('serves, with its threads, the demo and its licenses', async (t) => {
    // Without its launcher, which ends with what it started only when it is asked to.
    const main = join(folder, 'node_modules/chatd/src/main.cjs');
    const place = makePlace(t, process.execPath, path);
    const server = await place.serve(['--demo'], {}, [main]);
    await server.hear('zuliprc');
    const zuliprc = readFileSync(place.path('chatd-data/demo/zuliprc/ada.zuliprc'), 'utf8');
    const [, email = '', api_key = ''] = /email=(.*)\nkey=(.*)/.exec(zuliprc) ?? [];

    const url = await uploadFile(server.as({ email, api_key }), png(), 'photo.png');
    const page = await (await fetch(server.url)).text();
    const backup = await place.run([main, 'backup', 'chat.tar', '--data-dir', 'chatd-data/demo']);
    const licenses = await place.run([main, 'licenses']);

    assert.match(url, /^\/user_uploads\//);
    assert.match(page, /<title>/);
    assert.equal(backup.exitCode, 0, backup.stderr);
    assert.match(licenses.stdout, /better-sqlite3/);
  });

  it('ends with 3 and names the Node.js it needs where there is only an older one', (t) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        'data:text/javascript,Object.defineProperty(process,"version",{value:"v20.1.0"})',
        installed,
        'version',
      ],
      { encoding: 'utf8', cwd: makePlace(t).folder },
    );

    assert.deepEqual(
      [status, stderr],
      [3, 'chatd: needs Node.js 24 or newer, and this is v20.1.0; install one from https://nodejs.org.\n'],
    );
  });
});
