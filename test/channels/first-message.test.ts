import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer } from '../support/server.ts';

async function setScene(t: TestContext) {
  const server = await startServer(t);
  const { as } = server;
  const [from, to] = [await subscribe(as('admin'), 'from'), await subscribe(as('admin'), 'to')];
  const notices = server.db.values<number>('SELECT id FROM messages ORDER BY id');
  const early = await send(as('admin'), { to: 'from', topic: 'early' });
  const late = await send(as('admin'), { to: 'from', topic: 'late' });
  for (const id of notices) assert.equal((await as('admin').delete(`/messages/${id}`)).status, 200);
  return { ...server, from, to, early, late };
}

describe('the first message of a channel', () => {
  it('is another one once it is deleted, which everyone hears who may know of the channel', async (t) => {
    const scene = await setScene(t);
    const { as, from: stream_id, early, late } = scene;
    const ears = await listen(scene, ['admin', 'bob', 'guest'], { event_types: ['stream'] });

    await as('admin').delete(`/messages/${early}`);
    const first = await ears.heard();
    await as('admin').delete(`/messages/${late}`);
    const last = await ears.heard();

    const news = (value: number | null) => {
      const event = { type: 'stream', op: 'update', stream_id, name: 'from', property: 'first_message_id', value };
      return { admin: [event], bob: [event] };
    };
    assert.deepEqual([first, last], [news(late), news(null)]);
    assert.equal((await as('bob').get(`/streams/${stream_id}`)).body.stream.first_message_id, null);
  });

  it('stays when a later one is deleted', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['admin', 'bob'], { event_types: ['stream'] });

    await scene.as('admin').delete(`/messages/${scene.late}`);

    assert.deepEqual(await ears.heard(), {});
  });

  it('follows a move, in both channels', async (t) => {
    const scene = await setScene(t);
    const { as, from, to, early, late } = scene;
    const ears = await listen(scene, ['bob'], { event_types: ['stream'] });

    await as('admin').patch(`/messages/${early}`, { stream_id: to, send_notification_to_new_thread: false });

    const news = { type: 'stream', op: 'update', property: 'first_message_id' };
    assert.deepEqual(await ears.heard(), {
      bob: [
        { ...news, stream_id: from, name: 'from', value: late },
        { ...news, stream_id: to, name: 'to', value: early },
      ],
    });
  });
});
