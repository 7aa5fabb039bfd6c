import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from '../support/client.ts';
import { crash } from './kill.ts';
import { createAccount, startProcess } from './server-process.ts';

describe('A server that is killed under load', () => {
  it('has everything it acknowledged or sent by stream when it is back', async (t) => {
    const rounds = 3;

    const outcome = await crash(rounds, (line) => t.diagnostic(line));

    assert.deepEqual(
      { ...outcome, acknowledged: outcome.acknowledged > 0, heard: outcome.heard > 0 },
      {
        rounds,
        acknowledged: true,
        heard: true,
        lost: 0,
        problems: [],
      },
    );
  });

  it('answers a repeated request with the first message, and sends another one', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'chatd-crash-'));
    const login = await createAccount(folder, 'sender@example.com');
    const request = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup?', queue_id: 'q', local_id: '1' };

    const first = await startProcess(folder);
    const { body: sent } = await new Client(first.url, login).post('/messages', request);
    await first.kill();
    const second = await startProcess(folder);
    t.after(async () => {
      await second.stop();
      rmSync(folder, { recursive: true });
    });
    const client = new Client(second.url, login);
    const { body: repeated } = await client.post('/messages', request);
    const { body: other } = await client.post('/messages', { ...request, content: 'Soup.' });

    assert.deepEqual([repeated.id, other.id > sent.id], [sent.id, true]);
  });
});
