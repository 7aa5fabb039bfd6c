// Literals, quoted names and comments; a doubled quote is read as two literals. Group 1: a parameter outside of these.
const tokens = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\?\d*)/g;

/** Replaces the parameters of a statement, `?` or `?1`, but no question mark of a literal, quoted name or comment. */
export function replaceParameters(sql: string, replace: (parameter: string) => string): string {
  return sql.replace(tokens, (token, parameter?: string) => (parameter === undefined ? token : replace(parameter)));
}
