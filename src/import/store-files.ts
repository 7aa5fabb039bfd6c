import { randomText } from '../ground/random.ts';
import { findAttachmentByKey, folderOf } from '../uploads/attachment.ts';
import { unmarkDropped } from '../uploads/dropped.ts';
import { addressName, keptName } from '../uploads/file-name.ts';
import { storePicture } from '../uploads/picture.ts';
import type { ArchivedFile } from './archive.ts';
import type { Content } from './contents.ts';
import { type Job, storeEach, storing } from './job.ts';

/** Stores uploaded files before the messages that refer to them, and records these references. */
export function storeFiles(job: Job): void {
  storeEach(job, 'files', job.archive.files, (file) => {
    const content = job.contents.get(file.path);
    if (content) storeFile(job, file, content);
    else job.tally.leave('files', 'the archive lacks their content', file.path);
  });
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
  for (const message_id of file.message_ids) remember(job, message_id + job.shift, id);
  job.tally.add('files');
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const keyLength = 24;

/** The path of a file; its random part stays if it is free. */
function pathHere({ app, filePaths }: Job, { path_id, name }: ArchivedFile): string {
  const parts = path_id.split('/');
  const last = addressName(parts.at(-1) ?? name);
  const old = parts.slice(0, -1).join('/');
  const key = parts.at(-2) ?? '';
  const isFree = /^[\w-]{24}$/.test(key) && findAttachmentByKey(app.db, key) === undefined;
  const own = folderOf(isFree ? key : randomText(app.random, alphabet, keyLength));
  filePaths.set(old, own);
  return `${own}/${last}`;
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
export function tellLostReferences({ references, tally, shift }: Job): void {
  for (const id of references.keys())
    tally.leave('references to files', 'their messages are not in the archive', id - shift);
}
