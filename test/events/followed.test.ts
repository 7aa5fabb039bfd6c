import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { make, validCall } from '../contract/requests.ts';
import { watchState } from '../support/fold/watch.ts';
import { type CastName, startServer } from '../support/server.ts';
import { stories } from './stories.ts';

const observers: readonly CastName[] = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'];

describe('old state and events make the new state', () => {
  for (const [id, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method === 'GET' && !endpoint.writes) continue;
    it(`after ${endpoint.method} ${endpoint.path}`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      // One who does not follow what everyone does.
      await server.as('moderator').delete('/users/me/subscriptions', { subscriptions: ['general'] });
      const watch = await watchState(server, observers);

      const { status, body } = await make(server, endpoint, call);

      assert.equal(status, 200, JSON.stringify(body));
      await watch.assertFollowed();
    });
  }

  for (const [title, story] of Object.entries(stories)) {
    it(`when ${title}`, async (t) => {
      const server = await startServer(t);
      const happen = await story(server);
      const watch = await watchState(server, observers);

      await happen();

      await watch.assertFollowed();
    });
  }
});
