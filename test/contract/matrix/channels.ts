import { doSetVisibilityPolicy } from '../../../src/channels/user-topic.ts';
import { type ChannelPermission, storePermission } from '../../../src/conversations/channel-permissions.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import { parseWho, type Who } from './actors.ts';
import { channels, channelsByName, users } from './nouns.ts';
import {
  about,
  adminOnly,
  always,
  forAdmins,
  forEveryone,
  forMembers,
  forNobody,
  type Id,
  insufficient,
  type Matrix,
  notForGuests,
  type Outcome,
  ownerOnly,
  type Row,
} from './row.ts';
import { type ChannelOutcomes, forEachChannel, read, seen } from './sight.ts';
import type { Cell, Stage } from './stage.ts';

/** What only administrators may do, and are told so where they know of the channel; for others it does not exist. */
function forChannelAdmins(refused: string): ChannelOutcomes {
  return forEachChannel((name) => {
    const { ok, hidden = '' } = seen[name];
    return { ok: 'admin+', hidden, refused: { [refused]: `${ok} -admin -owner` } };
  });
}

/** Who may subscribe to a channel, or subscribe others to it. */
const joined = forEachChannel((name): Outcome => {
  const isReadable = read[name] !== forNobody;
  const refused = isReadable ? {} : { [`Unable to access channel (${name}).`]: 'member+' };
  return { ok: isReadable ? 'member+' : '', refused: { ...refused, [notForGuests]: 'guest' } };
});

/** Calls that need a subscription. Users who see the channel get an error that says so. */
const forSubscribers = forEachChannel((name): Outcome => {
  if (!name.endsWith('not subscribed')) return forEveryone;
  const { ok, hidden = '' } = seen[name];
  return { ok: '', hidden, refused: { 'Not subscribed to channel ID #': ok } };
});

const seenUnlessArchived = forEachChannel((name) => (name.startsWith('archived') ? forNobody : seen[name]));

function whereArchived(outcomes: ChannelOutcomes): Partial<ChannelOutcomes> {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => name.startsWith('archived')));
}

const path = (stream_id: Id) => ({ path: { stream_id } });
const nobodyAtAll = { direct_members: [], direct_subgroups: [] };
const notForMembers = (refused: string): Record<string, Who> => ({
  [notForGuests]: 'guest',
  [refused]: 'member full bot moderator',
});

/** What a new channel can be, and who may make it so. */
const newChannels: readonly (Outcome & { when: string; values: Values; arrange?: NonNullable<Row['arrange']> })[] = [
  { when: 'public', values: {}, ...forMembers },
  { when: 'private', values: { invite_only: true }, ...forMembers },
  { when: 'with a rule for topics', values: { topics_policy: 'disable_empty_topic' }, ...forMembers },
  {
    when: 'with a rule for deleting',
    values: { can_delete_any_message_group: nobodyAtAll },
    ok: 'moderator+',
    refused: { [notForGuests]: 'guest', [insufficient]: 'member full bot' },
  },
  {
    when: 'for newcomers',
    values: { is_default_stream: true },
    ok: 'admin+',
    refused: notForMembers(insufficient),
  },
  {
    when: 'web-public',
    values: { is_web_public: true },
    arrange: allowSpectators,
    ok: 'owner',
    refused: { [notForGuests]: 'guest', [insufficient]: 'member full bot moderator admin' },
  },
  {
    when: 'kept for a time of its own',
    values: { message_retention_days: 30 },
    ok: 'owner',
    refused: { [notForGuests]: 'guest', [ownerOnly]: 'member full bot moderator admin' },
  },
];

function creating(make: (values: Values) => Values, prefix = ''): Row[] {
  return newChannels.map(({ values, when, ...row }) => {
    return { ...row, when: prefix + when, request: () => ({ values: make(values) }) };
  });
}

function allowSpectators({ db }: Stage): void {
  setRealmSetting(db, 'enable_spectator_access', true);
}

const changing = (values: Values) => (stream_id: Id) => ({ path: { stream_id }, values });
const administrationRefused = 'You do not have permission to administer this channel.';

