import { randomText } from '../ground/random.ts';
import { findAttachmentByKey, folderOf } from '../uploads/attachment.ts';
import { unmarkDropped } from '../uploads/dropped.ts';
import { addressName, keptName } from '../uploads/file-name.ts';
import { storePicture } from '../uploads/picture.ts';
import type { ArchivedFile } from './archive.ts';
import type { Content } from './contents.ts';
import { type Job, storeEach, storing } from './job.ts';
import { cameBefore } from './origins.ts';

/** Stores uploaded files before the messages that refer to them, and records these references. */
export function storeFiles(job: Job): void {
  storeEach(job, 'files', job.archive.files, (file) => {
    const content = job.contents.get(file.path);
    const old = job.origins.find('file', file.key);
    const isForOld = file.message_ids.length > 0 && file.message_ids.every((id) => job.messages.isOld(id));
    if (old !== undefined) shareOldFile(job, file, old);
    else if (isForOld) job.tally.leave('files', 'an earlier import brought their messages', file.name);
    else if (content) storeFile(job, file, content);
    else job.tally.leave('files', 'the archive lacks their content', file.path);
  });
}

/** New messages may contain a file of an earlier import, unless it was deleted here. */
function shareOldFile(job: Job, file: ArchivedFile, id: number): void {
  job.tally.leave('files', cameBefore, file.name);
  const path_id = job.app.db.value<string>('SELECT path_id FROM attachments WHERE id = ?', id);
  if (path_id === undefined) return;
  job.filePaths.set(folderIn(file.path_id), folderIn(path_id));
  rememberNew(job, file, id);
}

function storeFile(job: Job, file: ArchivedFile, content: Content): void {
  const { app, ids } = job;
  const { from, created_at } = file;
  const { id } = storing(from, () =>
    app.db.run(
      `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ids.users.get(from, file.owner_id),
      pathHere(job, file),
      keptName(file.name, ''),
      content.sha256,
      content.size,
      content.content_type,
      created_at,
    ),
  );
  app.db.run('INSERT INTO unclaimed_attachments (attachment_id, since) VALUES (?, ?)', id, app.clock.now());
  unmarkDropped(app, content.sha256);
  if (content.picture) storePicture(app, content.sha256, content.picture);
  job.origins.note('file', file.key, id);
  rememberNew(job, file, id);
  job.tally.add('files');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const keyLength = 24;

/** The path of a file; its random part stays if it is free. */
function pathHere({ app, filePaths }: Job, { path_id, name }: ArchivedFile): string {
  const parts = path_id.split('/');
  const last = addressName(parts.at(-1) ?? name);
  const key = parts.at(-2) ?? '';
  const isFree = /^[\w-]{24}$/.test(key) && findAttachmentByKey(app.db, key) === undefined;
  const own = folderOf(isFree ? key : randomText(app.random, alphabet, keyLength));
  filePaths.set(folderIn(path_id), own);
  return `${own}/${last}`;
}

function folderIn(path_id: string): string {
  return path_id.slice(0, Math.max(0, path_id.lastIndexOf('/')));
}

/** Remembers the references of new messages to a file. */
function rememberNew(job: Job, { message_ids }: ArchivedFile, attachment_id: number): void {
  for (const id of message_ids.filter((one) => !job.messages.isOld(one))) {
    remember(job, job.messages.here(id), attachment_id);
  }
}

function remember({ references }: Job, message_id: number, attachment_id: number): void {
  const known = references.get(message_id);
  if (known) known.push(attachment_id);
  else references.set(message_id, [attachment_id]);
}

/** Stores the references of a message to files. */
export function storeReferences({ app: { db }, references }: Job, message_id: number): void {
  for (const attachment_id of new Set(references.get(message_id) ?? [])) {
    db.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (?, ?)', attachment_id, message_id);
    db.run('DELETE FROM unclaimed_attachments WHERE attachment_id = ?', attachment_id);
  }
  references.delete(message_id);
}

/** Counts references to messages that the archive lacks. */
export function tellLostReferences({ references, tally, messages }: Job): void {
  for (const id of references.keys())
    tally.leave('references to files', 'their messages are not in the archive', id - messages.shift);
}
