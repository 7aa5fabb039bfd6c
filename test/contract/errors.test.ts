import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { ApiError, type ErrorKind } from '../../src/http/errors.ts';
import { startServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import { comparable, expectedAnswer } from './call.ts';
import { provocations } from './calls.ts';
import { make } from './requests.ts';
import { undeclared, watchErrors } from './watch.ts';

for (const [id, endpoint] of Object.entries(endpoints)) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    for (const kind of endpoint.errors as readonly ErrorKind<never>[]) {
      it(`answers: ${kind.text}`, async (t) => {
        const provoke = provocations[id]?.[kind.text];
        assert.ok(provoke, `no call gets this error: add one to ${id} in test/contract/calls/`);
        const server = await startServer(t);
        const provocation = await provoke(server);
        const thrown = watchErrors(t);
        const before = takeSnapshot(server.db);

        const answer = await make(server, endpoint, provocation);

        assert.deepEqual(comparable(answer), expectedAnswer(provocation));
        for (const [name, value] of Object.entries(provocation.headers ?? {})) {
          assert.equal(answer.headers[name.toLowerCase()], value);
        }
        assert.deepEqual(
          thrown.map((error) => error instanceof ApiError && error.kind.text),
          [kind.text],
        );
        assert.deepEqual(undeclared(endpoint, thrown), []);
        assert.deepEqual(listChangedTables(server.db, before), []);
      });
    }

    it('has a call for no error that it does not declare', () => {
      const declared = new Set(endpoint.errors.map(({ text }) => text));

      const stray = Object.keys(provocations[id] ?? {}).filter((text) => !declared.has(text));

      assert.deepEqual(stray, []);
    });

    it('declares no error twice', () => {
      const texts = endpoint.errors.map(({ text }) => text);

      assert.deepEqual(texts, [...new Set(texts)]);
    });
  });
}

describe('the calls that fail', () => {
  it('are of endpoints that exist', () => {
    const stray = Object.keys(provocations).filter((id) => !Object.hasOwn(endpoints, id));

    assert.deepEqual(stray, []);
  });
});