/** Who archives a channel. */
const archiving = forEachChannel((name): Outcome => {
  const outcome = forChannelAdmins(administrationRefused)[name];
  if (!name.startsWith('archived')) return outcome;
  const refused = { ...(outcome.refused as Record<string, Who>), 'Channel is already deactivated': 'admin owner' };
  return { ...outcome, ok: '', refused };
});
const properties = (stream_id: Id) => ({
  values: { subscription_data: [{ stream_id, property: 'color', value: '#ff0000' }] },
});
const lunch = { topic: 'lunch' };
const general: Row['request'] = ({ stage }) => ({
  values: { stream_id: stage.db.value<number>("SELECT id FROM channels WHERE name = 'general'") },
});

/** Who may do what with channels. */
export const matrix: Matrix = {
  getStreams: [
    { when: 'those one knows of', ...forEveryone },
    { when: 'all there are', ...forEveryone, request: () => ({ values: { include_all_active: true } }) },
  ],
  getStreamById: about(channels, path, seenUnlessArchived),
  getStreamId: about(channelsByName, (stream) => ({ values: { stream } }), seen),
  getSubscribers: about(channels, path, seen),
  getStreamTopics: about(channels, path, read),
  getTopicsOfStreams: always(forEveryone),
  getStreamEmailAddress: [
    ...about(channels, path, read),
    {
      when: 'as another sender',
      ok: '',
      refused: insufficient,
      request: ({ world }) => ({
        ...path(world.channels['public, subscribed'].id),
        values: { sender_id: world.users.bob.id },
      }),
    },
  ],
  getSubscriptionStatus: [
    ...about(channels, (stream_id, { me }) => ({ path: { stream_id, user_id: me.id } }), seen, { when: 'oneself' }),
    ...about(channels, (stream_id, { world }) => ({ path: { stream_id, user_id: world.users.bob.id } }), seen),
    ...about(
      users,
      (user_id, { world }) => ({ path: { stream_id: world.channels['public, subscribed'].id, user_id } }),
      { 'unknown to guests': { ok: 'member+', hidden: 'guest' } },
    ),
  ],
  getUserChannels: about(users, (user_id) => ({ path: { user_id } }), {
    'unknown to guests': { ok: 'member+', hidden: 'guest' },
  }),
  getSubscriptions: always(forEveryone),

  createChannel: [
    ...creating((values) => ({ name: 'design', subscribers: [], ...values })),
    {
      when: 'for somebody else',
      ...forMembers,
      request: ({ world }) => ({ values: { name: 'design', subscribers: [world.users.dora.id] } }),
    },
  ],
  subscribe: [
    ...creating((values) => ({ subscriptions: [{ name: 'design' }], ...values }), 'a new channel, '),
    ...about(channelsByName, (name) => ({ values: { subscriptions: [{ name }] } }), joined),
    ...about(
      channelsByName,
      (name, { world }) => ({ values: { subscriptions: [{ name }], principals: [world.users.dora.id] } }),
      joined,
      { when: 'somebody else' },
    ),
  ],
  unsubscribe: [
    ...about(channelsByName, (name) => ({ values: { subscriptions: [name] } }), seen),
    ...about(
      channelsByName,
      (name, { world }) => ({ values: { subscriptions: [name], principals: [world.users.bob.id] } }),
      forChannelAdmins(insufficient),
      { when: 'somebody else' },
    ),
    ...about(
      channelsByName,
      (name, { world, actor }) => ({ values: { subscriptions: [name], principals: [world.bots[actor]] } }),
      seen,
      { when: "a bot of one's own" },
    ),
  ],
  updateSubscriptions: [
    ...about(channelsByName, (name) => ({ values: { delete: [name] } }), seen, { when: 'leaving' }),
    ...about(channelsByName, (name) => ({ values: { add: [{ name }] } }), joined, { when: 'joining' }),
    {
      when: 'a new channel',
      ...forMembers,
      request: () => ({ values: { add: [{ name: 'design' }] } }),
    },
  ],

  getBookmarks: about(channels, path, read),
  setBookmarks: about(
    channels,
    (stream_id) => ({ path: { stream_id }, values: { bookmarks: [] } }),
    forChannelAdmins(administrationRefused),
  ),
  updateStream: [
    ...about(channels, changing({ description: 'New' }), forChannelAdmins(administrationRefused)),
    ...about(channels, changing({ new_name: 'design' }), forChannelAdmins(administrationRefused), { when: 'the name' }),
    {
      when: 'one that everybody here administers, but no guest',
      ok: 'member+',
      refused: { [administrationRefused]: 'guest' },
      arrange: (stage) => giveAll(stage, 'can_administer_channel_group'),
      request: ({ world }) => changing({ description: 'New' })(world.channels['public, subscribed'].id),
    },
    {
      when: 'a private one that others administer',
      ok: 'member+',
      hidden: 'guest',
      arrange: (stage) => giveAll(stage, 'can_administer_channel_group'),
      request: ({ world }) => changing({ description: 'New' })(world.channels['private, not subscribed'].id),
      requestMissing: () => changing({ description: 'New' })(99_999),
    },
    ofOpenChannel('how long messages are kept', { message_retention_days: 30 }, 'owner', {
      [administrationRefused]: 'guest member full bot moderator',
      [ownerOnly]: 'admin',
    }),
    ofOpenChannel('who may delete', { can_delete_any_message_group: { new: nobodyAtAll } }, 'admin+', {
      [administrationRefused]: 'guest member full bot moderator',
    }),
    ofOpenChannel('making it private', { is_private: true }, 'admin+', {
      [administrationRefused]: 'guest member full bot moderator',
    }),
    {
      ...ofOpenChannel('making it web-public', { is_web_public: true, is_private: false }, 'owner', {
        [administrationRefused]: 'guest member full bot moderator',
        [insufficient]: 'admin',
      }),
      arrange: allowSpectators,
    },
    ofOpenChannel('for newcomers', { is_default_stream: true }, 'admin+', {
      [administrationRefused]: 'guest member full bot moderator',
    }),
    {
      ...ofOpenChannel('for newcomers, by those who administer it', { is_default_stream: true }, 'admin+', {
        [administrationRefused]: 'guest',
        'You do not have permission to change default channels.': 'member full bot moderator',
      }),
      arrange: (stage) => giveAll(stage, 'can_administer_channel_group'),
    },
    {
      ...ofOpenChannel(
        'how long messages are kept, by those who administer it',
        { message_retention_days: 30 },
        'owner',
        {
          [administrationRefused]: 'guest',
          [ownerOnly]: 'member full bot moderator admin',
        },
      ),
      arrange: (stage) => giveAll(stage, 'can_administer_channel_group'),
    },
    ...about(channels, changing({ is_archived: false }), whereArchived(forChannelAdmins(administrationRefused)), {
      when: 'its return',
    }),
    {
      when: 'making one public that one cannot read',
      ok: '',
      hidden: 'guest member full bot moderator',
      refused: { 'Channel content access is required.': 'admin owner' },
      request: ({ world }) => changing({ is_private: false })(world.channels['private, not subscribed'].id),
      requestMissing: () => changing({ is_private: false })(99_999),
    },
    {
      when: 'letting oneself into one that one cannot read',
      ok: '',
      hidden: 'guest member full bot moderator',
      refused: { 'Channel content access is required.': 'admin owner' },
      request: (cell) => lettingIn(cell)(cell.world.channels['private, not subscribed'].id),
      requestMissing: (cell) => lettingIn(cell)(99_999),
    },
  ],
  archiveStream: [
    ...about(channels, path, archiving),
    {
      when: 'by those who administer it',
      ok: 'member+',
      refused: { [administrationRefused]: 'guest' },
      arrange: (stage) => giveAll(stage, 'can_administer_channel_group'),
      request: ({ world }) => path(world.channels['public, subscribed'].id),
    },
  ],
  addDefaultStream: [
    ...about(channels, (stream_id) => ({ values: { stream_id } }), {
      'public, subscribed': forAdmins,
      'public, not subscribed': forAdmins,
      'web-public, not subscribed': forAdmins,
      'private, not subscribed': {
        ok: '',
        refused: {
          [adminOnly]: 'guest member full bot moderator',
          'Private channels cannot be made default.': 'admin owner',
        },
      },
    }),
  ],
  removeDefaultStream: always(forAdmins, general),

  updateSubscriptionProperty: about(
    channels,
    (stream_id) => ({ path: { stream_id }, values: { property: 'pin_to_top', value: true } }),
    forSubscribers,
  ),
  updateSubscriptionSettings: about(channels, properties, forSubscribers),
  patchSubscriptionSettings: about(channels, properties, forSubscribers),
  updateUserTopic: [
    ...about(channels, (stream_id) => ({ values: { ...lunch, stream_id, visibility_policy: 3 } }), read),
    {
      when: 'forgetting what one wanted of a topic that is out of sight now',
      ...forEveryone,
      request: ({ stage, world, me }) => {
        const { id } = world.channels['private, not subscribed'];
        stage.db.transaction(() => doSetVisibilityPolicy(stage.app, me.id, id, 'lunch', 1));
        return { values: { ...lunch, stream_id: id, visibility_policy: 0 } };
      },
    },
  ],
  muteTopic: [
    ...about(channels, (stream_id) => ({ values: { ...lunch, stream_id, op: 'add' } }), forSubscribers),
    ...about(channels, unmuting, forSubscribers, { when: 'no longer' }),
  ],
  markStreamAsRead: about(channels, (stream_id) => ({ values: { stream_id } }), read),
  markTopicAsRead: about(channels, (stream_id) => ({ values: { stream_id, topic_name: 'after' } }), read),
  deleteTopic: about(
    channels,
    (stream_id) => ({ path: { stream_id }, values: { topic_name: 'after' } }),
    forEachChannel((name) => {
      const { ok, hidden = '' } = read[name];
      const isReadable = ok !== '' && !name.startsWith('archived');
      return {
        ok: isReadable ? 'admin+' : '',
        hidden: isReadable ? hidden : 'guest+',
        refused: isReadable ? { "You don't have permission to delete this message": `${ok} -admin -owner` } : {},
      };
    }),
  ),

  createChannelFolder: always(forAdmins),
  getChannelFolders: always(forEveryone),
  reorderChannelFolders: always(forAdmins),
  updateChannelFolder: [
    ...always(forAdmins),
    {
      when: 'archiving',
      ...forAdmins,
      arrange: async ({ as }) => {
        await as('admin').post('/channel_folders/create', { name: 'Design', description: '' });
      },
      request: () => ({ path: { channel_folder_id: 1 }, values: { is_archived: true } }),
    },
  ],
};

/** Taking back a mute from when one knew of the channel. */
function unmuting(stream_id: Id, { stage, me }: Cell) {
  const isThere = typeof stream_id === 'number' && stage.db.value('SELECT 1 FROM channels WHERE id = ?', stream_id);
  if (isThere) stage.db.transaction(() => doSetVisibilityPolicy(stage.app, me.id, stream_id, 'lunch', 1));
  return { values: { ...lunch, stream_id, op: 'remove' } };
}

function ofOpenChannel(when: string, values: Values, ok: Who, refused: Record<string, Who>): Row {
  return { when, ok, refused, request: ({ world }) => changing(values)(world.channels['public, subscribed'].id) };
}

/** Gives a permission in all channels to each actor by name. */
function giveAll({ db, world }: Stage, name: ChannelPermission): void {
  const direct_members = [...new Set(parseWho('anyone -deactivated').map((actor) => world.users[actor].id))];
  for (const { id } of Object.values(world.channels))
    storePermission(db, id, name, { direct_members, direct_subgroups: [] });
}

function lettingIn({ me }: Cell) {
  return changing({ can_subscribe_group: { new: { direct_members: [me.id], direct_subgroups: [] } } });
}
