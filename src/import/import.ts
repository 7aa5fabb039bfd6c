import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { lastMessageId } from '../conversations/conversation.ts';
import { createDataDir, importPrefix } from '../db/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import { exportManifest } from '../export/chatd-format.ts';
import type { Remark } from '../export/remark.ts';
import { exportZulip } from '../export/zulip/zulip-export.ts';
import { pathsIn } from '../ground/data-paths.ts';
import type { Archive } from './archive.ts';
import { type ArchiveFolder, openArchiveFolder } from './archive-folder.ts';
import { readExportFiles, readExportManifest, storeExport } from './chatd.ts';
import { type Content, placeContents, presumeContents, readContents } from './contents.ts';
import { Faults, type OnFault } from './faults.ts';
import { type ArchiveFormat, type Format, formats, readArchive } from './formats.ts';
import { type Job, mapIds } from './job.ts';
import { MessageIds } from './message-ids.ts';
import { readNews } from './news.ts';
import { cameBefore, noteExport, Origins } from './origins.ts';
import { matchPeople, readPeople } from './people.ts';
import { type ShownConversation, showConversations } from './preview.ts';
import { holdUnread, storeReadState } from './read-state.ts';
import { recognize } from './recognize.ts';
import { storeChannels, storeFolders } from './store-channels.ts';
import { storeFiles, tellLostReferences } from './store-files.ts';
import { storeFlags, storeReactions } from './store-flags.ts';
import { storeGroups } from './store-groups.ts';
import { storeMessages } from './store-messages.ts';
import {
  storeEmoji,
  storeLinkifiers,
  storePlaygrounds,
  storeProfileFields,
  storeProfileValues,
} from './store-organization.ts';
import { storePersonal, storeTopicPolicies } from './store-personal.ts';
import { storeRealm } from './store-realm.ts';
import { storeSteps } from './store-steps.ts';
import { findJoinedChannels, storeSubscriptions } from './store-subscriptions.ts';
import { storeBots, storeUsers } from './store-users.ts';
import { Tally } from './tally.ts';
import { ImportRefused, UnusableArchive } from './unusable-archive.ts';

export interface ImportOptions {
  format: Format;
  /** A folder or an archive. */
  file: string;
  /** A folder of files that the archive refers to but does not contain. */
  files: string | undefined;
  /** Reads and checks everything, but stores nothing. */
  isDryRun: boolean;
  /** Whether to show some conversations as they are there and would be here. */
  keepsWritten: boolean;
  /** Adds to an organization that has people. */
  merges: boolean;
  /** A CSV file that says who people of the archive are here; see people.ts. */
  people: string | undefined;
  /** URLs of the archive's server, without a trailing slash. */
  old_urls: readonly string[];
  /** Called with the number of bytes of messages read so far, and the total. */
  onProgress(done: number, total: number): void;
  /** Called with a line for each broken record and field. */
  onFault: OnFault;
  /** Runs the changes to the organization as one act. */
  act(store: () => void): void;
}

/** The result of an import, or of a dry run. */
export interface Imported {
  tally: Tally;
  /** Ids of new people, who have no password yet. */
  newUserIds: readonly number[];
  /** Some conversations, if they were asked for. */
  shown: readonly ShownConversation[];
}

/** Ends the transaction of a dry run. */
class DryRunEnds extends Error {}

/**
 * Imports an archive in one transaction. No events are published: clients load everything again. The caller has ensured
 * that no server is running. Throws UnusableArchive or ImportRefused.
 */
