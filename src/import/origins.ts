import type { Database } from '../db/database.ts';
import type { Archive } from './archive.ts';

/** Kinds of records with a row here. */
export type RecordKind = 'user' | 'group' | 'folder' | 'channel' | 'emoji' | 'field' | 'file' | 'message';
/** Kinds of relations and settings, which are stored once. */
export type RelationKind = 'member' | 'subgroup' | 'subscription' | 'reaction' | 'star' | 'linkifier' | 'playground';

/** The reason for omitting a record that an earlier import of the same source brought. */
export const cameBefore = 'an earlier import brought them';

/** The records that imports of one source brought, by their keys in its archives. */
export class Origins {
  readonly #db: Database;
  readonly #source_id: number;
  /** Whether the source was imported before. */
  isKnown: boolean;

  constructor(db: Database, format: string, archive: Pick<Archive, 'source' | 'messageKeys'>) {
    this.#db = db;
    const known = findSource(db, format, archive);
    this.isKnown = known !== undefined;
    this.#source_id = known ?? insertSource(db, format, archive.source);
  }

  /** The row that a record became, which may be deleted; undefined for a new record. */
  find(kind: RecordKind, key: string): number | undefined {
    if (!this.isKnown) return undefined;
    return this.#db.value<number>(findSql, this.#source_id, kind, key);
  }

  /** Stores a relation, or what a record became. */
  note(kind: RecordKind, key: string, row_id: number): void;
  note(kind: RelationKind, key: string): void;
  note(kind: RecordKind | RelationKind, key: string, row_id: number | null = null): void {
    this.#db.run(noteSql, this.#source_id, kind, key, row_id);
  }

  /** Whether an earlier import brought a relation. It may have been removed here. */
  has(kind: RelationKind, key: string): boolean {
    return this.isKnown && this.#db.value<number>(hasSql, this.#source_id, kind, key) !== undefined;
  }
}

const findSql = 'SELECT row_id FROM import_origins WHERE source_id = ? AND kind = ? AND key = ?';
const hasSql = 'SELECT 1 FROM import_origins WHERE source_id = ? AND kind = ? AND key = ?';
const noteSql = 'INSERT INTO import_origins (source_id, kind, key, row_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';

/** A source without a name is the one that has a message of the archive. */
function findSource(
  db: Database,
  format: string,
  { source, messageKeys }: Pick<Archive, 'source' | 'messageKeys'>,
): number | undefined {
  const ids = db.values<number>('SELECT id FROM import_sources WHERE format = ? ORDER BY id', format);
  if (source !== undefined) {
    return db.value<number>('SELECT id FROM import_sources WHERE format = ? AND name = ?', format, source);
  }
  for (const key of ids.length > 0 ? messageKeys() : []) {
    const known = ids.find((id) => db.value<number>(hasSql, id, 'message', key) !== undefined);
    if (known !== undefined) return known;
  }
  return undefined;
}

function insertSource(db: Database, format: string, name: string | undefined): number {
  const sql = `INSERT INTO import_sources (format, name)
    VALUES (?1, coalesce(?2, (SELECT count(*) + 1 FROM import_sources WHERE format = ?1)))`;
  return db.run(sql, format, name ?? null).id;
}

/** Remembers all rows of an export of chatd, which keep their ids, as records of its organization. */
export function noteExport(db: Database): void {
  const uuid = db.value<string>('SELECT uuid FROM realm') as string;
  const known = db.value<number>("SELECT id FROM import_sources WHERE format = 'zulip' AND name = ?", uuid);
  const id = known ?? insertSource(db, 'zulip', uuid);
  db.run(exportedRowsSql, id);
}

// Like the keys that the reader of Zulip's archives and the stores of relations use.
const exportedRowsSql = `INSERT INTO import_origins (source_id, kind, key, row_id)
  SELECT ?1, * FROM (
    SELECT 'user', id, id FROM users WHERE is_system_bot = 0
    UNION ALL SELECT 'group', id, id FROM groups WHERE name IS NOT NULL AND is_system_group = 0
    UNION ALL SELECT 'folder', id, id FROM channel_folders
    UNION ALL SELECT 'channel', id, id FROM channels
    UNION ALL SELECT 'emoji', id, id FROM realm_emoji
    UNION ALL SELECT 'field', id, id FROM profile_fields
    UNION ALL SELECT 'file', path_id, id FROM attachments
    UNION ALL SELECT 'message', id, id FROM messages
    UNION ALL SELECT 'member', group_id || ' ' || user_id, NULL FROM group_members
    UNION ALL SELECT 'subgroup', group_id || ' ' || subgroup_id, NULL FROM group_subgroups
    UNION ALL SELECT 'subscription', channel_id || ' ' || user_id, NULL FROM subscriptions
    UNION ALL SELECT 'reaction', message_id || ' ' || user_id || ' ' || emoji_code, NULL FROM reactions
    UNION ALL SELECT 'star', message_id || ' ' || user_id, NULL FROM message_flags WHERE flag = 'starred'
    UNION ALL SELECT 'linkifier', pattern || ' ' || url_template, NULL FROM linkifiers
    UNION ALL SELECT 'playground', pygments_language || ' ' || name, NULL FROM playgrounds
  ) WHERE true ON CONFLICT DO NOTHING`;
