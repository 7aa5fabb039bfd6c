import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { launcher } from '../support/program.ts';
import { makePlace, type Place } from './place.ts';

describe('chatd backup and chatd restore', () => {
  it('move a chat beside its running server to another directory, where the same key logs in', async (t) => {
    const place = makePlace(t);
    const ada = await place.addAccount('ada@example.com');
    await place.serve();

    const backup = await place.run(['backup', 'chat.tar', '--json']);
    const restored = await place.run(['restore', 'chat.tar', '--data-dir', 'new', '--json']);

    assert.deepEqual([backup.exitCode, restored.exitCode], [0, 0]);
    const { bytes, messages, missing } = JSON.parse(backup.stdout);
    assert.deepEqual([bytes, messages, missing], [readFileSync(place.path('chat.tar')).length, 0, []]);
    const { ok, moved_to, created_at } = JSON.parse(restored.stdout);
    assert.deepEqual([ok, moved_to, created_at], [true, null, JSON.parse(backup.stdout).created_at]);
    const server = await place.serve(['--data-dir', 'new']);
    assert.equal((await server.as(ada).get('/users/me')).status, 200);
  });

  it('go through a pipe', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const shell = makePlace(t, '/bin/sh');
    const { path } = place;

    const piped = `"$0" backup - --data-dir "${path('chatd-data')}" | "$0" restore - --data-dir "${path('new')}"`;
    const { exitCode, stdout, stderr } = await shell.run(['-c', piped, launcher]);

    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^database +ok$/m);
    assert.match(stderr, /^Backed up 0 messages and 0 files: \d+ bytes\.\nRestored the backup of \d{4}-.*\n$/);
  });

  it('leave no copy of the data when a signal ends them', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const child = spawn(launcher, ['backup', '-'], { cwd: place.folder, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    // Nobody reads on, and no pipe holds a whole backup: it is under way until the signal comes.
    await once(child.stdout, 'readable');
    const before = listCopies(place);

    child.kill('SIGTERM');

    const [, signal] = await once(child, 'exit');
    assert.deepEqual([before.length, signal, listCopies(place)], [1, 'SIGTERM', []]);
  });

  it('replace nothing unless told, and end with 5', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    writeFileSync(place.path('note.txt'), 'note');

    const runs = [
      await place.ask(['backup', 'note.txt']),
      await place.ask(['backup', 'chat.tar']),
      await place.ask(['restore', 'chat.tar']),
      await place.ask(['restore', 'nowhere.tar']),
      await place.ask(['restore', 'chat.tar', '--replace']),
    ];

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [5, 0, 5, 5, 0],
    );
    assert.equal(readFileSync(place.path('note.txt'), 'utf8'), 'note');
    assert.match(
      runs[2]?.stderr ?? '',
      /chatd-data holds data already \(chatd\.db\)\. --replace moves it aside first\.$/m,
    );
    assert.match(runs[4]?.stderr ?? '', /The previous data is in .*chatd-data\/before-restore-\S+Z now\.$/m);
  });

  it('end with 6 for what is no backup, and with 3 while a server runs or where there is no data', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    writeFileSync(place.path('note.txt'), 'note');
    await place.ask(['backup', 'chat.tar']);
    await place.serve();

    const runs = [
      await place.ask(['restore', 'note.txt', '--data-dir', 'new']),
      await place.ask(['restore', 'chat.tar', '--replace']),
      await place.ask(['backup', 'other.tar', '--data-dir', 'nowhere']),
    ];

    assert.deepEqual(
      runs.map(({ exitCode }) => exitCode),
      [6, 3, 3],
    );
    assert.match(
      runs[0]?.stderr ?? '',
      /^chatd: note\.txt: It is no backup of chatd|^chatd: note\.txt: It cannot be unpacked/,
    );
  });

  it('end with 3 where there is no room for the restored data, and leave nothing', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    await place.ask(['backup', 'chat.tar']);
    const shell = makePlace(t, '/bin/sh');
    const script = `ulimit -f 100; trap '' XFSZ; exec "$0" restore "${place.path('chat.tar')}" --data-dir new`;

    const { exitCode, stderr } = await shell.run(['-c', script, launcher]);

    assert.equal(exitCode, 3);
    assert.match(stderr, /^chatd: .*\/new has no room for the backup\. Nothing was changed\.\n$/);
    assert.deepEqual(readdirSync(shell.path('new')), ['chatd.lock']);
  });
});

function listCopies(place: Place): string[] {
  return readdirSync(place.path('chatd-data')).filter((name) => name.startsWith('chatd-backup-'));
}
