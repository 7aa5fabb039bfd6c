import { mkdirSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Wish } from '../chatd-export.ts';
import { listContents } from '../contents.ts';
import { type Entry, packArchive } from '../pack.ts';
import { placeExport } from '../place.ts';
import { Progress } from '../progress.ts';
import type { Remark } from '../remark.ts';
import { readSnapshot, type Snapshot } from '../snapshot.ts';
import { listReplacedAddresses } from './addresses.ts';
import {
  listChannels,
  listDefaultChannels,
  listDirectGroups,
  listLog,
  listRecipients,
  listSubscriptions,
} from './channels.ts';
import {
  type Linked,
  listAttachments,
  listUploadRecords,
  listUploads,
  writeAvatars,
  writeEmoji,
  writeRealmImages,
} from './files.ts';
import { listGroups, listMembers, listNamedGroups, listSubgroups } from './groups.ts';
import { type Job, listClientIds, realm_id } from './job.ts';
import { listRest } from './left-out.ts';
import { listReactions, listSteps, writeMessages } from './messages.ts';
import migrationStatus from './migration-status.json' with { type: 'json' };
import {
  listAlertWords,
  listBotStorage,
  listMutedUsers,
  listPresenceSequence,
  listPresences,
  listServices,
  listSnippets,
  listStatuses,
  listSystemBots,
  listTopicPolicies,
  listUsers,
} from './people.ts';
import {
  listClients,
  listDomains,
  listEmoji,
  listLinkifiers,
  listNewcomerSettings,
  listPlaygrounds,
  listProfileFields,
  listProfileValues,
  listRealm,
} from './realm.ts';
import { RecordWriter } from './record-writer.ts';
import { listScheduled } from './scheduled.ts';

/** Number of records by file and table. */
type Counts = Record<string, number | Record<string, number>>;

/** The contents of an export, and the omissions. */
interface ZulipExported {
  counts: Counts;
  left_out: readonly Remark[];
  /** SHA-256 of files that are missing on disk. */
  missing_files: readonly string[];
}

/** The folder in the archive. */
const top = 'zulip-export';

/**
 * Writes an archive that a Zulip server of version 10.2 can import, of one state of the database, even while a server
 * runs. Throws UnusableDataDir or PlaceTaken.
 */
export async function exportZulip({
  data_dir,
  scope = { kind: 'everything' },
  now,
  onProgress,
  ...place
}: Wish): Promise<ZulipExported> {
  const progress = new Progress(2, onProgress);
  let exported: ZulipExported | undefined;
  await placeExport(place, async (scratch) => {
    const folder = join(scratch, top);
    const written = await readSnapshot(data_dir, scope, (snapshot) => writeFiles(snapshot, { folder, now, progress }));
    exported = written.exported;
    const archive = join(scratch, 'export.tar.gz');
    await packArchive(archive, listEntries(folder, written.uploads), { isCompressed: true, now, progress });
    return archive;
  });
  progress.end();
  return exported as unknown as ZulipExported;
}

interface Writing extends Pick<Job, 'now' | 'progress'> {
  folder: string;
}

async function writeFiles(
  { db, uploads }: Snapshot,
  { folder, now, progress }: Writing,
): Promise<{ exported: ZulipExported; uploads: readonly Linked[] }> {
  const { missing } = listContents(db, uploads);
  const job: Job = {
    ...{ db, now, uploads, progress },
    clientIds: listClientIds(db),
    replaced: listReplacedAddresses(db),
    missing: new Set(missing),
  };
  mkdirSync(folder, { mode: 0o700 });
  const write = (name: string, tables: readonly Table[]) =>
    writeTables(new RecordWriter(join(folder, `${name}.json`), progress), tables);
  const counts: Counts = {
    realm: await write('realm', realmTables(job)),
    ...(await writeMessages(job, folder)),
    attachment: await write('attachment', [['zerver_attachment', listAttachments(job)]]),
    analytics: await write(
      'analytics',
      ['realmcount', 'usercount', 'streamcount'].map((name) => [`analytics_${name}`, []]),
    ),
    ...(await writeRecords(job, folder)),
  };
  new RecordWriter(join(folder, 'stats.json')).writeObject(counts);
  new RecordWriter(join(folder, 'migration_status.json')).writeObject(migrationStatus);
  return { exported: { counts, left_out: listRest(job), missing_files: missing }, uploads: [...listUploads(job)] };
}

