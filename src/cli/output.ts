/** Data, for programs: one line of JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Data, for people: a name and a value a line on standard output. What is undefined is left out. */
export function printFields(fields: Record<string, unknown>): void {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  const width = Math.max(...entries.map(([name]) => name.length));
  for (const [name, value] of entries) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
}

/** Rows in aligned columns on standard output. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** Talk: a line on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
