import { escapeControls } from '../ground/text.ts';

/** Prints data for programs: one line of JSON on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Prints data for people: a name and a value on each line of standard output, without undefined and null values. */
export function printFields(fields: Record<string, unknown>): void {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const width = Math.max(...entries.map(([name]) => name.length));
  for (const [name, value] of entries) printLine(`${name.padEnd(width)}  ${value}`);
}

/** Prints rows in aligned columns on standard output. */
export function printTable(texts: readonly (readonly string[])[]): void {
  const rows = texts.map((row) => row.map(escapeControls));
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    printLine(cells.join('  ').trimEnd());
  }
}

/** Prints a line for people on standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}

/** Prints a text on standard output: unchanged for programs, its lines escaped on a terminal. */
export function printText(text: string): void {
  if (!process.stdout.isTTY) process.stdout.write(`${text}\n`);
  else for (const line of text.split('\n')) printLine(line);
}

/** Prints a message, of one line or several, on standard error. */
export function say(message: string): void {
  process.stderr.write(`${message.split('\n').map(escapeControls).join('\n')}\n`);
}
