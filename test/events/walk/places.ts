import { channelPermissionNames } from '../../../src/conversations/channel-permissions.ts';
import type { Operation, World } from './world.ts';

const subscribe: Operation = (world) => ({
  by: world.actor(),
  method: 'POST',
  path: '/users/me/subscriptions',
  values: {
    subscriptions: [{ name: world.channelName(world.channel()) }],
    ...(world.chance.chance(60) ? { principals: world.chance.some(world.people()) } : {}),
  },
});

const unsubscribe: Operation = (world) => ({
  by: world.actor(),
  method: 'DELETE',
  path: '/users/me/subscriptions',
  values: {
    subscriptions: [world.channelName(world.channel())],
    ...(world.chance.chance(60) ? { principals: world.chance.some(world.people()) } : {}),
  },
});

function privacy(world: World) {
  return world.any([
    { is_private: false },
    { is_private: true, history_public_to_subscribers: true },
    { is_private: true, history_public_to_subscribers: false },
    { is_web_public: true },
  ]);
}

const create: Operation = (world) => {
  if (world.ids('SELECT id FROM channels').length > 25) return undefined;
  const { is_private, ...kind } = privacy(world) as { is_private?: boolean };
  return {
    by: world.actor(),
    method: 'POST',
    path: '/channels/create',
    values: {
      name: `channel ${world.next()}`,
      description: 'one *more*',
      subscribers: world.chance.some(world.people()),
      ...kind,
      ...(is_private === undefined ? {} : { invite_only: is_private }),
      announce: world.chance.chance(30),
      folder_id: world.maybe(world.ids('SELECT id FROM channel_folders')),
    },
  };
};

const change: Operation = (world) => ({
  by: world.actor(),
  method: 'PATCH',
  path: `/streams/${world.channel()}`,
  values: world.any<object>([
    { new_name: `channel ${world.next()}` },
    { description: `what *${world.next()}*` },
    privacy(world),
    privacy(world),
    privacy(world),
    { is_archived: true },
    { is_archived: false },
    { is_default_stream: world.chance.chance(50) },
    { topics_policy: world.any(['inherit', 'allow_empty_topic', 'disable_empty_topic']) },
    { folder_id: world.maybe(world.ids('SELECT id FROM channel_folders')) ?? null },
    { [world.any(channelPermissionNames)]: { new: world.groupValue() } },
    { [world.any(channelPermissionNames)]: { new: world.groupValue() } },
    { [world.any(['can_add_subscribers_group', 'can_subscribe_group'])]: { new: world.groupValue() } },
  ]) as Record<string, unknown>,
});

const archive: Operation = (world) => ({ by: world.actor(), method: 'DELETE', path: `/streams/${world.channel()}` });

const setDefault: Operation = (world) => ({
  by: world.administrator(),
  method: world.any(['POST', 'DELETE']),
  path: '/default_streams',
  values: { stream_id: world.channel() },
});

const setProperty: Operation = (world) => ({
  by: world.someone(),
  method: 'POST',
  path: '/users/me/subscriptions/properties',
  values: {
    subscription_data: [
      {
        stream_id: world.channel(),
        ...world.any([
          { property: 'color', value: '#00ff00' },
          { property: 'is_muted', value: true },
          { property: 'is_muted', value: false },
          { property: 'pin_to_top', value: true },
          { property: 'push_notifications', value: true },
        ]),
      },
    ],
  },
});

const changeFolder: Operation = (world) => {
  const by = world.administrator();
  const folders = world.ids('SELECT id FROM channel_folders');
  if (folders.length < 3) {
    const values = { name: `folder ${world.next()}`, description: 'some' };
    return { by, method: 'POST', path: '/channel_folders/create', values };
  }
  if (world.chance.chance(30)) {
    return { by, method: 'PATCH', path: '/channel_folders', values: { order: folders.toReversed() } };
  }
  const values = world.any([
    { name: `folder ${world.next()}` },
    { description: `more ${world.next()}` },
    { is_archived: true },
    { is_archived: false },
  ]);
  return { by, method: 'PATCH', path: `/channel_folders/${world.any(folders)}`, values };
};

/** Writes about channels, how often each is chosen. */
export const places: readonly (readonly [weight: number, operation: Operation])[] = [
  [10, subscribe],
  [8, unsubscribe],
  [3, create],
  [14, change],
  [1, archive],
  [1, setDefault],
  [4, setProperty],
  [2, changeFolder],
];
