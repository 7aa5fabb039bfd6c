import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doSweepCalls } from '../../src/calls/follow.ts';
import { listen } from '../support/events.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { change, direct, join, leave, look, lunch, nameOf, start } from './scene.ts';

const people: readonly CastName[] = ['alice', 'bob', 'moderator'];

/** A call as it ought to be. */
interface Expected {
  place: number;
  started: number;
  joined: boolean;
  members: Set<CastName>;
}

/** What ought to be, after the same steps. */
class Model {
  readonly calls = new Map<number, Expected>();
  readonly heard = new Map<CastName, number>();

  callAt(place: number): number | undefined {
    return [...this.calls].find(([, call]) => call.place === place)?.[0];
  }

  callOf(name: CastName): number | undefined {
    return [...this.calls].find(([, call]) => call.members.has(name))?.[0];
  }

  leave(name: CastName): void {
    const id = this.callOf(name);
    if (id === undefined) return;
    this.calls.get(id)?.members.delete(name);
    if (this.calls.get(id)?.members.size === 0) this.calls.delete(id);
  }

  join(name: CastName, id: number, now: number): void {
    const call = this.calls.get(id);
    if (!call) return;
    if (this.callOf(name) !== id) this.leave(name);
    call.members.add(name);
    call.joined = true;
    this.heard.set(name, now);
  }

  sweep(now: number): void {
    for (const name of people) if (now - (this.heard.get(name) ?? 0) >= 12) this.leave(name);
    for (const [id, call] of this.calls) if (!call.joined && now - call.started >= 30) this.calls.delete(id);
  }
}

/** Numbers that are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function membersNow(server: TestServer): Promise<Record<number, string[]>> {
  const calls = await look(server, 'alice');
  return Object.fromEntries(
    calls.map(({ id, members }) => [
      id,
      (members as { user_id: number }[]).map(({ user_id }) => nameOf(server, user_id)).sort(),
    ]),
  );
}

describe('calls after a thousand random steps', () => {
  it('are those of a model: one a conversation, one a person, and silent after their end', async (t) => {
    const server = await startServer(t);
    const random = numbers(39);
    const model = new Model();
    const ears = await listen(server, ['alice'], { event_types: ['call'] });
    const ended = new Set<number>();
    const places = [lunch, { ...lunch, topic: 'dinner' }, direct(server, 'alice', 'bob', 'moderator')];
    const now = () => server.clock.now();

    for (let step = 0; step < 1000; step++) {
      const name = people[random(people.length)] as CastName;
      const known = [...model.calls.keys(), ...[...ended].slice(-1)];
      const id = known[random(known.length)] ?? 1;
      const kind = random(8);
      if (kind === 0) {
        const place = random(places.length);
        const { id: started } = await start(server, name, places[place]);
        assert.equal(model.callAt(place) ?? started, started, 'there is one call in a conversation');
        if (!model.calls.has(started))
          model.calls.set(started, { place, started: now(), joined: false, members: new Set() });
      } else if (kind < 3) {
        const answer = await join(server, name, id, { video: random(2) === 1 });
        assert.equal(answer, model.calls.has(id) ? 'success' : 'CALL_ENDED');
        model.join(name, id, now());
      } else if (kind === 3) {
        const isThere = model.callOf(name) === id && model.calls.has(id);
        const answer = await leave(server, name, id);
        assert.equal(answer, isThere ? 'success' : model.calls.has(id) ? 'NOT_IN_CALL' : 'CALL_ENDED');
        if (isThere) model.leave(name);
      } else if (kind === 4) {
        const isThere = model.callOf(name) === id && model.calls.has(id);
        const answer = await change(server, name, id, { hand: random(2) === 1 });
        assert.equal(answer, isThere ? 'success' : model.calls.has(id) ? 'NOT_IN_CALL' : 'CALL_ENDED');
        if (isThere) model.heard.set(name, now());
      } else {
        for (let second = 0; second < kind - 4; second++) {
          server.clock.advance(1);
          doSweepCalls(server.app);
          model.sweep(now());
        }
      }
      const expected = Object.fromEntries([...model.calls].map(([key, { members }]) => [key, [...members].sort()]));
      assert.deepEqual(await membersNow(server), expected, `after step ${step}`);
      for (const { op, call_id, call } of (await ears.heard()).alice ?? []) {
        assert.ok(!ended.has(call_id ?? call.id), `an event of call ${call_id ?? call.id} after its end`);
        if (op === 'remove') ended.add(call_id);
      }
    }
    assert.ok(ended.size > 20, `${ended.size} calls ended`);
  });
});
