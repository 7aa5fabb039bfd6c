import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { warnOfFullDisk } from '../../src/jobs/disk-space.ts';
import { findSpace, keptSpace } from '../../src/uploads/space.ts';
import { startServer } from '../support/server.ts';

const mib = 1024 * 1024;

async function start(t: TestContext): Promise<App> {
  const { app } = await startServer(t);
  mkdirSync(app.config.data_dir, { recursive: true });
  return app;
}

describe('keptSpace', () => {
  it('is a twentieth of a small disk, 1 GiB of a large one, and what was said of any', async (t) => {
    const app = await start(t);
    const kept = (gib: number) => keptSpace(app, { free: 0, total: gib * 1024 * mib }) / mib;

    const usual = [kept(10), kept(20), kept(4000)];
    app.config.keep_free_mib = 7;

    assert.deepEqual([usual, kept(10), kept(4000)], [[512, 1024, 1024], 7, 7]);
  });
});

describe('warnOfFullDisk', () => {
  it('tells how much is left once it is less than twice what is kept, and nothing before', async (t) => {
    const app = await start(t);
    const warn = t.mock.method(app.log, 'warn', () => {});

    app.config.keep_free_mib = 0;
    warnOfFullDisk(app);
    const early = warn.mock.callCount();
    app.config.keep_free_mib = Math.ceil((findSpace(app).total / mib) * 0.6);
    warnOfFullDisk(app);

    assert.equal(early, 0);
    const [event, details] = warn.mock.calls[0]?.arguments ?? [];
    assert.equal(event, 'the disk is nearly full');
    assert.deepEqual(Object.keys(details as object), ['free_mib']);
  });
});
