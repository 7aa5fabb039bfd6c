import type { SqlValue } from './statement.ts';

/** A piece of SQL over `messages m`, with the values it binds. */
export interface Sql {
  sql: string;
  values: readonly SqlValue[];
}

/** True of every message. */
export const always: Sql = { sql: '1', values: [] };
/** True of no message. */
export const never: Sql = { sql: '0', values: [] };

export function isNever({ sql }: Sql): boolean {
  return sql === never.sql;
}

/** So many texts are kept; narrows generate an unbounded number. */
const mostTexts = 1000;

/**
 * `make`, with its results kept. A text that is put together anew is also hashed anew wherever it is looked up, among
 * the cached results and the prepared statements.
 */
export function keepTexts(make: (part: string) => string): (part: string) => string {
  const texts = new Map<string, string>();
  return (part) => {
    let text = texts.get(part);
    if (text === undefined) {
      if (texts.size >= mostTexts) texts.clear();
      text = make(part);
      texts.set(part, text);
    }
    return text;
  };
}

const inBrackets = keepTexts((sql) => `(${sql})`);

export function conjunction(pieces: readonly Sql[]): Sql {
  const real = pieces.filter((piece) => piece !== always);
  if (real.length === 0) return always;
  return {
    sql: real.map(({ sql }) => inBrackets(sql)).join(' AND '),
    values: real.flatMap(({ values }) => values),
  };
}

/** True of all other messages, including those for which a piece is NULL. */
export function negation(piece: Sql): Sql {
  if (piece === always) return never;
  if (piece === never) return always;
  return { sql: `(${piece.sql}) IS NOT TRUE`, values: piece.values };
}
