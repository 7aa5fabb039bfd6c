import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Dispatcher } from '../../src/http/dispatch.ts';
import { declarePublicEndpoint } from '../../src/http/endpoint.ts';
import { startServer } from '../support/server.ts';

/** A server of one endpoint, which prepares its answer with `prepare`. */
async function serve(t: TestContext, prepare: (signal: AbortSignal) => Promise<void>): Promise<string> {
  const { app } = await startServer(t);
  const slow = declarePublicEndpoint<typeof app, never, Record<never, never>, void>({
    method: 'GET',
    path: '/slow',
    summary: 'Wait',
    params: {},
    errors: [],
    prepare: ({ signal }) => prepare(signal),
    handler: () => ({}),
  });
  const refused = () => assert.fail();
  const users = { authenticate: refused, ensureAccess: refused, hasSpectators: refused, languageOf: refused };
  const api = new Dispatcher(app, { slow }, users);
  const server = createServer((request, response) => api.dispatch(request, response));
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/slow`;
}

describe('the signal of a request', () => {
  it('aborts what is prepared for a client that has gone', async (t) => {
    const client = new AbortController();
    const aborted = Promise.withResolvers<void>();
    const url = await serve(t, async (signal) => {
      client.abort();
      await once(signal, 'abort');
      aborted.resolve();
    });

    await assert.rejects(fetch(url, { signal: client.signal }), { name: 'AbortError' });

    await aborted.promise;
  });

  it('does not abort once the answer is sent', async (t) => {
    let given: AbortSignal | undefined;
    const url = await serve(t, async (signal) => {
      given = signal;
    });

    const answer = await fetch(url, { headers: { Connection: 'close' } });

    assert.equal(answer.status, 200);
    await answer.text();
    assert.equal(given?.aborted, false);
  });
});
