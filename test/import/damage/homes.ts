import { channelFile, people, message as sentOnDiscord } from '../discord/channel-files.ts';
import { post, user as userOfMattermost } from '../mattermost/bulk-export.ts';
import { message as sentOnSlack, tsOf, user as userOfSlack } from '../slack/slack-export.ts';
import {
  channelMessage,
  channels,
  directMessage,
  flags,
  groups,
  ids,
  realmTables,
  subscription,
  trio,
} from '../zulip-export.ts';
import { historyHomes } from './history-homes.ts';
import { change, type Home, text } from './home.ts';

const slack: Home = {
  format: 'slack',
  kind: 'JSON',
  tree: () => ({
    'users.json': [
      userOfSlack('U01', 'Olga Owner', { is_owner: true }),
      userOfSlack('U02', 'Ada Adams'),
      userOfSlack('U03', 'Dora Deleted', { deleted: true }),
    ],
    'channels.json': [
      { id: 'C01', name: 'general', created: 1_690_000_100, creator: 'U01', members: ['U01', 'U02'] },
      { id: 'C02', name: 'tea', created: 1_690_000_100, creator: 'U02', members: ['U01'], is_archived: false },
    ],
    'groups.json': [{ id: 'G01', name: 'secret', created: 1_690_000_100, creator: 'U01', members: ['U01'] }],
    'dms.json': [{ id: 'D01', created: 1_690_000_200, members: ['U01', 'U02'] }],
    'general/2023-11-15.json': [
      sentOnSlack('U01', tsOf(1), 'First', { reactions: [{ name: '+1', users: ['U02'], count: 1 }] }),
      sentOnSlack('U02', tsOf(2), text, {
        edited: { user: 'U02', ts: tsOf(9) },
        reactions: [{ name: 'tea', users: ['U01'], count: 1 }],
        thread_ts: tsOf(2),
        files: [{ id: 'F0FILE1', name: 'a.txt', mode: 'hosted', created: 1_700_006_402 }],
        attachments: [],
      }),
      sentOnSlack('U01', tsOf(3), 'Answer', { thread_ts: tsOf(2) }),
    ],
    'tea/2023-11-15.json': [sentOnSlack('U01', tsOf(4), 'Green')],
    'secret/2023-11-15.json': [sentOnSlack('U01', tsOf(5), 'psst')],
    'D01/2023-11-15.json': [sentOnSlack('U02', tsOf(6), 'Lunch?'), sentOnSlack('U01', tsOf(7), 'Now')],
    '__uploads/F0FILE1/a.txt': 'Tea',
  }),
  message: ['general/2023-11-15.json', 1],
  user: ['users.json', 1],
  channel: ['channels.json', 1],
  fields: {
    message: ['text', 'ts', 'user', 'type', 'reactions', 'edited', 'files', 'attachments'],
    user: ['id', 'name', 'profile', 'deleted', 'is_owner', 'updated'],
    channel: ['id', 'name', 'created', 'creator', 'members', 'is_archived'],
  },
  time: 'ts',
  encircle(tree) {
    change(tree, ['general/2023-11-15.json', 1], { thread_ts: tsOf(3) });
    change(tree, ['general/2023-11-15.json', 2], { thread_ts: tsOf(2) });
  },
  within: [],
  text,
  author: 'Ada Adams',
  place: 'tea',
  messages: 'general/2023-11-15.json',
  users: 'users.json',
};

const team = (...names: string[]) => [{ name: 'home', roles: 'team_user', channels: names.map((name) => ({ name })) }];

const mattermost: Home = {
  format: 'mattermost',
  kind: 'JSON',
  tree: () => ({
    'import.jsonl': [
      { type: 'version', version: 1 },
      { type: 'team', team: { name: 'home', display_name: 'Home', type: 'O', allow_open_invite: true } },
      { type: 'channel', channel: { team: 'home', name: 'town', display_name: 'Town', type: 'O' } },
      { type: 'channel', channel: { team: 'home', name: 'tea', display_name: 'Tea', type: 'O', deleted_at: 0 } },
      { type: 'channel', channel: { team: 'home', name: 'secret', display_name: 'Secret', type: 'P' } },
      userOfMattermost('olga', { roles: 'system_admin', teams: team('town', 'secret') }),
      userOfMattermost('ada', { teams: team('town'), delete_at: 0, first_name: '' }),
      post('olga', 1, 'First', { reactions: [{ user: 'ada', emoji_name: '+1' }] }),
      post('ada', 2, text, {
        reactions: [{ user: 'olga', emoji_name: 'tea' }],
        replies: [{ user: 'olga', message: 'Answer', create_at: 1_700_000_003_000 }],
        edit_at: 1_700_000_009_000,
        is_pinned: false,
        attachments: [{ path: 'a.txt' }],
      }),
      post('olga', 4, 'Green', { channel: 'tea' }),
      post('olga', 5, 'psst', { channel: 'secret' }),
      { type: 'direct_channel', direct_channel: { members: ['olga', 'ada'] } },
      {
        type: 'direct_post',
        direct_post: { channel_members: ['olga', 'ada'], user: 'ada', message: 'Lunch?', create_at: 1_700_000_006_000 },
      },
    ],
    'data/a.txt': 'Tea',
  }),
  message: ['import.jsonl', 8, 'post'],
  user: ['import.jsonl', 6, 'user'],
  channel: ['import.jsonl', 3, 'channel'],
  fields: {
    message: ['message', 'create_at', 'user', 'channel', 'reactions', 'edit_at', 'attachments'],
    user: ['username', 'email', 'roles', 'teams', 'delete_at', 'first_name'],
    channel: ['name', 'team', 'type', 'display_name', 'deleted_at', 'header'],
  },
  time: 'create_at',
  within: ['Answer'],
  text,
  author: 'ada',
  place: 'Tea',
  messages: 'import.jsonl',
  users: 'import.jsonl',
};

