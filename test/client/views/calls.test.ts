import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CallError, NetworkError } from '../../../src/client/api/call.ts';
import { Courier } from '../../../src/client/calls/courier.ts';
import type { Signal, Tracks } from '../../../src/client/calls/peer.ts';
import { CallSession } from '../../../src/client/calls/session.ts';
import { Seeded } from '../../support/seeded.ts';
import { FakeClock } from '../fake-clock.ts';
import { FakeCalls, type FakeTab } from './fake-calls.ts';
import { FakeNetwork, type FakeTrack } from './fake-peer-connections.ts';

const silent = { audio: false, video: false, screen: false, hand: false };

class World {
  readonly clock = new FakeClock();
  readonly server = new FakeCalls(this.clock);
  readonly network = new FakeNetwork();
  #sessions = 0;

  /** A tab of a user, which joins with a microphone. */
  async join(user_id: number, take_over = false, tab = this.server.open(user_id)): Promise<FakeTab> {
    const { store, call } = tab;
    const { clock } = this;
    const createSession = () => `session-${++this.#sessions}`;
    tab.session = new CallSession({ call_id: 7, store, call, clock, connect: this.network.connect, createSession });
    await tab.session.join({ ...silent, audio: true }, tracksOf(`voice of ${user_id}`), take_over);
    return tab;
  }

  /** The tab is gone at once, without leaving. */
  kill(tab: FakeTab): void {
    this.server.close(tab);
    tab.isOnline = false;
    for (const peer of tab.session?.peers.peek().values() ?? []) peer.close();
    for (const one of this.network.connections) if (one.other?.connectionState === 'closed') one.interrupt();
  }
}

const tracksOf = (audio: string) => ({ audio }) as unknown as Tracks;

/** What a tab hears of each other member, in order. */
function heard({ session }: FakeTab): unknown[] {
  return [...(session?.peers.peek() ?? [])].map(([key, peer]) => {
    const track = peer.received.peek().audio as unknown as FakeTrack | undefined;
    return peer.state.peek() === 'connected' ? track?.sent() : `nothing of ${key}`;
  });
}

const stateOf = ({ session }: FakeTab) => [session?.state.peek(), session?.end.peek()];

/** All tabs of the call hear all others, and nothing else is open. */
function assertWhole({ network, server }: World, tabs: readonly FakeTab[]): void {
  const members = server.members.map(({ user_id }) => user_id).sort();
  assert.deepEqual(members, tabs.map(({ user_id }) => user_id).sort());
  for (const tab of tabs) {
    const voices = tabs.filter((one) => one !== tab).map(({ user_id }) => `voice of ${user_id}`);
    assert.deepEqual(heard(tab).sort(), voices.sort(), `user ${tab.user_id}`);
  }
  assert.equal(network.listOpen().length, tabs.length * Math.max(tabs.length - 1, 0));
}

