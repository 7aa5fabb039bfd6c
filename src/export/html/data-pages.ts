import { endOfTime } from '../../ground/clock.ts';
import { escapeHtml } from '../../ground/text.ts';
import { listTables, selectSql, type Table } from '../chatd-tables.ts';
import { rowsOf } from '../rows.ts';
import type { Rules } from '../scope.ts';
import { pageLinks, writePage } from './page.ts';
import { addressFrom, paths } from './site.ts';
import type { Website } from './website.ts';

const mostRows = 500;

/** Tables that have pages of their own. */
const shown = new Set(['messages', 'conversations', 'direct_members', 'images', 'pictures', 'groups', 'realm']);

/** Writes the stored data about one person, table by table; returns the names of the tables with their first pages. */
export function writeData(site: Website, rules: Rules): { name: string; path: string }[] {
  const tables = listTables(site.db, rules).filter(({ name }) => !shown.has(name));
  return tables.flatMap((table) => {
    const rows = [...rowsOf<Record<string, unknown>>(site.db, selectSql(table))];
    if (rows.length === 0) return [];
    const name = table.name.replaceAll('_', ' ');
    const count = Math.ceil(rows.length / mostRows);
    for (let page = 1; page <= count; page++) {
      writeTable(site, { table, name, page, count, rows: rows.slice((page - 1) * mostRows, page * mostRows) });
    }
    return [{ name: `${name} (${rows.length})`, path: paths.data(table.name, 1) }];
  });
}

interface Part {
  table: Table;
  name: string;
  page: number;
  count: number;
  rows: readonly Record<string, unknown>[];
}

function writeTable(site: Website, { table, name, page, count, rows }: Part): void {
  const path = paths.data(table.name, page);
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const lines = rows.map((row) =>
    cells(
      'td',
      table.columns.map((column) => textOf(site, column, row[column])),
    ),
  );
  const links = pageLinks(site.texts, {
    page,
    count,
    address: (one) => addressFrom(path, paths.data(table.name, one)),
  });
  const body = `${links}<div class="wide" tabindex="0"><table>${cells('th', table.columns)}${lines.join('\n')}</table></div>${links}`;
  writePage(site, { path, title: name, body });
}

function textOf({ texts }: Website, column: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Buffer.isBuffer(value)) return texts.t('export.bytes', { count: value.length });
  const isTime = column.endsWith('_at') && typeof value === 'number' && value > 0 && value < endOfTime;
  return isTime ? `${new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC` : String(value);
}
