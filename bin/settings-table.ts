import { readFileSync, writeFileSync } from 'node:fs';
import { type Setting, serverSettings } from '../src/ground/server-settings.ts';

// Writes the settings of a server into the README of the commands.

const readme = new URL('../src/cli/README.md', import.meta.url);
const between = /(?<=\n## Settings\n[^|]*)\|[\s\S]*?\n(?=\n)/;

/** The settings as a table of Markdown. */
export function settingsTable(table: Readonly<Record<string, Setting>> = serverSettings): string {
  const rows = Object.entries(table).map(([name, { value, form, says, fallback }]) => {
    const meaning = form.choices ? `${says}: ${form.choices.join(', ')}` : says;
    const [flag, variable] = [`\`--${name.replaceAll('_', '-')} ${value}\``, `\`CHATD_${name.toUpperCase()}\``];
    return [flag, variable, fallback === undefined ? '' : `\`${fallback}\``, meaning];
  });
  const head = [['flag', 'variable', 'default', 'meaning'], Array.from({ length: 4 }, () => '---')];
  return [...head, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** The table in the README. */
export function readTable(): string {
  return between.exec(readFileSync(readme, 'utf8'))?.[0] ?? '';
}

if (import.meta.main)
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(between, () => settingsTable()),
  );
