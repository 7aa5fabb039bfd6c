import { png } from '../../support/pictures.ts';

/** An event, whose fields tests change. */
export type Fields = Record<string, unknown>;

const room_id = '!tea:example.org';
const start = 1_700_000_000_000;

export function event(id: string, sender: string, second: number, content: Fields, fields: Fields = {}): Fields {
  return {
    type: 'm.room.message',
    sender: `@${sender}:example.org`,
    content,
    origin_server_ts: start + second * 1000,
    event_id: `$${id}`,
    room_id,
    ...fields,
  };
}

export function text(
  id: string,
  sender: string,
  second: number,
  body: string,
  content: Fields = {},
  fields: Fields = {},
): Fields {
  return event(id, sender, second, { msgtype: 'm.text', body, ...content }, fields);
}

const relation = (rel_type: string, event_id: string, more: Fields = {}) => ({
  'm.relates_to': { rel_type, event_id: `$${event_id}`, ...more },
});

const html = (formatted_body: string) => ({ format: 'org.matrix.custom.html', formatted_body });

/** The export of a room with every kind of event. */
export function roomExport(...more: readonly Fields[]): Fields {
  const member = (name: string, displayname: string) =>
    event(
      `join-${name}`,
      name,
      0,
      { membership: 'join', displayname },
      { type: 'm.room.member', state_key: `@${name}:example.org` },
    );
  return {
    room_name: 'Tea & Co',
    room_creator: '@olga:example.org',
    topic: 'All\nabout tea',
    export_date: '27 November 2026',
    exported_by: '@olga:example.org',
    messages: [
      member('olga', 'Olga Owner'),
      member('ada', 'Ada Adams'),
      member('silent', 'Sid'),
      text('1', 'olga', 1, 'What about *tea*?'),
      text(
        '2',
        'ada',
        2,
        'Ask Olga, **now**',
        html('Ask <a href="https://matrix.to/#/@olga:example.org">Olga</a>, <strong>now</strong><ul><li>one</li></ul>'),
      ),
      text('3', 'ada', 3, '> <@olga:example.org> What about *tea*?\n\nYes', {
        ...html('<mx-reply><blockquote>What about tea?</blockquote></mx-reply>Yes'),
        'm.relates_to': { 'm.in_reply_to': { event_id: '$1' } },
      }),
      text('4', 'olga', 4, 'Which kettle?'),
      text(
        '5',
        'ada',
        5,
        'Glass',
        relation('m.thread', '4', { is_falling_back: true, 'm.in_reply_to': { event_id: '$4' } }),
      ),
      text('6', 'olga', 6, 'Tipo'),
      text('7', 'olga', 7, '* Typo', {
        ...relation('m.replace', '6'),
        'm.new_content': { msgtype: 'm.text', body: 'Typo' },
      }),
      text('8', 'ada', 8, '* of another', {
        ...relation('m.replace', '6'),
        'm.new_content': { msgtype: 'm.text', body: 'Forged' },
      }),
      event('9', 'ada', 9, relation('m.annotation', '6', { key: '👍️' }), { type: 'm.reaction' }),
      event('10', 'olga', 10, relation('m.annotation', '6', { key: '🎉' }), { type: 'm.reaction' }),
      event('11', 'olga', 11, {}, { type: 'm.room.redaction', redacts: '$10' }),
      event('12', 'ada', 12, { msgtype: 'm.image', body: 'shot.png', url: 'mxc://example.org/abc' }),
      event('13', 'ada', 13, { msgtype: 'm.file', body: 'lost.pdf', url: 'mxc://example.org/def' }),
      event('14', 'ada', 14, { msgtype: 'm.emote', body: 'dances' }),
      text('15', 'ada', 15, 'Secret'),
      event('16', 'ada', 16, { redacts: '$15' }, { type: 'm.room.redaction' }),
      event('17', 'ada', 17, {}, { unsigned: { redacted_because: { type: 'm.room.redaction' } } }),
      event('18', 'ada', 18, { algorithm: 'm.megolm' }, { type: 'm.room.encrypted' }),
      ...more,
    ],
  };
}

export function roomFiles(...more: readonly Fields[]): Fields {
  return { 'export.json': roomExport(...more), 'images/shot-2023-11-14 at 22.13.32.png': Buffer.from(png()) };
}
