import type { Database } from '../../db/database.ts';
import type { Progress } from '../progress.ts';

/** The id of the only organization in an archive, also used in the paths of its files. */
export const realm_id = 1;

/** A running export. */
export interface Job {
  db: Database;
  /** UNIX seconds. */
  now: number;
  /** The folder with the contents of uploaded files. */
  uploads: string;
  /** Ids of client programs by name. */
  clientIds: ReadonlyMap<string, number>;
  /** Addresses other than the users' own, by user id. */
  replaced: ReadonlyMap<number, string>;
  /** SHA-256 of files that are missing on disk. */
  missing: ReadonlySet<string>;
  progress: Progress;
}

/** The address of a user in the archive. */
export function addressOf({ replaced }: Job, user: { id: number; email: string }): string {
  return replaced.get(user.id) ?? user.email;
}

/** Assigns ids to the client programs of messages, because the format has a table of them. */
export function listClientIds(db: Database): Map<string, number> {
  const names = db.values<string>(
    `SELECT client FROM messages UNION SELECT client FROM scheduled_messages UNION SELECT 'Internal' ORDER BY 1`,
  );
  return new Map(names.map((name, index) => [name, index + 1]));
}

/** Ids of recipients: channels, users and direct conversations share one sequence. */
export const recipientOf = {
  user: (id: number) => 3 * id,
  channel: (id: number) => 3 * id + 1,
  conversation: (id: number) => 3 * id + 2,
} as const;

/** Kinds of recipients. */
export const recipientTypes = { user: 1, channel: 2, conversation: 3 } as const;

/**
 * The recipient of a direct message. A conversation of two has no recipient of its own: its messages go to the other
 * user, and notes to oneself to the sender.
 */
export function directRecipient(conversation_id: number, members_key: string, sender_id: number): number {
  const ids = members_key.split(',').map(Number);
  if (ids.length > 2) return recipientOf.conversation(conversation_id);
  return recipientOf.user(ids.find((id) => id !== sender_id) ?? sender_id);
}

/** Assigns numbers to the records of a table without ids here. */
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

/** A boolean column that may be null. */
export function maybeTrue(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}
