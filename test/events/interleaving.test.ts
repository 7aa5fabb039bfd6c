import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { send } from '../support/scene.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

interface Registration {
  name: CastName;
  queue_id: string;
  max_message_id: number;
}

const listeners = ['alice', 'bob', 'guest', 'admin'] as const;

async function registerOne(server: TestServer, name: CastName): Promise<Registration> {
  const { body } = await server.as(name).post('/register', { event_types: ['message'] });
  return { name, queue_id: body.queue_id, max_message_id: body.max_message_id };
}

/** All that a registered client knows of: the objects in its initial state and in its events. */
async function heardAfter(server: TestServer, { name, queue_id }: Registration): Promise<number[]> {
  const { body } = await server.as(name).get('/events', { queue_id, last_event_id: -1, dont_block: true });
  await server.as(name).delete('/events', { queue_id });
  return body.events.map(({ message }: { message: { id: number } }) => message.id);
}

describe('POST /register between sends', () => {
  it('loses nothing and repeats nothing in 1,000 random interleavings', async (t) => {
    const server = await startServer(t);
    const random = new Seeded(2026);
    const seen = { before: 0, between: 0, after: 0 };

    for (let round = 0; round < 1000; round++) {
      const sends: Promise<number>[] = [];
      const registers: Promise<Registration>[] = [];
      const first = (server.db.value<number>('SELECT max(id) FROM messages') ?? 0) + 1;
      for (const isSend of Array.from({ length: 4 + random.below(4) }, () => random.chance(60))) {
        if (isSend) sends.push(send(server.as('alice'), { to: 'general' }));
        else registers.push(registerOne(server, random.pick(listeners)));
        // Some requests leave together; others after the ones before them have moved on a little.
        for (let turns = random.below(4); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
      }
      const sent = (await Promise.all(sends)).sort((a, b) => a - b);
      for (const registration of await Promise.all(registers)) {
        const { max_message_id } = registration;
        const initial = sent.filter((id) => id <= max_message_id);
        const heard = await heardAfter(server, registration);
        assert.deepEqual([...initial, ...heard], sent, `round ${round}`);
        if (sent.length > 0 && heard.length === 0) seen.before++;
        else if (max_message_id >= first) seen.between++;
        else seen.after++;
      }
    }

    // All three orders came up, or the test would say little.
    assert.ok(Math.min(seen.before, seen.between, seen.after) > 20, JSON.stringify(seen));
  });
});
