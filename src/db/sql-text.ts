// Literals, quoted names and comments; a doubled quote is read as two literals. Group 1: a parameter outside of these.
const tokens = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\?\d*)/g;

/** Replaces the parameters of a statement, `?` or `?1`, and no question mark in a literal, quoted name or comment. */
export function replaceParameters(sql: string, replace: (parameter: string) => string): string {
  return sql.replace(tokens, (token, parameter?: string) => (parameter === undefined ? token : replace(parameter)));
}

const written = /\b(?:INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+(\w+)/gi;

/** The tables that a statement or trigger inserts into, updates or deletes from, in the order of the text. */
export function listWrittenTables(sql: string): string[] {
  const bare = sql.replace(tokens, (token) => {
    if (/^['/-]/.test(token)) return ' ';
    return /^["`[]/.test(token) ? token.slice(1, -1) : token;
  });
  return [...bare.matchAll(written)].map(([, table = '']) => table);
}