type Table = readonly [name: string, records: Iterable<object>];

async function writeTables(writer: RecordWriter, tables: readonly Table[]): Promise<Record<string, number>> {
  await writer.writeTables(tables);
  return writer.counts;
}

/** Writes files with their records, in a folder for each kind. */
async function writeRecords(job: Job, folder: string): Promise<Counts> {
  const write = (kind: string, records: Iterable<object>) => {
    mkdirSync(join(folder, kind), { mode: 0o700 });
    return new RecordWriter(join(folder, kind, 'records.json'), job.progress).writeList(records);
  };
  return {
    avatars_records: await write('avatars', writeAvatars(job, folder)),
    uploads_records: await write('uploads', listUploadRecords(job)),
    emoji_records: await write('emoji', writeEmoji(job, folder)),
    realm_icons_records: await write('realm_icons', writeRealmImages(job, folder)),
  };
}

/** The tables of realm.json, in the order that a server writes them. */
function realmTables(job: Job): Table[] {
  const tables = { ...organizationTables(job), ...peopleTables(job), ...channelTables(job) };
  return Object.entries(tables).map(([name, records]) => [`zerver_${name}`, records]);
}

type Lists = Readonly<Record<string, Iterable<object>>>;

function organizationTables(job: Job): Lists {
  return {
    realm: listRealm(job),
    realmauthenticationmethod: [{ id: 1, realm: realm_id, name: 'Email' }],
    presencesequence: listPresenceSequence(job),
    scheduledmessage: listScheduled(job),
    defaultstream: listDefaultChannels(job),
    customprofilefield: listProfileFields(job),
    realmauditlog: listLog(job),
    realmemoji: listEmoji(job),
    realmdomain: listDomains(job),
    realmexport: [],
    realmfilter: listLinkifiers(job),
    realmplayground: listPlaygrounds(job),
    realmuserdefault: listNewcomerSettings(job),
    onboardingusermessage: [],
  };
}

function peopleTables(job: Job): Lists {
  return {
    userprofile: listUsers(job),
    userprofile_mirrordummy: [],
    userprofile_crossrealm: listSystemBots(job),
    service: listServices(job),
    botstoragedata: listBotStorage(job),
    botconfigdata: [],
    huddle: listDirectGroups(job),
    alertword: listAlertWords(job),
    customprofilefieldvalue: listProfileValues(job),
    muteduser: listMutedUsers(job),
    onboardingstep: [],
    savedsnippet: listSnippets(job),
    useractivity: [],
    useractivityinterval: [],
    userpresence: listPresences(job),
    userstatus: listStatuses(job),
    usertopic: listTopicPolicies(job),
  };
}

function channelTables(job: Job): Lists {
  return {
    usergroup: listGroups(job),
    usergroupmembership: listMembers(job),
    groupgroupmembership: listSubgroups(job),
    namedusergroup: listNamedGroups(job),
    stream: listChannels(job),
    recipient: listRecipients(job),
    subscription: listSubscriptions(job),
    reaction: listReactions(job),
    submessage: listSteps(job),
    client: listClients(job),
  };
}

function listEntries(folder: string, uploads: readonly Linked[]): Entry[] {
  const written = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const inArchive = (path: string) => `${top}/${relative(folder, path).split(sep).join('/')}`;
  return [
    ...written.map((source) => ({ source, target: inArchive(source) })),
    ...uploads.map(({ source, target }) => ({ source, target: `${top}/${target}` })),
  ];
}
