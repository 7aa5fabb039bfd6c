import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '../../src/endpoints.ts';
import { ApiError, type ErrorKind } from '../../src/http/errors.ts';
import { Searcher } from '../../src/search/searcher.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { countChanges, listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import { comparable, expectedAnswer } from './call.ts';
import { provocations } from './calls.ts';
import { make } from './requests.ts';
import { undeclared, watchErrors } from './watch.ts';

/** Servers for one call after the other that is refused. One serves for all that need nothing to be arranged. */
class Servers {
  #last: { server: TestServer; state: readonly unknown[] } | undefined;
  #ends: (() => unknown)[] = [];

  /** A server that is as it was when it started. */
  async untouched(): Promise<TestServer> {
    if (this.#last && isDeepStrictEqual(stateOf(this.#last.server), this.#last.state)) return this.#last.server;
    await this.end();
    const server = await startServer({ after: (end) => this.#ends.push(end) });
    this.#last = { server, state: stateOf(server) };
    return server;
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

/** Everything that is arranged for calls that fail: rows, time, settings, and searches that never end or find no index. */
function stateOf({ app: { asker, config, searcher }, clock, db }: TestServer): readonly unknown[] {
  return [
    countChanges(db),
    clock.seconds,
    structuredClone(config),
    asker.patience,
    asker.most,
    searcher.find === Searcher.prototype.find,
    searcher.thresholds.unindexed,
  ];
}

for (const [id, endpoint] of Object.entries(endpoints)) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    it('answers each error that it declares', async (t) => {
      const servers = new Servers();
      t.after(() => servers.end());
      for (const kind of endpoint.errors as readonly ErrorKind<never>[]) {
        await t.test(kind.text, async (t) => {
          const provoke = provocations[id]?.[kind.text];
          assert.ok(provoke, `no call gets this error: add one to ${id} in test/contract/calls/`);
          const server = await servers.untouched();
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
    });

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
