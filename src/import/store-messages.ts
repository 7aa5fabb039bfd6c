import {
  ensureDirectConversation,
  ensureTopic,
  isEmptyTopicName,
  maxTopicLength,
} from '../conversations/conversation.ts';
import { findInvalidCharacter } from '../ground/text.ts';
import { isResolving } from '../messages/edit-permission.ts';
import { mentionsChannel, setMentions } from '../messages/message.ts';
import { type Rendering, renderedColumns, renderMessage } from '../messages/rendering.ts';
import { findWidget } from '../messages/widget.ts';
import { getUser, type User } from '../users/user.ts';
import type { ArchivedEdit, ArchivedMessage, ArchivedPlace } from './archive.ts';
import { type Job, placeHere, storeEach, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { rewriteText } from './rewrite-text.ts';
import { storeReferences } from './store-files.ts';
import type { Source } from './unusable-archive.ts';

/** Maximum number of cached conversations by place, so that most messages need no query. */
const mostKnown = 20_000;

/** Stores messages in the order of their ids, rendered as if they were sent now. */
export function storeMessages(job: Job): void {
  const conversations = new Map<string, number>();
  for (const message of job.archive.messages(job.onRead)) {
    if (conversations.size > mostKnown) conversations.clear();
    if (job.messages.isOld(message.id)) {
      job.tally.leave('messages', cameBefore, '');
      continue;
    }
    job.faults.attempt('messages', () => {
      storing(message.from, () => storeMessage(job, message, conversations));
    });
  }
  setNewest(job);
}

/** Throws UnusableArchive before anything of the message is stored. */
function storeMessage(job: Job, message: ArchivedMessage, conversations: Map<string, number>): void {
  const { app, ids } = job;
  const { from } = message;
  const id = job.messages.here(message.id);
  if (app.db.value<number>('SELECT 1 FROM messages WHERE id = ?', id))
    from.fail(`the message ${message.id} is there twice`);
  const sender = getUser(app.db, ids.users.get(from, message.sender_id));
  const place = placeHere(job, from, message.place);
  const content = rewriteText(job, message.content);
  const written = { content, rendering: renderMessage(app, sender, content) };
  const conversation_id = findThread(job, message.id, place) ?? findConversation(job, place, conversations);
  const channel_id = 'channel_id' in place ? place.channel_id : null;
  insertMessage(job, { message, id, sender, conversation_id, channel_id, ...written });
  job.origins.note('message', job.archive.messageKey(message.id) as string, id);
  storeReferences(job, id);
  if (!job.archive.steps) storeWidget(job, id, sender, message.content);
  storeEach(job, 'edits', message.edits, (edit) => {
    storing(from, () => storeEdit(job, { from, id, sender }, edit));
  });
  job.tally.add(channel_id === null ? 'direct messages' : 'channel messages');
}

interface Located {
  message: ArchivedMessage;
  id: number;
  sender: User;
  conversation_id: number;
  channel_id: number | null;
  content: string;
  rendering: Rendering;
}

function insertMessage(job: Job, located: Located): void {
  const { message, id, sender, conversation_id, channel_id, content, rendering } = located;
  const { app, ids } = job;
  const { from, client, sent_at, sent_channel_id } = message;
  const conversation = { id: conversation_id, channel_id, topic: null, members_key: null, max_message_id: null };
  const sent_to = channel_id === null ? null : (ids.channels.maybe(from, sent_channel_id) ?? channel_id);
  app.db.run(
    `INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       mentions_channel, rendered_content, rendered_version, has_link, has_image, has_attachment)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    conversation_id,
    channel_id,
    sent_to,
    sender.id,
    client,
    sent_at,
    content,
    mentionsChannel(conversation, rendering) ? 1 : 0,
    ...renderedColumns(rendering),
  );
  setMentions(app.db, id, rendering.mentions.user_ids);
}

/** The topic into which the thread of a message was imported, by its current name; undefined if there is none. */
function findThread({ app, archive, messages, origins }: Job, id: number, place: ArchivedPlace): number | undefined {
  const before = origins.isKnown && 'channel_id' in place ? archive.messageBefore(id) : undefined;
  if (before === undefined || !('channel_id' in place)) return undefined;
  return app.db.value<number>(threadSql, messages.here(before), place.channel_id);
}

// A message that had no reply before is in the general topic.
const threadSql = `SELECT c.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
  WHERE m.id = ? AND c.channel_id = ? AND c.topic <> ''`;

/** The id of a place's conversation, created if it is new. */
function findConversation(job: Job, place: ArchivedPlace, conversations: Map<string, number>): number {
  const key = 'user_ids' in place ? place.user_ids.join() : `${place.channel_id} ${place.topic}`;
  const known = conversations.get(key);
  if (known !== undefined) return known;
  const { db } = job.app;
  const { id } =
    'user_ids' in place
      ? ensureDirectConversation(db, place.user_ids)
      : ensureTopic(db, place.channel_id, topicHere(job, place.topic));
  conversations.set(key, id);
  return id;
}

/** A valid topic name. */
export function topicHere({ tally }: Job, topic: string): string {
  const plain = topic.trim();
  const clean = findInvalidCharacter(plain) === 0 ? plain : plain.replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu, '');
  const characters = [...clean];
  const short = characters.length <= maxTopicLength ? clean : `${characters.slice(0, maxTopicLength - 1).join('')}…`;
  if (short !== plain) tally.change('topics', 'they are too long, or have characters that topics cannot have', topic);
  return isEmptyTopicName(short) ? '' : short;
}

function storeWidget({ app: { db } }: Job, message_id: number, sender: User, written: string): void {
  const content = written.startsWith('/') ? findWidget(written) : undefined;
  if (content === undefined) return;
  const sql = "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, 'widget', ?)";
  db.run(sql, message_id, sender.id, content);
}

interface Edited {
  from: Source;
  id: number;
  sender: User;
}

function storeEdit(job: Job, { from, id, sender }: Edited, edit: ArchivedEdit): void {
  const { app, ids } = job;
  const prev_content = edit.prev_content === null ? null : rewriteText(job, edit.prev_content);
  app.db.run(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic,
       prev_channel_id, channel_id, resolves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    ids.users.maybe(from, edit.user_id),
    edit.edited_at,
    prev_content,
    prev_content === null ? null : renderMessage(app, sender, prev_content).html,
    edit.prev_topic,
    edit.topic,
    ids.channels.maybe(from, edit.prev_channel_id),
    ids.channels.maybe(from, edit.channel_id),
    Number(edit.channel_id === null && isResolving(edit.prev_topic ?? '', edit.topic ?? '')),
  );
  job.tally.add('edits');
}

// The `moved_at_id` of a message from another channel is the id of the last message sent before the move.
function setNewest({ app: { db }, messages }: Job): void {
  db.run(
    `UPDATE conversations SET max_message_id = (SELECT max(m.id) FROM messages m WHERE m.conversation_id = conversations.id)
     WHERE id IN (SELECT DISTINCT conversation_id FROM messages WHERE id > ?)`,
    messages.base,
  );
  db.run(
    `UPDATE messages SET moved_at_id = (
       SELECT max(b.id) FROM messages b INDEXED BY messages_by_time WHERE b.sent_at = (
         SELECT max(sent_at) FROM messages WHERE sent_at <= (
           SELECT max(edited_at) FROM message_edits e WHERE e.message_id = messages.id AND e.channel_id IS NOT NULL)))
     WHERE id > ? AND id IN (SELECT message_id FROM message_edits WHERE channel_id IS NOT NULL)`,
    messages.base,
  );
}
