import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../../src/app.ts';
import { lockFile } from '../../src/db/file-lock.ts';
import { exportChatd, type Wish } from '../../src/export/chatd-export.ts';
import { exportHtml } from '../../src/export/html/html-export.ts';
import { exportZulip } from '../../src/export/zulip/zulip-export.ts';
import { importFiles, makeFolder, openEmpty } from '../import/scene.ts';
import { channelMessage, channels, ids, realmTables } from '../import/zulip-export.ts';
import { launcher } from '../support/program.ts';

const formats = { chatd: exportChatd, zulip: exportZulip, html: exportHtml } as const;

/** An organization with so many messages that reading them takes more than a moment. */
async function makeLarge(t: TestContext, count: number): Promise<App> {
  const app = openEmpty(t);
  await importFiles(t, app, {
    'realm.json': realmTables(),
    'messages-000001.json': {
      zerver_message: [channelMessage(101, ids.alice, channels.general)],
      zerver_usermessage: [],
    },
  });
  app.db.run(
    `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       rendered_content, rendered_version)
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
     SELECT conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content, rendered_content,
       rendered_version FROM messages, n`,
    count,
  );
  return app;
}

interface Begun {
  child: ChildProcess;
  ended: Promise<unknown[]>;
  folder: string;
}

/** Starts the command, and waits until it writes. */
async function begin(t: TestContext, { config }: App, format: string): Promise<Begun> {
  const folder = makeFolder(t);
  const args = ['export', join(folder, 'export'), '--format', format, '--data-dir', config.data_dir];
  const child = spawn(launcher, args, { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  while (child.exitCode === null && !scratchesIn(folder).some((one) => readdirSync(one).length > 1)) await wait(2);
  return { child, ended, folder };
}

function scratchesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('chatd-export-'))
    .map((name) => join(folder, name));
}

describe('an export', () => {
  for (const [format, write] of Object.entries(formats)) {
    it(`lets a signal through while it reads the database: ${format}`, async (t) => {
      const { config } = await makeLarge(t, 40_000);
      const steps: number[] = [];
      let handledAt: number | undefined;
      process.once('SIGCONT', () => {
        handledAt = steps.at(-1);
      });
      const onProgress: Wish['onProgress'] = (done) => {
        if (steps.length === 0) process.kill(process.pid, 'SIGCONT');
        steps.push(done);
      };

      await write({ data_dir: config.data_dir, file: join(makeFolder(t), 'export'), now: 0, onProgress });

      // The first phase is reading.
      assert.ok(handledAt !== undefined && handledAt < 1, String(handledAt));
      assert.deepEqual(
        steps,
        steps.toSorted((one, other) => one - other),
      );
      assert.equal(steps.at(-1), format === 'html' ? 3 : 2);
    });
  }

  for (const [signal, format] of [
    ['SIGINT', 'chatd'],
    ['SIGTERM', 'zulip'],
    ['SIGTERM', 'html'],
  ] as const) {
    it(`leaves nothing when ${signal} ends it: ${format}`, async (t) => {
      const { child, ended, folder } = await begin(t, await makeLarge(t, 200_000), format);

      child.kill(signal);

      assert.deepEqual([await ended, readdirSync(folder)], [[null, signal], []]);
    });
  }

  it('deletes what killed ones left in the folder, and nothing else', async (t) => {
    const app = await makeLarge(t, 200_000);
    const { child, ended, folder } = await begin(t, app, 'chatd');
    child.kill('SIGKILL');
    await ended;
    const [left = ''] = scratchesIn(folder);
    const running = join(folder, 'chatd-export-runnin');
    const foreign = join(folder, 'chatd-export-mine');
    for (const one of [running, foreign]) mkdirSync(one);
    const unlock = lockFile(join(running, 'lock'));
    const wasThere = existsSync(left);

    await exportChatd({ data_dir: openEmpty(t).config.data_dir, file: join(folder, 'other'), now: 0 });
    const remaining = readdirSync(folder).sort();
    unlock?.();

    assert.ok(wasThere);
    assert.deepEqual(remaining, ['chatd-export-mine', 'chatd-export-runnin', 'other']);
  });
});
