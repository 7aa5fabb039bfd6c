import { noteWritten } from '../accounts.ts';
import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { Located } from '../record-file.ts';
import { topicOfText } from '../thread-topic.ts';
import { hiddenName, isHiddenFrom, plainText, type SlackConversation } from './conversations.ts';
import type { SlackExport } from './source.ts';

type Found = Located & { file: string };

/** Registers a message with its author, files and reactions. */
export function scanPost(source: SlackExport, conversation: SlackConversation, { record, ...where }: Found): void {
  const reason = reasonToLeave(record);
  if (reason !== undefined) {
    source.left.leave('messages', reason, record.text('text', ''));
    return;
  }
  const key = timestampOf(record, 'ts') ?? record.fail('"ts" is missing');
  const thread = timestampOf(record, 'thread_ts');
  const place = conversation.slack_id;
  const sent_at = Number(key);
  const isMarked = [...reactionsOf(source, record)].length > 0;
  const title = thread === null ? '' : titleOf(source, conversation, record);
  const sender = senderOf(source, record);
  if (!source.posts.add({ place, key, thread, sent_at, title, ...where, part: 0, isMarked })) {
    source.left.leave('messages', 'they occur twice', record.text('text', ''));
    return;
  }
  noteWritten(sender, sent_at);
  scanFiles(source, record, { place, key, sent_at, sender });
}

/** The reasons for omitting messages, by subtype. */
const reasons: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'joins and leaves are not messages here':
      'channel_join channel_leave group_join group_leave mpim_join bot_add bot_remove bot_enable bot_disable',
    'they are notices about changes of a channel':
      'channel_archive channel_unarchive group_archive group_unarchive channel_convert_to_private ' +
      'channel_convert_to_public channel_posting_permissions',
    'they are notices about pins; pins become stars here': 'pinned_item unpinned_item',
    'they are notices to one person': 'reminder_add joiner_notification joiner_notification_for_inviter',
    'they were deleted': 'tombstone',
    'they repeat others': 'message_changed message_deleted message_replied',
  }).flatMap(([reason, subtypes]) => subtypes.split(' ').map((subtype) => [subtype, reason])),
);

// What decides whether, where and under whose name a message is imported must be sound.
function reasonToLeave({ strict }: Fields): string | undefined {
  if (strict.text('type', 'message') !== 'message') return 'they have an unknown type';
  const subtype = strict.text('subtype', '');
  if (Object.hasOwn(reasons, subtype)) return reasons[subtype];
  strict.text('text', '');
  const isForOne = strict.bool('is_ephemeral', false) || strict.bool('hidden', false);
  return isForOne ? 'they were visible to one person only' : undefined;
}

/**
 * UNIX seconds with six decimals, as the text that identifies a message; null if it is missing. Other programs may write
 * fewer decimals, numbers, or times in another form.
 */
export function timestampOf(record: Fields, name: 'ts' | 'thread_ts' | 'id'): string | null {
  if (!record.has(name)) return null;
  const moment = record.moment(name);
  const raw = record.raw(name);
  const written = typeof raw === 'number' ? String(raw) : raw;
  const [, seconds, decimals = ''] =
    /^(\d{1,11})(?:\.(\d{1,9}))?$/.exec(typeof written === 'string' ? written : '') ?? [];
  return seconds === undefined ? moment.toFixed(6) : `${seconds}.${decimals.padEnd(6, '0')}`;
}

interface SlackReaction {
  from: Fields;
  name: string;
  user_ids: number[];
}

/** The reactions to a message, without broken ones. */
export function reactionsOf({ people, faults }: SlackExport, record: Fields): Iterable<SlackReaction> {
  return faults.each('reactions', record.records('reactions'), (from) => ({
    from,
    name: from.text('name'),
    user_ids: from.texts('users').map((user) => people.get(from, user).id),
  }));
}

/** The user who sent a message: a person, the user of a bot, or an app that only has a name. */
export function senderOf({ people }: SlackExport, record: Fields): ArchivedUser {
  const { strict } = record;
  const profile = record.maybeRecord('user_profile');
  const author = strict.text('user', '') || (strict.maybeRecord('comment')?.text('user', '') ?? '');
  const app = record.maybeRecord('bot_profile')?.maybeText('name');
  if (author !== '')
    return people.get(record, author, profile?.maybeText('real_name') || profile?.maybeText('name') || app);
  const name = strict.text('username', '');
  const bot_id = strict.text('bot_id', '');
  if (bot_id === '' && name === '') record.fail('it has no sender');
  return people.getBot(record, bot_id || `bot-${name}`, app || name);
}

/** The topic of the thread if this is its first message. */
function titleOf({ people, byId }: SlackExport, conversation: SlackConversation, record: Fields): string {
  const named = record
    .text('text', '')
    .replace(/<@([A-Z0-9]+)(?:\|[^>]*)?>/g, (_, id: string) => `@${people.find(id)?.full_name ?? id}`)
    .replace(/<#([A-Z0-9]+)(?:\|[^>]*)?>/g, (whole, id: string) => {
      const called = byId.get(id);
      return called && isHiddenFrom(conversation, called) ? hiddenName : whole;
    })
    .replace(/<!(\w+)(?:\|[^>]*)?>/g, '@$1')
    .replace(/```|[`*~]|^&gt; ?|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gmu, '');
  const first = (list: string, name: string) => record.records(list)[0]?.maybeText(name) ?? '';
  const texts = [...named.split('\n').map(plainText), first('files', 'name'), first('attachments', 'fallback')];
  return topicOfText(texts.join('\n'));
}

interface Sharing {
  place: string;
  key: string;
  sent_at: number;
  sender: ArchivedUser;
}

function scanFiles(source: SlackExport, record: Fields, sharing: Sharing): void {
  const { files, downloads, people, left } = source;
  for (const from of filesOf(source, record)) {
    const key = from.text('id');
    const path = downloads.get(key);
    if (path === undefined || !/^[A-Z0-9]+$/.test(key)) {
      left.leave('files', reasonOfLoss(from), nameOfFile(from));
      continue;
    }
    const owner = people.find(from.text('user', '')) ?? sharing.sender;
    const created_at = from.maybeTime('created') ?? Math.floor(sharing.sent_at);
    files.note({ from, key, path, name: nameOfFile(from), owner_id: owner.id, created_at }, sharing);
  }
}

/** The files of a message with their ids; old messages have a single one. */
export function filesOf({ faults }: SlackExport, record: Fields): Fields[] {
  const file = record.maybeRecord('file');
  const sound = faults.each('files', [...record.records('files'), ...(file ? [file] : [])], (one) => {
    one.text('id');
    return one;
  });
  return [...sound];
}

export function nameOfFile(file: Fields): string {
  return file.maybeText('name') || file.maybeText('title') || file.text('id');
}

function reasonOfLoss(file: Fields): string {
  if (isHiddenByPlan(file)) return 'Slack did not export them, because the plan of the workspace hides them';
  return isDeleted(file) ? 'they were deleted' : 'the archive lacks their content';
}

export function isHiddenByPlan(file: Fields): boolean {
  return file.raw('mode') === 'hidden_by_limit';
}

export function isDeleted(file: Fields): boolean {
  return file.raw('mode') === 'tombstone' || file.raw('file_access') === 'file_not_found';
}
