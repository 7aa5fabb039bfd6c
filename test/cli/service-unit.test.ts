import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Container, type Ended, makeRoot, whyNoContainer } from '../support/container.ts';

const noAnalysis = spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd-analyze is not installed';

/** The file that the README has for systemd. */
function unitOfReadme(): string {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  return /^```ini\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
}

/** The root of a machine with nothing but this unit and what it names. */
function makeOffline(t: TestContext, unit: string): string {
  const root = mkdtempSync(join(tmpdir(), 'chatd-unit-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['etc/systemd/system', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true });
  copyFileSync('/bin/true', join(root, 'usr/local/bin/chatd'));
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

describe('the systemd unit of the README', { skip: noAnalysis }, () => {
  it('is understood by systemd, every line of it', (t) => {
    const root = makeOffline(t, unitOfReadme());

    assert.deepEqual(analyze(root, 'verify', '/etc/systemd/system/chatd.service'), { status: 0, said: '' });
  });

  it('lets the server do so little that systemd rates it at 1.8 of 10 at most', (t) => {
    const root = makeOffline(t, unitOfReadme());

    const { status, said } = analyze(root, 'security', '--offline=true', '--threshold=18', 'chatd.service');

    assert.equal(status, 0, said);
  });
});

const executable = fileURLToPath(new URL('../../dist/chatd', import.meta.url));
const mailPort = 2525;
/** The id of the user chatd and of its group. */
const chatd = 990;
/** In milliseconds. */
const patience = 180_000;
const inData = ['--data-dir', '/var/lib/chatd'];

/** A machine that somebody set up as the README says. */
function makeMachine(): string {
  const root = makeRoot({ chatd });
  const write = (name: string, content: string) => writeFileSync(join(root, 'etc', name), content);
  for (const folder of ['etc/systemd/system/multi-user.target.wants', 'etc/chatd', 'var/backups/chatd']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  write('systemd/system/chatd.service', unitOfReadme());
  symlinkSync('../chatd.service', join(root, 'etc/systemd/system/multi-user.target.wants/chatd.service'));
  write('chatd/smtp-url', `smtp://me:secret@127.0.0.1:${mailPort}\n`);
  chmodSync(join(root, 'etc/chatd/smtp-url'), 0o600);
  chmodSync(join(root, 'var/backups/chatd'), 0o700);
  chownSync(join(root, 'var/backups/chatd'), chatd, chatd);
  return root;
}

describe('the systemd unit of the README, booted', { skip: whyNoContainer(), timeout: 600_000 }, () => {
  let machine: Container;
  let owner: string;

  /** Runs a command of chatd as the README says. */
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
});
