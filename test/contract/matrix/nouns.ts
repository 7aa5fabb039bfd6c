import type { Id, Noun } from './row.ts';
import type { Cell } from './stage.ts';
import { type ChannelName, channelNames } from './world.ts';

const unknownId = 99_999;

type Find = (cell: Cell) => Id;

/** Channels by kind, and by whether everybody or only Bob is subscribed. */
export const channels: Noun<ChannelName> = {
  missing: unknownId,
  things: forEachChannel(
    (name) =>
      ({ world }) =>
        world.channels[name].id,
  ),
};

/** The same by name. */
export const channelsByName: Noun<ChannelName> = {
  missing: 'no such channel',
  things: forEachChannel(
    (name) =>
      ({ world }) =>
        world.channels[name].name,
  ),
};

type ChannelMessage = `${'own' | "Bob's"}, ${ChannelName}`;
type OtherMessage =
  | "Bob's, protected, subscribed, from before"
  | "Bob's, protected, not subscribed, received"
  | 'own, direct'
  | "Bob's, direct"
  | 'direct, of others';

/** Messages by their sender and where they are. Those of Bob's are from after everybody else had left, if they have. */
export const messages: Noun<ChannelMessage | OtherMessage> = {
  missing: unknownId,
  things: {
    ...forEachChannel(
      (name) =>
        ({ world, actor }) =>
          world.channels[name].own[actor],
      'own, ',
    ),
    ...forEachChannel(
      (name) =>
        ({ world }) =>
          world.channels[name].after,
      "Bob's, ",
    ),
    "Bob's, protected, subscribed, from before": ({ world }) => world.channels['protected, subscribed'].before,
    "Bob's, protected, not subscribed, received": ({ world }) => world.channels['protected, not subscribed'].during,
    'own, direct': ({ world, actor }) => world.direct.sent[actor],
    "Bob's, direct": ({ world, actor }) => world.direct.received[actor],
    'direct, of others': ({ world }) => world.direct.foreign,
  },
};

type UserName =
  | 'oneself'
  | 'a member'
  | 'a guest'
  | 'a moderator'
  | 'an administrator'
  | 'an owner'
  | 'unknown to guests'
  | 'deactivated'
  | 'a deactivated owner'
  | 'own bot'
  | "Bob's bot";

/** Users by role or state. All but one are known to guests. */
export const users: Noun<UserName> = {
  missing: unknownId,
  things: {
    oneself: ({ me }) => me.id,
    'a member': ({ world }) => world.users.bob.id,
    'a guest': ({ world }) => world.users.otherGuest.id,
    'a moderator': ({ world }) => world.users.otherModerator.id,
    'an administrator': ({ world }) => world.users.otherAdmin.id,
    'an owner': ({ world }) => world.users.otherOwner.id,
    'unknown to guests': ({ world }) => world.users.dora.id,
    deactivated: ({ world }) => world.users.gone.id,
    'a deactivated owner': ({ world }) => world.users.goneOwner.id,
    'own bot': ({ world, actor }) => world.bots[actor],
    "Bob's bot": ({ world }) => world.bots.bob,
  },
};

/** The same by address, as everyone sees it. */
export const usersByEmail: Noun<UserName> = {
  missing: 'nobody@example.com',
  things: mapped(users.things, (find) => (cell) => {
    return cell.stage.db.value<string>('SELECT email FROM users WHERE id = ?', find(cell) as Id) as string;
  }),
};

/** Groups by who manages them. Bob is in each; everybody is in one. */
export const groups: Noun<'own' | "Bob's" | "everybody's" | 'deactivated' | 'of a role'> = {
  missing: unknownId,
  things: {
    own: ({ world, actor }) => world.groups[actor],
    "Bob's": ({ world }) => world.groups.bob,
    "everybody's": ({ world }) => world.groups.everyone,
    deactivated: ({ world }) => world.groups.deactivated,
    'of a role': ({ world }) => world.groups.system,
  },
};

function forEachChannel<Prefix extends string = ''>(
  find: (name: ChannelName) => Find,
  prefix?: Prefix,
): Record<`${Prefix}${ChannelName}`, Find> {
  const things = channelNames.map((name) => [`${prefix ?? ''}${name}`, find(name)]);
  return Object.fromEntries(things) as Record<`${Prefix}${ChannelName}`, Find>;
}

function mapped<Name extends string>(
  things: Noun<Name>['things'],
  change: (find: Noun<Name>['things'][Name]) => Find,
): Record<Name, Find> {
  const entries = Object.entries(things) as [Name, Noun<Name>['things'][Name]][];
  return Object.fromEntries(entries.map(([name, find]) => [name, change(find)])) as Record<Name, Find>;
}
