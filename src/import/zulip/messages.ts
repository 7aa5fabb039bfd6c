import type { ReactionType } from '../../emoji/emoji.ts';
import type {
  ArchivedEdit,
  ArchivedFlag,
  ArchivedFlags,
  ArchivedMessage,
  ArchivedPlace,
  ArchivedReaction,
  ArchivedStep,
} from '../archive.ts';
import { Fields } from '../fields.ts';
import type { ZulipExport } from './zulip-export.ts';

type OnRead = (bytes: number) => void;

export function* readMessages(source: ZulipExport, onRead: OnRead): Generator<ArchivedMessage> {
  for (const file of source.messageFiles) {
    yield* file.each('zerver_message', { noun: 'messages', onRead }, (record) => readMessage(source, record));
  }
}

function readMessage({ recipients, clients }: ZulipExport, record: Fields): ArchivedMessage {
  const recipient = recipients.get(record.id('recipient'));
  if (!recipient) record.fail(`it names the recipient ${record.id('recipient')}, who is not in the export`);
  const sender_id = record.id('sender');
  const topic = 'channel_id' in recipient ? record.text('subject') : '';
  const place = placeOf(recipient, sender_id, topic);
  const channel_id = 'channel_id' in place ? place.channel_id : null;
  const edits = record.or([], () => readEdits(record, topic, channel_id));
  return {
    from: record,
    id: record.id('id'),
    sender_id,
    client: clients.get(record.whole('sending_client', 0)) ?? 'Unspecified',
    sent_at: record.time('date_sent'),
    content: record.text('content'),
    place,
    sent_channel_id: edits.find(({ prev_channel_id }) => prev_channel_id !== null)?.prev_channel_id ?? channel_id,
    edits,
  };
}

/** The place of a sender's messages to a recipient. */
export function placeOf(
  recipient: { channel_id: number } | { user_id: number } | { user_ids: readonly number[] },
  sender_id: number,
  topic: string,
): ArchivedPlace {
  if ('channel_id' in recipient) return { channel_id: recipient.channel_id, topic };
  const others = 'user_id' in recipient ? [recipient.user_id] : recipient.user_ids;
  return { user_ids: [...new Set([sender_id, ...others])] };
}

/**
 * The history is a JSON list, newest first. Older servers stored only the state before an edit, not the state after it.
 */
function readEdits(record: Fields, topic: string, channel_id: number | null): ArchivedEdit[] {
  if (!record.has('edit_history')) return [];
  const now = { topic, channel_id };
  return parseHistory(record)
    .map((entry) => readEdit(entry, now))
    .reverse();
}

function parseHistory(record: Fields): Fields[] {
  const history = record.raw('edit_history');
  const list: unknown = typeof history === 'string' ? parse(history) : history;
  if (!Array.isArray(list)) record.fail('"edit_history" is not a JSON list');
  return new Fields({ edit_history: list }, record.place, (_, problem) => record.fail(problem)).records('edit_history');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `now` is the message's location after this edit; it is set to the location before it. */
function readEdit(entry: Fields, now: { topic: string; channel_id: number | null }): ArchivedEdit {
  const prev_topic = entry.maybeText('prev_topic') ?? entry.maybeText('prev_subject');
  const prev_channel_id = now.channel_id === null ? null : entry.maybeId('prev_stream');
  const edit = {
    user_id: entry.maybeId('user_id'),
    edited_at: entry.time('timestamp'),
    prev_content: entry.maybeText('prev_content'),
    prev_topic: now.channel_id === null ? null : prev_topic,
    topic: prev_topic === null || now.channel_id === null ? null : entry.text('topic', now.topic),
    prev_channel_id,
    channel_id: prev_channel_id === null ? null : (entry.maybeId('stream') ?? now.channel_id),
  };
  now.topic = prev_topic ?? now.topic;
  now.channel_id = prev_channel_id ?? now.channel_id;
  return edit;
}

/** Bits of `flags_mask`. */
const bits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  topic_wildcard_mentioned: 32,
  group_mentioned: 64,
  has_alert_word: 512,
  historical: 1024,
} as const;

const namedFlags: readonly ArchivedFlag[] = [
  'starred',
  'collapsed',
  'mentioned',
  'group_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
];

/** Only entries that differ from those of a read message. */
export function* readFlags(source: ZulipExport, onRead: OnRead): Generator<ArchivedFlags> {
  for (const file of source.messageFiles) {
    const all = file.each('zerver_usermessage', { noun: 'flags', onRead }, (record) => {
      const mask = record.whole('flags_mask');
      const is_unread = (mask & bits.read) === 0;
      const is_historical = (mask & bits.historical) !== 0;
      const flags = namedFlags.filter((flag) => (mask & bits[flag]) !== 0);
      if (!is_unread && flags.length === 0) return undefined;
      const [user_id, message_id] = [record.id('user_profile'), record.id('message')];
      return { from: record, user_id, message_id, is_unread, is_historical, flags };
    });
    for (const one of all) if (one) yield one;
  }
}

const reactionTypes: readonly ReactionType[] = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'];

export function* readReactions({ realm }: ZulipExport): Generator<ArchivedReaction> {
  yield* realm.each('zerver_reaction', { noun: 'reactions' }, (record) => ({
    from: record,
    message_id: record.id('message'),
    user_id: record.id('user_profile'),
    emoji_name: record.text('emoji_name'),
    emoji_code: record.text('emoji_code'),
    reaction_type: readReactionType(record),
  }));
}

export function readReactionType(record: Fields): ReactionType {
  const type = record.text('reaction_type', 'unicode_emoji');
  return reactionTypes.find((known) => known === type) ?? record.fail(`"reaction_type" is ${type}, which is none`);
}

export function* readSteps({ realm }: ZulipExport): Generator<ArchivedStep> {
  yield* realm.each('zerver_submessage', { noun: 'steps of polls and lists' }, (record) => ({
    from: record,
    message_id: record.id('message'),
    user_id: record.id('sender'),
    msg_type: record.text('msg_type'),
    content: record.text('content'),
  }));
}
