import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doReportPresence } from '../accounts/presence.ts';
import type { Context } from '../context.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  findTopic,
  resolvedPrefix,
} from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';
import { readHeader } from '../images/header.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { doSendMessage } from '../messages/message.ts';
import { doAddAttachment } from '../uploads/attachment.ts';
import { transitFolder } from '../uploads/store.ts';
import { isBot, type User } from '../users/user.ts';
import { type DemoDirect, type DemoLine, type DemoThread, demoDirects, demoThreads } from './content.ts';
import { drawGauge } from './gauge-picture.ts';
import { access, type Stage } from './stage.ts';

/** A line of the story, and when it was written. */
interface PlannedLine {
  thread: DemoThread | DemoDirect;
  line: DemoLine;
  /** UNIX seconds. */
  sent_at: number;
}

export const day = 86_400;

/** Every line with its time, oldest first. If the story would end in the future, it moves a day back. */
export function planLines(now: number): PlannedLine[] {
  const today = now - (now % day);
  const lines = [...demoThreads, ...demoDirects]
    .flatMap((thread) => planThread(thread, today))
    .sort((a, b) => a.sent_at - b.sent_at);
  const isOver = (lines.at(-1)?.sent_at ?? 0) < now;
  return isOver ? lines : lines.map((line) => ({ ...line, sent_at: line.sent_at - day }));
}

function planThread(thread: DemoThread | DemoDirect, today: number): PlannedLine[] {
  const [hours = 0, minutes = 0] = thread.at.split(':').map(Number);
  let sent_at = today - thread.starts * day + hours * 3600 + minutes * 60;
  return thread.lines.map((line) => {
    sent_at += line.after * 60;
    return { thread, line, sent_at };
  });
}

/** Writes a line as the person who wrote it, at its time. `now` bounds what was done later, in UNIX seconds. */
export function doPlayLine(stage: Stage, { thread, line, sent_at }: PlannedLine, now: number): void {
  const { app, db, clock, users } = stage;
  const sender = access(users, line.from);
  clock.seconds = sent_at;
  if (!isBot(sender)) doReportPresence(app, sender, 'active');
  const { id: message_id } = doSendMessage(app, {
    sender,
    conversation: ensureConversation(stage, thread),
    content: withPicture(app, sender, line),
    client: isBot(sender) ? 'Heron' : 'website',
    read_by_sender: false,
  });
  if (line.first_text !== undefined) doAddEdit(db, message_id, sender, line.first_text, Math.min(sent_at + 210, now));
  doAddTraces(stage, { line, message_id });
}

/** Stores what people did with a message. */
function doAddTraces({ db, users }: Stage, { line, message_id }: { line: DemoLine; message_id: number }): void {
  for (const [option, ...keys] of line.votes ?? []) {
    for (const key of keys) doVote(db, message_id, access(users, key), option);
  }
  for (const [emoji_name, emoji_code, ...keys] of line.reactions ?? []) {
    for (const key of keys) doAddReaction(db, message_id, access(users, key), emoji_name, emoji_code);
  }
  for (const key of line.starred_by ?? []) {
    db.run(
      "INSERT INTO message_flags (user_id, flag, message_id) VALUES (?, 'starred', ?)",
      access(users, key).id,
      message_id,
    );
  }
}

function ensureConversation({ db, users, channels }: Stage, thread: DemoThread | DemoDirect): Conversation {
  if ('topic' in thread) return ensureTopic(db, access(channels, thread.channel).id, thread.topic);
  const user_ids = thread.between.map((key) => access(users, key).id);
  return ensureDirectConversation(db, user_ids);
}

/** The text of a line, with the address of its picture, which is stored. */
function withPicture(app: Context, owner: User, { text, picture: name }: DemoLine): string {
  if (name === undefined) return text;
  const content = drawGauge();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const path = join(transitFolder(app), sha256);
  mkdirSync(transitFolder(app), { recursive: true, mode: 0o700 });
  writeFileSync(path, content, { mode: 0o600 });
  const file = { name, path, size: content.length, sha256, start: content, isTooLarge: false };
  const facts = { content_type: 'image/png', ending: '.png', picture: readHeader('image/png', content) };
  return text.replace('{picture}', `/user_uploads/${doAddAttachment(app, owner, file, facts).path_id}`);
}

function doVote(db: Database, message_id: number, { id }: User, option: number): void {
  const content = JSON.stringify({ type: 'vote', key: `canned,${option}`, vote: 1 });
  const sql = "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, 'widget', ?)";
  db.run(sql, message_id, id, content);
}

function doAddReaction(db: Database, message_id: number, user: User, emoji_name: string, emoji_code: string): void {
  db.run(
    `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     VALUES (?, ?, ?, ?, 'unicode_emoji')`,
    message_id,
    user.id,
    emoji_name,
    emoji_code,
  );
}

function doAddEdit(db: Database, message_id: number, user: User, prev_content: string, edited_at: number): void {
  db.run(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content, prev_rendered_content)
     VALUES (?, ?, ?, ?, ?)`,
    message_id,
    user.id,
    edited_at,
    prev_content,
    renderMarkdown(prev_content),
  );
}

/** Marks a topic as resolved, five minutes after its last message and by the author of that message. */
export function doResolve({ db, channels }: Stage, thread: DemoThread, now: number): void {
  const conversation = findTopic(db, access(channels, thread.channel).id, thread.topic);
  // If two threads share a topic, it is resolved once.
  if (!conversation) return;
  const last = db.get<{ sent_at: number; sender_id: number }>(
    `SELECT m.sent_at, m.sender_id FROM messages m JOIN users ON users.id = m.sender_id
     WHERE m.conversation_id = ? AND users.bot_type IS NULL ORDER BY m.id DESC LIMIT 1`,
    conversation.id,
  );
  if (!last) return;
  const topic = resolvedPrefix + thread.topic;
  db.run('UPDATE conversations SET topic = ?, topic_key = ? WHERE id = ?', topic, foldName(topic), conversation.id);
  db.run(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_topic, topic, resolves)
     SELECT id, ?, ?, ?, ?, 1 FROM messages WHERE conversation_id = ?`,
    last.sender_id,
    Math.min(last.sent_at + 300, now),
    thread.topic,
    topic,
    conversation.id,
  );
}
