import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createApiKey } from '../../src/accounts/api-key.ts';
import type { App } from '../../src/app.ts';
import { openApp } from '../../src/cli/open-app.ts';
import { actAsOperator } from '../../src/cli/operator.ts';
import { silentLog } from '../../src/ground/log.ts';
import { type Imported, type ImportOptions, importArchive } from '../../src/import/import.ts';
import { UnusableArchive } from '../../src/import/unusable-archive.ts';
import { getUser } from '../../src/users/user.ts';
import { Client } from '../support/client.ts';
import { serve, testConfig } from '../support/server.ts';
import { writeExport } from './zulip-export.ts';

export function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-import-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An organization that nobody has used yet, in a data directory of the test's own. */
export function openEmpty(t: TestContext): App {
  const app = openApp({ ...testConfig(), data_dir: join(makeFolder(t), 'data') }, silentLog);
  t.after(() => app.db.close());
  return app;
}

/** Imports the files of an export. */
export function importFiles(
  t: TestContext,
  app: App,
  files: Readonly<Record<string, unknown>>,
  options: Partial<ImportOptions> = {},
): Promise<Imported> {
  const folder = makeFolder(t);
  writeExport(folder, files);
  return importArchive(app, {
    format: 'zulip',
    file: folder,
    files: undefined,
    people: undefined,
    isDryRun: false,
    keepsWritten: false,
    merges: false,
    old_urls: [],
    onProgress() {},
    onFault() {},
    act: (store) => actAsOperator(app, { command: 'import', about: {} }, store),
    ...options,
  });
}

/** The error of an import, which must leave everything as it was; undefined if there is none. */
export async function failImport(
  t: TestContext,
  files: Readonly<Record<string, unknown>>,
  options: Partial<ImportOptions>,
): Promise<unknown> {
  const app = openEmpty(t);
  const before = dump(app);
  const error = await importFiles(t, app, files, options).then(
    () => undefined,
    (reason) => reason,
  );
  if (error !== undefined) assert.deepEqual(dump(app), before);
  return error;
}

/** Answers for an organization; returns a client for each user by id. */
export async function clientsOf(t: TestContext, app: App): Promise<(user_id: number) => Client> {
  const url = await serve(t, app);
  return (user_id) => {
    const user = getUser(app.db, user_id);
    return new Client(url, { email: user.email, key: app.db.transaction(() => createApiKey(app, user)) });
  };
}

/** All rows of all tables but those of search and of keys. */
export function dump({ db }: App): Record<string, unknown[]> {
  const tables = db.values<string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
  return Object.fromEntries(tables.map((table) => [table, db.connection.prepare(`SELECT * FROM ${table}`).all()]));
}

/** Problems of records that an import left out or mended. */
export function listProblems({ left, changed }: Imported['tally']): string[] {
  const ofFields = changed.filter(({ noun }) => noun === 'fields');
  return [
    ...left.flatMap(({ examples }) => examples),
    ...ofFields.flatMap(({ reason, examples }) =>
      examples.map((one) => `${one}: ${reason.replace(/: read without it$/, '.')}`),
    ),
    ...changed.map(({ noun, reason, examples }) => `${noun}: ${reason}: ${examples.join()}`),
  ];
}

/** Problems of a broken export that is imported into an empty organization, or the error if nothing of it can be read. */
export async function importBroken(
  t: TestContext,
  files: Readonly<Record<string, unknown>>,
  options: Partial<ImportOptions>,
): Promise<string[]> {
  const app = openEmpty(t);
  try {
    const { tally } = await importFiles(t, app, files, options);
    return listProblems(tally);
  } catch (error) {
    if (!(error instanceof UnusableArchive)) throw error;
    return [error.message.replace(/^Nothing in .*? can be read\. /, '')];
  }
}
