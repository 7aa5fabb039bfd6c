import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doCreateUser } from '../accounts/new-user.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { doReportPresence } from '../accounts/presence.ts';
import { doCreateChannel } from '../channels/new-channel.ts';
import { doSubscribe } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { type Channel, findChannelByName } from '../conversations/channel.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  findTopic,
  resolvedPrefix,
} from '../conversations/conversation.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Clock } from '../ground/clock.ts';
import { foldName } from '../ground/text.ts';
import { readHeader } from '../images/header.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { doSendMessage } from '../messages/message.ts';
import { findRealm } from '../realm/realm.ts';
import { doAddAttachment } from '../uploads/attachment.ts';
import { transitFolder } from '../uploads/store.ts';
import { storeUserSetting } from '../users/settings.ts';
import { findUserByEmail, isBot, type Role, roles, type User } from '../users/user.ts';
import {
  type DemoChannel,
  type DemoDirect,
  type DemoLine,
  type DemoPerson,
  type DemoThread,
  demoChannels,
  demoDescription,
  demoDirects,
  demoName,
  demoPeople,
  demoThreads,
  type PersonKey,
} from './content.ts';
import { drawGauge } from './gauge-picture.ts';

/** The password of all users of a demo that only this machine can reach. */
export const publishedPassword: string = 'riverbank';

/** A user of the demo. */
export interface DemoLogin {
  full_name: string;
  email: string;
  /** `owner`, `admin`, `moderator`, `member` or `guest`. */
  role: string;
  password: string;
}

/** Whether this database contains the demo, recognized by its addresses in a reserved domain. */
export function isSeeded(db: Database): boolean {
  return demoPeople.some(({ email }) => findUserByEmail(db, email) !== undefined);
}

/**
 * Fills an unused organization with the demo, in one transaction, and gives all its people a password. Returns their
 * logins. Changes nothing if the demo is already there with this password. Throws if the organization has other people.
 */
export async function seedDemo(app: Context, password: string): Promise<DemoLogin[]> {
  const [first] = people;
  const user = first && findUserByEmail(app.db, first.email);
  if (!(await verifyPassword(app, user, password))) {
    const password_hash = await hashPassword(app, password);
    app.db.transaction(() => {
      if (!isSeeded(app.db)) doSeed(app);
      storePasswordHashes(app, password_hash);
    });
  }
  return people.map(({ full_name, email, role }) => ({ full_name, email, role, password }));
}

const people = demoPeople.filter((person) => !person.is_bot);

/** Stores the hash for all people of the demo: they have the same one, also those whose address was changed. */
function storePasswordHashes({ db }: Context, password_hash: string): void {
  const emails = JSON.stringify(people.map(({ email }) => email));
  db.run(
    `UPDATE users SET password_hash = ? WHERE email ${inJsonList}
     OR password_hash IN (SELECT password_hash FROM users WHERE email ${inJsonList})`,
    password_hash,
    emails,
    emails,
  );
}

/** The context in which the demo is stored: an app with the clock of the story, whose events are not published. */
interface Stage {
  app: Context;
  db: Database;
  clock: StageClock;
  users: Map<PersonKey, User>;
  channels: Map<string, Channel>;
}

class StageClock implements Clock {
  seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  now(): number {
    return this.seconds;
  }

  monotonic(): number {
    return this.seconds * 1000;
  }
}

function doSeed(app: Context): void {
  ensureUnused(app.db);
  const now = app.clock.now();
  const lines = planLines(now);
  const stage = createStage(app, (lines[0]?.sent_at ?? now) - day);
  doSetUpRealm(stage);
  for (const person of demoPeople) doAddPerson(stage, person);
  for (const channel of demoChannels) doAddChannel(stage, channel);
  for (const line of lines) doPlayLine(stage, line, now);
  for (const thread of demoThreads) if (thread.resolved) doResolve(stage, thread, now);
  for (const user of stage.users.values()) doMarkRead(stage.db, user);
}

function ensureUnused(db: Database): void {
  const people = db.value<number>('SELECT count(*) FROM users WHERE is_system_bot = 0') ?? 0;
  if (people === 0) return;
  throw new Error(`The demo needs a data directory of its own: this one holds ${findRealm(db).name}.`);
}

function createStage(app: Context, seconds: number): Stage {
  const clock = new StageClock(seconds);
  const events = { deliver: () => {} };
  return { app: { ...app, clock, events }, db: app.db, clock, users: new Map(), channels: new Map() };
}

interface PlannedLine {
  thread: DemoThread | DemoDirect;
  line: DemoLine;
  /** UNIX seconds. */
  sent_at: number;
}

