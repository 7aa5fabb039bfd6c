import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parseDocument } from 'htmlparser2';
import { exitCodes } from '../../src/cli/failure.ts';
import { managers } from '../../src/service/managers.ts';
import { describePlan, followPlan, StepFailed } from '../../src/service/plan.ts';
import { quoteForCmd } from '../../src/service/words.ts';
import { makePlace } from './place.ts';

const settings = {
  program: '/usr/local/bin/chatd',
  flags: ['--public-url', 'chat.example.com', '--mail-from', 'Team & "Co" <a@b.example>'],
  data_dir: '/var/lib/chatd',
  backup_dir: '/mnt/50% full',
  smtp_url_file: undefined,
  hasLowPorts: false,
};

describe('chatd service', () => {
  it('prints the whole plan as commands, and does nothing, for --dry-run', {
    skip: process.platform !== 'linux' && 'for systemd',
  }, async (t) => {
    const flags = [
      '--public-url',
      'chat.example.com',
      '--acme',
      'you@example.com',
      '--backup-dir',
      '../../srv/backups',
    ];
    const place = makePlace(t);
    const { stdout, exitCode } = await place.ask(['service', 'install', ...flags, '--dry-run']);

    assert.equal(exitCode, 0);
    assert.match(stdout, /^id chatd .* \|\| useradd --system/m);
    assert.match(stdout, /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m);
    assert.match(stdout, /^systemctl enable chatd$/m);
    // The service has another working directory.
    assert.ok(stdout.includes('--backup-dir /srv/backups'), stdout);
    // It is a script that a shell reads.
    assert.equal(spawnSync('sh', ['-n'], { input: stdout }).status, 0);
  });

  it('asks for low ports only if it needs them', { skip: process.platform !== 'linux' && 'for systemd' }, async (t) => {
    const plan = async (...flags: string[]) =>
      (await makePlace(t).ask(['service', 'install', '--dry-run', ...flags])).stdout;
    const acme = ['--public-url', 'chat.example.com', '--acme', 'you@example.com'];

    for (const flags of [acme, ['--listen', '0.0.0.0:80'], [...acme, '--listen', ':8443']])
      assert.match(await plan(...flags), /^AmbientCapabilities=/m, flags.join(' '));
    for (const flags of [[], ['--listen', ':8080'], [...acme, '--listen', ':8443', '--http-listen', 'none']])
      assert.match(await plan(...flags), /^PrivateUsers=yes$/m, flags.join(' '));
  });

  it('refuses settings that the server would refuse, and passwords in arguments', async (t) => {
    const place = makePlace(t);

    assert.equal(
      (await place.ask(['service', 'install', '--listen', 'here', '--dry-run'])).exitCode,
      exitCodes.unusable,
    );
    assert.equal(
      (await place.ask(['service', 'install', '--smtp-url', 'smtp://a:b@c', '--dry-run'])).exitCode,
      exitCodes.usage,
    );
    // A checkout is no place for a service.
    assert.match((await place.ask(['service', 'install'])).stderr, /needs the executable|Only root/);
  });

  it('refuses settings that contradict each other, before the service would fail with each start', async (t) => {
    const place = makePlace(t);
    writeFileSync(place.path('secret'), 'a secret');
    for (const [flags, problem] of [
      [['--acme', 'you@example.com'], /--acme needs a --public-url/],
      [['--http-listen', ':8080'], /needs --acme or --tls-cert/],
      [['--tls-cert', 'cert.pem'], /--tls-cert and --tls-key/],
      [['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'], /cert\.pem/],
      [['--turn-secret-file', 'secret'], /needs --turn-url/],
      [['--push-service-url', 'https://push.example.com'], /needs --push-service-url and --push-service-org/],
    ] as const) {
      const { stdout, stderr, exitCode } = await place.ask(['service', 'install', '--dry-run', ...flags]);
      assert.deepEqual([stdout, exitCode], ['', exitCodes.unusable], stderr);
      assert.match(stderr, problem);
    }
  });

  it('refuses files and folders that systemd hides from the service', {
    skip: process.platform !== 'linux' && 'for systemd',
  }, async (t) => {
    const place = makePlace(t);
    writeFileSync(place.path('secret'), 'a secret');
    const turn = ['--turn-url', 'turn:turn.example.com', '--turn-secret-file', 'secret'];
    const ask = (...flags: string[]) => place.ask(['service', 'install', '--dry-run', ...flags]);

    for (const flags of [
      ...[
        '/home/ada/backups',
        '/home',
        '/root/x',
        '/tmp/x',
        '/var/tmp/x',
        '/run/user/1/x',
        '/srv/../home/x',
        'backups',
      ].map((folder) => ['--backup-dir', folder]),
      turn,
    ]) {
      const { stdout, stderr, exitCode } = await ask(...flags);
      assert.deepEqual([stdout, exitCode], ['', exitCodes.unusable], flags.join(' '));
      assert.match(stderr, /systemd hides .* from the service/);
    }
    for (const folder of ['/homes/x', '/srv/home', '/var/tmpx', '/mnt/tmp/x']) {
      assert.equal((await ask('--backup-dir', folder)).exitCode, 0, folder);
    }
    // Root reads this file for the service.
    assert.equal((await ask('--smtp-url-file', 'secret')).exitCode, 0);
  });

  it('quotes what systemd, shells and XML would read otherwise', () => {
    const [linux = '', mac = '', windows = ''] = ['linux', 'darwin', 'win32'].map((name) =>
      describePlan(managers[name]?.install(settings) ?? []),
    );

    assert.ok(linux.includes('--mail-from "Team & \\"Co\\" <a@b.example>"'), linux);
    assert.ok(linux.includes('ReadWritePaths=-/mnt/50%% full'), linux);
    assert.ok(mac.includes('<string>Team &amp; "Co" &lt;a@b.example&gt;</string>'), mac);
    assert.ok(windows.includes('^&lt;a@b.example^&gt;'), windows);
    for (const [plan, root] of [
      [mac, 'plist'],
      [windows, 'Task'],
    ] as const) {
      const xml = plan.slice(plan.indexOf('<?xml'), plan.indexOf(`</${root}>`) + root.length + 3);
      assert.equal(parseDocument(xml, { xmlMode: true }).children.filter(({ type }) => type === 'tag').length, 1);
    }
  });
});

