import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { sourceLauncher } from '../support/program.ts';
import { makePlace } from './place.ts';

const root = new URL('../../', import.meta.url);

interface Package {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

const { scripts, optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Package;

describe('bin/chatd', { concurrency: 2 }, () => {
  it('runs through a link, from any folder', async (t) => {
    const place = makePlace(t);
    mkdirSync(place.path('Ünï code'));
    symlinkSync(sourceLauncher, place.path('Ünï code/chatd'));

    const { exitCode, stdout } = await makePlace(t, place.path('Ünï code/chatd')).run(['version', '--json']);

    assert.equal(exitCode, 0);
    assert.ok(Object.values(optionalDependencies).includes(JSON.parse(stdout).node));
  });

  it('loads every command', async (t) => {
    const { exitCode, stdout } = await makePlace(t, sourceLauncher).run(['--help']);

    assert.equal(exitCode, 0);
    assert.match(stdout, /^ {2}completion /m);
  });

  it('ends with 3 and says what to do before npm ci', async (t) => {
    const place = makePlace(t);
    cpSync(dirname(sourceLauncher), place.path('bin'), { recursive: true });

    const run = await makePlace(t, place.path('bin/chatd')).run(['version']);

    const stderr = `chatd: what it needs is not installed yet; run 'npm ci' in ${place.folder} and start it again.\n`;
    assert.deepEqual(run, { exitCode: 3, stdout: '', stderr });
  });

  it('ends with 3 where CHATD_NODE names no Node.js', async (t) => {
    const run = await makePlace(t, sourceLauncher).run(['version'], { env: { CHATD_NODE: '/bin/false' } });

    const stderr = "chatd: CHATD_NODE is '/bin/false', which is no Node.js 24 or newer; set it to the path of one.\n";
    assert.deepEqual(run, { exitCode: 3, stdout: '', stderr });
  });
});

describe('package.json', () => {
  it('starts the Node.js that is installed with it, as npm 10 makes no link to that one', () => {
    const commands = Object.values(scripts);

    assert.deepEqual(
      commands.filter((command) => /(^|\s)node /.test(command)),
      [],
    );
  });

  it('needs no install script', () => {
    assert.match(readFileSync(new URL('.npmrc', root), 'utf8'), /^ignore-scripts=true$/m);
  });
});
