import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Account, makePlace } from '../cli/place.ts';
import { Client } from '../support/client.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';

const executable = fileURLToPath(new URL('../../dist/linux-arm64/chatd', import.meta.url));
const emulator = 'qemu-aarch64-static';
/** Of Debian's packages for cross compilers. */
const libraries = '/usr/aarch64-linux-gnu';

function whyNot(): string | false {
  if (!existsSync(executable)) return 'dist/linux-arm64 is missing: npm run build -- --target linux-arm64 makes it';
  if (spawnSync(emulator, ['--version']).error) return `${emulator} is not installed`;
  return !existsSync(`${libraries}/lib/libstdc++.so.6`) && `${libraries} has no libstdc++.so.6`;
}

describe('the executable for linux-arm64, emulated', { skip: whyNot(), timeout: 600_000 }, () => {
  it('makes an account, serves, carries a message and a file, and makes a backup for any other machine', async (t) => {
    const place = makePlace(t, emulator);
    const before = ['-L', libraries, executable];
    // Programs under the emulator cannot replace themselves; with these variables there is no need to.
    const env = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '2' };
    const run = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await place.run([...before, ...args], { env });
      assert.equal(exitCode, 0, stderr);
      return stdout;
    };

    const made = await run('create-user', 'ada@example.com', '--name', 'Ada', '--random-password', '--json');
    const account = JSON.parse(made) as Account;
    const server = await place.serve([], { env }, before);
    const ada = server.as(account);
    const login = { username: account.email, password: account.password };
    const { body: key } = await server.as().post('/fetch_api_key', login);
    const { body: sent } = await ada.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'arms',
      content: 'abc',
    });
    const url = await uploadFile(ada, png(), 'photo.png');
    await run('backup', 'chat.tar');
    const ended = await server.end('SIGTERM');
    // A command that starts itself in another process cannot do so under the emulator.
    const native = makePlace(t);
    const restored = await native.run(['restore', place.path('chat.tar')]);

    assert.deepEqual([key.result, sent.result, ended.exitCode], ['success', 'success', 0]);
    assert.match(url, /^\/user_uploads\//);
    assert.equal(restored.exitCode, 0, restored.stderr);
    assert.match((await native.run(['list-users'])).stdout, /ada@example\.com/);
  });
});

const windowsExecutable = fileURLToPath(new URL('../../dist/windows-x64/chatd.exe', import.meta.url));
/** The folder of a Debian 13 with the package wine64. */
const { CHATD_TEST_WINE: debian = '' } = process.env;

function whyNoWine(): string | false {
  if (debian === '') return 'CHATD_TEST_WINE names no folder of a Debian with wine';
  if (process.geteuid?.() !== 0) return 'needs root, to change the root';
  return !existsSync(windowsExecutable) && 'npm run build -- --target windows-x64 makes dist/windows-x64';
}

describe('the executable for Windows, under wine', { skip: whyNoWine(), timeout: 600_000 }, () => {
  it('makes an account, serves, carries a message and a file, and has them after it was killed', async (t) => {
    const folder = mkdtempSync(join(debian, 'tmp/chatd-'));
    copyFileSync(windowsExecutable, join(folder, 'chatd.exe'));
    const inside = folder.slice(debian.length);
    const options = {
      encoding: 'utf8' as const,
      env: { PATH: '/usr/sbin:/usr/bin:/bin', HOME: inside, WINEPREFIX: `${inside}/wine`, WINEDEBUG: '-all' },
    };
    // Node.js cannot write to a pipe of wine.
    const script = 'cd "$HOME"; name=$1; shift; exec wine ./chatd.exe "$@" > $name.out 2> $name.err < /dev/null';
    const words = (name: string, args: readonly string[]) => [debian, 'sh', '-c', script, 'sh', name, ...args];
    const textOf = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
    const run = (...args: string[]) => {
      const { status } = spawnSync('chroot', words('command', args), options);
      assert.equal(status, 0, textOf('command.err'));
      return textOf('command.out');
    };
    const killAll = () => spawnSync('chroot', [debian, 'wineserver', '-k', '-w'], options);
    t.after(() => {
      killAll();
      rmSync(folder, { recursive: true });
    });

    const account = JSON.parse(
      run('create-user', 'ada@example.com', '--name', 'Ada', '--random-password', '--json'),
    ) as Account;
    const server = spawn('chroot', words('server', ['serve', '--listen', '127.0.0.1:0']), {
      ...options,
      stdio: 'ignore',
    });
    const addressIn = () => /http:\/\/127\.0\.0\.1:\d+/.exec(textOf('server.err'));
    for (const late = performance.now() + 120_000; !addressIn(); await setTimeout(200)) {
      assert.ok(performance.now() < late && server.exitCode === null, textOf('server.err'));
    }
    const ada = new Client(addressIn()?.[0] as string, { email: account.email, key: account.api_key });
    const { body: sent } = await ada.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'panes',
      content: 'abc',
    });
    const url = await uploadFile(ada, png(), 'photo.png');
    killAll();

    assert.equal(sent.result, 'success');
    assert.match(url, /^\/user_uploads\//);
    assert.match(run('list-users'), /ada@example\.com/);
    assert.match(run('verify'), /./);
  });
});
