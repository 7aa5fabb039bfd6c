import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { lastMessageId } from '../conversations/conversation.ts';
import type { Archive } from './archive.ts';
import { type ArchiveFolder, openArchiveFolder } from './archive-folder.ts';
import { type Content, placeContents, presumeContents, readContents } from './contents.ts';
import { type Job, mapIds } from './job.ts';
import { holdUnread, storeReadState } from './read-state.ts';
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
import { storeSubscriptions } from './store-subscriptions.ts';
import { storeBots, storeUsers } from './store-users.ts';
import { Tally } from './tally.ts';
import { ImportRefused } from './unusable-archive.ts';
import { readZulipArchive } from './zulip/zulip-archive.ts';

/** The file that marks the top folder of an archive, and its reader, by format. */
const formats = {
  zulip: { marker: 'realm.json', read: readZulipArchive },
} as const satisfies Record<string, { marker: string; read: (folder: ArchiveFolder) => Archive }>;

export type Format = keyof typeof formats;
export const formatNames = Object.keys(formats) as Format[];

export interface ImportOptions {
  format: Format;
  /** A folder, or a tar archive. */
  file: string;
  /** Reads and checks everything, and stores nothing. */
  isDryRun: boolean;
  /** Adds to an organization that has people. */
  merges: boolean;
  /** Addresses of the server that the archive is of, without a slash at the end. */
  old_urls: readonly string[];
  /** Called with the number of bytes of messages that were read, and of all. */
  onProgress(done: number, total: number): void;
  /** Runs what changes the organization, as one act. */
  act(store: () => void): void;
}

/** What an import has done, or a dry run would do. */
export interface Imported {
  tally: Tally;
  /** Ids of people who have no password yet. */
  newUserIds: readonly number[];
}

/** Ends the transaction of a dry run. */
class DryRunEnds extends Error {}

/**
 * Imports an archive in one transaction. Nothing that happens is published: clients load everything again. The caller
 * has made sure that no server runs. Throws UnusableArchive or ImportRefused.
 */
export async function importArchive(app: Context, options: ImportOptions): Promise<Imported> {
  const isMerge = hasPeople(app);
  if (isMerge && !options.merges) {
    throw new ImportRefused('The organization has people already; --merge adds the archive to it.');
  }
  const { data_dir } = app.config;
  for (const name of readdirSync(data_dir)) {
    if (name.startsWith(scratchPrefix)) rmSync(join(data_dir, name), { recursive: true, force: true });
  }
  const scratch = mkdtempSync(join(data_dir, scratchPrefix));
  try {
    return await importWith(app, { ...options, scratch, isMerge });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const scratchPrefix = 'import-';

function hasPeople({ db }: Context): boolean {
  const sql = `SELECT 1 FROM users WHERE is_system_bot = 0 UNION ALL SELECT 1 FROM messages LIMIT 1`;
  return db.value<number>(sql) !== undefined;
}

type Plan = ImportOptions & { scratch: string; isMerge: boolean };

async function importWith(app: Context, plan: Plan): Promise<Imported> {
  const { marker, read } = formats[plan.format];
  const { file, scratch, isDryRun } = plan;
  const unpacks = isDryRun ? (name: string) => name.endsWith('.json') : undefined;
  const folder = await openArchiveFolder(file, { scratch, marker, ...(unpacks && { unpacks }) });
  const archive = read(folder);
  const contents = isDryRun ? presumeContents(archive, folder) : await readContents(archive, folder);
  const takeAway = isDryRun ? () => {} : placeContents(app, { contents, folder, scratch });
  try {
    return store(app, { plan, archive, folder, contents });
  } catch (error) {
    takeAway();
    throw error;
  }
}

interface Sources {
  plan: Plan;
  archive: Archive;
  folder: ArchiveFolder;
  contents: ReadonlyMap<string, Content>;
}

function store(app: Context, sources: Sources): Imported {
  const { plan, archive } = sources;
  // Pages of many tables and indexes change in turn.
  app.db.connection.pragma('cache_size = -65536');
  const tally = new Tally();
  let job: Job | undefined;
  try {
    plan.act(() => {
      if (!plan.isMerge) clearRealm(app);
      job = createJob(app, sources, tally);
      storeAll(job);
      forgetQueues(app);
      archive.tellRest(tally);
      if (plan.isDryRun) throw new DryRunEnds();
    });
  } catch (error) {
    if (!(error instanceof DryRunEnds)) throw error;
  }
  return { tally, newUserIds: [...(job?.newUserIds ?? [])] };
}

/** Deletes the first channel of an organization that nobody has used yet: the archive brings its own. */
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

/** Clients whose queues wait for the next server would not learn of the import: without them they load all again. */
function forgetQueues({ db }: Context): void {
  for (const sql of queues) db.run(sql);
}

const queues = ['DELETE FROM saved_queues', 'DELETE FROM saved_events', 'DELETE FROM outbox'];

function createJob(app: Context, { plan, archive, folder, contents }: Sources, tally: Tally): Job {
  const base_id = lastMessageId(app.db);
  let done = 0;
  return {
    app,
    archive,
    folder,
    tally,
    contents,
    ids: mapIds(app, archive),
    isMerge: plan.isMerge,
    old_urls: plan.old_urls,
    filePaths: new Map(),
    references: new Map(),
    newUserIds: new Set(),
    old_channels: new Set(),
    base_id,
    shift: shiftOf(archive, base_id),
    onRead(bytes) {
      done += bytes;
      plan.onProgress(done, archive.bytes);
    },
  };
}

/** Added to message ids: nothing if all of them are greater than those here. */
function shiftOf(archive: Archive, base_id: number): number {
  for (const { id } of archive.messages(() => {})) return id > base_id ? 0 : base_id + 1 - id;
  return 0;
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
  holdUnread(job);
  storeFiles(job);
  storeMessages(job);
  tellLostReferences(job);
  storeSubscriptions(job);
  storeFlags(job);
  storeReactions(job);
  storeTopicPolicies(job);
  storePersonal(job);
  storeReadState(job);
}
