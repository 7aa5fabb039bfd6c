import { png } from '../../support/pictures.ts';

/** A record of an export, whose fields tests change. */
export type Fields = Record<string, unknown>;

/** The first second of the days in the export, in UNIX seconds: 2023-11-15 and 2023-11-16. */
const days = { first: 1_700_006_400, second: 1_700_092_800 } as const;

/** The name of a message that was sent this many seconds after the start of a day. */
export function tsOf(seconds: number, day: keyof typeof days = 'first'): string {
  return `${days[day] + seconds}.000100`;
}

export function user(id: string, real_name: string, fields: Fields = {}): Fields {
  const name = real_name.toLowerCase().split(' ')[0];
  return {
    id,
    team_id: 'T01',
    name,
    deleted: false,
    real_name,
    tz: 'Europe/Berlin',
    is_admin: false,
    is_owner: false,
    is_bot: false,
    updated: 1_690_000_000,
    profile: { real_name, display_name: name, email: `${name}@example.com`, title: '', phone: '' },
    ...fields,
  };
}

export function message(author: string, ts: string, text: string, fields: Fields = {}): Fields {
  return { type: 'message', user: author, ts, text, ...fields };
}

/** What a program posts. */
const hook = { user: undefined, bot_id: 'B09', subtype: 'bot_message' };

const people = (): Fields[] => [
  user('U01', 'Olga Owner', {
    is_owner: true,
    is_admin: true,
    is_primary_owner: true,
    profile: {
      real_name: 'Olga Owner',
      email: 'olga@example.com',
      title: 'Head of *Tea*',
      phone: '+49 30 1234',
      status_text: 'Brewing',
      status_emoji: ':tea:',
    },
  }),
  user('U02', 'Ada Adams', { is_admin: true }),
  user('U03', 'Gina Guest', { is_restricted: true }),
  user('U04', 'Nora Nowhere', { profile: { real_name: 'Nora Nowhere' } }),
  user('U05', 'Dora Deleted', { deleted: true, profile: { real_name: 'Dora Deleted', email: 'ADA@example.com' } }),
  user('U06', 'Build Bot', { is_bot: true, profile: { real_name: 'Build Bot', bot_id: 'B06' } }),
];

const conversation = (id: string, name: string, fields: Fields = {}): Fields => ({
  id,
  name,
  created: 1_690_000_100,
  creator: 'U01',
  is_archived: false,
  is_general: false,
  members: ['U01', 'U02'],
  topic: { value: '', creator: '', last_set: 0 },
  purpose: { value: '', creator: '', last_set: 0 },
  ...fields,
});

