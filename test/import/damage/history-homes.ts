import * as matrix from '../histories/matrix-export.ts';
import { message as sentOnRocketChat } from '../histories/rocketchat-dump.ts';
import * as teams from '../histories/teams-export.ts';
import { chat, message as sentOnTelegram } from '../histories/telegram-export.ts';
import { change, type Home, text } from './home.ts';

const telegram: Home = {
  format: 'telegram',
  kind: 'JSON',
  tree: () => ({
    'result.json': {
      personal_information: { user_id: 11, first_name: 'Olga', last_name: 'Owner', phone_number: '+49 0' },
      chats: {
        list: [
          chat('private_supergroup', 900, 'General', [
            sentOnTelegram(1, 'user11', 'First', {
              reactions: [{ type: 'emoji', count: 1, emoji: '👍', recent: [{ from: 'Ada Adams', from_id: 'user12' }] }],
            }),
            sentOnTelegram(2, 'user12', text, {
              edited_unixtime: '1700000009',
              reply_to_message_id: 1,
              reactions: [
                { type: 'emoji', count: 1, emoji: '🍵', recent: [{ from: 'Olga Owner', from_id: 'user11' }] },
              ],
              file: 'files/a.txt',
              file_name: 'a.txt',
            }),
            sentOnTelegram(3, 'user11', 'Answer', { reply_to_message_id: 2 }),
          ]),
          chat('private_group', 901, 'Tea', [sentOnTelegram(4, 'user11', 'Green')]),
          chat('private_group', 902, 'Secret', [sentOnTelegram(5, 'user11', 'psst')]),
          chat('personal_chat', 12, 'Ada Adams', [
            sentOnTelegram(6, 'user12', 'Lunch?'),
            sentOnTelegram(7, 'user11', 'Now'),
          ]),
        ],
      },
    },
    'files/a.txt': 'Tea',
  }),
  message: ['result.json', 'chats', 'list', 0, 'messages', 1],
  user: ['result.json', 'personal_information'],
  channel: ['result.json', 'chats', 'list', 1],
  fields: {
    message: ['text', 'text_entities', 'date', 'from', 'from_id', 'type', 'reactions', 'edited_unixtime', 'file', 'id'],
    user: ['user_id', 'first_name', 'last_name', 'phone_number'],
    channel: ['id', 'name', 'type', 'messages'],
  },
  time: 'date_unixtime',
  within: [],
  text,
  author: 'Olga Owner',
  place: 'Tea',
  messages: 'result.json',
  users: 'result.json',
};

const teamId = '11111111-aaaa-4444-8888-000000000001';
const place = (channelId: string) => ({ channelIdentity: { teamId, channelId } });

const microsoftTeams: Home = {
  format: 'teams',
  kind: 'JSON',
  tree: () => {
    const whole = teams.graphFiles() as Record<string, { '@odata.context': string; value: teams.Fields[] }>;
    const listOf = (name: string, value: readonly teams.Fields[]) => ({
      [name]: { '@odata.context': whole[name]?.['@odata.context'], value },
    });
    const general = place('19:general@thread.tacv2');
    return {
      ...Object.fromEntries(
        ['users.json', 'teams.json', 'members.json', 'chats.json'].map((name) => [name, whole[name]]),
      ),
      ...listOf('channels.json', [
        ...(whole['channels.json']?.value ?? []),
        { id: '19:tea@thread.tacv2', displayName: 'Tea', membershipType: 'standard', description: 'All of it' },
      ]),
      ...listOf('messages.json', [
        teams.message(1, teams.olga, '<p>First</p>', {
          ...general,
          reactions: [{ reactionType: 'like', user: teams.ada }],
        }),
        teams.message(2, teams.ada, text, {
          ...general,
          lastEditedDateTime: '2023-11-14T22:20:00Z',
          body: { contentType: 'text', content: text },
          replies: [teams.message(3, teams.olga, '<p>Answer</p>', { ...general, replyToId: '1700000002000' })],
        }),
        teams.message(4, teams.olga, '<p>Green</p>', place('19:tea@thread.tacv2')),
        teams.message(5, teams.olga, '<p>psst</p>', place('19:secret@thread.tacv2')),
      ]),
      ...listOf('chat.json', whole['chat.json']?.value ?? []),
    };
  },
  message: ['messages.json', 'value', 1],
  user: ['users.json', 'value', 1],
  channel: ['channels.json', 'value', 2],
  fields: {
    message: [
      'body',
      'createdDateTime',
      'from',
      'messageType',
      'reactions',
      'lastEditedDateTime',
      'attachments',
      'mentions',
      'id',
    ],
    user: ['id', 'displayName', 'mail', 'userPrincipalName', 'userType', 'accountEnabled'],
    channel: ['id', 'displayName', 'membershipType', 'description', 'createdDateTime'],
  },
  time: 'createdDateTime',
  within: ['Answer'],
  text,
  author: 'Ada Adams',
  place: 'Tea',
  messages: 'messages.json',
  users: 'users.json',
};