const day = 86_400;

/** Every line with its time, oldest first. If the story would end in the future, it moves a day back. */
function planLines(now: number): PlannedLine[] {
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

function doSetUpRealm({ db, clock, channels }: Stage): void {
  const created_at = clock.now();
  db.run('UPDATE realm SET name = ?, description = ?, created_at = ?', demoName, demoDescription, created_at);
  db.run('UPDATE users SET joined_at = ? WHERE is_system_bot = 1', created_at);
  // No default channels until the subscribers of the story are stored.
  db.run('UPDATE channels SET created_at = ?, is_default = 0', created_at);
  const general = findChannelByName(db, 'general');
  if (general) channels.set(general.name, general);
}

const roleNumbers: Record<DemoPerson['role'], Role> = {
  owner: roles.owner,
  admin: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
};

function doAddPerson({ app, db, users }: Stage, person: DemoPerson): void {
  const { key, email, full_name, role, is_bot, timezone } = person;
  const user = doCreateUser(app, {
    email,
    full_name,
    role: roleNumbers[role],
    password_hash: null,
    ...(is_bot ? { bot: { owner_id: users.get('tomasz')?.id ?? null } } : {}),
  });
  db.run('UPDATE users SET timezone = ? WHERE id = ?', timezone, user.id);
  // Viewers of the demo are in other time zones than its people.
  storeUserSetting(db, user.id, 'web_suggest_update_timezone', false);
  users.set(key, user);
}

function doAddChannel(stage: Stage, { name, description, invite_only, subscribers }: DemoChannel): void {
  const { app, db, users, channels } = stage;
  const values = { name, description, invite_only: invite_only === true };
  const channel = channels.get(name) ?? doCreateChannel(app, users.get('ada'), values);
  channels.set(name, channel);
  const isForAll = subscribers === 'everyone';
  const keys = isForAll ? [...users.keys()] : subscribers;
  const readers = keys.map((key) => access(users, key)).filter((user) => !isForAll || user.role !== roles.guest);
  doSubscribe(app, channel, readers);
  db.run(
    'UPDATE channels SET description = ?, rendered_description = ?, is_default = ? WHERE id = ?',
    description,
    renderMarkdown(description),
    Number(isForAll),
    channel.id,
  );
}

function doPlayLine(stage: Stage, { thread, line, sent_at }: PlannedLine, now: number): void {
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
function doResolve({ db, channels }: Stage, thread: DemoThread, now: number): void {
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

/** Number of conversations in which a user has unread messages. */
const openConversations = 3;

/**
 * Marks everything as read, except the last few messages of the newest conversations that the user has not answered.
 */
function doMarkRead(db: Database, user: User): void {
  let open = isBot(user) ? 0 : openConversations;
  for (const { id, max_message_id } of listReceived(db, user)) {
    const wanted = open > 0 ? 1 + ((user.id + id) % 4) : 0;
    const readUntil = Math.max(nthNewest(db, id, wanted), newestTouched(db, user, id));
    if (readUntil < max_message_id) open--;
    db.run('INSERT INTO read_watermarks (user_id, place_id, message_id) VALUES (?, ?, ?)', user.id, id, readUntil);
  }
}

function listReceived(db: Database, user: User): { id: number; max_message_id: number }[] {
  return db.all(
    `SELECT id, max_message_id FROM conversations
     WHERE channel_id IN (SELECT channel_id FROM subscriptions WHERE user_id = ?1)
       OR id IN (SELECT conversation_id FROM direct_members WHERE user_id = ?1)
     ORDER BY max_message_id DESC`,
    user.id,
  );
}

/** The message of a conversation with `newer` newer ones; 0 if there is none. */
function nthNewest(db: Database, conversation_id: number, newer: number): number {
  const sql = 'SELECT id FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?';
  return db.value<number>(sql, conversation_id, newer) ?? 0;
}

// A user who wrote, reacted to or starred a message has read all earlier ones.
function newestTouched(db: Database, user: User, conversation_id: number): number {
  const sql = `
    SELECT max(m.id) FROM messages m WHERE m.conversation_id = ?2 AND (m.sender_id = ?1
      OR EXISTS (SELECT 1 FROM reactions r WHERE r.message_id = m.id AND r.user_id = ?1)
      OR EXISTS (SELECT 1 FROM message_flags f WHERE f.message_id = m.id AND f.user_id = ?1))`;
  return db.value<number>(sql, user.id, conversation_id) ?? 0;
}

function access<Key extends string, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the demo knows no ${key}`);
  return value;
}