const general = (): Fields[] => [
  message('U01', tsOf(1), '<@U01> has joined the channel', { subtype: 'channel_join' }),
  message('U01', tsOf(2), 'Hi *all*, <@U02> &amp; <@U99|zed>: see <#C02|old-news>, <!here>, <!subteam^S1|@ops>, :+1:', {
    edited: { user: 'U01', ts: tsOf(9) },
    reactions: [
      { name: '+1::skin-tone-3', users: ['U02', 'U03'], count: 2 },
      { name: 'party', users: ['U02'], count: 1 },
      { name: 'party-alias', users: ['U03'], count: 1 },
      { name: 'gone', users: ['U03'], count: 1 },
    ],
  }),
  message('U02', tsOf(3), 'Shall we have _tea_?\nAt four.', { thread_ts: tsOf(3), reply_count: 3 }),
  message('U01', tsOf(4), 'Yes', { thread_ts: tsOf(3) }),
  message('U03', tsOf(5), 'Told to all', { thread_ts: tsOf(3), subtype: 'thread_broadcast', root: { ts: tsOf(3) } }),
  message('U02', tsOf(6), 'drinks', { subtype: 'me_message' }),
  message('U06', tsOf(7), 'Built <https://ci.example.com/1|#1>', { bot_id: 'B06', bot_profile: { name: 'Build Bot' } }),
  message('', tsOf(8), 'Deployed', { ...hook, username: 'Deployer', bot_profile: { name: 'Hooks' } }),
  message('', tsOf(9), '', {
    ...hook,
    username: 'Hooks',
    attachments: [{ title: 'Alarm', text: 'The *disk* is full', fallback: 'Alarm' }],
    bot_profile: { name: 'Hooks' },
  }),
  message('U02', tsOf(10), 'https://example.com', {
    attachments: [{ from_url: 'https://example.com', title: 'Site' }],
  }),
  message('U02', tsOf(11), 'plain', {
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'rich', style: { bold: true } },
              { type: 'text', text: ' for ' },
              { type: 'user', user_id: 'U01' },
            ],
          },
        ],
      },
    ],
  }),
  message('U02', tsOf(12), '', {
    files: [
      {
        id: 'F0FILE1',
        name: 'Résumé 1.txt',
        mode: 'hosted',
        user: 'U02',
        created: days.first + 12,
        url_private: 'https://files.slack.com/files-pri/T01-F0FILE1/r.txt?t=xoxe-secret',
      },
      {
        id: 'F0FILE2',
        name: 'lost.pdf',
        mode: 'hosted',
        url_private: 'https://files.slack.com/files-pri/T01-F0FILE2/lost.pdf?t=xoxe-secret',
      },
      { id: 'F0FILE3', mode: 'tombstone' },
      {
        id: 'F0FILE4',
        name: 'notes',
        mode: 'snippet',
        preview: 'one\ntwo',
        permalink: 'https://x.slack.com/files/F0FILE4',
      },
    ],
  }),
  message('USLACKBOT', tsOf(13), 'This message was deleted.', { subtype: 'tombstone', thread_ts: tsOf(13) }),
  message('U02', tsOf(14), 'Orphaned answer', { thread_ts: tsOf(13) }),
  message('U77', tsOf(15), 'From another workspace', { user_profile: { real_name: 'Zoe Other' } }),
  message('U02', tsOf(16), `/poll is no poll; see https://team.slack.com/archives/C01/p${tsOf(4).replace('.', '')}`),
];

/** The files of a workspace export with every construct of the format. */
export function wholeExport(): Fields {
  return {
    'users.json': people(),
    'channels.json': [
      conversation('C01', 'general', {
        is_general: true,
        members: ['U01', 'U02', 'U03'],
        purpose: { value: 'For <https://example.com|all>' },
        topic: { value: 'Tea &amp; talk' },
        pins: [{ id: tsOf(2), type: 'C', created: days.first, user: 'U02', owner: 'U01' }],
      }),
      conversation('C02', 'old-news', { is_archived: true }),
    ],
    'groups.json': [conversation('G01', 'secret', { members: ['U01'] })],
    'mpims.json': [conversation('G02', 'mpdm-olga--ada--gina-1', { members: ['U01', 'U02', 'U03'] })],
    'dms.json': [{ id: 'D01', created: 1_690_000_200, members: ['U01', 'U02'] }],
    'emoji.json': {
      party: 'https://emoji.slack-edge.com/party.png',
      'party-alias': 'alias:party',
      gone: 'https://x/g.png',
    },
    'emojis/party.png': Buffer.from(png()),
    'integration_logs.json': [],
    'canvases.json': [],
    'general/2023-11-15.json': general(),
    'general/2023-11-16.json': [
      message('U02', tsOf(1, 'second'), 'Shall we have _tea_?', { thread_ts: tsOf(1, 'second') }),
      message('U03', tsOf(2, 'second'), 'Late answer', { thread_ts: tsOf(3) }),
      message('U03', tsOf(3, 'second'), 'Again', { thread_ts: tsOf(1, 'second') }),
    ],
    'secret/2023-11-15.json': [message('U01', tsOf(20), 'psst')],
    'mpdm-olga--ada--gina-1/2023-11-15.json': [message('U03', tsOf(21), 'we three')],
    'D01/2023-11-15.json': [
      message('U01', tsOf(22), 'Lunch?', { thread_ts: tsOf(22), reply_count: 1 }),
      message('U02', tsOf(23), 'Now', { thread_ts: tsOf(22) }),
    ],
    'nowhere/2023-11-15.json': [message('U01', tsOf(24), 'lost')],
    '__uploads/F0FILE1/resume.txt': 'What I did\n',
  };
}
