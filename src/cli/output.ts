/** Prints data for programs: one line of JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints data for people: a name and a value on each line of standard output, without undefined and null values. */
export function printFields(fields: Record<string, unknown>): void {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(...entries.map(([name]) => name.length));
  for (const [name, value] of entries) process.stdout.write(`${name.padEnd(width)}  ${value}\n`);
}

/** Prints rows in aligned columns on standard output. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
}

/** Prints a message on standard error. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