export async function importArchive(app: Context, options: ImportOptions): Promise<Imported> {
  const isMerge = hasPeople(app);
  if (isMerge && !options.merges) {
    throw new ImportRefused('The organization has people already; --merge adds the archive to it.');
  }
  const scratch = mkdtempSync(join(app.config.data_dir, importPrefix));
  try {
    return await importWith(app, { ...options, scratch, isMerge });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function hasPeople({ db }: Context): boolean {
  const sql = `SELECT 1 FROM users WHERE is_system_bot = 0 UNION ALL SELECT 1 FROM messages LIMIT 1`;
  return db.value<number>(sql) !== undefined;
}

type Plan = ImportOptions & { scratch: string; isMerge: boolean };

async function importWith(app: Context, plan: Plan): Promise<Imported> {
  if (plan.format === 'chatd') return plan.isMerge ? mergeExport(app, plan) : importExport(app, plan);
  const format: ArchiveFormat = formats[plan.format];
  const folder = await open(plan, format);
  const people = plan.people === undefined ? [] : readPeople(plan.people);
  const unmatched = new Tally();
  const archive = readArchive(format, folder, plan);
  try {
    const matched = matchPeople(archive, people, unmatched);
    const imported = await importArchived(app, { plan, folder, archive: matched });
    imported.tally.include(unmatched);
    return imported;
  } finally {
    archive.close();
  }
}

/** A dry run unpacks only the files that it reads. */
async function open(
  plan: Plan,
  { markers, takesFile, records, prepare }: Omit<ArchiveFormat, 'read'>,
): Promise<ArchiveFolder> {
  const { file, files, isDryRun } = plan;
  const scratch = join(plan.scratch, 'archive');
  mkdirSync(scratch);
  const unpacks = (name: string) => !isDryRun || /\.jsonl?$/.test(name) || records?.test(name) === true;
  const folder = await openArchiveFolder(file, { scratch, files, markers, takesFile, unpacks });
  if (!prepare) return folder;
  const prepared = join(plan.scratch, 'prepared');
  mkdirSync(prepared);
  return prepare(folder, prepared);
}

async function importArchived(app: Context, { plan, folder, archive }: Omit<Sources, 'contents'>): Promise<Imported> {
  const contents = plan.isDryRun ? presumeContents(archive, folder) : await readContents(archive, folder);
  return withContents(app, { plan, folder, contents }, (tally) => {
    if (!plan.isMerge) clearRealm(app);
    const job = createJob(app, { plan, archive, folder, contents }, tally);
    for (const loss of folder.losses) job.faults.leave('files of the archive', loss);
    storeAll(job);
    archive.tellRest(tally);
    ensureSomething(tally, plan.file);
    return { newUserIds: [...job.newUserIds], shown: plan.keepsWritten ? showConversations(job) : [] };
  });
}

/** Throws UnusableArchive if no record of the archive could be read. */
function ensureSomething({ came, left }: Tally, file: string): void {
  if (left.length === 0 || ['users', 'bots', 'channels', 'groups', 'folders'].some((noun) => came.has(noun))) return;
  if (left.some(({ reason }) => reason === cameBefore)) return;
  const [example] = left.flatMap(({ examples }) => examples);
  throw new UnusableArchive(`Nothing in ${file} can be read. ${example}`);
}

async function importExport(app: Context, plan: Plan): Promise<Imported> {
  const folder = await open(plan, { markers: [exportManifest], takesFile: false });
  const [loss] = folder.losses;
  if (loss !== undefined) throw new UnusableArchive(loss);
  const manifest = readExportManifest(app.db, folder);
  const contents = await readExportFiles(folder);
  return withContents(app, { plan, folder, contents }, (tally) => {
    storeExport(app, { folder, manifest, tally, onProgress: plan.onProgress });
    noteExport(app.db);
    for (const sha256 of manifest.missing_files) tally.leave('files', 'the export lacks what they hold', sha256);
    return { newUserIds: app.db.values<number>('SELECT id FROM users WHERE is_system_bot = 0'), shown: [] };
  });
}

/** Adds an export of chatd to an organization: rewritten for Zulip, because rows can only replace all others. */
async function mergeExport(app: Context, plan: Plan): Promise<Imported> {
  const { file, left_out } = await rewriteExport(app, plan);
  const scratch = join(plan.scratch, 'rewritten');
  mkdirSync(scratch);
  const imported = await importWith(app, { ...plan, format: 'zulip', file, scratch });
  for (const { noun, reason, count } of left_out) imported.tally.leave(noun, reason, '', count);
  return imported;
}

/** An archive of a Zulip server with an export of chatd, and the omissions. */
async function rewriteExport(app: Context, plan: Plan): Promise<{ file: string; left_out: readonly Remark[] }> {
  const data_dir = join(plan.scratch, 'organization');
  createDataDir(data_dir);
  const { db } = openDatabase(pathsIn(data_dir).database);
  try {
    const act = (store: () => void) => db.transaction(store);
    const organization = { ...app, db, config: { ...app.config, data_dir } };
    await importExport(organization, { ...plan, isDryRun: false, act, onProgress() {} });
  } finally {
    db.close();
  }
  const file = join(plan.scratch, 'rewritten.tar.gz');
  const { left_out } = await exportZulip({ data_dir, file, now: app.clock.now() });
  rmSync(data_dir, { recursive: true });
  return { file, left_out };
}

type Placed = Pick<Sources, 'plan' | 'folder' | 'contents'>;

/** Stores an archive, and returns what to say besides the counts. */
type Store = (tally: Tally) => Omit<Imported, 'tally'>;

/** Stores an archive in one act, with the contents of its files, which are removed again if it fails. */
function withContents(app: Context, placed: Placed, store: Store): Imported {
  const { isDryRun, scratch } = placed.plan;
  const takeAway = isDryRun ? () => {} : placeContents(app, { ...placed, scratch });
  try {
    return act(app, placed.plan, store);
  } catch (error) {
    takeAway();
    throw error;
  }
}

function act(app: Context, plan: Plan, store: Store): Imported {
  // Large, because pages of many tables and indexes change alternately.
  app.db.connection.pragma('cache_size = -65536');
  const tally = new Tally();
  let stored: Omit<Imported, 'tally'> = { newUserIds: [], shown: [] };
  try {
    plan.act(() => {
      stored = store(tally);
      forgetQueues(app);
      if (plan.isDryRun) throw new DryRunEnds();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnds)) throw error;
  }
  return { tally, ...stored };
}

interface Sources {
  plan: Plan;
  archive: Archive;
  folder: ArchiveFolder;
  contents: ReadonlyMap<string, Content>;
}

/** Deletes the first channel of an unused organization, because the archive contains its own channels. */
function clearRealm({ db }: Context): void {
  for (const sql of clearing) db.run(sql);
}

const clearing = [
  'DELETE FROM channel_permissions',
  'DELETE FROM conversations',
  'DELETE FROM channels',
  'DELETE FROM realm_settings',
  "DELETE FROM sqlite_sequence WHERE name IN ('channels', 'conversations', 'messages')",
];

/** Clients with saved queues would not receive the import. Without the queues they load everything again. */
function forgetQueues({ db }: Context): void {
  for (const sql of ['DELETE FROM saved_queues', 'DELETE FROM saved_events', 'DELETE FROM outbox']) db.run(sql);
}

function createJob(app: Context, { plan, archive, folder, contents }: Sources, tally: Tally): Job {
  const base = lastMessageId(app.db);
  const origins = new Origins(app.db, plan.format, archive);
  if (plan.isMerge) recognize(app.db, { archive, format: plan.format, origins, tally });
  const news = readNews(archive, origins, base);
  const faults = new Faults(tally, plan.onFault);
  let done = archive.scanned;
  const total = archive.scanned + archive.bytes;
  return {
    app,
    format: plan.format,
    archive,
    folder,
    tally,
    faults,
    contents,
    ids: mapIds(app, archive, faults),
    isMerge: plan.isMerge,
    old_urls: plan.old_urls,
    filePaths: new Map(),
    references: new Map(),
    newUserIds: new Set(),
    oldUserIds: new Set(),
    origins,
    news,
    messages: new MessageIds(app, { archive, origins, base, first: news.first }),
    channels: new Set(),
    old_channels: new Set(),
    onRead(bytes) {
      done += bytes;
      plan.onProgress(done, total);
    },
  };
}

function storeAll(job: Job): void {
  storeUsers(job);
  storeGroups(job);
  storeFolders(job);
  storeChannels(job);
  storeBots(job);
  storeEmoji(job);
  storeLinkifiers(job);
  storePlaygrounds(job);
  storeProfileFields(job);
  storeProfileValues(job);
  if (job.archive.realm && !job.isMerge) storeRealm(job, job.archive.realm);
  findJoinedChannels(job);
  holdUnread(job);
  storeFiles(job);
  storeMessages(job);
  tellLostReferences(job);
  storeSubscriptions(job);
  storeFlags(job);
  storeReactions(job);
  storeSteps(job);
  storeTopicPolicies(job);
  storePersonal(job);
  storeReadState(job);
}