describe('members of a call', () => {
  it('hear each other, whoever joins first', async () => {
    for (const order of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
    ]) {
      const world = new World();
      const tabs = [];
      for (const user_id of order) tabs.push(await world.join(user_id));
      await world.clock.advance(1000);

      assertWhole(world, tabs);
    }
  });

  it('hear each other when all join at the same moment', async () => {
    const world = new World();

    const tabs = await Promise.all([1, 2, 3, 4, 5].map((user_id) => world.join(user_id)));
    await world.clock.advance(1000);

    assertWhole(world, tabs);
  });

  it('open all lines with the first offer, and change what is sent without another', async () => {
    const world = new World();
    const [one, two] = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);
    const before = world.server.requests.length;

    await one.session?.change({ video: true, hand: true }, { ...tracksOf('voice of 1'), video: 'face' as never });
    await world.clock.advance(1000);

    assert.deepEqual(world.server.requests.slice(before), ['1 PATCH /calls/7/members/me']);
    const [peer] = [...(two.session?.peers.peek().values() ?? [])];
    const video = peer?.received.peek().video as unknown as FakeTrack | undefined;
    assert.equal(video?.sent(), 'face');
    const seen = two.session?.members.peek().find(({ user_id }) => user_id === 1);
    assert.deepEqual([seen?.video, seen?.hand, seen?.screen], [true, true, false]);
    for (const { transceivers } of world.network.listOpen())
      assert.deepEqual(
        transceivers.map(({ direction }) => direction),
        ['sendrecv', 'sendrecv', 'sendrecv', 'sendrecv'],
      );
  });

  it('find another way at the same time when the one between them is gone', async () => {
    const world = new World();
    const tabs = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);

    for (const one of world.network.listOpen()) one.interrupt();
    assert.equal(world.network.listOpen().filter(({ connectionState }) => connectionState === 'connected').length, 0);
    await world.clock.advance(5000);

    assertWhole(world, tabs);
  });

  it('take back their offer if both offer at once, if they are polite', async () => {
    const world = new World();
    const tabs = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);

    for (const one of world.network.listOpen()) one.restartIce();
    await world.clock.advance(5000);

    assertWhole(world, tabs);
    assert.deepEqual(
      world.network.listOpen().map(({ signalingState }) => signalingState),
      ['stable', 'stable'],
    );
  });

  it('go on without one who leaves, is killed or reloads', async () => {
    const world = new World();
    const [one, two, three] = [await world.join(1), await world.join(2), await world.join(3)];
    await world.clock.advance(1000);

    two.session?.leave();
    await world.clock.advance(100);
    assertWhole(world, [one, three]);
    assert.deepEqual(stateOf(two), ['over', 'left']);

    world.kill(three);
    await world.clock.advance(14_000);
    assertWhole(world, [one]);

    const back = await world.join(3);
    const reloaded = await world.join(1, true);
    await world.clock.advance(1000);
    assertWhole(world, [back, reloaded]);
    assert.deepEqual(stateOf(one), ['over', 'moved']);
  });
});