const { olga, ada } = people;
const adaOfDiscord = { ...ada, avatarUrl: '' };

const discord: Home = {
  format: 'discord',
  kind: 'JSON',
  tree: () => ({
    'general.json': channelFile({ name: 'general' }, [
      sentOnDiscord('201', olga, 1, 'First', {
        reactions: [{ emoji: { id: '', name: '👍' }, count: 1, users: [{ ...adaOfDiscord }] }],
      }),
      sentOnDiscord('202', { ...adaOfDiscord }, 2, text, {
        timestampEdited: '2023-11-14T23:13:20+00:00',
        mentions: [{ ...olga }],
        reactions: [{ emoji: { id: '', name: '🍵' }, count: 1, users: [{ ...olga }] }],
        attachments: [{ id: '401', url: 'general.json_Files/a.txt', fileName: 'a.txt' }],
      }),
      sentOnDiscord('203', olga, 3, 'Answer', { type: 'Reply', reference: { messageId: '202' } }),
    ]),
    'tea.json': channelFile({ id: '101', name: 'tea', topic: 'All of it' }, [sentOnDiscord('204', olga, 4, 'Green')]),
    'thread.json': channelFile(
      { id: '300', type: 'GuildPublicThread', categoryId: '100', category: 'general', name: 'Thread' },
      [sentOnDiscord('301', olga, 5, 'psst'), sentOnDiscord('302', { ...adaOfDiscord }, 6, 'Lunch?')],
    ),
    'general.json_Files/a.txt': 'Tea',
  }),
  message: ['general.json', 'messages', 1],
  user: ['general.json', 'messages', 1, 'author'],
  channel: ['tea.json', 'channel'],
  fields: {
    message: ['content', 'timestamp', 'author', 'type', 'reactions', 'timestampEdited', 'attachments', 'mentions'],
    user: ['id', 'name', 'nickname', 'isBot', 'roles', 'avatarUrl'],
    channel: ['id', 'name', 'type', 'categoryId', 'topic', 'category'],
  },
  time: 'timestamp',
  encircle(tree) {
    change(tree, ['general.json', 'messages', 1], { type: 'Reply', reference: { messageId: '203' } });
    change(tree, ['general.json', 'messages', 2], { type: 'Reply', reference: { messageId: '202' } });
  },
  within: [],
  text,
  author: 'Ada Adams',
  place: 'tea',
  messages: 'general.json',
  users: 'general.json',
};

const zulip: Home = {
  format: 'zulip',
  kind: 'JSON',
  tree: () => ({
    'realm.json': {
      ...realmTables(),
      zerver_subscription: [
        ...[ids.owner, ids.alice, ids.bob].map((id) => subscription(id, channels.general)),
        subscription(ids.owner, channels.old),
        ...[ids.owner, ids.alice, ids.bob].map((user_profile) => ({ user_profile, recipient: trio, active: true })),
      ],
      zerver_reaction: [{ message: 101, user_profile: ids.bob, emoji_name: '+1', emoji_code: '1f44d' }],
    },
    'messages-000001.json': {
      zerver_message: [
        channelMessage(101, ids.owner, channels.general, { content: 'First' }),
        channelMessage(102, ids.alice, channels.general, {
          content: text,
          edit_history: JSON.stringify([{ timestamp: 1_700_000_900, user_id: ids.alice, prev_content: 'Before' }]),
        }),
        channelMessage(103, ids.owner, channels.general, { content: 'Answer' }),
        channelMessage(104, ids.owner, channels.old, { content: 'Green' }),
        channelMessage(105, ids.owner, channels.secret, { content: 'psst' }),
        directMessage(106, ids.alice, ids.owner, { content: 'Lunch?' }),
        directMessage(107, ids.alice, trio, { content: 'We three' }),
      ],
      zerver_usermessage: [flags(ids.owner, 102, 0), flags(ids.bob, 101, 1)],
    },
  }),
  message: ['messages-000001.json', 'zerver_message', 1],
  user: ['realm.json', 'zerver_userprofile', 1],
  channel: ['realm.json', 'zerver_stream', 2],
  fields: {
    message: ['content', 'date_sent', 'sender', 'recipient', 'subject', 'edit_history', 'sending_client', 'id'],
    user: ['id', 'delivery_email', 'full_name', 'role', 'is_active', 'date_joined'],
    channel: ['id', 'name', 'invite_only', 'date_created', 'creator', 'can_send_message_group'],
  },
  time: 'date_sent',
  encircle(tree) {
    const circle = { supergroup: groups.moderators, subgroup: groups.team };
    change(tree, ['realm.json', 'zerver_groupgroupmembership', 1], circle);
  },
  within: [],
  text,
  author: 'Alice Adams',
  place: 'old',
  messages: 'messages-000001.json',
  users: 'realm.json',
};

export const homes: readonly Home[] = [slack, mattermost, discord, zulip, ...historyHomes];
