import type { Archive, ArchivedEmoji, ArchivedRealm, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Tally } from '../tally.ts';
import { readChannels, readFolders, readSubscriptions } from './channels.ts';
import { GroupReader } from './groups.ts';
import { readFlags, readMessages, readReactions, readSteps } from './messages.ts';
import { readUsers } from './people.ts';
import {
  isReminder,
  readFiles,
  readLinkifiers,
  readPersonal,
  readPlaygrounds,
  readProfileFields,
  readProfileValues,
  readTopicPolicies,
} from './personal.ts';
import { readRealm } from './realm.ts';
import { distinctIds, openZulipExport, readListFile, type ZulipExport } from './zulip-export.ts';

/** The export of an organization of a Zulip server. Throws UnusableArchive. */
export function readZulipArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const source = openZulipExport(folder, reading);
  const groups = new GroupReader(source);
  const realm = readRealm(source, groups);
  return {
    source: realm && nameOf(realm),
    realm,
    users: readUsers(source),
    groups: groups.list(),
    folders: readFolders(source),
    channels: readChannels(source, groups),
    emoji: readEmoji(source),
    files: readFiles(source),
    linkifiers: () => readLinkifiers(source),
    playgrounds: () => readPlaygrounds(source),
    fields: () => readProfileFields(source),
    fieldValues: () => readProfileValues(source),
    subscriptions: () => readSubscriptions(source),
    messages: (onRead) => readMessages(source, onRead),
    messageKey: String,
    messageKeys: () => [],
    messageBefore: () => undefined,
    flags: (onRead) => readFlags(source, onRead),
    reactions: () => readReactions(source),
    // Only exports of chatd contain them.
    steps: source.realm.tables.includes('zerver_submessage') ? () => readSteps(source) : undefined,
    topicPolicies: () => readTopicPolicies(source),
    personal: () => readPersonal(source),
    flagsMentions: true,
    bytes: source.messageFiles.reduce((sum, { size }) => sum + size, 0),
    scanned: 0,
    tellRest: (tally) => tellRest(source, tally),
    close() {},
  };
}

/** Tells an organization from all others; undefined if the record is too broken. */
function nameOf({ uuid, created_at }: ArchivedRealm): string | undefined {
  return uuid ?? (created_at > 0 ? `created ${created_at}` : undefined);
}

function readEmoji(source: ZulipExport): ArchivedEmoji[] {
  const pictures = readListFile(source, 'emoji/records.json', (record) => {
    return { file: record.text('file_name', ''), path: `emoji/${record.text('path')}` };
  });
  const idOf = distinctIds('emoji');
  const paths = Map.groupBy(pictures, ({ file }) => file);
  return [
    ...source.realm.each('zerver_realmemoji', { noun: 'emoji' }, (record) => ({
      from: record,
      id: idOf(record),
      key: String(record.id('id')),
      name: record.text('name'),
      author_id: record.maybeId('author'),
      deactivated: record.bool('deactivated', false),
      // The uploaded one has the longer name, which ends with .original.
      pictures: (paths.get(record.text('file_name', '')) ?? [])
        .map(({ path }) => path)
        .sort()
        .reverse(),
    })),
  ];
}

/** Tables that are read. */
const known = new Set(
  (
    'realm realmdomain realmuserdefault userprofile userprofile_mirrordummy userprofile_crossrealm service ' +
    'namedusergroup usergroup usergroupmembership groupgroupmembership recipient client subscription huddle ' +
    'defaultstream stream channelfolder realmemoji realmfilter realmplayground customprofilefield ' +
    'customprofilefieldvalue usertopic userstatus userpresence presencesequence muteduser alertword savedsnippet ' +
    'draft botstoragedata navigationview scheduledmessage reaction submessage'
  )
    .split(' ')
    .map((name) => `zerver_${name}`),
);

/** The reasons for omitting known tables. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zerver_realmauditlog: 'from the log, only joins and leaves of channels are imported',
    zerver_realmauthenticationmethod: 'this server has its own login methods',
    zerver_realmexport: 'exports of the old server are not needed',
    zerver_onboardingstep: 'clients store which hints their users have seen',
    zerver_onboardingusermessage: 'welcome messages are not prepared',
    zerver_useractivity: 'statistics are not stored',
    zerver_useractivityinterval: 'statistics are not stored',
    zerver_botconfigdata: 'the server runs no bots itself',
  }),
);

function tellRest({ realm, folder, left }: ZulipExport, tally: Tally): void {
  tally.include(left);
  for (const table of realm.tables.filter((name) => !known.has(name))) {
    const count = realm.count(table);
    if (count > 0) tally.leave('records', reasons.get(table) ?? 'chatd has no equivalent', table, count);
  }
  for (const record of realm.records('zerver_scheduledmessage')) {
    if (record.bool('delivered', false) || !isReminder(record) || record.has('reminder_target_message_id')) continue;
    tally.leave('reminders', 'the archive does not name their messages', record.text('content', ''));
  }
  if (folder.has('analytics.json')) tally.leave('files of the export', 'statistics are not stored', 'analytics.json');
}
