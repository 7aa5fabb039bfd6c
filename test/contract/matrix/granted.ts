import {
  type ChannelPermission,
  channelPermissions,
  storePermission as doSetChannelPermission,
} from '../../../src/conversations/channel-permissions.ts';
import { type GroupPermission, groupPermissions, storePermissionChange } from '../../../src/groups/permissions.ts';
import { storeRealmPermission } from '../../../src/groups/realm-permission.ts';
import { type GroupValue, type SystemGroup, systemGroupId } from '../../../src/realm/group.ts';
import { permissionRules } from '../../../src/realm/setting-table.ts';
import { type RealmPermission, setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import { png } from '../../support/pictures.ts';
import { crowdGeneral, noChannelWildcard } from '../call.ts';
import { type Actor, parseWho, type Who } from './actors.ts';
import { insufficient, type Matrix, notForBots, notForGuests, type Request, type Row } from './row.ts';
import type { Cell, Stage } from './stage.ts';
import type { ChannelName } from './world.ts';

/** What a permission is for, and who may do that with the permission and without. */
interface Grant {
  /** Operation id of what it is for. */
  id: string;
  when?: string;
  request: (cell: Cell) => Request;
  requestMissing?: (cell: Cell) => Request;
  /** What those without it are told; nothing if to them it does not exist. */
  refused?: string;
  /** What they are told when nobody has it, where that is something else. */
  refusedToAll?: string;
  /** Who may do it also without. */
  besides?: Who;
  /** Those who may not do it even with it, and what they are told. */
  never?: Readonly<Record<string, Who>>;
  /** Whether incoming webhooks may ask. */
  isForWebhooks?: boolean;
  /** Whether bots may also do what their owner may. */
  isForBotsOfHolders?: boolean;
  /** What else must be so. */
  arrange?: (stage: Stage) => void;
}

/** Whom a permission is given to, as the API takes it, and who that is. */
interface Holders {
  when: string;
  value: (stage: Stage) => GroupValue;
  who: Who;
  group?: SystemGroup;
}

const system = (group: SystemGroup, who: Who): Holders => {
  return { when: group, value: ({ db }) => systemGroupId(db, group), who, group };
};

const holders: readonly Holders[] = [
  system('role:nobody', ''),
  system('role:fullmembers', 'full+'),
  system('role:everyone', 'guest+ webhook'),
  {
    when: 'a guest and a new member',
    value: ({ world: { users } }) => ({ direct_members: [users.guest.id, users.member.id], direct_subgroups: [] }),
    who: 'guest member',
  },
];

type Give = (stage: Stage, value: GroupValue) => void;

interface Rules {
  refused: readonly SystemGroup[];
  only?: readonly SystemGroup[];
}

/** A row for each group that a permission may be given to. */
function rows(name: string, { refused, only }: Rules, give: Give, grant: Grant): Row[] {
  const allowed = holders.filter(({ group }) => {
    if (group === undefined) return only === undefined;
    return !refused.includes(group) && (only?.includes(group) ?? true);
  });
  const areGuestsLeftOut = refused.includes('role:everyone');
  return allowed.map((one) => ({
    ...outcome(grantTo(one, grant), areGuestsLeftOut ? `${one.who} -guest` : one.who),
    when: `${grant.when ? `${grant.when}, ` : ''}where ${name} is ${one.when}`,
    request: grant.request,
    ...(grant.requestMissing ? { requestMissing: grant.requestMissing } : {}),
    arrange: (stage) => {
      stage.db.transaction(() => give(stage, one.value(stage)));
      grant.arrange?.(stage);
    },
  }));
}

/** A grant with what others are told when some hold it. */
function grantTo({ group }: Holders, grant: Grant): Grant {
  const { refusedToAll } = grant;
  return group === 'role:nobody' && refusedToAll !== undefined ? { ...grant, refused: refusedToAll } : grant;
}

function outcome(
  { refused, besides = '', never = {}, isForWebhooks, isForBotsOfHolders }: Grant,
  who: Who,
): Pick<Row, 'ok' | 'hidden' | 'refused'> {
  const barred = new Set(Object.values(never).flatMap(parseWho));
  const asking = parseWho(isForWebhooks ? 'guest+ webhook' : 'guest+').filter((actor) => !barred.has(actor));
  const able = new Set<Actor>(parseWho(`${who} ${besides}`));
  if (isForBotsOfHolders && able.has('full')) able.add('bot').add('webhook');
  const ok = asking.filter((actor) => able.has(actor)).join(' ');
  const rest = asking.filter((actor) => !able.has(actor)).join(' ');
  if (refused === undefined) return { ok, hidden: rest, refused: never };
  return { ok, refused: { ...never, [refused]: `${never[refused] ?? ''} ${rest}` } };
}

const notGuests = { [notForGuests]: 'guest' };
const people = { [notForGuests]: 'guest', [notForBots]: 'bot' };
const moveRefused = "You don't have permission to move this message";
const editRefused = "You don't have permission to edit this message";
const deleteRefused = "You don't have permission to delete this message";
const resolveRefused = "You don't have permission to resolve topics in this channel.";

const ids = {
  open: ({ world }: Cell) => world.channels['public, subscribed'].id,
  closed: ({ world }: Cell) => world.channels['private, subscribed'].id,
  left: ({ world }: Cell) => world.channels['private, not subscribed'].id,
};
const own = ({ world, actor }: Cell) => ({ message_id: world.channels['public, subscribed'].own[actor] });
const bobs = ({ world }: Cell) => ({ message_id: world.channels['public, subscribed'].after });
const moving = (cell: Cell) => ({ path: own(cell), values: { stream_id: cell.world.general.id } });
const renaming = (cell: Cell) => ({ path: own(cell), values: { topic: 'new' } });
const resolving = (cell: Cell) => ({ path: own(cell), values: { topic: `✔ of ${cell.actor}` } });
const deleting = (message: typeof own) => (cell: Cell) => ({ path: message(cell) });
const creating = (values: Values) => () => ({ values: { name: 'design', subscribers: [], ...values } });
const adding = (name: ChannelName) => (cell: Cell) => ({
  values: { subscriptions: [{ name }], principals: [cell.world.users.dora.id] },
});
const saying = (cell: Cell, values: Values) => ({
  values: { type: 'channel', to: ids.open(cell), topic: 'before', content: 'Soup', ...values },
});
const writing = (name: 'otherAdmin' | 'otherGuest') => (cell: Cell) => ({
  values: { type: 'direct', to: [cell.world.users[name].id], content: 'Hello' },
});
const helper = { full_name: 'Helper', short_name: 'helper' };
const scheduled_delivery_timestamp = Date.UTC(2027, 0, 1) / 1000;
/** A change of a channel that all members administer, and nobody else. */
const changingChannel = (name: ChannelName, values: Values) => ({
  request: ({ world }: Cell) => ({ path: { stream_id: world.channels[name].id }, values }),
  refused: insufficient,
  never: { 'You do not have permission to administer this channel.': 'guest' },
  arrange: ({ db, world }: Stage) => {
    setRealmSetting(db, 'enable_spectator_access', true);
    doSetChannelPermission(
      db,
      world.channels[name].id,
      'can_administer_channel_group',
      systemGroupId(db, 'role:members'),
    );
  },
});
const nobodyMay = (name: RealmPermission) => (stage: Stage) => {
  setRealmSetting(stage.db, name, systemGroupId(stage.db, 'role:nobody'));
};

/** What the organization's permissions are for. Nothing needs the others yet. */
const ofRealm: Partial<Record<RealmPermission, Grant>> = {
  can_access_all_users_group: {
    id: 'getUser',
    request: ({ world }) => ({ path: { user_id_or_email: world.users.dora.id } }),
    requestMissing: () => ({ path: { user_id_or_email: 99_999 } }),
    besides: 'member+',
  },
  can_add_custom_emoji_group: {
    id: 'uploadCustomEmoji',
    request: () => ({ path: { emoji_name: 'tea_cup' }, files: [{ name: 'cup.png', bytes: png() }] }),
    refused: insufficient,
    never: notGuests,
  },
  can_add_subscribers_group: {
    id: 'subscribe',
    request: adding('public, subscribed'),
    refused: insufficient,
    besides: 'admin+',
    never: notGuests,
  },
  can_create_bots_group: {
    id: 'createBot',
    request: () => ({ values: helper }),
    refused: insufficient,
    never: people,
  },
  can_create_write_only_bots_group: {
    id: 'createBot',
    when: 'a webhook',
    request: () => ({ values: { ...helper, bot_type: 2 } }),
    refused: insufficient,
    never: people,
    arrange: nobodyMay('can_create_bots_group'),
  },
  can_create_groups: {
    id: 'createUserGroup',
    request: () => ({ values: { name: 'designers', description: '', members: [] } }),
    refused: insufficient,
    never: people,
  },
  can_create_private_channel_group: {
    id: 'createChannel',
    request: creating({ invite_only: true }),
    refused: insufficient,
    never: notGuests,
  },
  can_create_public_channel_group: {
    id: 'createChannel',
    request: creating({}),
    refused: insufficient,
    never: notGuests,
  },
  can_create_web_public_channel_group: {
    id: 'createChannel',
    request: creating({ is_web_public: true }),
    refused: insufficient,
    never: notGuests,
    arrange: ({ db }) => setRealmSetting(db, 'enable_spectator_access', true),
  },
  can_delete_any_message_group: { id: 'deleteMessage', request: deleting(bobs), refused: deleteRefused },
  can_delete_own_message_group: {
    id: 'deleteMessage',
    request: deleting(own),
    refused: deleteRefused,
    besides: 'admin+',
  },
  can_invite_users_group: {
    id: 'sendInvites',
    request: () => ({ values: { invitee_emails: 'new@example.com', stream_ids: [] } }),
    refused: insufficient,
    never: people,
  },
  can_manage_all_groups: {
    id: 'updateUserGroup',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob }, values: { description: 'New' } }),
    refused: insufficient,
    never: people,
  },
  can_mention_many_users_group: {
    id: 'sendMessage',
    request: ({ world }) => ({
      values: { type: 'channel', to: world.general.id, topic: 'lunch', content: '@**all**' },
    }),
    refused: noChannelWildcard,
    isForWebhooks: true,
    arrange: crowdGeneral,
  },
  can_move_messages_between_channels_group: {
    id: 'updateMessage',
    request: moving,
    refused: moveRefused,
    besides: 'admin+',
  },
  can_move_messages_between_topics_group: { id: 'updateMessage', request: renaming, refused: editRefused },
  can_resolve_topics_group: { id: 'updateMessage', request: resolving, refused: resolveRefused },
  can_set_delete_message_policy_group: {
    id: 'createChannel',
    request: creating({ can_delete_own_message_group: { direct_members: [], direct_subgroups: [] } }),
    refused: insufficient,
    never: notGuests,
  },
  can_set_topics_policy_group: {
    id: 'createChannel',
    request: creating({ topics_policy: 'allow_empty_topic' }),
    refused: insufficient,
    never: notGuests,
  },
  create_multiuse_invite_group: {
    id: 'createInviteLink',
    request: () => ({}),
    refused: insufficient,
    never: people,
  },
  direct_message_initiator_group: {
    id: 'sendMessage',
    request: writing('otherAdmin'),
    refused: 'You do not have permission to initiate direct message conversations.',
    isForWebhooks: true,
  },
  direct_message_permission_group: {
    id: 'sendMessage',
    request: writing('otherGuest'),
    refused: 'This conversation does not include any users who can authorize it.',
    refusedToAll: 'Direct messages are disabled in this organization.',
    isForWebhooks: true,
    arrange: ({ db }) => setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:everyone')),
  },
};

