import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { awaitFiles } from '../uploads/awaited.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import { findUserSetting } from '../users/settings.ts';
import type { User } from '../users/user.ts';

/** The content of a draft. */
export interface DraftContent {
  /** Empty if it has no recipient yet. */
  type: '' | 'stream' | 'private';
  /** One channel id, or user ids. */
  to: readonly number[];
  topic: string;
  content: string;
  /** The time of the last edit, in UNIX seconds. */
  timestamp: number;
}

/** A draft as the API presents it. */
interface Draft extends DraftContent {
  id: number;
}

export const draftMissing = errorKind('Draft does not exist', { status: 404 });
export const draftsDisabled = errorKind('User has disabled synchronizing drafts.');

/** Maximum number of drafts in `POST /register`. */
const maxInState = 1000;

/** The drafts on the server. */
const ownDrafts: OwnList = {
  name: phrase('drafts'),
  max: 2000,
  count: 'SELECT count(*) FROM drafts WHERE user_id = ?',
  size: {
    maxMib: 1,
    bytes: `SELECT sum(150 + octet_length(recipient) + octet_length(json_quote(topic)) + octet_length(json_quote(content)))
      FROM drafts WHERE user_id = ?`,
  },
};

const columns = 'id, type, recipient, topic, content, edited_at';

/** Throws draftsDisabled if the user keeps drafts on each device only. */
export function ensureDraftsSynchronized(db: Database, user: User): void {
  if (!findUserSetting(db, user.id, 'enable_drafts_synchronization')) throw draftsDisabled();
}

/** Throws draftMissing unless the draft belongs to the user. */
export function ensureOwnDraft(db: Database, user: User, id: number): void {
  const found = db.value<number>('SELECT 1 FROM drafts WHERE id = ? AND user_id = ?', id, user.id);
  if (found === undefined) throw draftMissing();
}

/** A user's drafts, the last edited one last. */
export function listDrafts(db: Database, user: User): Draft[] {
  const sql = `SELECT ${columns} FROM drafts WHERE user_id = ? ORDER BY edited_at, id`;
  return db.all<Row>(sql, user.id).map(present);
}

/** The newest drafts for the initial state, the last edited one first. */
export function listNewestDrafts(db: Database, user: User): Draft[] {
  const sql = `SELECT ${columns} FROM drafts WHERE user_id = ? ORDER BY edited_at DESC, id DESC LIMIT ?`;
  return db.all<Row>(sql, user.id, maxInState).map(present);
}

/** Stores drafts and publishes them to the user's clients. Returns their ids, in order. Throws listFull. */
export function doAddDrafts(app: Context, user: User, contents: readonly DraftContent[]): number[] {
  const drafts = contents.map((content) => ({ id: insert(app, user, content), ...content }));
  ensureWithinBound(app.db, user, ownDrafts);
  if (drafts.length > 0) publish(app, { type: 'drafts', op: 'add', drafts }, { user_ids: [user.id] });
  return drafts.map(({ id }) => id);
}

/** Replaces a draft and publishes it to the user's clients. Throws listFull. */
export function doEditDraft(app: Context, user: User, draft: Draft): void {
  const { id, type, to, topic, content, timestamp } = draft;
  app.db.run(
    'UPDATE drafts SET type = ?, recipient = ?, topic = ?, content = ?, edited_at = ? WHERE id = ?',
    type,
    JSON.stringify(to),
    topic,
    content,
    timestamp,
    id,
  );
  ensureWithinBound(app.db, user, ownDrafts);
  awaitFiles(app, user, { draft_id: id }, content);
  publish(app, { type: 'drafts', op: 'update', draft }, { user_ids: [user.id] });
}

/** Deletes a draft and publishes that to the user's clients. */
export function doRemoveDraft(app: Context, user: User, id: number): void {
  app.db.run('DELETE FROM drafts WHERE id = ?', id);
  publish(app, { type: 'drafts', op: 'remove', draft_id: id }, { user_ids: [user.id] });
}

/** Deletes all drafts of a user who stops synchronizing them. No event: the devices keep their copies. */
export function deleteDrafts({ db }: Context, { user }: { user: User }): void {
  db.run('DELETE FROM drafts WHERE user_id = ?', user.id);
}

function insert(app: Context, user: User, { type, to, topic, content, timestamp }: DraftContent): number {
  const sql = 'INSERT INTO drafts (user_id, type, recipient, topic, content, edited_at) VALUES (?, ?, ?, ?, ?, ?)';
  const { id } = app.db.run(sql, user.id, type, JSON.stringify(to), topic, content, timestamp);
  awaitFiles(app, user, { draft_id: id }, content);
  return id;
}

interface Row {
  id: number;
  type: DraftContent['type'];
  recipient: string;
  topic: string;
  content: string;
  edited_at: number;
}

function present({ id, type, recipient, topic, content, edited_at }: Row): Draft {
  return { id, type, to: JSON.parse(recipient) as number[], topic, content, timestamp: edited_at };
}
