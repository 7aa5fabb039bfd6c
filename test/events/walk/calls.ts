import type { Operation, World } from './world.ts';

const startInTopic: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/calls',
  values: { type: 'channel', to: world.channel(), topic: world.topic() },
});

const startDirectly: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/calls',
  values: { type: 'direct', to: world.chance.some(world.people()) },
});

const join: Operation = (world) => {
  const by = world.someone();
  const values = { session: sessionOf(by), audio: world.chance.chance(50), take_over: world.chance.chance(50) };
  return inCall(world, (id) => ({ by, method: 'POST', path: `/calls/${id}/members`, values }));
};

const decline: Operation = (world) =>
  inCall(world, (id) => ({ by: world.someone(), method: 'POST', path: `/calls/${id}/decline` }));

const change: Operation = (world) => asMember(world, 'PATCH', { hand: world.chance.chance(50) });

const leave: Operation = (world) => asMember(world, 'DELETE', {});

function inCall(world: World, make: (id: number) => ReturnType<Operation>): ReturnType<Operation> {
  const id = world.maybe(world.ids('SELECT id FROM calls'));
  return id === undefined ? undefined : make(id);
}

/** Something that a member of a call does in it. */
function asMember(world: World, method: 'PATCH' | 'DELETE', values: object): ReturnType<Operation> {
  return inCall(world, (id) => {
    const by = world.maybe(world.ids("SELECT user_id FROM call_people WHERE call_id = ? AND state = 'present'", id));
    if (by === undefined) return undefined;
    return { by, method, path: `/calls/${id}/members/me`, values: { session: sessionOf(by), ...values } };
  });
}

function sessionOf(user_id: number): string {
  return `tab-of-${user_id}`;
}

export const calls: readonly (readonly [weight: number, operation: Operation])[] = [
  [6, startInTopic],
  [2, startDirectly],
  [10, join],
  [1, decline],
  [1, change],
  [1, leave],
];