describe('a member', () => {
  it('gives a sign of life every five seconds, and leaves with one request', async () => {
    const world = new World();
    const tab = await world.join(1);
    await world.clock.advance(20_500);
    tab.session?.leave();
    await world.clock.advance(20_000);

    const sign = '1 PATCH /calls/7/members/me';
    assert.deepEqual(world.server.requests, [
      '1 POST /calls/7/members',
      sign,
      sign,
      sign,
      sign,
      '1 DELETE /calls/7/members/me',
    ]);
  });

  it('is back within five seconds after ten or thirty without a network, with what it did meanwhile', async () => {
    for (const away of [10_000, 30_000]) {
      const world = new World();
      const [one, two, three] = [await world.join(1), await world.join(2), await world.join(3)];
      await world.clock.advance(1000);

      two.isOnline = false;
      for (const open of world.network.listOpen()) if (open.other && heard(two)) open.interrupt();
      await world.clock.advance(away / 2);
      await two.session?.change({ audio: false });
      await world.clock.advance(away / 2);
      assert.deepEqual(stateOf(two), ['lost', undefined]);
      world.server.reconnect(two);
      await world.clock.advance(5000);

      assertWhole(world, [one, two, three]);
      assert.equal(world.server.members.find(({ user_id }) => user_id === 2)?.audio, false);
    }
  });

  it('joins again when the server has taken it out, and the others get a new connection', async () => {
    const world = new World();
    const tabs = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);
    const before = tabs[0]?.session?.session;

    world.server.takeOut(1);
    await world.clock.advance(1000);

    assertWhole(world, tabs);
    assert.notEqual(tabs[0]?.session?.session, before);
  });

  it('is heard again if the answer to joining again is lost', async () => {
    const world = new World();
    const tabs = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);
    const [one] = tabs;
    assert.ok(one);

    one.lost = 'POST /members';
    world.server.takeOut(1);
    await world.clock.advance(10_000);

    assert.equal(one.lost, undefined);
    assert.deepEqual(stateOf(one), ['joined', undefined]);
    assertWhole(world, tabs);
  });

  it('hears those whose first signals come before the answer to joining', async () => {
    const world = new World();
    const two = await world.join(2);
    const one = world.server.open(1);
    const answer = Promise.withResolvers<void>();
    one.held = answer.promise;
    const joining = world.join(1, false, one);
    await world.clock.advance(500);
    assert.ok(world.server.requests.some((request) => request === '2 POST /calls/7/signals'));

    delete one.held;
    answer.resolve();
    await joining;
    await world.clock.advance(500);

    assertWhole(world, [one, two]);
  });

  it('is told that it is in the call elsewhere, and takes over only if asked to', async () => {
    const world = new World();
    const first = await world.join(1);

    await assert.rejects(world.join(1), { code: 'ALREADY_IN_CALL' });
    const second = await world.join(1, true);
    await world.clock.advance(1000);

    assert.deepEqual(
      [stateOf(first), stateOf(second)],
      [
        ['over', 'moved'],
        ['joined', undefined],
      ],
    );
    assertWhole(world, [second]);
  });

  it('stays out if the user went on at another device, and left there, while it heard nothing', async () => {
    const world = new World();
    const first = await world.join(1);
    await world.join(2);
    await world.clock.advance(1000);
    first.isOnline = false;
    const second = await world.join(1, true);
    await world.clock.advance(1000);
    second.session?.leave();
    await world.clock.advance(1000);

    world.server.reconnect(first);
    await world.clock.advance(10_000);

    assert.deepEqual(stateOf(first), ['over', 'moved']);
    assert.deepEqual(
      world.server.members.map(({ user_id }) => user_id),
      [2],
    );
  });

  it('is out at the end of the call, also if it did not hear of it, and asks nothing more', async () => {
    for (const isOnline of [true, false]) {
      const world = new World();
      const tab = await world.join(1);
      tab.isOnline = isOnline;
      world.server.end();
      await world.clock.advance(7000);
      tab.isOnline = true;
      await world.clock.advance(2000);
      const { length } = world.server.requests;
      await world.clock.advance(20_000);

      assert.deepEqual(stateOf(tab), ['over', 'ended']);
      assert.equal(world.server.requests.length, length);
      assert.equal(world.network.listOpen().length, 0);
    }
  });

  it('keeps what it sends if the server refuses a change', async () => {
    const world = new World();
    const tab = await world.join(1);
    const refused = new CallError(400, { msg: 'too many', code: 'CALL_VIDEO_FULL' });
    const { call } = tab;
    tab.call = undefined as never;
    const session = new CallSession({
      ...{ call_id: 7, store: tab.store, clock: world.clock, connect: world.network.connect },
      createSession: () => 'session-9',
      call: (async (method: string, path: string, params: object) => {
        if ('video' in params && method === 'PATCH') throw refused;
        return call(method as 'GET', path, params as never);
      }) as typeof call,
    });
    await session.join({ ...silent, audio: true }, {}, true);

    const refusal = assert.rejects(session.change({ video: true }), refused);
    await session.change({ audio: false });
    await refusal;

    assert.deepEqual([session.media.peek(), session.state.peek()], [silent, 'joined']);
  });
});

