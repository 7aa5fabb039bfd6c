import type { Operation, World } from './world.ts';

const contents = [
  'hello',
  'soup @**all**',
  'ask @**Alice Member** and @**Bob Member**',
  'the @*crew* and @**Gus Guest**',
  '/me waves',
  '/poll Where?\nhere\nthere',
  'tell @**topic** of #12',
  'the release is near',
];

const send: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/messages',
  values: {
    type: 'channel',
    to: world.channel(),
    topic: world.topic(),
    content: world.any(contents),
    read_by_sender: world.chance.chance(50),
  },
});

const sendDirect: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/messages',
  values: { type: 'direct', to: someOf(world), content: world.any(contents) },
});

function someOf(world: World): number[] {
  const people = world.people();
  return [...new Set(Array.from({ length: 1 + world.chance.below(3) }, () => world.any(people)))];
}

/** Something about a recent message, mostly by its author. */
function about(world: World, make: (id: number) => object, by?: number) {
  const id = world.message();
  if (id === undefined) return undefined;
  const author = world.server.db.value<number>('SELECT sender_id FROM messages WHERE id = ?', id) as number;
  const isAuthor = world.people().includes(author) && world.chance.chance(60);
  return {
    by: by ?? (isAuthor ? author : world.actor()),
    method: 'PATCH' as const,
    path: `/messages/${id}`,
    ...make(id),
  };
}

const edit: Operation = (world) =>
  about(world, () => ({ values: { content: `${world.any(contents)} ${world.next()}` } }));

const move: Operation = (world) =>
  about(world, () => ({
    values: {
      topic: world.topic(),
      propagate_mode: world.any(['change_one', 'change_later', 'change_all']),
      send_notification_to_old_thread: world.chance.chance(30),
      ...(world.chance.chance(40) ? { stream_id: world.channel() } : {}),
    },
  }));

const moveChannel: Operation = (world) =>
  about(
    world,
    () => ({
      values: { stream_id: world.channel(), propagate_mode: world.any(['change_one', 'change_later', 'change_all']) },
    }),
    world.administrator(),
  );

const remove: Operation = (world) => about(world, () => ({ method: 'DELETE' }));

const removeTopic: Operation = (world) => ({
  by: world.administrator(),
  method: 'POST',
  path: `/streams/${world.channel()}/delete_topic`,
  values: { topic_name: world.topic() },
});

const flag: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/messages/flags',
  values: {
    messages: world.messages(),
    op: world.any(['add', 'remove']),
    flag: world.any(['read', 'read', 'starred', 'collapsed']),
  },
});

const flagNarrow: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/messages/flags/narrow',
  values: {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: world.channel() }],
    op: world.any(['add', 'remove']),
    flag: world.any(['read', 'starred']),
  },
});

const readAll: Operation = (world) => ({ by: world.someone(), method: 'POST', path: '/mark_all_as_read' });

const readTopic: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/mark_topic_as_read',
  values: { stream_id: world.channel(), topic_name: world.topic() },
});

const react: Operation = (world) =>
  about(
    world,
    (id) => ({
      method: world.any(['POST', 'POST', 'DELETE']),
      path: `/messages/${id}/reactions`,
      values: { emoji_name: world.any(['tada', 'heart', 'octopus']) },
    }),
    world.someone(),
  );

const vote: Operation = (world) => {
  const polls = world.ids('SELECT DISTINCT message_id FROM submessages ORDER BY message_id DESC LIMIT 5');
  const message_id = world.maybe(polls);
  if (message_id === undefined) return undefined;
  const content = '{"type":"vote","key":"canned,0","vote":1}';
  return {
    by: world.someone(),
    method: 'POST',
    path: '/submessage',
    values: { message_id, msg_type: 'widget', content },
  };
};

const type: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/typing',
  values: { op: 'start', type: 'stream', stream_id: world.channel(), topic: world.topic() },
});

const setPolicy: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/user_topics',
  values: { stream_id: world.channel(), topic: world.topic(), visibility_policy: world.chance.below(4) },
});

const muteUser: Operation = (world) => ({
  by: world.someone(),
  method: world.any(['POST', 'DELETE']),
  path: `/users/me/muted_users/${world.someone()}`,
});

const alert: Operation = (world) => ({
  by: world.someone(),
  method: world.any(['POST', 'DELETE']),
  path: '/users/me/alert_words',
  values: { alert_words: [world.any(['release', 'soup', 'waves'])] },
});

const schedule: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/scheduled_messages',
  values: {
    type: 'channel',
    to: world.channel(),
    topic: world.topic(),
    content: 'later',
    scheduled_delivery_timestamp: world.now() + 60 + world.chance.below(4000),
  },
});

const changeScheduled: Operation = (world) => {
  const id = world.maybe(world.ids('SELECT id FROM scheduled_messages'));
  if (id === undefined) return undefined;
  const by = world.server.db.value<number>('SELECT sender_id FROM scheduled_messages WHERE id = ?', id) as number;
  const path = `/scheduled_messages/${id}`;
  if (world.chance.chance(50)) return { by, method: 'DELETE', path };
  const scheduled_delivery_timestamp = world.now() + 60 + world.chance.below(4000);
  return { by, method: 'PATCH', path, values: { content: 'later still', scheduled_delivery_timestamp } };
};

const remind: Operation = (world) =>
  about(
    world,
    (message_id) => ({
      method: 'POST',
      path: '/reminders',
      values: { message_id, scheduled_delivery_timestamp: world.now() + 100 + world.chance.below(2000), note: 'well?' },
    }),
    world.someone(),
  );

/** Writes about what is said, how often each is chosen. */
export const conversations: readonly (readonly [weight: number, operation: Operation])[] = [
  [30, send],
  [12, sendDirect],
  [8, edit],
  [10, move],
  [6, moveChannel],
  [5, remove],
  [1, removeTopic],
  [12, flag],
  [3, flagNarrow],
  [1, readAll],
  [2, readTopic],
  [6, react],
  [2, vote],
  [1, type],
  [6, setPolicy],
  [2, muteUser],
  [2, alert],
  [2, schedule],
  [1, changeScheduled],
  [1, remind],
];
