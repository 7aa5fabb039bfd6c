import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Ears, listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const called = 'Do it, @**Build Bot**';

interface Scene extends TestServer {
  ears: Ears;
}

/** Alice and Bob follow a channel; the bot follows none. */
async function setScene(t: TestContext, values = {}): Promise<Scene> {
  const server = await startServer(t);
  await subscribe(server.as('alice'), 'kitchen', { principals: ['alice@example.com', 'bob@example.com'], ...values });
  return { ...server, ears: await listen(server, ['alice', 'bob', 'admin', 'bot']) };
}

describe('POST /messages', () => {
  it('reaches a bot that it mentions in a public channel which the bot does not follow', async (t) => {
    const { as, ears } = await setScene(t);

    const id = await send(as('bob'), { to: 'kitchen', content: called });

    const { bot, ...others } = await ears.heard();
    const { body } = await as('bot').get(`/messages/${id}`);
    assert.deepEqual(
      bot?.map(({ type, message, flags }) => [type, message.id, message.content, flags]),
      [['message', id, called, ['read', 'historical', 'mentioned']]],
    );
    assert.deepEqual(body.message.flags, bot?.[0].flags);
    assert.deepEqual(Object.keys(others), ['alice', 'bob']);
  });

  it('says the same of it to those who follow the channel', async (t) => {
    const { as, ears } = await setScene(t);
    await send(as('bob'), { to: 'kitchen', content: called });

    const { alice } = await ears.heard();

    assert.deepEqual(
      alice?.map(({ type, message, flags }) => [type, message.content, flags]),
      [['message', called, []]],
    );
  });

  it('is told as unread to a bot that follows the channel', async (t) => {
    const { as, ears } = await setScene(t);
    await subscribe(as('bot'), 'kitchen');
    await ears.heard();

    await send(as('bob'), { to: 'kitchen', content: called });

    const { bot } = await ears.heard();
    const flags = bot?.filter(({ type }) => type === 'message').map((event) => event.flags);
    assert.deepEqual(flags, [['mentioned']]);
  });

  it('does not reach a bot that may not read the channel', async (t) => {
    const { as, ears } = await setScene(t, { invite_only: true });

    await send(as('bob'), { to: 'kitchen', content: called });

    assert.deepEqual(Object.keys(await ears.heard()), ['alice', 'bob']);
  });

  it('reaches neither people who do not follow the channel nor a bot that mentions itself', async (t) => {
    const { as, ears } = await setScene(t);

    await send(as('bob'), { to: 'kitchen', content: 'Look, @**Adam Admin** and @_**Build Bot**' });
    await send(as('bot'), { to: 'kitchen', content: 'I am @**Build Bot**' });

    assert.deepEqual(Object.keys(await ears.heard()), ['alice', 'bob']);
  });
});
