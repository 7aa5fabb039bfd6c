import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { debianUnit } from '../../bin/packages/debian.ts';
import { systemdUnit } from '../../src/service/systemd.ts';
import { Container, type Ended, makeRoot, whyNoContainer } from '../support/container.ts';

const noAnalysis = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

/** The units that people get: behind a proxy, and with a certificate from an authority. */
const units = {
  'behind a proxy': systemdUnit(serviceOf(['--public-url', 'chat.example.com'], false)),
  'on low ports': systemdUnit(serviceOf(['--public-url', 'chat.example.com', '--acme', 'you@example.com'], true)),
  'of the package for Debian': debianUnit(),
};

function serviceOf(flags: string[], hasLowPorts: boolean) {
  const program = '/usr/local/bin/chatd';
  return {
    program,
    flags,
    hasLowPorts,
    data_dir: '/var/lib/chatd',
    backup_dir: '/var/backups/chatd',
    smtp_url_file: '/etc/url',
  };
}

/** The root of a machine with nothing but this unit and what it names. */
function makeOffline(t: TestContext, unit: string): string {
  const root = mkdtempSync(join(tmpdir(), 'chatd-unit-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['etc/systemd/system', 'usr/local/bin', 'usr/bin'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const folder of ['usr/local/bin', 'usr/bin']) copyFileSync('/bin/true', join(root, folder, 'chatd'));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nchatd:x:990:990::/:/bin/false\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nchatd:x:990:\n');
  for (const name of ['sysinit', 'basic', 'shutdown', 'multi-user']) {
    writeFileSync(join(root, `etc/systemd/system/${name}.target`), '[Unit]\n');
  }
  writeFileSync(join(root, 'etc/systemd/system/chatd.service'), unit);
  return root;
}

function analyze(root: string, ...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, `--root=${root}`], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

for (const [where, unit] of Object.entries(units)) {
  describe(`the systemd unit ${where}`, { skip: noAnalysis }, () => {
    it('is understood by systemd, every line of it', (t) => {
      const root = makeOffline(t, unit);

      assert.deepEqual(analyze(root, 'verify', '/etc/systemd/system/chatd.service'), { status: 0, said: '' });
    });

    it('lets the server do so little that systemd rates it at 1.8 of 10 at most', (t) => {
      const root = makeOffline(t, unit);

      const { status, said } = analyze(root, 'security', '--offline=true', '--threshold=18', 'chatd.service');

      assert.equal(status, 0, said);
    });
  });
}

const executable = fileURLToPath(new URL('../../dist/chatd', import.meta.url));
const mailPort = 2525;
/** In milliseconds. */
const patience = 180_000;
const inData = ['--data-dir', '/var/lib/chatd'];

/** A machine on which nothing was done yet but for the URL of the mail server. */
function makeMachine(): string {
  const root = makeRoot();
  mkdirSync(join(root, 'etc/chatd'));
  writeFileSync(join(root, 'etc/chatd/smtp-url'), `smtp://me:secret@127.0.0.1:${mailPort}\n`, { mode: 0o600 });
  return root;
}

const install = [
  ...['service', 'install', '--public-url', 'chat.example.com', '--trusted-proxy', '127.0.0.1'],
  ...['--backup-dir', '/var/backups/chatd', '--smtp-url-file', '/etc/chatd/smtp-url'],
];

describe('chatd service, on a machine that was booted', { skip: whyNoContainer(), timeout: 600_000 }, () => {
  let machine: Container;
  let owner: string;
  /** The id of the user that the command created. */
  let chatd: number;

  /** Runs a command of chatd as the user of the service. */
  const ask = (...args: string[]): Promise<Ended> => machine.runAs(chatd, 'chatd', ...args, ...inData);
  const status = async () => JSON.parse((await ask('status', '--json')).stdout || 'null');
  const log = async () => (await machine.run('journalctl', '--unit=chatd', '--output=cat', '--no-pager')).stdout;

  /** Looks seldom, because each look starts a program, and what is waited for takes up to a minute. */
  const eventually = async (condition: () => boolean | Promise<boolean>) => {
    const late = performance.now() + patience;
    while (!(await condition())) {
      assert.ok(performance.now() < late, `${condition} does not hold; the log:\n${await log()}`);
      await setTimeout(500);
    }
  };

  before(async () => {
    assert.ok(existsSync(executable), 'dist/chatd is missing: npm run build makes it');
    machine = await Container.boot(makeMachine(), executable);
    const plan = await machine.run('chatd', ...install, '--dry-run');
    assert.match(plan.stdout, /^install -d -o chatd -g chatd -m 700 \/var\/backups\/chatd$/m);
    assert.ok(!existsSync(join(machine.root, 'etc/systemd/system/chatd.service')));
    const { exitCode, stderr } = await machine.run('chatd', ...install);
    assert.equal(exitCode, 0, stderr);
    chatd = Number((await machine.run('id', '-u', 'chatd')).stdout);
    await eventually(async () => (await status())?.healthy);
    const created = await ask('create-user', 'olive@example.com', '--name', 'Olive', '--random-password', '--json');
    owner = created.stdout;
  });
  after(() => machine?.end());

  it('has started the server, which says so', async () => {
    const { running, healthy, problem, public_url, data } = await status();
    const active = await machine.run('systemctl', 'is-active', 'chatd');

    assert.deepEqual([active.stdout, running, healthy, problem], ['active\n', true, true, null]);
    assert.deepEqual([public_url, data.accounts], ['https://chat.example.com', 1]);
  });

  it('lets it do so little that systemd rates it at 1.7 of 10 at most', async () => {
    const { exitCode, stdout } = await machine.run('systemd-analyze', 'security', '--threshold=17', 'chatd');

    assert.equal(exitCode, 0, stdout);
  });

  it('gives it the password of the mail server, and shows it to nobody', async () => {
    const inside = join(import.meta.dirname, 'mail-inside.ts');
    const { stdout, stderr } = await machine.runInNetwork(process.execPath, inside, `${mailPort}`, owner);
    const shown = await machine.run('systemctl', 'show', 'chatd');

    const secret = Buffer.from('\0me\0secret').toString('base64');
    assert.ok(stdout.includes(`AUTH PLAIN ${secret}`), stdout + stderr);
    assert.doesNotMatch(shown.stdout, /secret@/);
  });

  it('lets its user export', async () => {
    const { exitCode, stderr } = await ask('export', '/var/lib/chatd/export.tar');

    assert.equal(exitCode, 0, stderr);
    assert.ok(existsSync(join(machine.root, 'var/lib/chatd/export.tar')));
  });

  it('has it make a backup, which is whole', async () => {
    const folder = join(machine.root, 'var/backups/chatd');
    await eventually(() => readdirSync(folder).some((name) => name.endsWith('.tar')));

    const [name = '', ...others] = readdirSync(folder);
    const args = ['restore', `/var/backups/chatd/${name}`, '--data-dir', '/var/lib/chatd/restored'];
    const restored = await machine.runAs(chatd, 'chatd', ...args);
    assert.deepEqual([others, restored.exitCode], [[], 0], restored.stderr);
    assert.notEqual((await status()).backup.newest_at, null);
    assert.doesNotMatch(await log(), / (warn|error) /);
  });

  it('starts it again when it was killed, and has it check its database', async () => {
    const before = await status();

    await machine.run('systemctl', 'kill', '--signal=KILL', 'chatd');
    await eventually(async () => {
      const now = await status();
      return now?.healthy && now.pid !== before.pid && now.check.checked_at !== null;
    });

    const { check } = await status();
    const { exitCode, stderr } = await ask('verify');
    assert.deepEqual([before.check.checked_at, check.problems, exitCode], [null, [], 0], stderr);
    assert.doesNotMatch(await log(), / error /);
  });

  it('keeps everything when it is restarted', async () => {
    const before = await ask('list-users', '--json');

    const { exitCode, stderr } = await machine.run('systemctl', 'restart', 'chatd');
    await eventually(async () => (await status())?.healthy);

    assert.equal(exitCode, 0, stderr);
    assert.match(before.stdout, /olive@example\.com/);
    assert.deepEqual(await ask('list-users', '--json'), before);
  });

  it('is installed again with other settings, and shows its state and log', async () => {
    const before = await status();

    const again = await machine.run('chatd', ...install, '--log-format', 'json');
    await eventually(async () => {
      const now = await status();
      return now?.healthy && now.pid !== before.pid;
    });

    assert.equal(again.exitCode, 0, again.stderr);
    assert.match((await machine.run('chatd', 'service', 'status')).stdout, /Active: active \(running\)/);
    assert.match((await machine.run('chatd', 'service', 'logs')).stdout, /"event":"listening"/);
  });

  it('is removed, and leaves the data', async () => {
    const { exitCode, stderr } = await machine.run('chatd', 'service', 'uninstall');

    assert.equal(exitCode, 0, stderr);
    assert.ok(!existsSync(join(machine.root, 'etc/systemd/system/chatd.service')));
    assert.notEqual((await machine.run('systemctl', 'is-active', 'chatd')).stdout, 'active\n');
    assert.match((await ask('list-users')).stdout, /olive@example\.com/);
    assert.equal((await machine.run('chatd', 'service', 'uninstall')).exitCode, 0);
  });
});
