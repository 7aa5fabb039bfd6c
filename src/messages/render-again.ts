import type { Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { rendererVersion } from '../markdown/render.ts';
import { getUser } from '../users/user.ts';
import { renderedColumns, renderMessage } from './rendering.ts';

interface Stored {
  id: number;
  sender_id: number;
  content: string;
}

/** Messages in one transaction: other writers wait that long. */
const batchSize = 200;

/**
 * Renders again all messages, or those of an older renderer, with the current names, emoji and linkifiers. Stored
 * mentions do not change. Runs transactions of its own; returns the number of messages.
 */
export function doRenderAgain(app: Context, { all }: { all: boolean }): number {
  let count = 0;
  let last = 0;
  for (;;) {
    const batch = app.db.transaction(() => doRenderBatch(app, last, all));
    if (batch.length === 0) break;
    count += batch.length;
    last = batch.at(-1) as number;
  }
  // Clients keep rendered messages, and a running server caches them.
  if (count > 0) app.db.transaction(() => publish(app, { type: 'web_reload_client', immediate: false }, 'everyone'));
  return count;
}

/** Returns the ids of the rendered messages. */
function doRenderBatch(app: Context, after: number, all: boolean): number[] {
  const messages = app.db.all<Stored>(
    'SELECT id, sender_id, content FROM messages WHERE id > ? AND (? OR rendered_version < ?) ORDER BY id LIMIT ?',
    after,
    Number(all),
    rendererVersion,
    batchSize,
  );
  for (const message of messages) doRender(app, message);
  return messages.map(({ id }) => id);
}

function doRender(app: Context, { id, sender_id, content }: Stored): void {
  const rendering = renderMessage(app, getUser(app.db, sender_id), content);
  app.db.run(
    `UPDATE messages SET rendered_content = ?, rendered_version = ?, has_link = ?, has_image = ?, has_attachment = ?
     WHERE id = ?`,
    ...renderedColumns(rendering),
    id,
  );
}
