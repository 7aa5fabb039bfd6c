/** A record of the export of one's own data, whose fields tests change. */
type Fields = Record<string, unknown>;

const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
const [olga, ada] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const people: Readonly<Record<string, string>> = { [olga]: 'Olga Owner', [ada]: 'Ada Adams' };

function message(second: number, author: string, content: string, fields: Fields = {}): Fields {
  return {
    id: String(1_700_000_000_000 + second * 1000),
    displayName: people[author] ?? null,
    originalarrivaltime: at(second),
    messagetype: 'RichText/Html',
    version: 1_700_000_000_000,
    content,
    conversationid: 'x',
    from: `8:orgid:${author}`,
    properties: null,
    amsreferences: null,
    ...fields,
  };
}

/** `messages.json`, with a chat of two, a group, and a channel. */
export function personalExport(...more: readonly Fields[]): Fields {
  const conversation = (
    id: string,
    displayName: string | null,
    MessageList: readonly Fields[],
    fields: Fields = {},
  ) => ({
    id,
    displayName,
    version: 1,
    properties: { conversationblocked: false },
    threadProperties: null,
    MessageList,
    ...fields,
  });
  return {
    'messages.json': {
      userId: `8:orgid:${olga}`,
      exportDate: '2023-11-20T10:00',
      conversations: [
        conversation(`19:${olga}_${ada}@unq.gbl.spaces`, null, [
          message(3, olga, '<p>Now, <b>please</b></p>', { properties: { edittime: '1700000009000' } }),
          message(1, olga, '<p>Lunch?</p>'),
          message(2, olga, 'a < b', { messagetype: 'Text' }),
          message(4, olga, '', { properties: { deletetime: 1_700_000_010_000 } }),
          message(5, olga, '<partlist/>', { messagetype: 'Event/Call' }),
        ]),
        conversation('19:abc@thread.v2', 'Tea', [message(6, ada, '<p>Green</p>')], {
          threadProperties: {
            membercount: 2,
            members: JSON.stringify([`8:orgid:${olga}`, `8:orgid:${ada}`, '8:live:bo']),
          },
        }),
        conversation('19:plans@thread.tacv2', 'Plans', [
          message(7, ada, '<p>psst</p>', { properties: { subject: 'Why' } }),
        ]),
        ...more,
      ],
    },
  };
}
