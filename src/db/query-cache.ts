import type { SqlValue } from './statement.ts';
import type { TableVersions, Version } from './table-versions.ts';

/** Maximum number of cached rows: some tens of megabytes. */
const capacity = 200_000;
/** Each time a key has this many characters, it counts as one more row. */
const lengthOfRow = 200;
/** Maximum number of cached SQL texts; narrows generate an unbounded number. */
const maxQueries = 2000;

/** A value, and the queries that it was built from. */
export interface Computed {
  value: unknown;
  queries: string;
}

/** Results of queries, by SQL and values, each valid until a table that the SQL names changes. */
export class QueryCache {
  #versions: TableVersions;
  #queries = new Map<string, CachedQuery>();
  /** By name. There are few, so they are never evicted. */
  #computed = new Map<string, Computed & { versions: readonly Version[]; changes: number }>();
  #size = { rows: 0 };

  constructor(versions: TableVersions) {
    this.#versions = versions;
  }

  /** The cached result for `key`; if there is none, caches the result of `find`. */
  get(sql: string, key: unknown, find: () => unknown): unknown {
    this.#versions.refresh();
    return this.#query(sql, sql).get(key, find);
  }

  /** The cached value of a name; if there is none, caches that of `make`, which gets the outdated one. */
  derive(name: string, tables: string, make: (outdated: unknown) => unknown): unknown {
    this.#versions.refresh();
    return this.#query(name, tables).get(undefined, make);
  }

  /** The cached value of a name; if there is none, caches that of `make` until a table of its queries changes. */
  compute(name: string, make: () => Computed): Computed {
    this.#versions.refresh();
    const known = this.#computed.get(name);
    if (known && known.changes === sumOf(known.versions)) return known;
    const { value, queries } = make();
    // Without a query, the value never changes.
    const versions = queries === '' ? [] : this.#versions.listNamed(queries);
    const computed = { value, queries, versions, changes: sumOf(versions) };
    this.#computed.set(name, computed);
    return computed;
  }

  #query(id: string, tables: string): CachedQuery {
    if (this.#size.rows > capacity || this.#queries.size > maxQueries) this.#clear();
    let query = this.#queries.get(id);
    if (!query) {
      query = new CachedQuery(this.#versions.listNamed(tables), this.#size);
      this.#queries.set(id, query);
    }
    return query;
  }

  #clear(): void {
    this.#queries.clear();
    this.#size = { rows: 0 };
  }
}

class CachedQuery {
  #results = new Map<unknown, unknown>();
  #versions: readonly Version[];
  #changes = -1;
  #rows = 0;
  #size: { rows: number };
  /** The last result without a key, because its maker may keep parts of it. */
  #outdated: unknown;

  /** `size` counts the rows of all queries together. */
  constructor(versions: readonly Version[], size: { rows: number }) {
    this.#versions = versions;
    this.#size = size;
  }

  get(key: unknown, find: (outdated: unknown) => unknown): unknown {
    const changes = sumOf(this.#versions);
    if (changes !== this.#changes) this.#clear();
    this.#changes = changes;
    let result = this.#results.get(key);
    if (result === undefined && !this.#results.has(key)) {
      result = find(this.#outdated);
      this.#outdated = undefined;
      this.#store(key, result);
    }
    return result;
  }

  // An empty result counts as one row, too.
  #store(key: unknown, result: unknown): void {
    const ofKey = 1 + (typeof key === 'string' ? Math.floor(key.length / lengthOfRow) : 0);
    const rows = Array.isArray(result) ? result.length + ofKey : ofKey;
    this.#results.set(key, result);
    this.#rows += rows;
    this.#size.rows += rows;
  }

  #clear(): void {
    this.#outdated = this.#results.get(undefined) ?? this.#outdated;
    this.#results.clear();
    this.#size.rows -= this.#rows;
    this.#rows = 0;
  }
}

function sumOf(versions: readonly Version[]): number {
  let changes = 0;
  for (const version of versions) changes += version.changes;
  return changes;
}

/** The key of a query's values. Nearly all queries bind one value; those of a query always have the same types. */
export function keyOf(values: readonly SqlValue[]): SqlValue {
  const [first = null] = values;
  if (values.length <= 1 && !(first instanceof Uint8Array)) return first;
  let key = '';
  for (const value of values) key += `${value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value}\0`;
  return key;
}
