import type {
  ArchivedFile,
  ArchivedLinkifier,
  ArchivedPersonal,
  ArchivedPlayground,
  ArchivedProfileField,
  ArchivedProfileValue,
  ArchivedTopicPolicy,
} from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { RecordFile } from '../record-file.ts';
import { placeOf, readReactionType } from './messages.ts';
import { distinctIds, type ZulipExport } from './zulip-export.ts';

export function* readTopicPolicies({ realm }: ZulipExport): Generator<ArchivedTopicPolicy> {
  const all = realm.each('zerver_usertopic', { noun: 'topic policies' }, (record) => {
    const visibility_policy = record.whole('visibility_policy', 1);
    if (visibility_policy === 0) return undefined;
    return {
      from: record,
      user_id: record.id('user_profile'),
      channel_id: record.id('stream'),
      topic: record.text('topic_name'),
      visibility_policy,
      updated_at: record.maybeTime('last_updated') ?? 0,
    };
  });
  for (const one of all) if (one) yield one;
}

export function readLinkifiers({ realm, faults }: ZulipExport): Iterable<ArchivedLinkifier> {
  return faults.each('linkifiers', inOrder(realm, 'zerver_realmfilter'), (record) => ({
    from: record,
    pattern: record.text('pattern'),
    url_template: record.text('url_template', record.text('url_format_string', '')),
    // In exports of servers newer than 11.
    example_input: record.maybeText('example_input'),
    reverse_template: record.maybeText('reverse_template'),
    alternative_url_templates: record.texts('alternative_url_templates'),
  }));
}

function inOrder(realm: RecordFile, table: string): Fields[] {
  return [...realm.records(table)].sort((a, b) => a.whole('order', 0) - b.whole('order', 0));
}

export function readPlaygrounds({ realm }: ZulipExport): Iterable<ArchivedPlayground> {
  return realm.each('zerver_realmplayground', { noun: 'playgrounds' }, (record) => ({
    from: record,
    name: record.text('name'),
    pygments_language: record.text('pygments_language'),
    url_template: record.text('url_template', record.text('url_prefix', '')),
  }));
}

export function readProfileFields({ realm, faults }: ZulipExport): Iterable<ArchivedProfileField> {
  const idOf = distinctIds('profile field');
  return faults.each('profile fields', inOrder(realm, 'zerver_customprofilefield'), (record) => ({
    from: record,
    id: idOf(record),
    key: String(record.id('id')),
    field_type: record.whole('field_type'),
    name: record.text('name'),
    hint: record.text('hint', ''),
    field_data: record.text('field_data', ''),
    display_in_profile_summary: record.bool('display_in_profile_summary', false),
    required: record.bool('required', false),
    editable_by_user: record.bool('editable_by_user', true),
    use_for_user_matching: record.bool('use_for_user_matching', false),
  }));
}

export function* readProfileValues({ realm }: ZulipExport): Generator<ArchivedProfileValue> {
  const all = realm.each('zerver_customprofilefieldvalue', { noun: 'profile values' }, (record) => {
    const value = record.text('value');
    if (value === '') return undefined;
    return { from: record, user_id: record.id('user_profile'), field_id: record.id('field'), value };
  });
  for (const one of all) if (one) yield one;
}

export function readFiles({ attachments }: ZulipExport): ArchivedFile[] {
  return [
    ...(attachments?.each('zerver_attachment', { noun: 'files' }, (record) => ({
      from: record,
      key: record.text('path_id'),
      path_id: record.text('path_id'),
      path: `uploads/${record.text('path_id')}`,
      name: record.text('file_name'),
      owner_id: record.id('owner'),
      created_at: record.or(0, () => record.time('create_time')),
      message_ids: record.ids('messages'),
    })) ?? []),
  ];
}

export function* readPersonal(source: ZulipExport): Generator<ArchivedPersonal> {
  for (const [table, read] of Object.entries(readers)) {
    const all = source.realm.each(table, { noun: 'data of single users' }, (record) => read(record, source));
    for (const one of all) if (one) yield one;
  }
}

