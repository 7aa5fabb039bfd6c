import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { unpackTar } from 'modern-tar';
import { readAddon, readPackage, root } from '../../bin/executable/stage.ts';
import { parseTarget } from '../../bin/executable/target.ts';
import { packDebian } from '../../bin/packages/debian.ts';
import { makeTexts } from '../../bin/packages/texts.ts';

const executable = fileURLToPath(new URL('../../dist/chatd', import.meta.url));
const noXz = spawnSync('xz', ['--version']).error !== undefined && 'xz is not installed';
/** The folder of a Debian with nothing but what it cannot be without, as of `debootstrap --variant=minbase`. */
const { CHATD_TEST_DEBIAN: debian } = process.env;

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

async function pack(program: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-debian-'));
  folders.push(folder);
  const licenses = Buffer.from('All of them.\n');
  const addon = readAddon(parseTarget('linux-x64', root));
  const release = { ...readPackage(), arch: 'x64', program, addon, licenses };
  return packDebian(release, await makeTexts(), ['The first version.'], folder);
}

/** The members of an archive of ar(1), by their names. */
function open(file: string): Map<string, Buffer> {
  const content = readFileSync(file);
  assert.equal(content.toString('latin1', 0, 8), '!<arch>\n');
  const members = new Map<string, Buffer>();
  for (let at = 8; at < content.length; ) {
    const head = content.toString('latin1', at, at + 60);
    const size = Number(head.slice(48, 58));
    assert.equal(head.slice(58), '`\n');
    members.set(head.slice(0, 16).trim(), content.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return members;
}

async function filesIn(member: Buffer | undefined) {
  const { stdout } = spawnSync('xz', ['--decompress', '--stdout'], { input: member, maxBuffer: 2 ** 30 });
  return new Map(
    (await unpackTar(stdout)).map(({ header, data }) => [
      header.name,
      { header, data: Buffer.from(data ?? []).toString() },
    ]),
  );
}

describe('the package for Debian', { skip: noXz }, () => {
  let members: Map<string, Buffer>;
  before(async () => {
    members = open(await pack(Buffer.from('a program')));
  });

  it('has its parts in the order that dpkg asks for', () => {
    assert.deepEqual([...members.keys()], ['debian-binary', 'control.tar.xz', 'data.tar.xz']);
    assert.equal(String(members.get('debian-binary')), '2.0\n');
  });

  it('knows each of its files by its checksum', async () => {
    const control = await filesIn(members.get('control.tar.xz'));
    const data = await filesIn(members.get('data.tar.xz'));

    const files = [...data.values()].filter(({ header }) => header.type === 'file');
    const listed = control.get('./md5sums')?.data.trim().split('\n');
    assert.deepEqual(
      listed?.map((line) => line.slice(34)).sort(),
      files.map(({ header }) => header.name.slice(2)),
    );
    assert.ok(listed?.includes(`${hash('md5', 'a program')}  usr/bin/chatd`));
    assert.ok(files.every(({ header: { uid, gid, mode = 0 } }) => uid === 0 && gid === 0 && (mode & 0o022) === 0));
  });

  it('asks for libraries as new as those that the addon was built for', async () => {
    const text = readAddon(parseTarget('linux-x64', root)).content.toString('latin1');
    const versions = [...text.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));

    const control = (await filesIn(members.get('control.tar.xz'))).get('./control')?.data ?? '';

    assert.match(control, new RegExp(`^Depends: .*libc6 \\(>= 2\\.${Math.max(...versions)}\\)`, 'm'));
  });

  it('is the same each time', async () => {
    const again = open(await pack(Buffer.from('a program')));

    assert.deepEqual(again, members);
  });
});

describe('the package for Debian, with the executable', { skip: noXz, timeout: 600_000 }, () => {
  let file: string;
  before(async () => {
    assert.ok(existsSync(executable), 'dist/chatd is missing: npm run build makes it');
    file = await pack(readFileSync(executable));
  });

  it('gives lintian nothing to call an error', (t) => {
    if (spawnSync('lintian', ['--version']).error) return t.skip('lintian is not installed');

    const { status, stdout, stderr } = spawnSync('lintian', ['--fail-on=error', file], { encoding: 'utf8' });

    assert.equal(status, 0, stdout + stderr);
  });

  it('is installed, used, removed and purged', (t) => {
    if (!debian) return t.skip('CHATD_TEST_DEBIAN names no folder of a minimal Debian');
    if (process.geteuid?.() !== 0) return t.skip('needs root, to change the root');
    const asChatd = 'runuser -u chatd -- chatd';
    const inData = '--data-dir /var/lib/chatd';
    const script = [
      'dpkg --install /chatd.deb',
      'test "$(stat -c %U%a /var/lib/chatd /var/backups/chatd | uniq)" = chatd700',
      'test -L /etc/systemd/system/multi-user.target.wants/chatd.service',
      `${asChatd} create-user ada@example.com --name Ada --random-password ${inData}`,
      `${asChatd} list-users ${inData} | grep ada@example.com`,
      'echo CHATD_LISTEN=9992 >> /etc/default/chatd',
      'dpkg --install /chatd.deb',
      'grep 9992 /etc/default/chatd',
      'dpkg --remove chatd',
      'test ! -e /usr/bin/chatd -a ! -e /lib/systemd/system/chatd.service -a -e /etc/default/chatd',
      'dpkg --purge chatd',
      'test ! -e /etc/default/chatd -a -e /var/lib/chatd/chatd.db',
      'test -z "$(find /etc/systemd -name "chatd*")"',
    ];

    const { status, stdout, stderr } = runIn(debian, file, script);

    assert.equal(status, 0, stdout + stderr);
  });
});

/** Runs commands in a copy of a root that is gone afterwards, with the package as /chatd.deb. */
function runIn(lower: string, file: string, commands: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-root-'));
  const [upper = '', work = '', merged = ''] = ['upper', 'work', 'merged'].map((name) => join(folder, name));
  for (const path of [upper, work, merged]) mkdirSync(path);
  renameSync(file, join(upper, 'chatd.deb'));
  const script = [
    `mount -t overlay overlay -o lowerdir=${lower},upperdir=${upper},workdir=${work} ${merged}`,
    `mount -t proc proc ${merged}/proc`,
    `mount --bind /dev ${merged}/dev`,
    `exec chroot ${merged} sh -exc "$1"`,
  ];
  try {
    const args = ['--mount', 'sh', '-ec', script.join('\n'), 'sh', commands.join('\n')];
    return spawnSync('unshare', args, { encoding: 'utf8', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