/** What the same permissions are for besides. */
const moreOfRealm: readonly (Grant & { name: RealmPermission })[] = [
  {
    name: 'can_create_private_channel_group',
    id: 'updateStream',
    when: 'making it private',
    ...changingChannel('public, subscribed', { is_private: true }),
  },
  {
    name: 'can_create_public_channel_group',
    id: 'updateStream',
    when: 'making it public',
    ...changingChannel('private, subscribed', { is_private: false }),
  },
  {
    name: 'can_create_web_public_channel_group',
    id: 'updateStream',
    when: 'making it web-public',
    ...changingChannel('public, subscribed', { is_web_public: true }),
  },
  {
    name: 'can_set_topics_policy_group',
    id: 'updateStream',
    when: 'a rule for topics',
    ...changingChannel('public, subscribed', { topics_policy: 'disable_empty_topic' }),
  },
  {
    name: 'can_set_delete_message_policy_group',
    id: 'updateStream',
    when: 'who may delete',
    ...changingChannel('public, subscribed', {}),
    request: ({ stage, world }) => ({
      path: { stream_id: world.channels['public, subscribed'].id },
      values: { can_delete_own_message_group: { new: systemGroupId(stage.db, 'role:owners') } },
    }),
  },
  {
    name: 'can_delete_own_message_group',
    id: 'deleteMessage',
    when: 'direct',
    request: ({ world, actor }) => ({ path: { message_id: world.direct.sent[actor] } }),
    refused: deleteRefused,
    besides: 'admin+',
  },
  {
    name: 'can_delete_own_message_group',
    id: 'deleteMessage',
    when: "of a bot of one's own",
    request: (cell) => {
      const { message_id } = own(cell);
      cell.stage.db.run('UPDATE messages SET sender_id = ? WHERE id = ?', cell.world.bots[cell.actor], message_id);
      return { path: { message_id } };
    },
    refused: deleteRefused,
    besides: 'admin+',
  },
  {
    name: 'can_add_subscribers_group',
    id: 'sendInvites',
    when: 'to a channel',
    request: (cell) => ({ values: { invitee_emails: 'new@example.com', stream_ids: [ids.open(cell)] } }),
    refused: 'You do not have permission to subscribe other users to channels.',
    besides: 'admin+',
    never: people,
  },
  {
    name: 'can_create_bots_group',
    id: 'reactivateUser',
    when: 'a bot',
    request: ({ stage, world }) => {
      stage.db.run('UPDATE users SET is_active = 0 WHERE id = ?', world.bots.bob);
      return { path: { user_id: world.bots.bob } };
    },
    refused: insufficient,
    never: { [insufficient]: 'guest member full bot moderator' },
  },
  {
    name: 'can_manage_all_groups',
    id: 'updateUserGroupMembers',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob }, values: { add: [world.users.dora.id] } }),
    refused: insufficient,
    never: people,
  },
  {
    name: 'can_manage_all_groups',
    id: 'updateUserGroupSubgroups',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob }, values: { add: [world.groups.everyone] } }),
    refused: insufficient,
    never: people,
  },
  {
    name: 'can_manage_all_groups',
    id: 'deactivateUserGroup',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob } }),
    refused: insufficient,
  },
  {
    name: 'can_mention_many_users_group',
    id: 'createScheduledMessage',
    request: ({ world }) => ({
      values: {
        type: 'channel',
        to: world.general.id,
        topic: 'lunch',
        content: '@**all**',
        scheduled_delivery_timestamp,
      },
    }),
    refused: noChannelWildcard,
    arrange: crowdGeneral,
  },
  {
    name: 'can_mention_many_users_group',
    id: 'updateMessage',
    request: ({ world, actor }) => ({
      path: { message_id: world.general.own[actor] },
      values: { content: '@**all**' },
    }),
    refused: noChannelWildcard,
    arrange: crowdGeneral,
  },
];

