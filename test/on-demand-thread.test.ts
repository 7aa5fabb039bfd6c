import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { OnDemandThread } from '../src/ground/on-demand-thread.ts';

const worker = join(import.meta.dirname, 'support/answering-worker.ts');
const patience = 60_000;

function startThread(t: TestContext): OnDemandThread<string, string> {
  const thread = new OnDemandThread<string, string>(worker);
  t.after(() => thread.end());
  return thread;
}

describe('a thread on demand', () => {
  it('answers every question, several at a time', async (t) => {
    const thread = startThread(t);

    const [one = '', two] = await Promise.all([thread.ask('a', patience), thread.ask('b', patience)]);

    const [, id] = one.split(' ');
    assert.deepEqual([one, two, await thread.ask('c', patience)], [`a ${id}`, `b ${id}`, `c ${id}`]);
  });

  it('ends with all its questions when one takes too long, and another takes its place', async (t) => {
    const thread = startThread(t);
    const first = await thread.ask('a', patience);

    const questions = [thread.ask('hang', 1), thread.ask('hang', patience)];

    for (const question of questions) await assert.rejects(question, /took too long/);
    assert.notEqual(await thread.ask('a', patience), first);
  });

  it('ends with all its questions when it breaks, and another takes its place', async (t) => {
    const thread = startThread(t);
    const first = await thread.ask('a', patience);

    const questions = [thread.ask('hang', patience), thread.ask('break', patience)];

    for (const question of questions) await assert.rejects(question, /broken/);
    assert.notEqual(await thread.ask('a', patience), first);
  });

  it('ends with all its questions when it is ended', async (t) => {
    const thread = startThread(t);
    const question = assert.rejects(thread.ask('hang', patience), /was ended/);

    await thread.end();

    await question;
  });

  it('lets the process end that asked it', () => {
    const file = JSON.stringify(join(import.meta.dirname, '../src/ground/on-demand-thread.ts'));
    const ask = `new OnDemandThread(${JSON.stringify(worker)}).ask('a', ${patience})`;
    const script = `import(${file}).then(({ OnDemandThread }) => ${ask}).then((answer) => console.log(answer[0]))`;

    const options = { encoding: 'utf8', timeout: 20_000 } as const;
    const { status, stdout } = spawnSync(process.execPath, ['--eval', script], options);

    assert.deepEqual([status, stdout], [0, 'a\n']);
  });
});
