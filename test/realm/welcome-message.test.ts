import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badRequest } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

const path = '/realm/test_welcome_bot_custom_message';

describe('POST /realm/test_welcome_bot_custom_message', () => {
  it('sends the message to the administrator who asks, from the welcome bot', async (t) => {
    const { as, users } = await startServer(t);

    const { body } = await as('admin').post(path, { welcome_message_custom_text: 'Tea is at *four*.' });

    const { result, msg, message_id } = body;
    assert.deepEqual({ result, msg }, { result: 'success', msg: '' });
    const got = await as('admin').get(`/messages/${message_id}`);
    const { content, sender_full_name, display_recipient } = got.body.message as Record<string, unknown>;
    assert.deepEqual([content, sender_full_name], ['<p>Tea is at <em>four</em>.</p>', 'Welcome Bot']);
    const ids = (display_recipient as { id: number }[]).map(({ id }) => id);
    assert.ok(ids.includes(users.admin.id) && ids.length === 2);
  });

  it('refuses an empty text, one that is too long, and members', async (t) => {
    const { as } = await startServer(t);
    const ask = async (name: 'admin' | 'alice', welcome_message_custom_text: string) => {
      const { status, body } = await as(name).post(path, { welcome_message_custom_text });
      return [status, body];
    };

    assert.deepEqual(await ask('admin', ''), [400, badRequest('Message must not be empty')]);
    const long = 'welcome_message_custom_text is too long (limit: 8000 characters)';
    assert.deepEqual(await ask('admin', 'x'.repeat(8001)), [400, badRequest(long)]);
    assert.deepEqual(await ask('alice', 'Hello'), [400, badRequest('Must be an organization administrator')]);
  });
});
