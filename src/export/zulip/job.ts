import type { Database } from '../../db/database.ts';

/** The id of the only organization in an archive, also in the paths of its files. */
export const realm_id = 1;

/** An export that is under way. */
export interface Job {
  db: Database;
  /** UNIX seconds. */
  now: number;
  /** The folder with the contents of uploaded files. */
  uploads: string;
  /** Ids of programs by name. */
  clientIds: ReadonlyMap<string, number>;
  /** SHA-256 of files that the disk lacks. */
  missing: ReadonlySet<string>;
}

/** Programs that messages were sent with get ids: the format has them as rows of a table. */
export function listClientIds(db: Database): Map<string, number> {
  const names = db.values<string>(
    `SELECT client FROM messages UNION SELECT client FROM scheduled_messages UNION SELECT 'Internal' ORDER BY 1`,
  );
  return new Map(names.map((name, index) => [name, index + 1]));
}

/** Ids of recipients: each channel, user and direct conversation is one, and the three kinds share their ids. */
export const recipientOf = {
  user: (id: number) => 3 * id,
  channel: (id: number) => 3 * id + 1,
  conversation: (id: number) => 3 * id + 2,
} as const;

/** Kinds of recipients. */
export const recipientTypes = { user: 1, channel: 2, conversation: 3 } as const;

/**
 * The recipient of a direct message: a conversation of two has none of its own, so their messages are for the other
 * user, and notes to oneself for oneself.
 */
export function directRecipient(conversation_id: number, members_key: string, sender_id: number): number {
  const ids = members_key.split(',').map(Number);
  if (ids.length > 2) return recipientOf.conversation(conversation_id);
  return recipientOf.user(ids.find((id) => id !== sender_id) ?? sender_id);
}

/** Numbers the records of a table that has no ids here. */
export function* numbered<Item extends object>(items: Iterable<Item>): Generator<{ id: number } & Item> {
  let id = 0;
  for (const item of items) yield { id: ++id, ...item };
}

/** Records with the id of the organization. */
export function* inRealm<Item extends object>(items: Iterable<Item>): Generator<Item & { realm: number }> {
  for (const item of items) yield { ...item, realm: realm_id };
}

export function isTrue(value: number): boolean {
  return value === 1;
}

/** A column that may be null. */
export function maybeTrue(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}
