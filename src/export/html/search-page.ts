import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportAssets, tokensFile } from '../../assets.ts';
import type { IndexSize } from './search-index.ts';
import { paths } from './site.ts';
import { publishPage, type Website } from './website.ts';
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
  publishPage(site, {
    path: paths.search,
    title: 'Search',
    isSearch: true,
    body: `<form data-shards="${shards}" data-piece="${messagesOfPiece}" role="search">
<input type="search" aria-label="Words, or their beginnings" autofocus>
<button>Search</button>
</form>
<p><small>Finds messages with all words, among ${messages}.</small></p>
<p id="said" role="status"></p>
<ol id="found" class="list"></ol>
<button id="more" type="button" hidden>More</button>
<script src="${paths.script}"></script>`,
  });
}
