import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { canSeeAttachment, findAttachmentByKey } from './attachment.ts';

/** An unsent text, by its id. */
type Unsent = { draft_id: number } | { scheduled_message_id: number } | { saved_snippet_id: number };

/** Replaces an unsent text's references, which protect files from deletion. Only files the writer may see count. */
export function awaitFiles(app: Context, writer: User, unsent: Unsent, content: string): void {
  awaitNoFiles(app.db, unsent);
  for (const key of listKeys(content)) {
    const attachment = findAttachmentByKey(app.db, key);
    if (!attachment || !canSeeAttachment(app, writer, attachment)) continue;
    app.db.run(
      `INSERT INTO awaited_attachments (attachment_id, draft_id, scheduled_message_id, saved_snippet_id)
       VALUES (?, ?, ?, ?)`,
      attachment.id,
      ...idsOf(unsent),
    );
  }
}

/** Deletes the references of an unsent text, for example after it was sent. */
export function awaitNoFiles(db: Database, unsent: Unsent): void {
  db.run(
    'DELETE FROM awaited_attachments WHERE draft_id = ? OR scheduled_message_id = ? OR saved_snippet_id = ?',
    ...idsOf(unsent),
  );
}

function idsOf(unsent: Partial<Record<'draft_id' | 'scheduled_message_id' | 'saved_snippet_id', number>>) {
  const { draft_id = null, scheduled_message_id = null, saved_snippet_id = null } = unsent;
  return [draft_id, scheduled_message_id, saved_snippet_id];
}

/**
 * The random parts of all paths that may occur in a text, including code, percent-encoded paths and paths with
 * backslashes.
 */
function listKeys(content: string): ReadonlySet<string> {
  const plain = content
    .replace(/\\(?=[_-])/g, '')
    .replace(/%[2-7][0-9a-f]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return new Set([...plain.matchAll(/\/([\w-]{24})(?=\/)/g)].map(([, key]) => key as string));
}
