import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { runBot } from '../support/answering-bot.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const yes = { id: 'yes', label: 'Yes', confirm: '' };
const no = { id: 'no', label: 'No', confirm: 'Really?' };

async function ask({ as }: TestServer, to = 'general'): Promise<number> {
  const id = await send(as('bot'), { to, content: 'Deploy?' });
  const { status, body } = await as('bot').put(`/messages/${id}/buttons`, { buttons: [yes, no] });
  assert.equal(status, 200, JSON.stringify(body));
  return id;
}

async function begin(t: TestContext, answer: (call: Values) => Values | undefined) {
  const server = await startServer(t);
  const calls = await runBot(server, answer);
  return { server, calls, id: await ask(server) };
}

const press = ({ as }: TestServer, id: number, button = 'yes') => as('bob').post(`/messages/${id}/buttons/${button}`);

async function look({ as }: TestServer, ids: readonly number[]) {
  return (await as('bob').get('/messages/buttons', { message_ids: JSON.stringify(ids) })).body.buttons;
}

describe('a button', () => {
  it('stands below a message whose text every client shows, and is told only to those who ask', async (t) => {
    const server = await startServer(t);
    const named = await listen(server, ['bob'], { event_types: ['message_buttons'] });
    const others = await listen(server, ['alice'], {});

    const id = await ask(server);

    assert.deepEqual(await look(server, [id, 999]), [{ message_id: id, buttons: [yes, no] }]);
    assert.deepEqual(await named.heard(), { bob: [{ type: 'message_buttons', message_id: id, buttons: [yes, no] }] });
    assert.deepEqual(await others.gist(), { alice: ['message: Deploy?'] });
    const { message } = (await server.as('bob').get(`/messages/${id}`, { apply_markdown: false })).body;
    assert.deepEqual([message.content, message.submessages], ['Deploy?', []]);
  });

  it('calls the bot, which answers and changes its message for everybody', async (t) => {
    const update = { content: 'Deployed.', buttons: [] };
    const { server, calls, id } = await begin(t, () => ({ content: 'Thanks.', visible_to: 'caller', update }));
    const ears = await listen(server, ['alice'], { event_types: ['update_message', 'message_buttons', 'message'] });

    const { body } = await press(server, id, 'no');

    const [{ trigger, message_id, button_id, user, topic }] = calls;
    assert.deepEqual(
      [trigger, message_id, button_id, user.user_id, topic],
      ['button', id, 'no', server.users.bob.id, 'lunch'],
    );
    assert.deepEqual([body.answer.content, body.answer.visible_to], ['Thanks.', 'caller']);
    assert.deepEqual(await ears.gist(), { alice: ['update_message', 'message_buttons'] });
    assert.deepEqual(await look(server, [id]), []);
    const { message } = (await server.as('bob').get(`/messages/${id}`, { apply_markdown: false })).body;
    assert.equal(message.content, 'Deployed.');
    assert.equal((await press(server, id)).body.code, 'NO_SUCH_BUTTON');
  });

  it('has an answer also if the bot replaced it before answering', async (t) => {
    const server = await startServer(t);
    await runBot(server, async ({ message_id }) => {
      await server.as('bot').put(`/messages/${message_id}/buttons`, { buttons: [] });
      return { content: 'Thanks.', visible_to: 'caller' };
    });
    const id = await ask(server);

    const { body } = await press(server, id);

    assert.equal(body.answer?.content, 'Thanks.', JSON.stringify(body));
  });

  it('has a clear result when its bot is slow, gone or removed', async (t) => {
    const { server, id } = await begin(t, () => undefined);
    server.app.asker.patience = 50;

    assert.equal((await press(server, id)).body.msg, 'The bot took too long to answer.');
    await server.as('alice').delete(`/bots/${server.users.bot.id}`);
    assert.equal((await press(server, id)).body.msg, 'The bot is not running.');
  });

  it('is for nobody who may not see its message', async (t) => {
    const server = await startServer(t);
    const calls = await runBot(server);
    await subscribe(server.as('alice'), 'secret', { invite_only: true, principals: [server.users.bot.id] });
    const ears = await listen(server, ['bob'], { event_types: ['message_buttons'] });

    const id = await ask(server, 'secret');

    assert.deepEqual(await look(server, [id]), []);
    assert.deepEqual((await press(server, id)).body, badRequest('Invalid message(s)'));
    assert.deepEqual([await ears.heard(), calls], [{}, []]);
  });

  it('is one of at most five', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('bot'), { to: 'general' });
    const buttons = Array.from({ length: 6 }, (_, index) => ({ id: `${index}`, label: `${index}` }));

    const { status } = await server.as('bot').put(`/messages/${id}/buttons`, { buttons });

    assert.deepEqual([status, await look(server, [id])], [400, []]);
  });
});