type Reader = (record: Fields, source: ZulipExport) => ArchivedPersonal | undefined;

const userOf = (from: Fields) => ({ from, user_id: from.id('user_profile') });

/** Readers of data of single users, by table. */
const readers: Readonly<Record<string, Reader>> = {
  zerver_userstatus: (record) => ({
    ...userOf(record),
    kind: 'status',
    status_text: record.text('status_text', ''),
    emoji_name: record.text('emoji_name', ''),
    emoji_code: record.text('emoji_code', ''),
    reaction_type: readReactionType(record),
  }),
  zerver_userpresence: readPresence,
  zerver_muteduser: (record) => ({
    ...userOf(record),
    kind: 'mute',
    muted_user_id: record.id('muted_user'),
    muted_at: record.time('date_muted'),
  }),
  zerver_alertword: (record) => ({ ...userOf(record), kind: 'alert word', word: record.text('word') }),
  zerver_savedsnippet: (record) => ({
    ...userOf(record),
    kind: 'snippet',
    title: record.text('title'),
    content: record.text('content'),
    created_at: record.time('date_created'),
  }),
  zerver_draft: readDraft,
  zerver_botstoragedata: (record) => ({
    from: record,
    user_id: record.id('bot_profile'),
    kind: 'bot storage',
    key: record.text('key'),
    value: record.text('value'),
  }),
  zerver_navigationview: (record) => ({
    from: record,
    user_id: record.id('user'),
    kind: 'view',
    fragment: record.text('fragment'),
    is_pinned: record.bool('is_pinned', false),
    name: record.maybeText('name'),
  }),
  zerver_scheduledmessage: readScheduled,
};

// Before Zulip 7 there was one record for each program.
function readPresence(record: Fields): ArchivedPersonal | undefined {
  const active_at = record.maybeTime('last_active_time');
  const connected_at = record.maybeTime('last_connected_time') ?? active_at;
  return connected_at === null ? undefined : { ...userOf(record), kind: 'presence', active_at, connected_at };
}

function readDraft(record: Fields, { recipients }: ZulipExport): ArchivedPersonal {
  const owner = userOf(record);
  const recipient = record.has('recipient') ? recipients.get(record.id('recipient')) : undefined;
  return {
    ...owner,
    kind: 'draft',
    to: recipient && placeOf(recipient, owner.user_id, record.text('topic', '')),
    content: record.text('content'),
    edited_at: record.time('last_edit_time'),
  };
}

/** Whether a record is a reminder instead of a message. */
export function isReminder(record: Fields): boolean {
  return record.whole('delivery_type', 1) === 2;
}

// Sent ones are already messages. Older servers do not store the message of a reminder.
function readScheduled(record: Fields, source: ZulipExport): ArchivedPersonal | undefined {
  if (record.bool('delivered', false)) return undefined;
  if (!isReminder(record)) return readScheduledMessage(record, source);
  if (!record.has('reminder_target_message_id')) return undefined;
  return {
    from: record,
    user_id: record.id('sender'),
    kind: 'reminder',
    message_id: record.id('reminder_target_message_id'),
    note: record.text('reminder_note', ''),
    due_at: record.time('scheduled_timestamp'),
    failed: record.bool('failed', false),
  };
}

function readScheduledMessage(record: Fields, { recipients, clients }: ZulipExport): ArchivedPersonal {
  const user_id = record.id('sender');
  const recipient = recipients.get(record.id('recipient'));
  if (!recipient) record.fail(`it names the recipient ${record.id('recipient')}, who is not in the export`);
  return {
    from: record,
    user_id,
    kind: 'scheduled message',
    to: placeOf(recipient, user_id, record.text('subject', '')),
    content: record.text('content'),
    client: clients.get(record.whole('sending_client', 0)) ?? 'Unspecified',
    due_at: record.time('scheduled_timestamp'),
    failed: record.bool('failed', false),
    read_by_sender: record.bool('read_by_sender', false),
  };
}
