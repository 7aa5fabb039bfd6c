import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { launcher } from '../support/program.ts';
import { makePlace, type Place } from './place.ts';

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
    symlinkSync(launcher, place.path('Ünï code/chatd'));

    const { exitCode, stdout } = await makePlace(t, place.path('Ünï code/chatd')).run(['version', '--json']);

    assert.equal(exitCode, 0);
    assert.ok(Object.values(optionalDependencies).includes(JSON.parse(stdout).node));
  });

  it('loads every command', async (t) => {
    const { exitCode, stdout } = await makePlace(t).run(['--help']);

    assert.equal(exitCode, 0);
    assert.match(stdout, /^ {2}completion /m);
  });

  it('runs the sources as they are now, whether or not they can be bundled', async (t) => {
    const { place, checkout } = copyCheckout(t);
    const source = place.path('src/cli/version.ts');
    const helpWith = async (summary: string) => {
      writeFileSync(source, readFileSync(source, 'utf8').replace(/\.summary\('.*'\)/, `.summary('${summary}')`));
      const { stdout } = await checkout.run(['--help']);
      return /^ {2}version \[options\] +(.*)$/m.exec(stdout)?.[1];
    };

    assert.equal(await helpWith('from a new bundle'), 'from a new bundle');
    assert.equal(await helpWith('from another bundle'), 'from another bundle');

    rmSync(place.path('node_modules/.cache'), { recursive: true });
    writeFileSync(place.path('node_modules/.cache'), '');
    assert.equal(await helpWith('from the sources'), 'from the sources');
  });

  it('ends with 3 and says what to do before npm ci', async (t) => {
    const place = makePlace(t);
    cpSync(dirname(launcher), place.path('bin'), { recursive: true });

    const run = await makePlace(t, place.path('bin/chatd')).run(['version']);

    const stderr = `chatd: what it needs is not installed yet; run 'npm ci' in ${place.folder} and start it again.\n`;
    assert.deepEqual(run, { exitCode: 3, stdout: '', stderr });
  });

  it('ends with 3 where CHATD_NODE names no Node.js', async (t) => {
    const run = await makePlace(t).run(['version'], { env: { CHATD_NODE: '/bin/false' } });

    const stderr = "chatd: CHATD_NODE is '/bin/false', which is no Node.js 24 or newer; set it to the path of one.\n";
    assert.deepEqual(run, { exitCode: 3, stdout: '', stderr });
  });
});

/** A checkout of its own, and the place to run it in. */
function copyCheckout(t: TestContext): { place: Place; checkout: Place } {
  const place = makePlace(t);
  const from = dirname(dirname(launcher));
  for (const name of ['bin', 'src', 'schema.sql', 'package.json']) {
    cpSync(join(from, name), place.path(name), { recursive: true });
  }
  mkdirSync(place.path('node_modules'));
  for (const name of readdirSync(join(from, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(from, 'node_modules', name), place.path(`node_modules/${name}`));
  }
  return { place, checkout: makePlace(t, place.path('bin/chatd')) };
}

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
