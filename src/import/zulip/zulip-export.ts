import type { Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import { RecordFile } from '../record-file.ts';
import { Tally } from '../tally.ts';
import { UnusableArchive } from '../unusable-archive.ts';

/** Kinds of recipients. */
const recipientTypes = { user: 1, channel: 2, group: 3 } as const;

/** The recipients of messages with a recipient id. */
type Recipient = { channel_id: number } | { user_id: number } | { user_ids: readonly number[] };

/** The files of an export, with the data that many records refer to. */
export interface ZulipExport {
  folder: ArchiveFolder;
  realm: RecordFile;
  /** In the order of their numbers. */
  messageFiles: readonly RecordFile[];
  /** Undefined if the export has none. */
  attachments: RecordFile | undefined;
  recipients: ReadonlyMap<number, Recipient>;
  /** Names of client programs by id. */
  clients: ReadonlyMap<number, string>;
  left: Tally;
  /** Counts broken records. */
  faults: Faults;
}

/** Throws UnusableArchive unless realm.json can be read. */
export function openZulipExport(folder: ArchiveFolder, { onFault }: Pick<Reading, 'onFault'>): ZulipExport {
  const left = new Tally();
  const faults = new Faults(left, onFault);
  const realm = openFile({ folder, faults }, 'realm.json');
  if (!realm) throw new UnusableArchive('The export has no file realm.json.');
  tellMissing(faults, realm, ['zerver_userprofile', 'zerver_recipient', 'zerver_stream']);
  const attachments = faults.attempt('files of the export', () => openFile({ folder, faults }, 'attachment.json'));
  const clients = realm.each('zerver_client', {}, (one): [number, string] => [one.id('id'), one.text('name')]);
  return {
    folder,
    realm,
    messageFiles: openMessageFiles({ folder, faults }),
    attachments,
    recipients: readRecipients({ realm, faults }),
    clients: new Map(clients),
    left,
    faults,
  };
}

type Sources = Pick<ZulipExport, 'folder' | 'faults'>;

const partialEnd = '.partial';

function openMessageFiles({ folder, faults }: Sources): RecordFile[] {
  const complete = folder.list(/^messages-\d+[^/]*\.json$/);
  // An export that was interrupted has files with messages, but not yet with what users have on them.
  const partial = folder
    .list(/^messages-\d+\.json\.partial$/)
    .filter((name) => !folder.has(name.slice(0, -partialEnd.length)));
  const names = [...complete, ...partial].sort();
  const last = Math.max(1, ...names.map((name) => Number(/\d+/.exec(name)?.[0])));
  // A number this large is no count of files.
  for (let number = 1; number <= Math.min(last, 999_999); number++) {
    const name = `messages-${String(number).padStart(6, '0')}.json`;
    if (!folder.has(name) && !folder.has(`${name}${partialEnd}`))
      faults.leave('files of the export', `The export has no file ${name}.`);
  }
  return [
    ...faults.each('files of the export', names, (name) => {
      const file = new RecordFile(folder.find(name) as string, name, faults);
      tellMissing(faults, file, ['zerver_message', 'zerver_usermessage']);
      return file;
    }),
  ];
}

function tellMissing(faults: Faults, file: RecordFile, tables: readonly string[]): void {
  for (const table of tables) {
    if (!file.tables.includes(table)) faults.leave('lists of records', `${file.name}: there is no list ${table}.`);
  }
}

/** A file of records; undefined if the export lacks it. Throws UnusableArchive. */
function openFile({ folder, faults }: Sources, name: string): RecordFile | undefined {
  const path = folder.find(name);
  return path === undefined ? undefined : new RecordFile(path, name, faults);
}

/** The records of a file with one list, each read by `read`; none if the file is missing or broken. */
export function readListFile<Result>(
  { folder, faults }: Sources,
  name: string,
  read: (record: Fields) => Result,
): Result[] {
  const file = faults.attempt('files of the export', () => openFile({ folder, faults }, name));
  return [...(file?.each('', { noun: 'pictures' }, read) ?? [])];
}

/** A reader of ids, which throws UnusableArchive for an id that it has read before. */
export function distinctIds(noun: string): (record: Fields) => number {
  const known = new Set<number>();
  return (record) => {
    const id = record.id('id');
    if (known.has(id)) record.fail(`the ${noun} ${id} is there twice`);
    known.add(id);
    return id;
  };
}

type Realm = Pick<ZulipExport, 'realm' | 'faults'>;

function readRecipients({ realm, faults }: Realm): Map<number, Recipient> {
  const groups = readGroupMembers({ realm, faults });
  const recipients = new Map<number, Recipient>();
  const ofBots = realm.each('zerver_userprofile_crossrealm', {}, (record) => {
    if (record.has('recipient_id')) recipients.set(record.id('recipient_id'), { user_id: record.id('id') });
  });
  for (const _ of ofBots);
  const known = new Set<number>();
  const others = realm.each('zerver_recipient', { noun: 'recipients' }, (record) => {
    const id = record.id('id');
    if (known.has(id)) record.fail(`the recipient ${id} is there twice`);
    recipients.set(id, readRecipient(record, groups.get(id)));
    known.add(id);
  });
  for (const _ of others);
  return recipients;
}

function readRecipient(record: Fields, members: readonly number[] | undefined): Recipient {
  const type = record.whole('type');
  if (type === recipientTypes.user) return { user_id: record.id('type_id') };
  if (type === recipientTypes.channel) return { channel_id: record.id('type_id') };
  if (type !== recipientTypes.group) record.fail(`"type" is ${type}, which is no kind of recipient`);
  return members ? { user_ids: members } : record.fail('its members are not in the archive');
}

/**
 * The members of direct conversations by recipient, stored as subscriptions. A conversation without one of its members
 * would be another one, so it is left out.
 */
function readGroupMembers({ realm, faults }: Realm): Map<number, number[]> {
  const sizes = readGroupSizes(realm);
  const members = new Map<number, number[]>();
  const broken = new Set<number>();
  const all = realm.each('zerver_subscription', { noun: 'subscriptions' }, (record) => {
    const recipient = record.id('recipient');
    if (!sizes.has(recipient)) return;
    const user_id = faults.attempt('subscriptions', () => record.id('user_profile'));
    if (user_id === undefined) broken.add(recipient);
    else members.set(recipient, [...(members.get(recipient) ?? []), user_id]);
  });
  for (const _ of all);
  const isWhole = ([id, { length }]: [number, number[]]) => !broken.has(id) && length >= (sizes.get(id) ?? 0);
  return new Map([...members].filter(isWhole));
}

/** The number of members of direct conversations by recipient; 0 if the archive does not contain it. */
function readGroupSizes(realm: RecordFile): Map<number, number> {
  const sizes = realm.each('zerver_huddle', {}, (one): [number, number] => [one.id('id'), one.whole('group_size', 0)]);
  const bySet = new Map(sizes);
  const ofRecipients = [...realm.records('zerver_recipient')].flatMap((record): [number, number][] => {
    const id = record.raw('type') === recipientTypes.group ? record.maybeId('id') : null;
    return id === null ? [] : [[id, bySet.get(record.maybeId('type_id') ?? 0) ?? 0]];
  });
  return new Map(ofRecipients);
}
