// Keeps src/emoji/table.json, src/emoji/slack-names.json and src/client/text/emoji-categories.json up to date with the
// package emoji-datasource.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Names of each emoji by its code, the preferred name first. */
type Table = Record<string, readonly string[]>;

interface Emoji {
  unified: string;
  non_qualified: string | null;
  short_names: string[];
  category: string;
  sort_order: number;
}

/** The text of `table.json`: the emoji it has, with their names, and those that only the package has. */
export function emojiTable(): string {
  const table = readTable();
  const taken = new Set(Object.values(table).flat());
  const known = listEmoji().map(({ code, names }) => [code, table[code] ?? names.filter((name) => !taken.has(name))]);
  return written(Object.fromEntries(known));
}

/** The text of `slack-names.json`: Slack's names that are not, or not for the same emoji, in the table. */
export function slackNames(): string {
  const table = readTable();
  const codes = new Map(Object.entries(table).flatMap(([code, names]) => names.map((name) => [name, code])));
  const foreign = listEmoji().flatMap(({ code, names }) =>
    names.filter((name) => codes.get(name) !== code).map((name) => [name, table[code]?.[0]]),
  );
  return written(Object.fromEntries(foreign.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))));
}

/** The text of `emoji-categories.json`: the codes of each category, separated by spaces. */
export function emojiCategories(): string {
  const groups = Map.groupBy(listEmoji(), ({ category }) => category.split(' ')[0]?.toLowerCase() ?? '');
  const codes = [...groups].map(([name, all]) => [name, all.map(({ code }) => code).join(' ')]);
  return written(Object.fromEntries(codes));
}

/** Every emoji of the package in its order, with Slack's names. */
function listEmoji(): { code: string; names: string[]; category: string }[] {
  const all = createRequire(import.meta.url)('emoji-datasource') as Emoji[];
  return all
    .toSorted((a, b) => a.sort_order - b.sort_order)
    .map(({ unified, non_qualified, short_names, category }) => ({
      category,
      code: (non_qualified ?? unified).toLowerCase(),
      names: [...new Set(short_names)],
    }))
    .filter(({ names: [name = ''] }) => !name.startsWith('skin-tone-'));
}

const folder = join(import.meta.dirname, '../src/emoji');

function readTable(): Table {
  return JSON.parse(readFileSync(join(folder, 'table.json'), 'utf8')) as Table;
}

function written(entries: Record<string, unknown>): string {
  const lines = Object.entries(entries).map(([key, value]) => `  ${JSON.stringify(key)}: ${writtenValue(key, value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

// As the formatter of the project breaks lines.
function writtenValue(key: string, value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  const items = value.map((one) => JSON.stringify(one));
  const line = `[${items.join(', ')}]`;
  const isLong = key.length + line.length + ',  "": '.length > 120;
  return isLong ? `[\n    ${items.join(',\n    ')}\n  ]` : line;
}

if (import.meta.main) {
  writeFileSync(join(folder, 'table.json'), emojiTable());
  writeFileSync(join(folder, 'slack-names.json'), slackNames());
  writeFileSync(join(folder, '../client/text/emoji-categories.json'), emojiCategories());
}