const element: Home = {
  format: 'matrix',
  kind: 'JSON',
  tree: () => ({
    'general.json': {
      ...matrix.roomExport(),
      room_name: 'General',
      messages: [
        matrix.event(
          'join',
          'ada',
          0,
          { membership: 'join', displayname: 'Ada Adams' },
          { type: 'm.room.member', state_key: '@ada:example.org' },
        ),
        matrix.text('1', 'olga', 1, 'First'),
        matrix.text('2', 'ada', 2, text),
        matrix.text('3', 'olga', 3, 'Answer', { 'm.relates_to': { 'm.in_reply_to': { event_id: '$2' } } }),
        matrix.event(
          '4',
          'olga',
          8,
          { 'm.relates_to': { rel_type: 'm.annotation', event_id: '$2', key: '🍵' } },
          { type: 'm.reaction' },
        ),
      ],
    },
    'tea.json': {
      room_name: 'Tea',
      room_creator: '@olga:example.org',
      topic: 'All of it',
      messages: [matrix.text('5', 'olga', 4, 'Green', {}, { room_id: '!green:example.org' })],
    },
  }),
  message: ['general.json', 'messages', 2],
  user: ['general.json', 'messages', 0],
  channel: ['tea.json'],
  fields: {
    message: ['content', 'origin_server_ts', 'sender', 'type', 'event_id', 'room_id', 'unsigned'],
    user: ['content', 'sender', 'type', 'state_key', 'origin_server_ts'],
    channel: ['room_name', 'room_creator', 'topic', 'messages'],
  },
  time: 'origin_server_ts',
  within: [],
  text,
  author: 'Ada Adams',
  place: 'Tea',
  messages: 'general.json',
  users: 'general.json',
};

const at = (second: number) => new Date(1_700_000_000_000 + second * 1000);
const [olga, ada] = [
  { _id: 'uOlga', username: 'olga', name: 'Olga Owner' },
  { _id: 'uAda', username: 'ada.a', name: 'Ada Adams' },
];
const inDump = (collection: string) => `dump/rocketchat/${collection}.bson`;

const rocketChat: Home = {
  format: 'rocketchat',
  kind: 'binary',
  tree: () => ({
    [inDump('users')]: [
      {
        ...olga,
        type: 'user',
        active: true,
        roles: ['admin'],
        emails: [{ address: 'olga@example.com' }],
        createdAt: at(-9),
      },
      {
        ...ada,
        type: 'user',
        active: true,
        roles: ['user'],
        emails: [{ address: 'ada@example.com' }],
        createdAt: at(-8),
      },
    ],
    [inDump('rocketchat_room')]: [
      { _id: 'GENERAL', t: 'c', name: 'general', ts: at(-9), u: { ...olga } },
      { _id: 'rTea', t: 'c', name: 'tea', fname: 'Tea', topic: 'All of it', ts: at(-8), u: { ...ada } },
      { _id: 'rSecret', t: 'p', name: 'secret', ts: at(-8), u: { ...olga } },
      { _id: 'uAdauOlga', t: 'd', usernames: ['ada.a', 'olga'], uids: ['uAda', 'uOlga'] },
    ],
    [inDump('rocketchat_subscription')]: [
      { _id: 's1', rid: 'GENERAL', u: { ...olga } },
      { _id: 's2', rid: 'GENERAL', u: { ...ada } },
    ],
    [inDump('rocketchat_message')]: [
      sentOnRocketChat('m1', 1, 'First', { reactions: { ':+1:': { usernames: ['ada.a'] } } }),
      sentOnRocketChat('m2', 2, text, {
        u: { ...ada },
        editedAt: at(9),
        reactions: { ':tea:': { usernames: ['olga'] } },
        attachments: [],
        tcount: 1,
      }),
      sentOnRocketChat('m3', 3, 'Answer', { tmid: 'm2' }),
      sentOnRocketChat('m4', 4, 'Green', { rid: 'rTea' }),
      sentOnRocketChat('m5', 5, 'psst', { rid: 'rSecret' }),
      sentOnRocketChat('m6', 6, 'Lunch?', { rid: 'uAdauOlga', u: { ...ada } }),
      sentOnRocketChat('m7', 7, 'Now', { rid: 'uAdauOlga' }),
    ],
  }),
  message: [inDump('rocketchat_message'), 1],
  user: [inDump('users'), 1],
  channel: [inDump('rocketchat_room'), 1],
  fields: {
    message: [
      'msg',
      'ts',
      'u',
      'rid',
      'reactions',
      'editedAt',
      'attachments',
      '_id',
      't',
      'alias',
      'pinned',
      'file',
      'files',
    ],
    user: ['_id', 'username', 'name', 'emails', 'roles', 'active', 'type', 'createdAt'],
    channel: ['_id', 'name', 'fname', 't', 'topic', 'ts', 'u'],
  },
  time: 'ts',
  encircle(tree) {
    change(tree, [inDump('rocketchat_message'), 1], { tmid: 'm3' });
  },
  within: [],
  text,
  author: 'Ada Adams',
  place: 'Tea',
  messages: inDump('rocketchat_message'),
  users: inDump('users'),
};

