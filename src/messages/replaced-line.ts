import { announce, type Context } from '../context.ts';
import type { Message } from '../conversations/message.ts';
import { getUser } from '../users/user.ts';
import { messagesChanged } from './message-cache.ts';
import { renderedColumns, renderMessage } from './rendering.ts';
import { publishOwnUpdate } from './update-event.ts';

/**
 * Replaces the line of a message that the server wrote for a user. This is no edit: it has no entry in the history, it
 * changes nobody's flags, and it notifies nobody. A message that somebody edited since stays as it is.
 */
export function doReplaceLine(app: Context, message: Message, content: string): void {
  if (message.content === content || app.db.value<number>(editedSql, message.id) !== undefined) return;
  const rendering = renderMessage(app, getUser(app.db, message.sender_id), content);
  announce(app, messagesChanged, { ids: [message.id] });
  app.db.run(
    `UPDATE messages SET content = ?, rendered_content = ?, rendered_version = ?, has_link = ?, has_image = ?,
       has_attachment = ? WHERE id = ?`,
    content,
    ...renderedColumns(rendering),
    message.id,
  );
  publishOwnUpdate(app, message, content, rendering.html);
}

const editedSql = 'SELECT 1 FROM message_edits WHERE message_id = ? AND prev_content IS NOT NULL LIMIT 1';
