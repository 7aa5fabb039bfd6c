import { announce, type Context } from '../context.ts';
import { getMessage } from '../conversations/message.ts';
import { rendererVersion } from '../markdown/render.ts';
import type { Picture } from '../uploads/picture.ts';
import { getUser } from '../users/user.ts';
import { messagesChanged } from './message-cache.ts';
import { renderMessage } from './rendering.ts';
import { publishOwnUpdate } from './update-event.ts';

/** `none`: the picture itself is shown; `invalid`: it is no picture. */
export type Outcome = 'ready' | 'none' | 'invalid';

/** Stores how the thumbnail of a picture turned out, and renders again the messages that show it. */
export function doSettleThumbnail(app: Context, { sha256 }: Picture, outcome: Outcome): void {
  if (outcome === 'invalid') app.db.run('DELETE FROM pictures WHERE sha256 = ?', sha256);
  else app.db.run('UPDATE pictures SET thumbnail = ? WHERE sha256 = ?', outcome, sha256);
  const ids = app.db.values<number>(
    `SELECT DISTINCT message_id FROM attachments JOIN attachment_messages ON attachment_id = attachments.id
     WHERE sha256 = ? ORDER BY message_id`,
    sha256,
  );
  for (const id of ids) doShowAgain(app, id);
}

function doShowAgain(app: Context, id: number): void {
  const message = getMessage(app.db, id);
  const { content } = message;
  const rendered_content = renderMessage(app, getUser(app.db, message.sender_id), content).html;
  if (rendered_content === message.rendered_content) return;
  const sql = 'UPDATE messages SET rendered_content = ?, rendered_version = ? WHERE id = ?';
  app.db.run(sql, rendered_content, rendererVersion, id);
  announce(app, messagesChanged, { ids: [id] });
  publishOwnUpdate(app, message, content, rendered_content);
}
