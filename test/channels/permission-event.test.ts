import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listen } from '../support/events.ts';
import { subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

describe('permissions of channels', () => {
  it('lose a user whose account is shut, and have them again once it is opened', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const [alice, bob] = [users.alice.id, users.bob.id];
    const can_send_message_group = { direct_members: [alice, bob], direct_subgroups: [] };
    const stream_id = await subscribe(as('alice'), 'secret', { invite_only: true, can_send_message_group });
    const ears = await listen(server, ['admin', 'alice', 'moderator', 'guest'], { event_types: ['stream'] });
    const permission = async () => (await as('alice').get(`/streams/${stream_id}`)).body.stream.can_send_message_group;

    await as('owner').delete(`/users/${bob}`);
    const [shut, without] = [await ears.heard(), await permission()];
    await as('owner').post(`/users/${bob}/reactivate`);
    const [opened, again] = [await ears.heard(), await permission()];

    const news = (value: object) => {
      const property = 'can_send_message_group';
      const event = { type: 'stream', op: 'update', stream_id, name: 'secret', property, value };
      return { admin: [event], alice: [event] };
    };
    const alone = { direct_members: [alice], direct_subgroups: [] };
    assert.deepEqual([without, again], [alone, can_send_message_group]);
    assert.deepEqual([shut, opened], [news(alone), news(can_send_message_group)]);
  });
});