describe('a word for cmd.exe', () => {
  it('keeps what cmd.exe and programs would take for signs of their own', () => {
    const quoted = ['plain', 'C:\\My data\\', '50% of %PATH%', 'a & b | c ^ d > e', 'say "hi" \\"x\\"', ''].map(
      quoteForCmd,
    );

    assert.deepEqual(quoted, [
      '^"plain^"',
      '^"C:\\My data\\\\^"',
      '^"50^% of ^%PATH^%^"',
      '^"a ^& b ^| c ^^ d ^> e^"',
      '^"say \\^"hi\\^" \\\\\\^"x\\\\\\^"^"',
      '^"^"',
    ]);
  });
});

describe('the steps of a plan', () => {
  it('are taken in order, until one fails, which is named', (t) => {
    const place = makePlace(t);
    const [file, copy] = [place.path('a/b'), place.path('c')];

    followPlan([
      { write: file, content: 'one\n' },
      { copy: file, to: copy },
      { run: ['false'], mayFail: true },
      { run: ['false'], unless: ['true'] },
      { remove: file },
      { remove: file },
    ]);
    assert.deepEqual([existsSync(file), readFileSync(copy, 'utf8')], [false, 'one\n']);
    writeFileSync(file.replace('/b', '/x'), '');
    assert.throws(
      () => followPlan([{ run: ['sh', '-c', 'echo no >&2; exit 3'] }, { remove: copy }]),
      (error) => error instanceof StepFailed && /^sh -c "echo no >&2; exit 3" failed: no$/.test(error.message),
    );
    assert.throws(() => followPlan([{ run: ['/nowhere/program'] }]), /\/nowhere\/program failed: .*ENOENT/);
    assert.ok(existsSync(copy));
  });
});
