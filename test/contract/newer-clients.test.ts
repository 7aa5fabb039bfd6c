import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Random } from '../../src/ground/random.ts';
import type { JsonSchema } from '../../src/http/params.ts';
import type { Values } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { documents, make, validCall } from './requests.ts';

/** Parameters that a client newer than this server may add, with values of each JSON type. */
const unknown: Values = {
  a_later_word: 'word',
  a_later_number: 7,
  a_later_fraction: -1.5,
  a_later_switch: true,
  a_later_nothing: null,
  a_later_list: ['a', 1, null],
  a_later_object: { type: 'x', nested: { list: [] } },
  constructor: 'x',
  toString: '',
  '': 'no name',
  'later[]': '1',
  'later.name[0]': '2',
  'später 🙂': 'ü',
  'with space&=': '%zz',
};

/** Values of each JSON type that no hint has now. */
const unheardOf: readonly unknown[] = ['a-later-word', '"quoted"', '{broken', true, null, 1.5, [], ['x'], {}, { a: 1 }];

const uuid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

describe('a request of a client that is newer than the server', () => {
  for (const [id, { params }] of Object.entries(endpoints)) {
    if (documents.includes(id)) continue;

    it(`gets from ${id} what it would get without parameters that this server does not know`, async (t) => {
      const plain = await outcome(t, id, {});
      const { ignored_parameters_unsupported, ...answer } = await outcome(t, id, unknown);

      assert.deepEqual(answer, plain);
      assert.deepEqual(ignored_parameters_unsupported, Object.keys(unknown).sort());
    });

    const hints = Object.entries(params).filter(([, param]) => param.isHint);
    if (hints.length > 0)
      it(`gets from ${id} the default for hints of values that this server does not know`, async (t) => {
        for (const [name, { schema }] of hints) {
          const plain = await outcome(t, id, { [name]: undefined });
          for (const value of unheardOf.filter((one) => !isListed(schema, one))) {
            assert.deepEqual(await outcome(t, id, { [name]: value }), plain, `${name} = ${JSON.stringify(value)}`);
          }
        }
      });
  }
});

function isListed({ type, enum: words = [] }: JsonSchema, value: unknown): boolean {
  return type === typeof value || (words as unknown[]).includes(String(value));
}

/** What a right call with these changes gets on a fresh server. */
async function outcome(t: TestContext, id: string, changes: Values): Promise<Values> {
  const endpoint = endpoints[id];
  assert.ok(endpoint);
  const server = await startServer(t);
  server.app.random = steadyRandom();
  const call = await validCall(server, id);
  const { status, body } = await make(server, endpoint, { ...call, values: { ...call.values, ...changes } });
  assert.equal(status, 200, JSON.stringify(body));
  const steady = JSON.stringify(body).replaceAll(server.url, 'SERVER').replaceAll(uuid, 'UUID');
  return JSON.parse(steady) as Values;
}

/** Bytes that are the same on each server. */
function steadyRandom(): Random {
  let calls = 0;
  return { bytes: (length) => createHash('shake256', { outputLength: length }).update(String(calls++)).digest() };
}
