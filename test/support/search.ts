import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { IndexedSearch, SearchOptions } from '../../src/search/indexed-search.ts';
import { finish } from '../../src/search/steps.ts';
import { indexFile } from '../../src/search/text-index.ts';
import type { PageRequest, ThreadPage } from '../../src/search/text-search.ts';

/** A name for a database file in a folder of its own, which goes with the test. */
export function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'chatd.db');
}

/** Lets every thread that searches fail: there is no place for its index. */
export function breakIndex(file: string): void {
  mkdirSync(indexFile(file), { recursive: true });
}

/** How the messages of a database file are searched with its index. */
export function searchOptions(file: string): SearchOptions {
  return { messages: file, file: indexFile(file), nativeBinding: undefined };
}

/** Finds a page without a pause, on one state of the database. */
export function findAtOnce(search: IndexedSearch, request: PageRequest): ThreadPage {
  const [outcome] = search.messages.snapshot([() => finish(search.find(request))]);
  if (!outcome || 'error' in outcome) throw outcome?.error;
  return outcome.value as ThreadPage;
}
