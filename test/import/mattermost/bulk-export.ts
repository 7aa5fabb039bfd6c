import { png } from '../../support/pictures.ts';

/** A record of an export, whose fields tests change. */
export type Fields = Record<string, unknown>;

/** Milliseconds. */
export const start = 1_700_000_000_000;

const member = (name: string, ...channels: string[]) => ({
  name,
  roles: 'team_user',
  channels: channels.map((one) => ({ name: one, roles: 'channel_user' })),
});

export function user(username: string, fields: Fields = {}): Fields {
  const email = `${username}@example.com`;
  return { type: 'user', user: { username, email, roles: 'system_user', teams: [member('home', 'town')], ...fields } };
}

export function post(author: string, second: number, message: string, fields: Fields = {}): Fields {
  const create_at = start + 1000 * second;
  return { type: 'post', post: { team: 'home', channel: 'town', user: author, message, create_at, ...fields } };
}

const reply = (author: string, second: number, message: string, fields: Fields = {}): Fields => ({
  user: author,
  message,
  create_at: start + 1000 * second,
  ...fields,
});

const direct = (channel_members: string[], author: string, second: number, message: string, fields: Fields = {}) => ({
  type: 'direct_post',
  direct_post: { channel_members, ...reply(author, second, message, fields) },
});

/** The lines of a bulk export with every kind of record. */
export function wholeExport(): Fields[] {
  return [
    { type: 'version', version: 1, info: { generator: 'mattermost' } },
    { type: 'role', role: { name: 'custom' } },
    { type: 'emoji', emoji: { name: 'party', image: 'exported_emoji/party.png' } },
    { type: 'emoji', emoji: { name: 'lost', image: 'exported_emoji/lost.png' } },
    { type: 'team', team: { name: 'home', display_name: 'Home Team', type: 'O' } },
    { type: 'team', team: { name: 'away', display_name: 'Away', type: 'I' } },
    {
      type: 'channel',
      channel: { team: 'home', name: 'town', display_name: 'Town', type: 'O', header: 'Now\n*tea*', purpose: 'All' },
    },
    {
      type: 'channel',
      channel: { team: 'home', name: 'hidden', display_name: 'Hidden', type: 'P', deleted_at: start },
    },
    { type: 'channel', channel: { team: 'away', name: 'town', display_name: 'Town', type: 'O' } },
    user('olga', {
      first_name: 'Olga',
      last_name: 'Owner',
      position: 'Head',
      roles: 'system_user system_admin',
      profile_image: 'data/pictures/olga.png',
      custom_status: { emoji: 'tea', text: 'Brewing' },
      teams: [member('home', 'town', 'hidden'), member('away', 'town')],
    }),
    user('ada.l', {
      nickname: 'Ada',
      teams: [
        {
          ...member('home'),
          roles: 'team_user team_admin',
          channels: [{ name: 'town', favorite: true, notify_props: { mark_unread: 'mention' } }],
        },
      ],
    }),
    user('gone', { delete_at: start, teams: null }),
    { type: 'bot', bot: { username: 'hal', display_name: 'Hal', owner: 'olga' } },
    post('olga', 5, 'Hi @ada.l. and @all in ~town, not `@olga` or a@olga.example :+1: @nobody', {
      reactions: [
        { user: 'ada.l', emoji_name: 'party', create_at: start },
        { user: 'ada.l', emoji_name: 'lost', create_at: start },
        { user: 'olga', emoji_name: 'thumbsup', create_at: start },
      ],
      flagged_by: ['ada.l'],
      is_pinned: true,
      edit_at: start + 9000,
    }),
    post('ada.l', 1, '### Plans\nfor **tea**', {
      replies: [
        reply('olga', 6, 'Yes', { attachments: [{ path: '2023/tea time.txt' }, { path: 'data/2023/lost.pdf' }] }),
        reply('stranger', 7, '/poll', { reactions: [{ user: 'olga', emoji_name: 'tea', create_at: start }] }),
      ],
    }),
    post('olga', 2, 'olga joined', { type: 'system_join_channel' }),
    post('hal', 8, '', { props: { override_username: 'Builder', attachments: [{ title: 'Built', text: '**ok**' }] } }),
    post('olga', 9, 'psst', { channel: 'hidden' }),
    post('olga', 10, 'away', { team: 'away' }),
    { type: 'direct_channel', direct_channel: { members: ['olga', 'ada.l'], header: '' } },
    direct(['olga', 'ada.l'], 'olga', 3, 'Lunch?', { replies: [reply('ada.l', 4, 'Now')] }),
  ];
}

/** The lines as a file. */
export function linesOf(records: readonly Fields[]): string {
  return `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
}

/** The files of an archive with everything. */
export function wholeArchive(): Fields {
  return {
    'import.jsonl': linesOf(wholeExport()),
    'data/exported_emoji/party.png': Buffer.from(png()),
    'data/pictures/olga.png': Buffer.from(png()),
    'data/2023/tea time.txt': 'Tea\n',
    'data/2023/not.jsonl': 'an attachment',
  };
}