/** What the permissions of channels are for. What the organization lets everyone do anyway, it lets nobody do here. */
const ofChannels: readonly (Grant & { name: ChannelPermission })[] = [
  {
    name: 'can_add_subscribers_group',
    id: 'subscribe',
    request: adding('private, subscribed'),
    refused: insufficient,
    besides: 'admin+',
    never: notGuests,
    arrange: nobodyMay('can_add_subscribers_group'),
  },
  ...(['can_add_subscribers_group', 'can_subscribe_group'] as const).map((name) => ({
    name,
    id: 'getMessage',
    request: ({ world }: Cell) => ({ path: { message_id: world.channels['private, not subscribed'].after } }),
    requestMissing: () => ({ path: { message_id: 99_999 } }),
  })),
  {
    name: 'can_administer_channel_group',
    id: 'getStreamById',
    request: (cell) => ({ path: { stream_id: ids.left(cell) } }),
    requestMissing: () => ({ path: { stream_id: 99_999 } }),
    besides: 'admin+',
  },
  {
    name: 'can_administer_channel_group',
    id: 'updateStream',
    request: (cell) => ({ path: { stream_id: ids.closed(cell) }, values: { description: 'New' } }),
    refused: 'You do not have permission to administer this channel.',
    besides: 'admin+',
  },
  {
    name: 'can_create_topic_group',
    id: 'sendMessage',
    request: (cell) => saying(cell, { topic: 'new' }),
    refused: 'You do not have permission to create new topics in this channel.',
    isForWebhooks: true,
  },
  {
    name: 'can_create_topic_group',
    id: 'updateMessage',
    request: renaming,
    refused: 'You do not have permission to create new topics in this channel.',
  },
  {
    name: 'can_create_topic_group',
    id: 'createScheduledMessage',
    request: (cell) => saying(cell, { topic: 'new', scheduled_delivery_timestamp }),
    refused: 'You do not have permission to create new topics in this channel.',
  },
  {
    name: 'can_send_message_group',
    id: 'createScheduledMessage',
    request: (cell) => saying(cell, { scheduled_delivery_timestamp }),
    refused: 'You do not have permission to post in this channel.',
    isForBotsOfHolders: true,
  },
  {
    name: 'can_send_message_group',
    id: 'updateMessage',
    when: 'into the channel',
    request: (cell) => ({
      path: { message_id: cell.world.general.own[cell.actor] },
      values: { stream_id: ids.open(cell) },
    }),
    refused: 'You do not have permission to post in this channel.',
    never: { [moveRefused]: 'guest' },
    isForBotsOfHolders: true,
  },
  {
    name: 'can_administer_channel_group',
    id: 'archiveStream',
    request: (cell) => ({ path: { stream_id: ids.closed(cell) } }),
    refused: 'You do not have permission to administer this channel.',
    besides: 'admin+',
  },
  {
    name: 'can_delete_any_message_group',
    id: 'deleteMessage',
    request: deleting(bobs),
    refused: deleteRefused,
    besides: 'admin+',
  },
  {
    name: 'can_delete_own_message_group',
    id: 'deleteMessage',
    request: deleting(own),
    refused: deleteRefused,
    besides: 'admin+',
    arrange: nobodyMay('can_delete_own_message_group'),
  },
  {
    name: 'can_move_messages_out_of_channel_group',
    id: 'updateMessage',
    request: moving,
    refused: moveRefused,
    besides: 'admin+',
    arrange: nobodyMay('can_move_messages_between_channels_group'),
  },
  {
    name: 'can_move_messages_within_channel_group',
    id: 'updateMessage',
    request: renaming,
    refused: editRefused,
    arrange: nobodyMay('can_move_messages_between_topics_group'),
  },
  {
    name: 'can_remove_subscribers_group',
    id: 'unsubscribe',
    request: ({ world }) => ({
      values: { subscriptions: [world.channels['private, subscribed'].name], principals: [world.users.bob.id] },
    }),
    refused: insufficient,
    besides: 'admin+',
  },
  {
    name: 'can_resolve_topics_group',
    id: 'updateMessage',
    request: resolving,
    refused: resolveRefused,
    arrange: nobodyMay('can_resolve_topics_group'),
  },
  {
    name: 'can_send_message_group',
    id: 'sendMessage',
    request: (cell) => saying(cell, {}),
    refused: 'You do not have permission to post in this channel.',
    isForWebhooks: true,
    isForBotsOfHolders: true,
  },
  {
    name: 'can_subscribe_group',
    id: 'subscribe',
    request: () => ({ values: { subscriptions: [{ name: 'private, not subscribed' }] } }),
    refused: 'Unable to access channel (private, not subscribed).',
    never: notGuests,
  },
];

