import type { Context } from '../context.ts';
import { messageAudience } from '../conversations/audience.ts';
import type { MessageRef } from '../conversations/message.ts';
import { listReadable } from '../conversations/readable.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { list, object, optional, required, text } from '../http/params.ts';

/** A button below a message of a bot. */
export interface Button {
  /** Chosen by the bot; it gets it when the button is pressed. */
  id: string;
  label: string;
  /** What is asked before; empty for nothing. */
  confirm: string;
}

/** The buttons of one message, at most five. */
export const buttonList = list(
  object({
    id: required(text({ max: 50 }), 'What the bot gets when the button is pressed.'),
    label: required(text({ max: 40 }), 'What stands on the button.'),
    confirm: optional(text({ max: 200 }), 'Question before it is pressed; empty for none.', { fallback: '' }),
  }),
  { max: 5 },
);

/** Number of messages whose buttons are asked for at once. */
export const mostMessagesOfButtons = 500;

const buttonTwice = errorKind<{ id: string }>("Two buttons have the id '{id}'.");
const buttonUnnamed = errorKind('Each button needs an id and a label.');
/** Errors of buttons that contradict each other. */
export const buttonErrors = [buttonTwice, buttonUnnamed] as const;

export const noSuchButton = errorKind('The message has no such button any more.', { code: 'NO_SUCH_BUTTON' });

/** Throws one of buttonErrors. */
export function ensureDistinct(buttons: readonly Button[]): void {
  const ids = new Set<string>();
  for (const { id, label } of buttons) {
    if (id.trim() === '' || label.trim() === '') throw buttonUnnamed();
    if (ids.has(id)) throw buttonTwice({ id });
    ids.add(id);
  }
}

/** Replaces the buttons of a message, and publishes them to those who see it. The caller has checked them. */
export function doSetButtons(app: Context, message: MessageRef, buttons: readonly Button[]): void {
  if (buttons.length === 0) app.db.run('DELETE FROM message_buttons WHERE message_id = ?', message.id);
  else {
    const sql = `INSERT INTO message_buttons (message_id, buttons) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET buttons = excluded.buttons`;
    app.db.run(sql, message.id, JSON.stringify(buttons));
  }
  publish(app, { type: 'message_buttons', message_id: message.id, buttons }, messageAudience(app, message));
}

/** Those of some messages that have buttons, and that a user may read. */
export function listButtons(
  app: Context,
  user: { id: number } & Parameters<typeof listReadable>[1],
  ids: readonly number[],
) {
  const sql = `SELECT message_id, buttons FROM message_buttons WHERE message_id ${inJsonList} ORDER BY message_id`;
  const rows = app.db.all<{ message_id: number; buttons: string }>(sql, JSON.stringify(ids));
  if (rows.length === 0) return [];
  const readable = new Set(
    listReadable(
      app,
      user,
      rows.map(({ message_id }) => message_id),
    ),
  );
  return rows
    .filter(({ message_id }) => readable.has(message_id))
    .map(({ message_id, buttons }) => ({ message_id, buttons: JSON.parse(buttons) as Button[] }));
}

/** A button of a message. Throws noSuchButton. */
export function getButton(db: Database, message_id: number, id: string): Button {
  const json = db.value<string>('SELECT buttons FROM message_buttons WHERE message_id = ?', message_id) ?? '[]';
  const button = (JSON.parse(json) as Button[]).find((one) => one.id === id);
  if (!button) throw noSuchButton();
  return button;
}
