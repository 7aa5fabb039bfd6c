import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** What later records of an archive say about a message: edits, deletions, reactions. There can be millions. */
export class Marks<Kind extends string> {
  readonly #db: Sqlite.Database;
  readonly #insert: Sqlite.Statement;
  readonly #list: Sqlite.Statement<[string, string], string>;

  constructor(scratch: string) {
    this.#db = new Sqlite(join(scratch, 'marks.db'));
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -8192']) this.#db.pragma(pragma);
    this.#db.exec(`CREATE TABLE marks (id INTEGER PRIMARY KEY, target TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
      value TEXT NOT NULL);
      CREATE INDEX marks_by_target ON marks (target, kind);
      BEGIN`);
    this.#insert = this.#db.prepare(
      'INSERT INTO marks (target, kind, key, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#list = this.#db
      .prepare<[string, string], string>('SELECT value FROM marks WHERE target = ? AND kind = ? ORDER BY id')
      .pluck();
  }

  /** Adds a mark, by the key of its own record. */
  add(target: string, kind: Kind, { key, value }: { key: string; value: unknown }): void {
    this.#insert.run(target, kind, key, JSON.stringify(value));
  }

  /** Removes the marks whose own records are targets of a kind of mark, such as one that takes them back. */
  removeTargets(kind: Kind): void {
    this.#db.prepare('DELETE FROM marks WHERE key IN (SELECT target FROM marks WHERE kind = ?)').run(kind);
  }

  /** In the order in which they were added. */
  list(target: string, kind: Kind): unknown[] {
    return this.#list.all(target, kind).map((text) => JSON.parse(text));
  }

  close(): void {
    this.#db.close();
  }
}
