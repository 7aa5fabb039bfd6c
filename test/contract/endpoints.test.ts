import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import type { Call } from './call.ts';
import { undoWhatSucceeds } from './matrix/undo.ts';
import {
  type Carrier,
  carriers,
  documents,
  isInPath,
  make,
  makeWith,
  strayCalls,
  validCall,
  withValue,
} from './requests.ts';
import { undeclared, watchErrors } from './watch.ts';

/** Endpoints that change more than the database: what they did cannot be undone, and succeeds once. */
const lasting: readonly string[] = ['deleteQueue'];

describe('the calls that succeed', () => {
  it('are of endpoints that exist', () => {
    const stray = strayCalls();

    assert.deepEqual(stray, []);
  });
});

for (const [id, endpoint] of Object.entries(endpoints)) {
  const params = Object.entries(endpoint.params);
  const beside = params.filter(([name]) => !isInPath(endpoint, name));

  describe(`${endpoint.method} ${endpoint.path}`, () => {
    it(`answers a call that is right${endpoint.writes ? '' : ', and changes nothing in the database'}`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      const before = takeSnapshot(server.db);

      const { status, body } = await make(server, endpoint, call);

      assert.equal(status, 200, JSON.stringify(body));
      if (!endpoint.writes) assert.deepEqual(listChangedTables(server.db, before), []);
      if (documents.includes(id)) return;
      assert.deepEqual(envelopeOf(body), { result: 'success', msg: '', ignored_parameters_unsupported: undefined });
    });

    const samples = badSamples(endpoint);
    const required = beside.filter(([, param]) => param.required);
    // What is refused changes nothing: one server is enough for all of it.
    if (samples.length + required.length > 0)
      it('refuses what makes no sense, and says what is missing', async (t) => {
        const server = await startServer(t);
        const call = await validCall(server, id);
        const thrown = watchErrors(t);
        const before = takeSnapshot(server.db);

        for (const [name, sample] of samples) {
          await t.test(`refuses ${name} = ${shorten(sample)}`, async () => {
            thrown.length = 0;

            const { status, body } = await make(server, endpoint, withValue(endpoint, call, name, sample));

            assert.ok(status >= 400 && status < 500, `status ${status}: ${JSON.stringify(body)}`);
            assert.deepEqual(shapeOf(body), { result: 'error', msg: 'string', code: 'string' });
            assert.deepEqual(undeclared(endpoint, thrown), []);
            assert.deepEqual(listChangedTables(server.db, before), []);
          });
        }

        for (const [name] of required) {
          await t.test(`says that ${name} is missing`, async () => {
            const { status, body } = await make(server, endpoint, without(call, name));

            assert.equal(status, 400);
            assert.deepEqual(body, missing(name));
            assert.deepEqual(listChangedTables(server.db, before), []);
          });
        }
      });

    it('answers such a call in every form', async (t) => {
      const stage = await openStage(t, id);

      if (!documents.includes(id))
        await t.test('reports a parameter it does not know', async () => {
          const { server, call } = await stage();
          const odd = { ...call.values, no_such_parameter: 'x', __proto__x: 'y' };

          const { status, body } = await make(server, endpoint, { ...call, values: odd });

          assert.equal(status, 200);
          assert.deepEqual(body.ignored_parameters_unsupported, ['__proto__x', 'no_such_parameter']);
        });

      for (const [name, param] of beside) {
        for (const alias of param.aliases) {
          await t.test(`knows ${name} as ${alias}${param.isHint ? '' : ', but not both at once'}`, async () => {
            const { server, call } = await stage();
            assert.ok(call.values && name in call.values, `the call that is right lacks ${name}`);
            const { [name]: value, ...others } = call.values;

            const both = await make(server, endpoint, { ...call, values: { ...call.values, [alias]: value } });
            const renamed = await make(server, endpoint, { ...call, values: { ...others, [alias]: value } });

            if (param.isHint) assert.equal(both.status, 200);
            else assert.deepEqual([both.status, both.body], [400, ambiguous(name, alias)]);
            assert.deepEqual([renamed.status, renamed.body.ignored_parameters_unsupported], [200, undefined]);
          });
        }
      }

      for (const carrier of beside.length === 0 ? [] : carriersOf(endpoint)) {
        await t.test(
          `reads its parameters from ${carrier === 'query' ? 'the query' : `a ${carrier} body`}`,
          async () => {
            const { server, call } = await stage();

            const { status, body } = await makeWith(carrier, server, endpoint, call);

            assert.deepEqual([status, body.ignored_parameters_unsupported], [200, undefined], JSON.stringify(body));
          },
        );
      }

      await t.test('is found below doubled slashes', async () => {
        const { server, call } = await stage();
        const doubled = { ...endpoint, path: endpoint.path.replaceAll('/', '//') };

        const { status } = await make(server, doubled, call);

        assert.equal(status, 200);
      });

      // There a field belongs to the sender's own form.
      if (endpoint.payload === undefined)
        await t.test('is reached by a POST that names the method in a field', async () => {
          const { server, call } = await stage();
          const values = { ...call.values, method: endpoint.method.toLowerCase() };

          const { status, body } = await make(server, { ...endpoint, method: 'POST' }, { ...call, values });

          assert.deepEqual([status, body.ignored_parameters_unsupported], [200, undefined]);
        });
    });
  });
}

