import { png } from '../../support/pictures.ts';

/** A record of an export, whose fields tests change. */
export type Fields = Record<string, unknown>;

/** Seconds after the start, as text. */
const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString().replace('Z', '+00:00');

const moderators = { id: '900', name: 'Mods', color: '#ff0000', position: 2 };

export const people = {
  olga: { id: '11', name: 'olga', discriminator: '0000', nickname: 'Olga Owner', isBot: false, roles: [moderators] },
  ada: {
    id: '12',
    name: 'ada',
    discriminator: '0000',
    nickname: 'Ada Adams',
    isBot: false,
    roles: [],
    avatarUrl: 'general.json_Files/ada.png',
  },
  hook: { id: '13', name: 'Hook', discriminator: '0000', nickname: 'Hook', isBot: true, roles: [] },
} as const;

export function message(id: string, author: Fields, second: number, content: string, fields: Fields = {}): Fields {
  return {
    id,
    type: 'Default',
    timestamp: at(second),
    timestampEdited: null,
    isPinned: false,
    content,
    author,
    attachments: [],
    embeds: [],
    stickers: [],
    reactions: [],
    mentions: [],
    ...fields,
  };
}

export function channelFile(channel: Fields, messages: readonly Fields[]): Fields {
  return {
    guild: { id: '1', name: 'Home', iconUrl: '' },
    channel: { id: '100', type: 'GuildTextChat', categoryId: '50', category: 'Talk', topic: null, ...channel },
    dateRange: { after: null, before: null },
    messages,
    messageCount: messages.length,
  };
}

/** The files of a server with every construct of the format. */
export function wholeExport(): Fields {
  const { olga, ada, hook } = people;
  const emoji = (id: string, name: string, imageUrl: string, code = name) => ({
    id,
    name,
    code,
    isAnimated: false,
    imageUrl,
  });
  return {
    'general.json': channelFile({ name: 'general', topic: 'All\nthings' }, [
      message('200', ada, 1, 'Ada joined', { type: 'GuildMemberJoin' }),
      message('201', olga, 2, 'Hi @Ada Adams, @Mods and @everyone, not `@Ada Adams` https://x.example/@Ada', {
        mentions: [ada],
        timestampEdited: at(99),
        isPinned: true,
        reactions: [
          { emoji: emoji('', '👍🏽', ''), count: 3, users: [ada, olga] },
          { emoji: emoji('77', 'Party', 'general.json_Files/party.png'), count: 1, users: [ada] },
          { emoji: emoji('78', 'lost', 'https://cdn.example/lost.png'), count: 1, users: [ada] },
        ],
      }),
      message('202', ada, 3, 'raw <@11> <@&900> <#101> <a:wave:5> <t:1700000000:R> <@99>\n>>> one\ntwo', {
        type: 'Reply',
        reference: { type: 'Default', messageId: '201', channelId: '100', guildId: '1' },
      }),
      message('300', ada, 4, 'What about tea?'),
      message('203', ada, 5, '', {
        attachments: [
          { id: '401', url: 'general.json_Files/a%20b.txt', fileName: 'a b.txt', fileSizeBytes: 4 },
          { id: '402', url: 'https://cdn.example/x.pdf?ex=1', fileName: 'x.pdf', fileSizeBytes: 9 },
        ],
        stickers: [{ id: '403', name: 'Wave', format: 'Png', sourceUrl: 'general.json_Files\\wave.png' }],
        embeds: [{ title: 'A preview', url: 'https://x.example' }],
      }),
      message('204', hook, 6, '', {
        author: { ...hook, nickname: 'Deployer' },
        embeds: [
          {
            title: 'Built',
            url: 'https://ci.example/1',
            description: 'all **good**',
            author: { name: 'CI', url: null },
            fields: [{ name: 'Took', value: '3 s', isInline: true }],
            image: { url: 'x', canonicalUrl: 'https://ci.example/i.png', width: 1, height: 1 },
            footer: { text: 'bye' },
          },
        ],
      }),
      message('206', ada, 6, 'pinned a message to this channel.', {
        type: 'ChannelPinnedMessage',
        reference: { messageId: '201', channelId: '100', guildId: '1' },
      }),
      message('205', olga, 7, '', {
        isPinned: true,
        forwardedMessage: { content: 'far\naway', attachments: [], embeds: [], stickers: [] },
      }),
    ]),
    'sub/random.json': channelFile({ id: '101', name: 'random', categoryId: null, category: null }, []),
    'tea.json': channelFile(
      { id: '300', type: 'GuildPublicThread', categoryId: '100', category: 'general', name: 'Tea time' },
      [message('299', ada, 8, '', { type: '21' }), message('301', olga, 9, 'Green')],
    ),
    'post.json': channelFile(
      { id: '500', type: 'GuildPublicThread', categoryId: '102', category: 'forum', name: 'A post' },
      [message('500', ada, 10, 'Opening')],
    ),
    'dm.json': channelFile({ id: '103', type: 'DirectTextChat', categoryId: null, category: null, name: 'ada' }, [
      message('601', olga, 11, 'Psst'),
      message('602', ada, 12, '/me listens', { type: 'Reply', reference: { messageId: '601' } }),
    ]),
    'settings.json': { theme: 'dark' },
    'general.json_Files/a b.txt': 'Tea\n',
    'general.json_Files/notes.json': '{',
    'general.json_Files/ada.png': Buffer.from(png()),
    'general.json_Files/party.png': Buffer.from(png()),
    'general.json_Files/wave.png': Buffer.from(png()),
  };
}
