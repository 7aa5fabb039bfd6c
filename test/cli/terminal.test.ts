import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { launcher } from '../support/program.ts';
import { until } from '../support/until.ts';
import { makePlace, type Place } from './place.ts';

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** A run of the program on a terminal of its own. */
interface Session {
  /** Waits until the terminal shows a text. */
  see(text: string): Promise<void>;
  type(line: string): void;
  /** Closes the terminal. */
  close(): void;
  /** Waits for the end; returns the exit code and all that the terminal showed. */
  end(): Promise<[exitCode: number | null, shown: string]>;
}

function onTerminal(t: TestContext, place: Place, args: readonly string[]): Session {
  const command = [launcher, ...args].map((word) => `'${word}'`).join(' ');
  const child: ChildProcess = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: place.folder,
    env: { PATH: process.env.PATH, HOME: place.folder, SHELL: '/bin/sh' },
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  let shown = '';
  child.stdout?.on('data', (chunk) => {
    shown += chunk;
  });
  return {
    async see(text) {
      while (!shown.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended before it showed "${text}":\n${shown}`);
        await wait(5);
      }
    },
    type: (line) => child.stdin?.write(`${line}\r`),
    close: () => child.kill('SIGKILL'),
    async end() {
      const [exitCode] = (await ended) as [number | null];
      return [exitCode, shown];
    },
  };
}

describe('on a terminal', { concurrency: 2, skip: !hasTerminal && 'script(1) opens no terminal' }, () => {
  it('create-user asks for the password twice and does not show it', async (t) => {
    const place = makePlace(t);
    const session = onTerminal(t, place, ['create-user', 'ada@example.com', '--name', 'Ada']);

    await session.see('Password (empty for none): ');
    session.type('correct horse battery');
    await session.see('Repeat the password: ');
    session.type('correct horse battery');
    const [exitCode, shown] = await session.end();

    const server = await place.answer();
    const login = { username: 'ada@example.com', password: 'correct horse battery' };
    const { status } = await server.as().post('/fetch_api_key', login);
    assert.deepEqual([exitCode, status, shown.includes('horse')], [0, 200, false]);
    assert.match(shown, /role {7}owner/);
  });

  it('reset-password changes nothing if the two passwords differ', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const session = onTerminal(t, place, ['reset-password', 'ada@example.com']);

    await session.see('Password: ');
    session.type('correct horse battery');
    await session.see('Repeat the password: ');
    session.type('correct horse');
    const [exitCode, shown] = await session.end();

    assert.equal(exitCode, 2);
    assert.match(shown, /The two passwords differ; nothing changed\./);
  });

  it('import shows how far it has come', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.run(['export', 'chat.tar']);

    const session = onTerminal(t, place, ['import', 'chatd', 'chat.tar', '--data-dir', 'other']);
    const [exitCode, shown] = await session.end();

    assert.equal(exitCode, 0, shown);
    assert.match(shown, /\r█+░+ \d+ %[\s\S]*\r█{40} 100 %/);
  });

  for (const format of ['chatd', 'zulip', 'html']) {
    it(`export shows how far it has come: ${format}`, async (t) => {
      const place = makePlace(t);
      await place.addAccount('ada@example.com');

      const [exitCode, shown] = await onTerminal(t, place, ['export', 'chat', '--format', format]).end();

      assert.equal(exitCode, 0, shown);
      assert.match(shown, /^(?:\r█*░* \d+ %)+\r█{40} 100 %\r\nCOUNT/);
    });
  }

  it('an end before the whole puts what follows on its own line', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.run(['export', 'chat.tar']);

    const args = ['import', 'chatd', 'chat.tar', '--merge', '--dry-run'];
    const [exitCode, shown] = await onTerminal(t, place, args).end();

    assert.equal(exitCode, 0, shown);
    assert.doesNotMatch(shown, /%[^\r]/);
  });

  it('commands draw nothing between JSON', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const [, exported] = await onTerminal(t, place, ['export', 'chat.tar', '--json']).end();
    const args = ['import', 'chatd', 'chat.tar', '--data-dir', 'other', '--json'];
    const [, imported] = await onTerminal(t, place, args).end();

    assert.match(exported, /^\{"format":/);
    assert.match(imported, /^\{"came":/);
  });

  it('serve shows the link of the first owner as a QR code too', async (t) => {
    const place = makePlace(t);
    const session = onTerminal(t, place, ['serve', '--listen', '127.0.0.1:0']);

    await session.see('Ctrl-C');
    session.type('\u0003');
    const [, shown] = await session.end();

    assert.match(shown, /open {8}http:\/\/127\.0\.0\.1:\d+\/setup\/\S+/);
    assert.match(shown, /▄▄▄▄▄.*▄▄▄▄▄/);
  });

  it('serve tidies up when somebody closes the terminal', async (t) => {
    const place = makePlace(t);
    const session = onTerminal(t, place, ['serve', '--listen', '127.0.0.1:0']);
    const isThere = (name: string) => existsSync(place.path(`chatd-data/${name}`));
    await session.see('Ctrl-C');
    const before = isThere('chatd.pid');

    session.close();
    // A killed server leaves both.
    await until(() => !isThere('chatd.pid') && !isThere('chatd.db-wal'));

    assert.equal(before, true);
  });
});