describe('GET /messages', () => {
  for (const name of ['num_before', 'num_after']) {
    it(`says that ${name} is missing when no message_ids are given`, async (t) => {
      const server = await startServer(t);
      const values: Record<string, unknown> = { anchor: 'newest', num_before: 1, num_after: 1 };
      delete values[name];

      const { status, body } = await server.as('alice').get('/messages', values);

      assert.equal(status, 400);
      assert.deepEqual(body, missing(name));
    });
  }
});

describe('GET /events', () => {
  it('reports a parameter it does not know also after waiting', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const { body: queue } = await alice.post('/register', { event_types: ['message'] });

    const poll = alice.get('/events', { queue_id: queue.queue_id, last_event_id: -1, no_such_parameter: 1 });
    const ended = setInterval(() => server.app.queues.release(), 5);
    const { body } = await poll.finally(() => clearInterval(ended));

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      events: [],
      ignored_parameters_unsupported: ['no_such_parameter'],
    });
  });
});

describe('the version', () => {
  for (const id of ['getServerSettings', 'register']) {
    it(`is told under both spellings of its keys by ${id}`, async (t) => {
      const server = await startServer(t);

      const { body } = await make(server, endpoints[id] as Endpoint, await validCall(server, id));

      for (const key of ['feature_level', 'version', 'merge_base']) {
        assert.notEqual(body[`service_${key}`], undefined);
        assert.deepEqual(body[`service_${key}`], body[`zulip_${key}`]);
      }
      assert.equal(body.service_feature_level, 473);
    });
  }
});

interface Stage {
  server: TestServer;
  call: Call;
}

/** Returns a server with a call that is right: the same one each time, where what succeeds can be undone. */
async function openStage(t: TestContext, id: string): Promise<() => Promise<Stage>> {
  const open = async () => {
    const server = await startServer(t);
    return { server, call: await validCall(server, id) };
  };
  if (lasting.includes(id)) return open;
  const stage = await open();
  undoWhatSucceeds(stage.server.app);
  return () => Promise.resolve(stage);
}

function carriersOf({ method }: Endpoint): readonly Carrier[] {
  return method === 'GET' ? ['query'] : carriers;
}

/** Each value that a parameter must refuse, with its name. */
function badSamples(endpoint: Endpoint): [name: string, sample: string][] {
  const samples = Object.entries(endpoint.params).flatMap(([name, { bad }]) =>
    bad.map((sample): [string, string] => [name, sample]),
  );
  // A path without that part is another endpoint's.
  return samples.filter(([name, sample]) => sample !== '' || !isInPath(endpoint, name));
}

function envelopeOf(body: Record<string, unknown>) {
  const { result, msg, ignored_parameters_unsupported } = body;
  return { result, msg, ignored_parameters_unsupported };
}

function shapeOf(body: Record<string, unknown>) {
  return { result: body.result, msg: typeof body.msg, code: typeof body.code };
}

function without(call: Call, name: string): Call {
  const { [name]: _, ...values } = call.values ?? {};
  return { ...call, values };
}

function missing(name: string) {
  return { result: 'error', msg: `Missing '${name}' argument`, code: 'REQUEST_VARIABLE_MISSING', var_name: name };
}

function ambiguous(name: string, alias: string) {
  return {
    result: 'error',
    msg: `Can't decide between '${name}' and '${alias}' arguments`,
    code: 'REQUEST_CONFUSING_VAR',
    var_name1: name,
    var_name2: alias,
  };
}

function shorten(sample: string): string {
  const text = JSON.stringify(sample);
  return text.length > 40 ? `${text.slice(0, 40)}… (${sample.length} characters)` : text;
}
