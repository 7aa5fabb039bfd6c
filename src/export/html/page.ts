import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { escapeHtml } from '../../ground/text.ts';
import type { Texts } from '../../ground/texts.ts';
import { addressFrom, paths } from './site.ts';

/** A page; its HTML is already escaped. */
export interface Page {
  path: string;
  title: string;
  /** Its parent pages from the index on: names with paths. */
  trail?: readonly { name: string; path: string }[];
  body: string;
  /** Whether it contains the search script. */
  isSearch?: boolean;
}

/**
 * Pages load only files of the folder, and only the search page runs a script. `file:` is for browsers that do not
 * treat files as one site.
 */
const policy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'self' file:";
const searchPolicy = `${policy}; script-src 'self' file:`;

/** What all pages share. */
export interface Frame {
  /** The top folder. */
  folder: string;
  organization: string;
  /** What the pages say. */
  texts: Texts;
}

export function writePage(frame: Frame, page: Page): void {
  const file = join(frame.folder, page.path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, textOf(frame, page), { mode: 0o600, flag: 'wx' });
}

function textOf({ organization, texts }: Frame, { path, title, trail = [], body, isSearch = false }: Page): string {
  const at = (target: string) => escapeHtml(addressFrom(path, target));
  const steps = [{ name: organization, path: paths.index(1) }, ...trail].map(
    (step) => `<a href="${at(step.path)}">${escapeHtml(step.name)}</a>`,
  );
  const isIndex = path === paths.index(1);
  const way = isIndex
    ? ''
    : `<nav class="way" aria-label="${escapeHtml(texts.t('export.way'))}">${steps.join(' › ')}</nav>`;
  return `<!doctype html>
<html lang="${texts.language}" dir="${texts.direction}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${isSearch ? searchPolicy : policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(isIndex ? organization : `${title} · ${organization}`)}</title>
<link rel="stylesheet" href="${at(paths.style)}">
<header>${way}<h1>${escapeHtml(title)}</h1>${isSearch ? '' : `<a class="search" href="${at(paths.search)}">${escapeHtml(texts.t('common.search'))}</a>`}</header>
<main>
${body}
</main>
`;
}

interface Numbered {
  page: number;
  count: number;
  address: (page: number) => string;
}

/** Links to the other pages of a list; empty if there is only one page. */
export function pageLinks(texts: Texts, { page, count, address }: Numbered): string {
  if (count < 2) return '';
  const shown = Array.from({ length: count }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === count || Math.abs(one - page) <= 3,
  );
  const items = shown.map((one, index) => {
    const gap = one - (shown[index - 1] ?? one - 1) > 1 ? '<li>…' : '';
    if (one === page) return `${gap}<li><b aria-current="page">${one}</b>`;
    return `${gap}<li><a href="${escapeHtml(address(one))}">${one}</a>`;
  });
  return `<nav class="pages" aria-label="${escapeHtml(texts.t('export.pages'))}"><ol>${items.join('')}</ol></nav>`;
}

/** A time for people, in UTC, as HTML. */
export function timeHtml(seconds: number): string {
  const { date, time } = timeIn(seconds);
  return time(date);
}

/** A time for people, in UTC, as the parameters of messages with it. */
export function timeIn(seconds: number): { date: string; time: (inside: string) => string } {
  const iso = new Date(seconds * 1000).toISOString();
  return {
    date: `${iso.slice(0, 10)} ${iso.slice(11, 16)}`,
    time: (inside) => `<time datetime="${iso}">${inside}</time>`,
  };
}