describe('signals', () => {
  const to = { user_id: 2, session: 'two' };
  const signal = (candidate: string): Signal => ({ candidates: [{ candidate }] });

  it('reach each member in order, those that did not arrive again, and wait for nobody else', async () => {
    const clock = new FakeClock();
    const failures = [new NetworkError('gone'), new CallError(429, { msg: 'slow', code: 'RATE_LIMIT_HIT' })];
    const arrived: string[] = [];
    const courier = new Courier(async ({ session }, data) => {
      const failure = session === 'two' ? failures.shift() : undefined;
      if (failure) throw failure;
      arrived.push(`${session} ${data}`);
    }, clock);

    for (const name of ['a', 'b']) courier.send(to, signal(name));
    courier.send({ user_id: 3, session: 'three' }, signal('c'));
    await clock.advance(500);
    assert.deepEqual(arrived, ['three {"candidates":[{"candidate":"c"}]}']);
    await clock.advance(3000);

    const both = ['a', 'b'].map((name) => `two {"candidates":[{"candidate":"${name}"}]}`);
    assert.deepEqual(arrived.slice(1), both);
  });

  it('to a member who has left are dropped, and none is sent after the end', async () => {
    const clock = new FakeClock();
    const sent: string[] = [];
    const courier = new Courier(async ({ session }, data) => {
      sent.push(data);
      if (session === 'two') throw new CallError(400, { msg: 'gone', code: 'RECEIVER_NOT_IN_CALL' });
      throw new NetworkError('gone');
    }, clock);

    courier.send(to, signal('a'));
    courier.send({ user_id: 3, session: 'three' }, signal('b'));
    await clock.advance(500);
    courier.end();
    await clock.advance(5000);

    assert.equal(sent.length, 2);
  });

  it('that are none, or for another session, change nothing', async () => {
    const world = new World();
    const tabs = [await world.join(1), await world.join(2)];
    await world.clock.advance(1000);
    const [one] = tabs;
    const sessions = tabs.map((tab) => tab.session?.session ?? '');
    const event = (fields: object) =>
      ({
        type: 'call_signal',
        call_id: 7,
        from: 2,
        from_session: sessions[1],
        to_session: sessions[0],
        ...fields,
      }) as never;

    one?.store.apply([
      ...['', 'null', '7', '{}', '{"description":null}', '{"description":{"type":"answer","sdp":"{}"}}'].map((data) =>
        event({ data }),
      ),
      event({ data: '{"description":{"type":"offer","sdp":"{}"}}', to_session: 'another' }),
      event({ data: '{"candidates":[{"candidate":"99"}]}' }),
      event({ data: '{"candidates":7}' }),
    ]);
    await world.clock.advance(1000);

    assertWhole(world, tabs);
  });
});

const steps = Number(process.env.CHATD_TEST_STEPS ?? 500);
const seed = Number(process.env.CHATD_TEST_SEED ?? 1);

describe('random steps', () => {
  it(`leave all members connected to all others, and nobody else (seed ${seed})`, async () => {
    const world = new World();
    const chance = new Seeded(seed);
    const tabs = new Map<number, FakeTab>();
    const earlier: FakeTab[] = [];
    const acts: ((user_id: number, tab: FakeTab | undefined) => Promise<unknown> | unknown)[] = [
      async (user_id, tab) => {
        if (tab) earlier.push(tab);
        tabs.set(user_id, await world.join(user_id, true));
      },
      (user_id, tab) => {
        tab?.session?.leave();
        tabs.delete(user_id);
      },
      (user_id, tab) => {
        if (tab) world.kill(tab);
        tabs.delete(user_id);
      },
      (_, tab) => tab?.session?.change({ hand: chance.chance(50) }),
      (user_id) => world.server.takeOut(user_id),
      (_, tab) => {
        if (tab) tab.isOnline = false;
      },
      (_, tab) => tab && world.server.reconnect(tab),
      () => {
        for (const one of world.network.listOpen()) if (chance.chance(30)) one.interrupt();
      },
    ];
    for (let step = 0; step < steps; step++) {
      const user_id = 1 + chance.below(6);
      await acts[chance.below(acts.length)]?.(user_id, tabs.get(user_id));
      await world.clock.advance(chance.below(1500));
      if (step % 15 !== 14) continue;
      for (const tab of [...earlier, ...tabs.values()]) world.server.reconnect(tab);
      await world.clock.advance(20_000);
      assertWhole(world, [...tabs.values()]);
    }
  });
});
