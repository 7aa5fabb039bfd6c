import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { accessFolder, type Folder, listFolders } from '../conversations/channel-folder.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { findInvalidCharacter, foldName } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import type { User } from '../users/user.ts';

/** In Unicode code points. */
export const folderLimits = { name: 60, description: 1024 };

const nameEmpty = errorKind("Channel folder name can't be empty.");
const nameTooLong = errorKind(`name is too long (limit: ${folderLimits.name} characters)`);
const nameCharacter = errorKind<{ position: number }>(
  'Invalid character in channel folder name, at position {position}.',
);
/** Errors of folder names. */
export const folderNameErrors = [nameEmpty, nameTooLong, nameCharacter] as const;
export const folderNameInUse = errorKind('Channel folder name already in use');
export const folderHasChannels = errorKind('You need to remove all the channels from this folder to archive it.');
export const folderMissingInOrder = errorKind('Invalid order mapping.');

/** A folder as the API presents it. */
export function presentFolder(folder: Folder) {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.rendered_description,
    order: folder.position,
    date_created: folder.created_at,
    creator_id: folder.creator_id,
    is_archived: folder.is_archived === 1,
  };
}

/** The name without leading and trailing whitespace, if it is valid. Throws one of folderNameErrors. */
export function checkFolderName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw nameEmpty();
  if (isLongerThan(trimmed, folderLimits.name)) throw nameTooLong();
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw nameCharacter({ position });
  return trimmed;
}

const folders: RealmList = { name: phrase('channel folders'), max: 500, count: 'SELECT count(*) FROM channel_folders' };

/**
 * Creates a folder after all others; returns its id. The caller has checked the name. Throws folderNameInUse or
 * realmListFull.
 */
export function doCreateFolder(app: Context, creator: User, name: string, description: string): number {
  ensureNameFree(app.db, name);
  const { id } = app.db.run(
    `INSERT INTO channel_folders (name, name_key, description, rendered_description, position, creator_id, created_at)
     VALUES (?, ?, ?, ?, 0, ?, ?)`,
    name,
    foldName(name),
    description,
    renderMarkdown(description),
    creator.id,
    app.clock.now(),
  );
  app.db.run('UPDATE channel_folders SET position = id WHERE id = ?', id);
  ensureRealmListFits(app.db, folders);
  const channel_folder = presentFolder(accessFolder(app.db, id));
  publish(app, { type: 'channel_folder', op: 'add', channel_folder }, 'everyone');
  return id;
}

/** Renames a folder. The caller has checked the name. Throws folderNameInUse. */
export function doRenameFolder(app: Context, folder: Folder, name: string): void {
  if (name === folder.name) return;
  ensureNameFree(app.db, name, folder.id);
  const sql = 'UPDATE channel_folders SET name = ?, name_key = ? WHERE id = ?';
  app.db.run(sql, name, foldName(name), folder.id);
  publishUpdate(app, folder, { name });
}

/** Changes a folder's description, which is Markdown. */
export function doDescribeFolder(app: Context, folder: Folder, description: string): void {
  if (description === folder.description) return;
  const rendered_description = renderMarkdown(description);
  const sql = 'UPDATE channel_folders SET description = ?, rendered_description = ? WHERE id = ?';
  app.db.run(sql, description, rendered_description, folder.id);
  publishUpdate(app, folder, { description, rendered_description });
}

/** Archives a folder. Throws folderHasChannels if it contains a channel, archived or not. */
export function doArchiveFolder(app: Context, folder: Folder): void {
  if (folder.is_archived) return;
  const sql = 'SELECT 1 FROM channels WHERE folder_id = ? LIMIT 1';
  if (app.db.value<number>(sql, folder.id) !== undefined) throw folderHasChannels();
  app.db.run('UPDATE channel_folders SET is_archived = 1 WHERE id = ?', folder.id);
  publishUpdate(app, folder, { is_archived: true });
}

/** Unarchives a folder. Throws folderNameInUse if another folder has taken its name. */
export function doUnarchiveFolder(app: Context, folder: Folder): void {
  if (!folder.is_archived) return;
  ensureNameFree(app.db, folder.name, folder.id);
  app.db.run('UPDATE channel_folders SET is_archived = 0 WHERE id = ?', folder.id);
  publishUpdate(app, folder, { is_archived: false });
}

/** Orders all folders, archived ones too, by a list of ids. Ignores unknown ids. Throws folderMissingInOrder. */
export function doReorderFolders(app: Context, order: readonly number[]): void {
  const positions = new Map(order.map((id, index) => [id, index]));
  const before = listFolders(app.db).map(({ id }) => id);
  if (before.some((id) => !positions.has(id))) throw folderMissingInOrder();
  const after = order.filter((id, index) => before.includes(id) && positions.get(id) === index);
  // Clients keep the positions, too, so an order that is there already changes none of them.
  if (isDeepStrictEqual(after, before)) return;
  const sql = 'UPDATE channel_folders SET position = ? WHERE id = ?';
  for (const id of after) app.db.run(sql, positions.get(id) as number, id);
  publish(app, { type: 'channel_folder', op: 'reorder', order }, 'everyone');
}

// The names of archived folders may be reused.
function ensureNameFree(db: Database, name: string, folder_id?: number): void {
  const sql = 'SELECT id FROM channel_folders WHERE name_key = ? AND is_archived = 0';
  const holder = db.value<number>(sql, foldName(name));
  if (holder !== undefined && holder !== folder_id) throw folderNameInUse();
}

function publishUpdate(app: Context, { id }: Folder, data: FolderChange): void {
  publish(app, { type: 'channel_folder', op: 'update', channel_folder_id: id, data }, 'everyone');
}

/** The changed fields of a folder. */
type FolderChange = { name: string } | { description: string; rendered_description: string } | { is_archived: boolean };
