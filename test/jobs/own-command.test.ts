import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathsIn } from '../../src/ground/data-paths.ts';
import { CommandFailed, runOwnCommand } from '../../src/ground/own-command.ts';
import { until } from '../support/until.ts';

describe('a command in a process of its own', () => {
  it('is gone when its end is told', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-command-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const { running } = pathsIn(folder);
    const end = new AbortController();

    const command = runOwnCommand(['serve', '--listen', '127.0.0.1:0', '--data-dir', folder], end.signal);
    const ended = command.catch((error: unknown) => error);
    await until(() => existsSync(running));
    const pid = Number.parseInt(readFileSync(running, 'utf8'), 10);
    end.abort();

    assert.ok((await ended) instanceof CommandFailed || typeof (await ended) === 'string');
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });
});
