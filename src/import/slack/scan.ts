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
  const key = timestampOf(record, 'ts') as string;
  const thread = timestampOf(record, 'thread_ts');
  const place = conversation.slack_id;
  const sent_at = Number(key);
  checkParts(record);
  const isMarked = scanReactions(source, record);
  const title = thread === null ? '' : titleOf(source, conversation, record);
  const sender = senderOf(source, record);
  noteWritten(sender, sent_at);
  if (!source.posts.add({ place, key, thread, sent_at, title, ...where, part: 0, isMarked })) {
    source.left.leave('messages', 'they occur twice', record.text('text', ''));
    return;
  }
  scanFiles(source, record, { place, key, sent_at, sender });
}

/** Throws UnusableArchive where the message could not be written later. */
function checkParts(record: Fields): void {
  for (const list of ['attachments', 'blocks']) record.records(list);
  for (const file of filesOf(record)) {
    file.text('id');
    file.maybeTime('created');
    for (const name of ['mode', 'user', 'preview', 'url_private']) file.text(name, '');
    for (const name of ['name', 'title', 'external_url', 'permalink']) file.maybeText(name);
  }
  for (const name of ['text', 'username', 'bot_id']) record.text(name, '');
  record.maybeRecord('edited')?.text('user', '');
  scanEdit(record);
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
    'they were deleted': 'tombstone',
    'they repeat others': 'message_changed message_deleted message_replied',
  }).flatMap(([reason, subtypes]) => subtypes.split(' ').map((subtype) => [subtype, reason])),
);

function reasonToLeave(record: Fields): string | undefined {
  if (record.text('type', 'message') !== 'message') return 'they have an unknown type';
  const subtype = record.text('subtype', '');
  if (Object.hasOwn(reasons, subtype)) return reasons[subtype];
  const isForOne = record.bool('is_ephemeral', false) || record.bool('hidden', false);
  return isForOne ? 'they were visible to one person only' : undefined;
}

/** UNIX seconds with a fraction, as the text that identifies a message; null if it is missing. */
function timestampOf(record: Fields, name: 'ts' | 'thread_ts'): string | null {
  const raw = record.raw(name);
  const optional = typeof raw === 'number' ? String(raw) : record.maybeText(name);
  const text = name === 'ts' ? (optional ?? record.text(name)) : optional;
  if (text !== null && !/^\d{1,11}(?:\.\d{1,9})?$/.test(text)) record.fail(`"${name}" is no time`);
  return text;
}

function scanReactions({ people }: SlackExport, record: Fields): boolean {
  const reactions = record.records('reactions');
  for (const reaction of reactions) {
    reaction.text('name');
    for (const user of reaction.texts('users')) people.get(reaction, user);
  }
  return reactions.length > 0;
}

/** The user who sent a message: a person, the user of a bot, or an app that only has a name. */
export function senderOf({ people }: SlackExport, record: Fields): ArchivedUser {
  const profile = record.maybeRecord('user_profile');
  const author = record.text('user', '') || (record.maybeRecord('comment')?.text('user', '') ?? '');
  if (author !== '') return people.get(record, author, profile?.maybeText('real_name') || profile?.maybeText('name'));
  const name = record.text('username', '');
  const bot_id = record.text('bot_id', '');
  if (bot_id === '' && name === '') record.fail('it has no sender');
  return people.getBot(record, bot_id || `bot-${name}`, record.maybeRecord('bot_profile')?.maybeText('name') || name);
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

function scanFiles({ files, downloads, people, left }: SlackExport, record: Fields, sharing: Sharing): void {
  for (const from of filesOf(record)) {
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

/** The files of a message; old messages have a single one. */
export function filesOf(record: Fields): Fields[] {
  const file = record.maybeRecord('file');
  return [...record.records('files'), ...(file ? [file] : [])];
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

function scanEdit(record: Fields): void {
  const ts = record.maybeRecord('edited')?.text('ts');
  if (ts !== undefined && !/^\d{1,11}(?:\.\d{1,9})?$/.test(ts)) record.fail('"ts" of "edited" is no time');
}
