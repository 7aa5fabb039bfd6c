import { channelPermissionNames } from '../../conversations/channel-permissions.ts';
import type { ArchivedChannel, ArchivedFolder, ArchivedSubscription, Span } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { RecordFile } from '../record-file.ts';
import type { GroupReader } from './groups.ts';
import { distinctIds, type ZulipExport } from './zulip-export.ts';

const topicsPolicies: Readonly<Record<number, string>> = {
  1: 'inherit',
  2: 'allow_empty_topic',
  3: 'disable_empty_topic',
  4: 'empty_topic_only',
};

export function readChannels({ realm }: ZulipExport, groups: GroupReader): ArchivedChannel[] {
  const defaults = new Set(realm.each('zerver_defaultstream', {}, (record) => record.id('stream')));
  const idOf = distinctIds('channel');
  return [
    ...realm.each('zerver_stream', { noun: 'channels' }, (record) => ({
      from: record,
      id: idOf(record),
      key: String(record.id('id')),
      name: record.or('', () => record.text('name')),
      description: record.text('description', ''),
      creator_id: record.maybeId('creator'),
      created_at: record.or(0, () => record.time('date_created')),
      ...readPrivacy(record),
      is_archived: record.bool('deactivated', false),
      is_default: defaults.has(record.id('id')),
      message_retention_days: readRetention(record),
      topics_policy: topicsPolicies[record.whole('topics_policy', 1)] ?? 'inherit',
      folder_id: record.maybeId('folder'),
      permissions: groups.readPermissions(record, channelPermissionNames),
    })),
  ];
}

/** A channel that may have been private is private, and so is history that may have been hidden. */
function readPrivacy(
  record: Fields,
): Pick<ArchivedChannel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'> {
  const invite_only = record.or(true, () => record.bool('invite_only'));
  const is_web_public = !invite_only && record.bool('is_web_public', false);
  const isHistoryPublic = ({ strict }: Fields) => strict.bool('history_public_to_subscribers', !invite_only);
  return { invite_only, is_web_public, history_public_to_subscribers: record.or(false, isHistoryPublic) };
}

/** Days; if they are unknown, messages are kept. */
function readRetention(record: Fields): number | null {
  if (!record.has('message_retention_days')) return null;
  return record.or(-1, () => {
    const days = record.whole('message_retention_days');
    const isPossible = days === -1 || (days > 0 && days < 2 ** 31);
    return isPossible ? days : record.fail(`messages cannot be kept for ${days} days`);
  });
}

export function readFolders({ realm }: ZulipExport): ArchivedFolder[] {
  const idOf = distinctIds('folder');
  let index = 0;
  return [
    ...realm.each('zerver_channelfolder', { noun: 'folders' }, (record) => ({
      from: record,
      id: idOf(record),
      key: String(record.id('id')),
      name: record.text('name'),
      description: record.text('description', ''),
      creator_id: record.maybeId('creator'),
      created_at: record.maybeTime('date_created') ?? 0,
      position: record.whole('order', index++),
      is_archived: record.bool('is_archived', false),
    })),
  ];
}

export function* readSubscriptions({ realm, recipients }: ZulipExport): Generator<ArchivedSubscription> {
  const histories = readHistories(realm);
  const all = realm.each('zerver_subscription', { noun: 'subscriptions' }, (record) => {
    const recipient = recipients.get(record.id('recipient'));
    if (!recipient) return record.fail(`it names the recipient ${record.id('recipient')}, who is not in the export`);
    if (!('channel_id' in recipient)) return undefined;
    const user_id = record.id('user_profile');
    const { channel_id } = recipient;
    return readSubscription(record, { user_id, channel_id, history: histories.get(keyOf(user_id, channel_id)) ?? [] });
  });
  for (const one of all) if (one) yield one;
}

interface Pair {
  user_id: number;
  channel_id: number;
  history: History;
}

function readSubscription(record: Fields, { user_id, channel_id, history }: Pair): ArchivedSubscription {
  const is_active = record.or(false, () => record.bool('active'));
  return {
    from: record,
    user_id,
    channel_id,
    is_active,
    color: record.text('color', '#c2c2c2'),
    is_muted: record.bool('is_muted', false),
    pin_to_top: record.bool('pin_to_top', false),
    desktop_notifications: record.maybeBool('desktop_notifications'),
    audible_notifications: record.maybeBool('audible_notifications'),
    push_notifications: record.maybeBool('push_notifications'),
    email_notifications: record.maybeBool('email_notifications'),
    wildcard_mentions_notify: record.maybeBool('wildcard_mentions_notify'),
    spans: spansOf(history, is_active),
  };
}

/** Event types of the audit log: a user joined a channel for the first time, came back, or left. */
const joining: readonly unknown[] = [301, 302];
const leaving = 303;

/** Starts and ends of subscriptions as message ids, in order: starts unchanged, an end as -1 minus its id. */
type History = number[];

function readHistories(realm: RecordFile): Map<number, History> {
  const histories = new Map<number, History>();
  const all = realm.each('zerver_realmauditlog', { noun: 'entries of the log' }, (record) => {
    const type = record.raw('event_type');
    if (type !== leaving && !joining.includes(type)) return;
    if (!record.has('modified_user') || !record.has('modified_stream')) return;
    const key = keyOf(record.id('modified_user'), record.id('modified_stream'));
    const id = record.whole('event_last_message_id', 0);
    const history = histories.get(key) ?? [];
    history.push(type === leaving ? -id - 1 : id);
    histories.set(key, history);
  });
  for (const _ of all);
  return histories;
}

// A number takes less memory than text: there are as many keys as users times channels.
function keyOf(user_id: number, channel_id: number): number {
  return user_id * 2 ** 26 + channel_id;
}

/** A user without entries in the log was subscribed from the beginning. */
function spansOf(history: History, is_active: boolean): Span[] {
  const spans: [number, number | null][] = [];
  for (const entry of history) {
    const last = spans.at(-1);
    const isOpen = last !== undefined && last[1] === null;
    if (entry >= 0 && !isOpen) spans.push([entry, null]);
    else if (entry < 0 && isOpen) last[1] = Math.max(last[0], -entry - 1);
  }
  if (history.length === 0 && is_active) spans.push([0, null]);
  return spans;
}
