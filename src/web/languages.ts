import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { pseudoLanguage } from '../languages/list.ts';
import { languageNames } from '../languages/names.ts';

/** The list of languages, each with its own name, for visitors without an account. Their addresses keep a query. HTML. */
export function renderLanguages(texts: Texts, query: Readonly<Record<string, string>> = {}): string {
  const own = texts.language === pseudoLanguage ? 'en' : texts.language;
  const links = Object.entries(languageNames).map(([code, name]) => {
    const href = escapeHtml(`?${new URLSearchParams({ ...query, language: code })}`);
    const current = code === own ? ' aria-current="true"' : '';
    return `<li><a href="${href}" hreflang="${code}" lang="${code}"${current}>${name}</a></li>`;
  });
  return `<nav class="languages" aria-label="${escapeHtml(texts.t('organization.language'))}">
<details><summary>${globe}<span lang="${own}">${languageNames[own]}</span></summary>
<ul>${links.join('')}</ul></details></nav>`;
}

const globe =
  '<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.4" aria-hidden="true">' +
  '<circle cx="10" cy="10" r="7.5"/><path d="M2.5 10h15M10 2.5c5 4.5 5 10.5 0 15M10 2.5c-5 4.5-5 10.5 0 15"/></svg>';
