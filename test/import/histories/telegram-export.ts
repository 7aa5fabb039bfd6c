import { png } from '../../support/pictures.ts';

/** A record of an export, whose fields tests change. */
export type Fields = Record<string, unknown>;

export const start = 1_700_000_000;

/** A message as Telegram Desktop writes it: `text` is one string, or a list with parts that have kinds. */
export function message(id: number, from: string, text: unknown, fields: Fields = {}): Fields {
  const names: Record<string, string> = { user11: 'Olga Owner', user12: 'Ada Adams', user13: 'Bo Bot' };
  const parts = Array.isArray(text) ? text : [text];
  return {
    id,
    type: 'message',
    date: new Date((start + id) * 1000).toISOString().slice(0, 19),
    date_unixtime: String(start + id),
    from: names[from] ?? null,
    from_id: from,
    text,
    text_entities: parts
      .filter((one) => one !== '')
      .map((one) => (typeof one === 'string' ? { type: 'plain', text: one } : one)),
    ...fields,
  };
}

export function service(id: number, action: string, fields: Fields = {}): Fields {
  const date_unixtime = String(start + id);
  return { id, type: 'service', date_unixtime, actor: 'Ada Adams', actor_id: 'user12', action, text: '', ...fields };
}

export function chat(type: string, id: number, name: string, messages: readonly Fields[]): Fields {
  return { name, type, id, messages };
}

/** A group with every kind of message, as an export of one chat. */
export function group(...more: readonly Fields[]): Fields {
  return chat('private_supergroup', 900, 'Tea & Co', [
    service(1, 'create_group', { title: 'Tea & Co', members: ['Olga Owner'] }),
    message(2, 'user11', 'What about *tea*?', { edited_unixtime: String(start + 50) }),
    message(
      3,
      'user12',
      [
        'Ask ',
        { type: 'mention_name', text: 'Olga', user_id: 11 },
        ', ',
        { type: 'bold', text: 'now' },
        ' or ',
        { type: 'text_link', text: 'read', href: 'https://tea.example/?a=1' },
        '\n',
        { type: 'pre', text: 'x = 1', language: 'python' },
      ],
      { reply_to_message_id: 2 },
    ),
    message(4, 'user12', '', { photo: 'photos/photo_1.png', width: 1, height: 1 }),
    message(5, 'user11', 'too large', {
      file: '(File exceeds maximum size. Change data exporting settings to download.)',
      file_name: 'film.mp4',
      media_type: 'video_file',
    }),
    message(6, 'user13', 'Forwarded words', { forwarded_from: 'News' }),
    message(7, 'user11', '', {
      poll: { question: 'Green?', closed: false, total_voters: 3, answers: [{ text: 'Yes', voters: 3, chosen: true }] },
    }),
    message(8, 'user12', 'Liked', {
      reactions: [
        { type: 'emoji', count: 3, emoji: '👍', recent: [{ from: 'Olga Owner', from_id: 'user11', date: 'x' }] },
        { type: 'custom_emoji', count: 2, document_id: '(unavailable)' },
      ],
    }),
    { id: 9, type: 'unsupported' },
    ...more,
  ]);
}

/** An export of all chats of an account, with a forum, a direct conversation and a channel that it has left. */
export function wholeExport(): Fields {
  return {
    about: 'Here is the data you requested. Remember: Telegram is ad-free.',
    personal_information: { user_id: 11, first_name: 'Olga', last_name: 'Owner', phone_number: '+49 0' },
    contacts: { about: '', list: [{ first_name: 'Zed', last_name: '', phone_number: '1' }] },
    sessions: { about: '', list: [] },
    chats: {
      about: 'This page lists all chats from this export.',
      list: [
        group(),
        chat('private_supergroup', 901, 'Forum', [
          service(20, 'topic_created', { title: 'Kettles' }),
          message(21, 'user12', 'Steel or glass?', { reply_to_message_id: 20 }),
          message(22, 'user11', 'Glass', { reply_to_message_id: 21 }),
          message(23, 'user11', 'In no topic'),
        ]),
        chat('personal_chat', 12, 'Ada Adams', [message(31, 'user11', 'Psst'), message(32, 'user12', '/me listens')]),
        { type: 'saved_messages', id: 11, messages: [message(41, 'user11', 'Remember the milk')] },
      ],
    },
    left_chats: {
      about: '',
      list: [chat('public_channel', 902, 'News', [message(51, 'channel902', 'Old news', { from: 'News' })])],
    },
  };
}

/** The files of an export of one chat, with its media. */
export function groupFiles(...more: readonly Fields[]): Fields {
  return { 'ChatExport/result.json': group(...more), 'ChatExport/photos/photo_1.png': Buffer.from(png()) };
}