/** What the permissions of groups are for. All are of Bob's groups, which owners manage too. */
const ofGroups: Readonly<Record<GroupPermission, Grant>> = {
  can_add_members_group: {
    id: 'updateUserGroupMembers',
    when: 'adding',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob }, values: { add: [world.users.dora.id] } }),
    refused: insufficient,
    never: people,
    besides: 'owner',
  },
  can_join_group: {
    id: 'updateUserGroupMembers',
    when: 'joining',
    request: ({ world, me }) => ({ path: { user_group_id: world.groups.bob }, values: { add: [me.id] } }),
    refused: insufficient,
    never: people,
    besides: 'owner',
  },
  can_leave_group: {
    id: 'updateUserGroupMembers',
    when: 'leaving',
    request: ({ world, me }) => ({ path: { user_group_id: world.groups.everyone }, values: { delete: [me.id] } }),
    refused: insufficient,
    never: people,
    besides: 'owner',
  },
  can_manage_group: {
    id: 'updateUserGroup',
    request: ({ world }) => ({ path: { user_group_id: world.groups.bob }, values: { description: 'New' } }),
    refused: insufficient,
    never: people,
    besides: 'owner',
  },
  can_mention_group: {
    id: 'sendMessage',
    request: (cell) => saying(cell, { content: '@*managed by bob*' }),
    refused: "You are not allowed to mention user group 'managed by bob'.",
    isForWebhooks: true,
  },
  can_remove_members_group: {
    id: 'updateUserGroupMembers',
    when: 'removing',
    request: ({ world }) => ({
      path: { user_group_id: world.groups.everyone },
      values: { delete: [world.users.bob.id] },
    }),
    refused: insufficient,
    never: people,
    besides: 'owner',
  },
};

