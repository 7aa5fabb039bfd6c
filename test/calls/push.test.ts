import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Browser } from '../push/browser.ts';
import { settled } from '../push/push-service.ts';
import { startServer } from '../support/server.ts';
import { direct, start } from './scene.ts';

/** Bob, whose browser shows notifications, and a call of Alice's to him. */
async function ring(t: TestContext, quiet_for = 0) {
  const server = await startServer(t);
  server.app.config.private_web_push = true;
  const browser = await new Browser().start(t);
  await browser.subscribe(server.as('bob'));
  if (quiet_for > 0)
    await server.as('bob').patch('/users/me/availability', { quiet_until: server.clock.now() + quiet_for });
  const { id } = await start(server, 'alice', direct(server, 'bob'));
  await settled(server);
  const contents = () => browser.received.map(({ content }) => content);
  return { server, id, contents };
}

describe('the notification of a call that rings', () => {
  it('says who calls, and is taken back when it is declined', async (t) => {
    const { server, id, contents } = await ring(t);
    assert.deepEqual(
      contents().map(({ type, title, content }) => [type, title, content]),
      [['message', 'Alice Member', 'Alice Member calls you']],
    );

    await server.as('bob').post(`/calls/${id}/decline`);
    await settled(server);

    assert.deepEqual(
      contents().map(({ type }) => type),
      ['message', 'remove'],
    );
  });

  it('does not come to who is not to be disturbed, and the caller does not learn it', async (t) => {
    const { server, contents } = await ring(t, 60);

    assert.deepEqual(contents(), []);
    const { calls } = (await server.as('alice').get('/calls')).body;
    assert.deepEqual(calls[0].rings, [server.users.bob.id]);
  });
});
