import type { ArchiveFolder } from '../archive-folder.ts';
import { RecordFile } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';

/** Kinds of recipients. */
const recipientTypes = { user: 1, channel: 2, group: 3 } as const;

/** The recipients of messages with a recipient id. */
export type Recipient = { channel_id: number } | { user_id: number } | { user_ids: readonly number[] };

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
}

/** Throws UnusableArchive. */
export function openZulipExport(folder: ArchiveFolder): ZulipExport {
  const realm = openWith(folder, 'realm.json', ['zerver_userprofile', 'zerver_recipient', 'zerver_stream']);
  const names = folder.list(/^messages-\d+\.json$/);
  if (names.length === 0) throw new UnusableArchive('The export has no file messages-000001.json.');
  return {
    folder,
    realm,
    messageFiles: names.map((name) => openWith(folder, name, ['zerver_message', 'zerver_usermessage'])),
    attachments: openFile(folder, 'attachment.json'),
    recipients: readRecipients(realm),
    clients: new Map([...realm.records('zerver_client')].map((one) => [one.id('id'), one.text('name')])),
  };
}

function openWith(folder: ArchiveFolder, name: string, tables: readonly string[]): RecordFile {
  const file = openFile(folder, name);
  if (!file) throw new UnusableArchive(`The export has no file ${name}.`);
  const missing = tables.find((table) => !file.tables.includes(table));
  if (missing !== undefined) throw new UnusableArchive(`${name}: there is no list ${missing}.`);
  return file;
}

/** A file of records; undefined if the export lacks it. */
export function openFile(folder: ArchiveFolder, name: string): RecordFile | undefined {
  const path = folder.find(name);
  return path === undefined ? undefined : new RecordFile(path, name);
}

function readRecipients(realm: RecordFile): Map<number, Recipient> {
  const groups = readGroupMembers(realm);
  const recipients = new Map<number, Recipient>();
  for (const record of realm.records('zerver_userprofile_crossrealm')) {
    if (record.has('recipient_id')) recipients.set(record.id('recipient_id'), { user_id: record.id('id') });
  }
  for (const record of realm.records('zerver_recipient')) {
    const id = record.id('id');
    const type = record.whole('type');
    if (type === recipientTypes.user) recipients.set(id, { user_id: record.id('type_id') });
    else if (type === recipientTypes.channel) recipients.set(id, { channel_id: record.id('type_id') });
    else if (type === recipientTypes.group) recipients.set(id, { user_ids: groups.get(id) ?? [] });
    else record.fail(`"type" is ${type}, which is no kind of recipient`);
  }
  return recipients;
}

/** The members of direct conversations by recipient, stored as subscriptions. */
function readGroupMembers(realm: RecordFile): Map<number, number[]> {
  const isGroup = new Set<number>();
  for (const record of realm.records('zerver_recipient')) {
    if (record.raw('type') === recipientTypes.group) isGroup.add(record.id('id'));
  }
  const members = new Map<number, number[]>();
  for (const record of realm.records('zerver_subscription')) {
    const recipient = record.id('recipient');
    if (!isGroup.has(recipient)) continue;
    const known = members.get(recipient);
    if (known) known.push(record.id('user_profile'));
    else members.set(recipient, [record.id('user_profile')]);
  }
  return members;
}
