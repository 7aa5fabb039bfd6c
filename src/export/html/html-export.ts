import { chmodSync, constants, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version } from '../../assets.ts';
import type { Database } from '../../db/database.ts';
import type { Texts } from '../../ground/texts.ts';
import { organizationTexts, textsFor } from '../../users/language.ts';
import type { Wish } from '../chatd-export.ts';
import { contentPath, listContents } from '../contents.ts';
import { folderMarker, placeExport } from '../place.ts';
import { Progress } from '../progress.ts';
import { rowsOf } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { readSnapshot, type Snapshot } from '../snapshot.ts';
import { writeConversations } from './conversation-pages.ts';
import { writeData } from './data-pages.ts';
import { Links } from './links.ts';
import { writeChannels, writeDirect, writeIndex, writePeople } from './list-pages.ts';
import { PagePlan } from './page-plan.ts';
import { writeSearchIndex } from './search-index.ts';
import { writeSearchPage } from './search-page.ts';
import { paths } from './site.ts';
import type { Person, Website } from './website.ts';

/** The contents of the pages, and the omissions. */
interface HtmlExported {
  counts: Readonly<Record<string, number>>;
  /** SHA-256 of files that are missing on disk. */
  missing_files: readonly string[];
}

/**
 * Writes a folder of pages for browsers, of one state of the database, even while a server runs. Throws
 * UnusableDataDir, NoSuchUser or PlaceTaken.
 */
export async function exportHtml({
  data_dir,
  scope = { kind: 'everything' },
  now,
  onProgress,
  ...place
}: Wish): Promise<HtmlExported> {
  const progress = new Progress(3, onProgress);
  let exported: HtmlExported | undefined;
  await placeExport(place, async (scratch) => {
    const folder = join(scratch, 'pages');
    mkdirSync(folder, { mode: 0o700 });
    const written = await readSnapshot(data_dir, scope, (snapshot) =>
      writePages(snapshot, { folder, scratch, scope, now, progress }),
    );
    await copyFiles(written.files, folder, progress);
    exported = written.exported;
    const marker = {
      format: 'chatd-pages',
      version: 1,
      chatd: version,
      created_at: now,
      scope: scope.kind,
      ...exported,
    };
    writeFileSync(join(folder, folderMarker), `${JSON.stringify(marker, undefined, 2)}\n`, { mode: 0o600 });
    return folder;
  });
  progress.end();
  return exported as unknown as HtmlExported;
}

interface Target {
  folder: string;
  scratch: string;
  scope: Scope;
  now: number;
  progress: Progress;
}

/** A file to copy when the database has been read. */
interface Copied {
  source: string;
  path: string;
}

async function writePages(
  snapshot: Snapshot,
  { folder, scratch, scope, now, progress }: Target,
): Promise<{ exported: HtmlExported; files: readonly Copied[] }> {
  const { db, uploads, rules } = snapshot;
  const plan = new PagePlan(db);
  const texts = textsOf(db, scope);
  const organization = db.value<string>('SELECT name FROM realm') || texts.t('export.organization');
  const site: Website = {
    db,
    folder,
    organization,
    texts,
    plan,
    links: new Links(db, plan),
    people: findPeople(db),
    progress,
  };
  writeImages(site);
  await writeConversations(site);
  writeChannels(site);
  writeDirect(site);
  writePeople(site);
  writeSearchPage(site, await writeSearchIndex(site, scratch));
  const data = scope.kind === 'user' ? writeData(site, rules) : [];
  writeIndex(site, { now, says: saysOf(texts, scope), others: [...listsOf(db, texts), ...data] });
  const { missing } = listContents(db, uploads);
  return {
    exported: { counts: countAll(db), missing_files: missing },
    files: listFiles(db, uploads, new Set(missing)),
  };
}

