import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportAssets, tokensFile } from '../../assets.ts';
import { escapeHtml } from '../../ground/text.ts';
import type { UnvaryingKey } from '../../languages/keys.ts';
import { writePage } from './page.ts';
import type { IndexSize } from './search-index.ts';
import { paths } from './site.ts';
import type { Website } from './website.ts';
import { shardOf, wordsOf } from './words.ts';

/** Writes the search page, its script, and the style sheet of all pages. */
export function writeSearchPage(site: Website, { messages, messagesOfPiece, shards }: IndexSize): void {
  mkdirSync(join(site.folder, 'assets'), { mode: 0o700 });
  const style = readFileSync(tokensFile, 'utf8') + readFileSync(join(exportAssets, 'style.css'), 'utf8');
  writeFileSync(join(site.folder, paths.style), style, { mode: 0o600 });
  // The script splits the query into words with the functions that built the index. In the executable, functions may
  // have other names.
  const script = `const wordsOf = ${wordsOf};\nconst shardOf = ${shardOf};\n${readFileSync(join(exportAssets, 'search.js'), 'utf8')}`;
  writeFileSync(join(site.folder, paths.script), script, { mode: 0o600 });
  const say = (key: UnvaryingKey) => escapeHtml(site.texts.t(key));
  const search = say('common.search');
  const said = {
    'words-too-short': say('export.wordsTooShort'),
    searching: say('export.searching'),
    // The script puts values in their places.
    found: escapeHtml(site.texts.t('export.found', { count: '{count}' })),
    unreadable: escapeHtml(site.texts.t('export.cannotBeRead', { file: '{file}' })),
  };
  const data = Object.entries(said).map(([name, text]) => `data-${name}="${text}"`);
  writePage(site, {
    path: paths.search,
    title: site.texts.t('common.search'),
    isSearch: true,
    body: `<form data-shards="${shards}" data-piece="${messagesOfPiece}" ${data.join(' ')} role="search">
<input type="search" aria-label="${say('export.words')}" autofocus>
<button>${search}</button>
</form>
<p><small>${escapeHtml(site.texts.t('export.finds', { count: messages }))}</small></p>
<p id="said" role="status"></p>
<ol id="found" class="list"></ol>
<button id="more" type="button" hidden>${say('common.more')}</button>
<script src="${paths.script}"></script>`,
  });
}
