import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Jobs } from '../../src/jobs/jobs.ts';
import { send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const [minute, day] = [60, 86_400];

/** A server with one message of some days ago, which is kept for ten, whose jobs have just begun. */
async function setScene(
  t: TestContext,
  days: number,
): Promise<TestServer & { pass(minutes: number): Promise<void>; count(): unknown }> {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const server = await startServer(t);
  await server.as('owner').patch('/realm', { message_retention_days: 10 });
  await send(server.as('owner'), { to: 'general' });
  server.clock.advance(days * day);
  const jobs = new Jobs();
  jobs.start(server.app);
  t.after(() => jobs.stop());
  const pass = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      server.clock.advance(5 * minute);
      t.mock.timers.tick(5 * minute * 1000);
      // A job that has ended can begin again.
      await nextTurn();
    }
  };
  return { ...server, pass, count: () => server.db.value("SELECT count(*) FROM messages WHERE content = 'hello'") };
}

describe('jobs', () => {
  it('wake a server at rest once a second', async (t) => {
    const { app } = await startServer(t);
    const timers = t.mock.method(globalThis, 'setInterval');
    const jobs = new Jobs();
    t.after(() => jobs.stop());

    jobs.start(app);

    assert.deepEqual(
      timers.mock.calls.map((call) => call.arguments[1]),
      [1000],
    );
  });
});

describe('jobs that delete by age', () => {
  it('do so while the time passes evenly', async (t) => {
    const { pass, count } = await setScene(t, 11);

    await pass(10);
    const early = count();
    await pass(5);

    assert.equal(early, 1);
    await until(() => count() === 0);
  });

  it('wait after a jump of the clock, until it is certain that it is right', async (t) => {
    const { clock, pass, count } = await setScene(t, 0);
    await pass(60);
    t.mock.method(clock, 'now', () => clock.seconds + 11 * day);

    await pass(15);
    const early = count();
    t.mock.method(clock, 'now', () => clock.seconds);
    await pass(60);

    assert.deepEqual([early, count()], [1, 1]);
  });
});