/** What the pages about one person say is in that person's language. */
function textsOf(db: Database, scope: Scope): Texts {
  const id = scope.kind === 'user' ? db.value<number>('SELECT id FROM person') : undefined;
  return id === undefined ? organizationTexts(db) : textsFor(db, { id });
}

function saysOf(texts: Texts, scope: Scope): string[] {
  if (scope.kind === 'user') return [texts.t('export.user', { address: scope.email }), texts.t('export.notUser')];
  if (scope.kind === 'public') return [texts.t('export.public'), texts.t('export.notPublic')];
  return [texts.t('export.everything'), texts.t('export.notEverything')];
}

function listsOf(db: Database, texts: Texts): { name: string; path: string }[] {
  const hasDirect = db.value<number>('SELECT 1 FROM conversations WHERE channel_id IS NULL LIMIT 1') !== undefined;
  const direct = hasDirect ? [{ name: texts.t('common.directMessages'), path: paths.direct(1) }] : [];
  return [...direct, { name: texts.t('common.people'), path: paths.people(1) }];
}

/** The names of all people, including those who are in an export only as senders of messages or recipients. */
function findPeople(db: Database): Map<number, Person> {
  const sql = `SELECT u.id, u.full_name, i.content_type FROM main.users u
    LEFT JOIN images i ON i.id = u.avatar_image_id`;
  const rows = db.tuples<[id: number, full_name: string, content_type: string | null]>(sql);
  return new Map(
    rows.map(([id, full_name, type]) => [
      id,
      { full_name, avatar: type === null ? undefined : paths.avatar(id, type) },
    ]),
  );
}

interface ImageRow {
  id: number;
  content_type: string;
  bytes: Buffer;
}

const avatarsSql = 'SELECT u.id, i.content_type, i.bytes FROM users u JOIN images i ON i.id = u.avatar_image_id';
const emojiSql = 'SELECT e.id, i.content_type, i.bytes FROM realm_emoji e JOIN images i ON i.id = e.image_id';

function writeImages({ db, folder }: Website): void {
  for (const { id, content_type, bytes } of rowsOf<ImageRow>(db, avatarsSql)) {
    write(join(folder, paths.avatar(id, content_type)), bytes);
  }
  for (const { id, content_type, bytes } of rowsOf<ImageRow>(db, emojiSql)) {
    write(join(folder, paths.emoji(id, content_type)), bytes);
  }
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, bytes, { mode: 0o600 });
}

function listFiles(db: Database, uploads: string, missing: ReadonlySet<string>): Copied[] {
  const rows = db.tuples<[id: number, name: string, sha256: string]>('SELECT id, name, sha256 FROM attachments');
  return rows
    .filter(([, , sha256]) => !missing.has(sha256))
    .map(([id, name, sha256]) => ({ source: contentPath(uploads, sha256), path: paths.file(id, name) }));
}

async function copyFiles(files: readonly Copied[], folder: string, progress: Progress): Promise<void> {
  progress.begin(files.length);
  for (const file of files) {
    copy(file, folder);
    progress.advance();
    if (progress.isDue) await progress.rest();
  }
}

function copy({ source, path }: Copied, folder: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  copyFileSync(source, file, constants.COPYFILE_FICLONE);
  chmodSync(file, 0o600);
}

function countAll(db: Database): Record<string, number> {
  const counts = {
    channels: 'SELECT count(*) FROM channels',
    topics: 'SELECT count(DISTINCT conversation_id) FROM messages WHERE channel_id IS NOT NULL',
    'direct conversations': 'SELECT count(DISTINCT conversation_id) FROM messages WHERE channel_id IS NULL',
    messages: 'SELECT count(*) FROM messages',
    people: 'SELECT count(*) FROM users WHERE is_system_bot = 0',
    files: 'SELECT count(*) FROM attachments',
  };
  return Object.fromEntries(Object.entries(counts).map(([noun, sql]) => [noun, db.value<number>(sql) ?? 0]));
}
