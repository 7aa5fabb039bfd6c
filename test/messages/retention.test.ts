import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doDeleteExpired } from '../../src/messages/retention.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const day = 86_400;

async function keep(server: TestServer, days: number): Promise<void> {
  const { status } = await server.as('owner').patch('/realm', { message_retention_days: days });
  assert.equal(status, 200);
}

function left({ db }: TestServer, ids: readonly number[]): number[] {
  return db.values<number>('SELECT id FROM messages ORDER BY id').filter((id) => ids.includes(id));
}

describe('doDeleteExpired', () => {
  it('deletes nothing where messages are kept for ever', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general' });
    server.clock.advance(10_000 * day);

    doDeleteExpired(server.app);

    assert.deepEqual(left(server, [id]), [id]);
  });

  it('deletes what is older than the organization keeps it, and tells those who had it', async (t) => {
    const server = await startServer(t);
    await keep(server, 30);
    const { bob } = server.users;
    const old = await send(server.as('alice'), { to: 'general' });
    const direct = await send(server.as('alice'), { type: 'direct', to: [bob.id] });
    server.clock.advance(1);
    const kept = await send(server.as('alice'), { to: 'general' });
    const keptDirect = await send(server.as('alice'), { type: 'direct', to: [bob.id] });
    const ears = await listen(server, ['bob', 'guest'], {
      event_types: ['delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });

    server.clock.advance(30 * day);
    doDeleteExpired(server.app);

    assert.deepEqual(left(server, [old, direct, kept, keptDirect]), [kept, keptDirect]);
    const place = { message_type: 'stream', stream_id: 1, topic: 'lunch' };
    const inChannel = { type: 'delete_message', message_ids: [old], ...place };
    assert.deepEqual(await ears.heard(), {
      bob: [inChannel, { type: 'delete_message', message_ids: [direct], message_type: 'private' }],
      guest: [inChannel],
    });
  });

  it('does as a channel says, if it says something', async (t) => {
    const server = await startServer(t);
    await keep(server, 30);
    const lasting = await subscribe(server.as('owner'), 'lasting', { message_retention_days: 'unlimited' });
    const brief = await subscribe(server.as('owner'), 'brief', { message_retention_days: 1 });
    const [inLasting, inBrief, inGeneral] = [
      await send(server.as('owner'), { to: lasting }),
      await send(server.as('owner'), { to: brief }),
      await send(server.as('owner'), { to: 'general' }),
    ];
    const all = [inLasting, inBrief, inGeneral];

    server.clock.advance(2 * day);
    doDeleteExpired(server.app);
    assert.deepEqual(left(server, all), [inLasting, inGeneral]);

    server.clock.advance(40 * day);
    doDeleteExpired(server.app);
    assert.deepEqual(left(server, all), [inLasting]);
  });

  it('does a little at a time, the oldest first', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    await send(server.as('alice'), { to: 'general' });
    const insert = `INSERT INTO messages (conversation_id, channel_id, sender_id, client, sent_at, content,
        rendered_content, rendered_version, sent_channel_id)
      SELECT conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content, rendered_version,
        sent_channel_id FROM messages ORDER BY id DESC LIMIT 1`;
    for (let count = 0; count < 1500; count++) server.db.run(insert);
    const count = () => server.db.value<number>('SELECT count(*) FROM messages') as number;
    const before = count();
    server.clock.advance(2 * day);

    doDeleteExpired(server.app);
    assert.equal(count(), before - 1000);

    doDeleteExpired(server.app);
    assert.equal(count(), 0);
  });
});
