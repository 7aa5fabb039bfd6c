import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { make, validCall } from './requests.ts';
import { type Cause, causes, neverSent } from './shapes/causes.ts';
import { listDescribed, seen } from './shapes/conformance.ts';

// Every client of the tests holds each answer, and each event in it, against the description, and fails where they
// differ. Here each described endpoint and event gets its turn at least once.

const described = listDescribed();
const listeners: readonly CastName[] = ['owner', 'alice', 'bob', 'guest'];
const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  linkifier_url_template: true,
  stream_typing_notifications: true,
  chatd_events: true,
};

describe('the answer to', () => {
  for (const [id, endpoint] of Object.entries(endpoints)) {
    const keys = described.answers.filter((one) => isFor(one, endpoint));
    if (keys.length === 0) continue;
    it(`${endpoint.method} ${endpoint.path} looks as described`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      seen.answers.clear();

      const { status, body } = await make(server, endpoint, call);

      assert.equal(status, 200, JSON.stringify(body));
      assert.ok([...seen.answers].some((one) => keys.includes(one)));
    });
  }
});

describe('the event', () => {
  for (const [key, cause] of Object.entries(causes)) {
    it(`${key} looks as described`, async (t) => {
      const server = await startServer(t);
      const bring = await prepare(server, cause);
      const queues = await listen(server);
      seen.events.clear();

      await bring();
      await poll(server, queues);

      assert.ok(seen.events.has(key), `only ${[...seen.events].join(', ')} came`);
    });
  }

  it('is known for each that is described, to be sent or not', () => {
    const known = [...Object.keys(causes), ...Object.keys(neverSent)];

    assert.deepEqual(known.sort(), described.events.sort());
  });
});

/** Gets everything ready; the function that is returned brings the event about. */
async function prepare(server: TestServer, cause: Cause): Promise<() => unknown> {
  if (typeof cause !== 'string') return () => cause(server);
  const call = await validCall(server, cause);
  return () => make(server, endpoints[cause] as Endpoint, call);
}

async function listen({ as }: TestServer): Promise<Map<CastName, string>> {
  const queues = new Map<CastName, string>();
  for (const name of listeners) {
    const { body } = await as(name).post('/register', { fetch_event_types: [], client_capabilities: capabilities });
    queues.set(name, body.queue_id);
  }
  return queues;
}

async function poll({ as }: TestServer, queues: Map<CastName, string>): Promise<void> {
  for (const [name, queue_id] of queues) {
    await as(name).get('/events', { queue_id, last_event_id: -1, dont_block: true });
  }
}

/** Whether a described endpoint is this one, whatever the parts of its path are called. */
function isFor(key: string, { method, path }: Endpoint): boolean {
  const plain = (one: string) => one.replaceAll(/\{\w+\}/g, '{}');
  return plain(key) === plain(`${method} ${path}`);
}