const sqlTime = (second: number) => at(second).toISOString().replace('T', ' ').replace('Z', '000');
const database = 'storage/db/production.sqlite3';
const made = { created_at: sqlTime(-9), updated_at: sqlTime(0) };

const sentOnCampfire = (id: number, room_id: number, creator_id: number) => {
  return {
    id,
    room_id,
    creator_id,
    client_message_id: `c0ffee-${id}`,
    created_at: sqlTime(id),
    updated_at: sqlTime(id),
  };
};

const textOfCampfire = (id: number, body: string) => {
  return {
    id,
    name: 'body',
    body,
    record_type: 'Message',
    record_id: id,
    created_at: sqlTime(id),
    updated_at: sqlTime(id),
  };
};

const campfire: Home = {
  format: 'campfire',
  kind: 'binary',
  tree: () => ({
    [database]: {
      users: [
        { id: 1, name: 'Olga Owner', email_address: 'olga@example.com', role: 1, status: 0, ...made },
        { id: 2, name: 'Ada Adams', email_address: 'ada@example.com', role: 0, status: 0, ...made },
      ],
      rooms: [
        { id: 1, name: 'General', type: 'Rooms::Open', creator_id: 1, ...made },
        { id: 2, name: 'Tea', type: 'Rooms::Open', creator_id: 2, ...made },
        { id: 3, name: 'Secret', type: 'Rooms::Closed', creator_id: 1, ...made },
        { id: 4, name: null, type: 'Rooms::Direct', creator_id: 1, ...made },
      ],
      memberships: [
        { id: 1, room_id: 1, user_id: 1 },
        { id: 2, room_id: 1, user_id: 2 },
        { id: 3, room_id: 4, user_id: 1 },
        { id: 4, room_id: 4, user_id: 2 },
        { id: 5, room_id: 2, user_id: 1 },
      ],
      messages: [
        sentOnCampfire(1, 1, 1),
        sentOnCampfire(2, 1, 2),
        sentOnCampfire(3, 1, 1),
        sentOnCampfire(4, 2, 1),
        sentOnCampfire(5, 3, 1),
        sentOnCampfire(6, 4, 2),
        sentOnCampfire(7, 4, 1),
      ],
      boosts: [
        { id: 1, message_id: 1, booster_id: 2, content: '👍' },
        { id: 2, message_id: 2, booster_id: 1, content: '🍵' },
      ],
      action_text_rich_texts: ['First', text, 'Answer', 'Green', 'psst', 'Lunch?', 'Now'].map((one, index) =>
        textOfCampfire(index + 1, `<div>${one}</div>`),
      ),
      active_storage_blobs: [{ id: 1, key: 'a'.repeat(28), filename: 'a.txt' }],
      active_storage_attachments: [{ id: 1, name: 'attachment', record_type: 'Message', record_id: 1, blob_id: 1 }],
    },
  }),
  message: [database, 'messages', 1],
  user: [database, 'users', 1],
  channel: [database, 'rooms', 1],
  fields: {
    message: ['id', 'room_id', 'creator_id', 'client_message_id', 'created_at', 'updated_at'],
    user: ['id', 'name', 'email_address', 'role', 'status', 'created_at'],
    channel: ['id', 'name', 'type', 'creator_id', 'created_at'],
  },
  time: 'created_at',
  within: [],
  text,
  author: 'Ada Adams',
  place: 'Tea',
  messages: database,
  users: database,
};

const chatOfPhone = 'WhatsApp Chat with Tea.txt';
const sentOnPhone = (minute: number, sender: string, said: string) => {
  return { stamp: `31/12/2020 23:${minute}`, sender, text: said };
};

const whatsapp: Home = {
  format: 'whatsapp',
  kind: 'text',
  tree: () => ({
    [chatOfPhone]: [
      sentOnPhone(11, 'Olga Owner', 'First'),
      sentOnPhone(12, 'Ada Adams', text),
      sentOnPhone(13, 'Cy', 'Answer'),
      sentOnPhone(14, 'Ada Adams', 'Two\nlines'),
      sentOnPhone(15, 'Olga Owner', 'Yes'),
    ],
    'WhatsApp Chat with Ada Adams.txt': [sentOnPhone(16, 'Ada Adams', 'Lunch?'), sentOnPhone(17, 'Olga Owner', 'Now')],
  }),
  message: [chatOfPhone, 1],
  fields: { message: ['sender', 'text'] },
  within: [],
  text,
  author: 'Ada Adams',
  place: 'Tea',
  messages: chatOfPhone,
  users: chatOfPhone,
};

export const historyHomes: readonly Home[] = [telegram, microsoftTeams, element, rocketChat, campfire, whatsapp];
