import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { startServer } from '../support/server.ts';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'PROPFIND'];
const byPath = Map.groupBy(Object.values(endpoints), ({ path }) => path);

// No handler runs and nothing changes: one server is enough for all of it.
it('The methods of every path', async (t) => {
  const server = await startServer(t);
  const ran = watchCalls(t);

  for (const [path, operations] of byPath) {
    const declared: string[] = operations.map(({ method }) => method);
    // Tools ask whether an address takes their payloads.
    const answersHead = operations.some(({ method, payload }) => method === 'GET' || payload !== undefined);
    const allowed = [...declared, ...(answersHead ? ['HEAD'] : [])].sort();
    // Whatever stands for the parameters: no handler is to look at them.
    const url = path.replace(/\{\w+\}/g, '1');

    for (const method of methods.filter((one) => !declared.includes(one))) {
      await t.test(`${path} refuses ${method} and says what it allows`, async () => {
        const { status, headers, body } = await server.as('owner').send(method, url);

        assert.equal(status, 405);
        assert.equal(headers.allow, allowed.join(', '));
        assert.deepEqual(body, {
          result: 'error',
          msg: 'Method Not Allowed',
          code: 'METHOD_NOT_ALLOWED',
          allowed_methods: allowed,
        });
        assert.deepEqual(ran.splice(0), []);
      });
    }

    await t.test(`${path} answers OPTIONS without credentials`, async () => {
      const { status, headers, body } = await server.anonymous.send('OPTIONS', url);

      assert.deepEqual([status, headers.allow, body], [204, allowed.join(', '), undefined]);
      assert.deepEqual(ran.splice(0), []);
    });

    await t.test(`${path} answers HEAD without running a handler`, async () => {
      const { status, body } = await server.as('owner').send('HEAD', url);

      assert.deepEqual([status, body], [answersHead ? 200 : 405, undefined]);
      assert.deepEqual(ran.splice(0), []);
    });

    const readsMethods = operations.every(({ payload }) => payload === undefined);
    if (readsMethods)
      await t.test(
        `${path} does not take HEAD, OPTIONS or an unknown word as the method that a POST names`,
        async () => {
          const answers = await Promise.all(
            ['HEAD', 'OPTIONS', 'no such method', '__proto__', ''].map((method) =>
              server.as('owner').post(url, { method }),
            ),
          );

          assert.deepEqual(
            answers.map(({ status }) => status),
            answers.map(() => 405),
          );
          assert.deepEqual(ran.splice(0), []);
        },
      );
  }
});

describe('a URL that does not exist', () => {
  for (const path of ['/no/such/thing', '', '/', '/users/me/1/topics/2', '/__proto__', '/constructor']) {
    it(`is not found: ${JSON.stringify(path)}`, async (t) => {
      const server = await startServer(t);

      const { status, body } = await server.as('alice').send('GET', path);

      assert.equal(status, 404);
      assert.deepEqual(body, { result: 'error', msg: 'This URL does not exist on this server.', code: 'NOT_FOUND' });
    });
  }

  it('says what is missing where clients expect calls of BigBlueButton', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.as('alice').get('/calls/bigbluebutton/create', { meeting_name: 'lunch' });

    assert.deepEqual(
      [status, body],
      [400, { result: 'error', msg: 'BigBlueButton is not configured.', code: 'BAD_REQUEST' }],
    );
  });

  it('is refused when its percent-encoding is broken', async (t) => {
    const server = await startServer(t);

    const broken = await Promise.all(
      ['/users/%zz', '/users/%', '/users/%ff', '/users/%c3%28'].map((path) => server.as('alice').send('GET', path)),
    );

    for (const { status, body } of broken) {
      assert.equal(status, 400);
      assert.deepEqual(body, {
        result: 'error',
        msg: 'The URL is not valid: a percent sign must be followed by valid UTF-8.',
        code: 'BAD_REQUEST',
      });
    }
  });
});

/** The operation ids of the handlers and preparations that run until the test ends. None of them does anything. */
function watchCalls(t: TestContext): string[] {
  const ran: string[] = [];
  for (const [id, endpoint] of Object.entries(endpoints)) {
    const note = () => {
      ran.push(id);
      return {};
    };
    t.mock.method(endpoint, 'handler', note);
    if (endpoint.prepare) t.mock.property(endpoint, 'prepare', () => Promise.resolve(note()));
  }
  return ran;
}