const grantedRows: readonly [string, Row[]][] = [
  ...(Object.entries(ofRealm) as [RealmPermission, Grant][]).map(([name, grant]) => realmRows({ name, ...grant })),
  ...moreOfRealm.map(realmRows),
  ...ofChannels.map((grant): [string, Row[]] => {
    return [grant.id, rows(`the channel's ${grant.name}`, channelPermissions[grant.name], giveIn(grant.name), grant)];
  }),
  ...(Object.entries(ofGroups) as [GroupPermission, Grant][]).map(([name, grant]): [string, Row[]] => {
    return [grant.id, rows(`the group's ${name}`, groupPermissions[name], giveOf(name), grant)];
  }),
];

/** Who may do what, depending on whom permissions are given to. */
export const matrix: Matrix = Object.fromEntries(
  [...Map.groupBy(grantedRows, ([id]) => id)].map(([id, lists]) => [id, lists.flatMap(([, list]) => list)]),
);

function realmRows({ name, ...grant }: Grant & { name: RealmPermission }): [string, Row[]] {
  return [grant.id, rows(name, permissionRules(name), (stage, value) => giveRealm(stage, name, value), grant)];
}

function giveRealm(stage: Stage, name: RealmPermission, value: GroupValue): void {
  storeRealmPermission(stage.db, name, { new: value, old: undefined });
}

function giveIn(name: ChannelPermission): Give {
  return ({ db, world }, value) => {
    for (const { id } of Object.values(world.channels)) doSetChannelPermission(db, id, name, value);
  };
}

function giveOf(name: GroupPermission): Give {
  return ({ db, world }, value) => {
    for (const id of [world.groups.bob, world.groups.everyone]) {
      storePermissionChange(db, { id, is_system_group: 0 }, name, { new: value, old: undefined });
    }
  };
}
