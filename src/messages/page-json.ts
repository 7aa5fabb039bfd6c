import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { RawJson } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';
import { resolvedPrefix } from './conversation.ts';
import { type MessageVariant, MessageWriter, presentTopic } from './message-json.ts';
import { type Placed, type ReadState, readStates } from './read-state.ts';

/** A row of MessageColumns. */
export type MessageRow = readonly [
  id: number,
  conversation_id: number,
  channel_id: number | null,
  sender_id: number,
  client: string,
  sent_at: number,
  is_me_message: 0 | 1,
  content: string,
];

/** The columns of `messages m` that a MessageRow has, with the content as HTML or as written. */
export function messageColumns(apply_markdown: boolean): string {
  const content = apply_markdown ? 'm.rendered_content' : 'm.content';
  return `m.id, m.conversation_id, m.channel_id, m.sender_id, m.client, m.sent_at,
    substr(m.content, 1, 4) = '/me ', ${content}`;
}

/** The JSON list of some messages as a user sees them, flags, reactions and edits included. */
export function presentMessages(app: App, user: User, rows: readonly MessageRow[], variant: MessageVariant): RawJson {
  return new RawJson(`[${messageTexts(app, user, rows, variant).join(',')}]`);
}

/** The same for a single message. */
export function presentMessage(app: App, user: User, row: MessageRow, variant: MessageVariant): RawJson {
  return new RawJson(messageTexts(app, user, [row], variant).join());
}

function messageTexts(app: App, user: User, rows: readonly MessageRow[], variant: MessageVariant): string[] {
  const ids = JSON.stringify(rows.map(([id]) => id));
  const writer = new MessageWriter(app, variant);
  writer.prepare(
    rows.map(([, , , sender_id]) => sender_id),
    rows.map(([, conversation_id]) => conversation_id),
  );
  const reactions = reactionLists(app.db, ids);
  const edits = editFields(app.db, ids, variant);
  const flags = flagLists(app.db, user, rows, ids);
  return rows.map((row) => {
    const [id, conversation_id, , sender_id, client, sent_at, is_me_message, content] = row;
    const facts = {
      id,
      client,
      sent_at,
      content,
      is_me_message: is_me_message === 1,
      reactions: reactions.get(id) ?? '[]',
    };
    const text = writer.write(facts, sender_id, conversation_id);
    return `${text}${edits.get(id) ?? ''},"flags":${flags(row)}}`;
  });
}

// Here and below the list goes first in the join: as `IN (…)` it would be sorted anew for each query.
function reactionLists(db: Database, ids: string): Map<number, string> {
  const rows = db.all<{ message_id: number; list: string }>(
    `SELECT message_id, json_group_array(json_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
       'reaction_type', reaction_type, 'user_id', user_id) ORDER BY reactions.id) AS list
     FROM json_each(?) CROSS JOIN reactions ON message_id = value GROUP BY message_id`,
    ids,
  );
  return new Map(rows.map((row) => [row.message_id, row.list]));
}

function flagLists(db: Database, user: User, rows: readonly MessageRow[], ids: string): (row: MessageRow) => string {
  const stored = db.all<{ message_id: number; flag: string }>(
    'SELECT message_id, flag FROM json_each(?) CROSS JOIN message_flags ON message_id = value AND user_id = ?',
    ids,
    user.id,
  );
  const set = Map.groupBy(stored, ({ message_id }) => message_id);
  const stateOf = readStates(db, user, rows.map(placed));
  return (row) => {
    const base = readFlags[stateOf(placed(row))];
    const own = set.get(row[0])?.map(({ flag }) => JSON.stringify(flag)) ?? [];
    return `[${[...base, ...own].join(',')}]`;
  };
}

// As JSON texts.
const readFlags: Record<ReadState, readonly string[]> = {
  read: ['"read"'],
  unread: [],
  historical: ['"read"', '"historical"'],
};

function placed([id, conversation_id, channel_id]: MessageRow): Placed {
  return { id, conversation_id, channel_id };
}

interface Edit {
  message_id: number;
  user_id: number | null;
  edited_at: number;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
}

function editFields(db: Database, ids: string, variant: MessageVariant): Map<number, string> {
  const edits = db.all<Edit>(
    `SELECT message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic, prev_channel_id,
       channel_id
     FROM json_each(?) CROSS JOIN message_edits ON message_id = value ORDER BY message_edits.id DESC`,
    ids,
  );
  const fields = new Map<number, string>();
  for (const [message_id, list] of Map.groupBy(edits, (edit) => edit.message_id)) {
    const contentEdit = list.find((edit) => edit.prev_content !== null);
    const move = list.find((edit) => edit.channel_id !== null || (edit.topic !== null && !isResolving(edit)));
    const value = {
      edit_history: list.map((edit) => presentEdit(edit, variant)),
      ...(contentEdit ? { last_edit_timestamp: contentEdit.edited_at } : {}),
      ...(move ? { last_moved_timestamp: move.edited_at } : {}),
    };
    fields.set(message_id, `,${JSON.stringify(value).slice(1, -1)}`);
  }
  return fields;
}

function presentEdit(edit: Edit, variant: MessageVariant): object {
  return {
    user_id: edit.user_id,
    timestamp: edit.edited_at,
    ...(edit.prev_content === null
      ? {}
      : { prev_content: edit.prev_content, prev_rendered_content: edit.prev_rendered_content }),
    ...(edit.topic === null || edit.prev_topic === null
      ? {}
      : { prev_topic: presentTopic(edit.prev_topic, variant), topic: presentTopic(edit.topic, variant) }),
    ...(edit.channel_id === null ? {} : { prev_stream: edit.prev_channel_id, stream: edit.channel_id }),
  };
}

function isResolving({ prev_topic, topic }: Edit): boolean {
  const bare = (name: string | null) => (name?.startsWith(resolvedPrefix) ? name.slice(resolvedPrefix.length) : name);
  return prev_topic !== topic && bare(prev_topic) === bare(topic);
}
