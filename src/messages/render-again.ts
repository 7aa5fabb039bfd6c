import type { App } from '../context.ts';
import { publish } from '../events/event.ts';
import { rendererVersion } from '../markdown/render.ts';
import { getUser } from '../users/user.ts';
import { renderedColumns, renderMessage } from './rendering.ts';

interface Stored {
  id: number;
  sender_id: number;
  content: string;
}

/** How many messages a transaction takes: others who write wait that long. */
const batchSize = 200;

/**
 * Renders messages again that an older renderer made, or all: with the names, emoji and linkifiers of today. Whom they
 * mention stays as it was. Works in transactions of its own; returns how many messages that were.
 */
export function doRenderAgain(app: App, { all }: { all: boolean }): number {
  let count = 0;
  let last = 0;
  for (;;) {
    const batch = app.db.transaction(() => doRenderBatch(app, last, all));
    if (batch.length === 0) break;
    count += batch.length;
    last = batch.at(-1) as number;
  }
  // Clients keep what they have shown, and a running server what it has presented.
  if (count > 0) app.db.transaction(() => publish(app, { type: 'web_reload_client', immediate: false }, 'everyone'));
  return count;
}

/** Ids of the messages that were rendered. */
function doRenderBatch(app: App, after: number, all: boolean): number[] {
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

function doRender(app: App, { id, sender_id, content }: Stored): void {
  const rendering = renderMessage(app, getUser(app.db, sender_id), content);
  app.db.run(
    `UPDATE messages SET rendered_content = ?, rendered_version = ?, has_link = ?, has_image = ?, has_attachment = ?
     WHERE id = ?`,
    ...renderedColumns(rendering),
    id,
  );
}
