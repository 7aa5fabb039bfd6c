import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishNewFullMembers } from '../../src/jobs/new-full-members.ts';
import { doDeliverDue } from '../../src/later/delivery.ts';
import { listBroken, rules } from '../../src/verify/rules.ts';
import { watchState } from '../support/fold/watch.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { calls } from './walk/calls.ts';
import { conversations } from './walk/conversations.ts';
import { organization } from './walk/organization.ts';
import { people } from './walk/people.ts';
import { places } from './walk/places.ts';
import { type Attempt, type Operation, World } from './walk/world.ts';

/** How many writes there are, and by which chance; after how many it is compared, and from which on after each. */
const writes = Number(process.env.WALK_WRITES ?? 5000);
const seed = Number(process.env.WALK_SEED ?? 20261121);
const together = Number(process.env.WALK_STEP ?? 100);
const from = Number(process.env.WALK_FROM ?? writes);

const operations: readonly Operation[] = [...conversations, ...places, ...people, ...organization, ...calls].flatMap(
  ([weight, operation]) => Array.from({ length: weight }, () => operation),
);

describe('old state and events make the new state', () => {
  it(`through ${writes} writes of many people, for five who listen, two of them by stream`, {
    timeout: 600_000,
  }, async (t) => {
    const server = await startServer(t);
    publishNewFullMembers(server.app);
    const world = new World(server, new Seeded(seed));
    const watch = await watchState(server, ['owner', 'alice', 'bob', 'guest', 'bot'], ['alice', 'guest']);

    let done: string[] = [];
    for (let count = 0; count < writes; ) {
      const attempt = world.any(operations)(world);
      if (!attempt) continue;
      const { status, text } = await world.carryOut(attempt);
      assert.ok(status < 500, `seed ${seed}: ${shown(attempt)} answered ${text}`);
      if (status !== 200) continue;
      done.push(shown(attempt));
      if (world.chance.chance(3)) letTimePass(server, world.chance.below(3600));
      if (++count % together !== 0 && count < from) continue;
      for (const [name, broken] of Object.entries(rules)) {
        assert.deepEqual(listBroken(server.db, broken), [], `seed ${seed}, at write ${count}: ${name}`);
      }
      await watch.assertFollowed().catch((error: Error) => {
        throw new Error(`seed ${seed}, at write ${count}, after\n${done.join('\n')}\n${error.message}`);
      });
      done = [];
    }
  });
});

/** With what the server does by itself meanwhile. */
function letTimePass({ app, clock }: TestServer, seconds: number): void {
  clock.advance(seconds);
  publishNewFullMembers(app);
  doDeliverDue(app);
}

function shown({ by, method, path, values, files }: Attempt): string {
  return `user ${by}: ${method} ${path} ${JSON.stringify(values ?? {})}${files ? ' with a file' : ''}`;
}
