import { createHash } from 'node:crypto';
import { palette } from '../channels/subscription.ts';
import { type Role, roles } from '../users/user.ts';
import type {
  Archive,
  ArchivedChannel,
  ArchivedEdit,
  ArchivedMessage,
  ArchivedProfileField,
  ArchivedSubscription,
  ArchivedUser,
} from './archive.ts';
import type { PostIndex, PostInOrder } from './post-index.ts';
import type { Source } from './unusable-archive.ts';

// Default values for data that archives of other chat programs lack.

/** An empty archive. */
export const emptyArchive = {
  source: '',
  realm: undefined,
  users: [],
  groups: [],
  folders: [],
  channels: [],
  emoji: [],
  files: [],
  linkifiers: () => [],
  playgrounds: () => [],
  fields: () => [],
  fieldValues: () => [],
  subscriptions: () => [],
  messages: () => [],
  messageKey: () => undefined,
  messageKeys: () => [],
  messageBefore: () => undefined,
  flags: () => [],
  flagsMentions: false,
  reactions: () => [],
  steps: undefined,
  topicPolicies: () => [],
  personal: () => [],
  bytes: 0,
  scanned: 0,
  tellRest() {},
  close() {},
} satisfies Archive;

export type UserParts = Pick<
  ArchivedUser,
  'from' | 'id' | 'key' | 'email' | 'full_name' | 'is_active' | 'joined_at'
> & {
  isBot: boolean;
  role?: Role;
  timezone?: string;
  avatars?: readonly string[];
};

export function plainUser({ isBot, ...parts }: UserParts): ArchivedUser {
  return {
    role: roles.member,
    bot_type: isBot ? 1 : null,
    bot_owner_id: null,
    system: undefined,
    timezone: '',
    settings: {},
    revoked: [],
    bot: undefined,
    avatars: [],
    away_since_id: null,
    ...parts,
  };
}

type ChannelParts = Pick<
  ArchivedChannel,
  | 'from'
  | 'id'
  | 'key'
  | 'name'
  | 'description'
  | 'creator_id'
  | 'created_at'
  | 'invite_only'
  | 'is_archived'
  | 'is_default'
> & { folder_id?: number | null };

export function plainChannel(parts: ChannelParts): ArchivedChannel {
  return {
    is_web_public: false,
    history_public_to_subscribers: true,
    message_retention_days: null,
    topics_policy: 'inherit',
    folder_id: null,
    permissions: {},
    ...parts,
  };
}

/** A subscription from the first message on. */
export function plainSubscription(from: Source, user_id: number, channel_id: number): ArchivedSubscription {
  return {
    from,
    user_id,
    channel_id,
    is_active: true,
    color: palette[channel_id % palette.length] as string,
    is_muted: false,
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
    spans: [[0, null]],
  };
}

/** An address for a user without one in the archive. It never receives mail, and is the same in every import. */
export function placeholderAddress(name: string, format: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-') || 'user';
  // Names that would get the same address are distinguished by a hash. Ids contain no lower-case letters.
  const isExact = plain === name || /^[A-Z0-9]+$/.test(name);
  const mark = isExact ? '' : `-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  return `${plain}${mark}@${format}.invalid`;
}

/** Neutralizes a command at the beginning of a text that was not a command there. */
export function withoutCommand(text: string): string {
  return /^\/(?:me|poll|todo)\b/.test(text) ? `\u2060${text}` : text;
}

type MessageParts = Pick<ArchivedMessage, 'from' | 'id' | 'sender_id' | 'client' | 'content' | 'place'> & {
  /** In seconds, possibly with a fraction. */
  sent_at: number;
  /** The same; undefined if it was never edited. */
  edited_at: number | undefined;
  /** The sender by default; null if unknown. */
  editor_id?: number | null;
};

/** A message that was never moved. If it was edited, its earlier text is unknown, so the current one replaces it. */
export function plainMessage({ sent_at, edited_at, editor_id, ...parts }: MessageParts): ArchivedMessage {
  const { sender_id, content, place } = parts;
  const editor = editor_id === undefined ? sender_id : editor_id;
  return {
    ...parts,
    sent_at: Math.floor(sent_at),
    sent_channel_id: 'channel_id' in place ? place.channel_id : null,
    edits: edited_at === undefined ? [] : [plainEdit(editor, Math.floor(edited_at), content)],
  };
}

function plainEdit(user_id: number | null, edited_at: number, content: string): ArchivedEdit {
  const unmoved = { prev_topic: null, topic: null, prev_channel_id: null, channel_id: null };
  return { user_id, edited_at, prev_content: content, ...unmoved };
}

/** A profile field for short texts. */
export function plainField(from: Source, id: number, name: string): ArchivedProfileField {
  return {
    from,
    id,
    key: name,
    name,
    field_type: 1,
    hint: '',
    field_data: '',
    display_in_profile_summary: false,
    required: false,
    editable_by_user: true,
    use_for_user_matching: false,
  };
}

/** Maximum length of a value of such a field. */
const longestValue = 50;

export function cutValue(value: string): string {
  return [...value.trim()].slice(0, longestValue).join('');
}

/** A line with the name under which an app posted; empty if it is the name of the account. */
export function sayName(name: string, { full_name }: ArchivedUser): string {
  const plain = name.replace(/[*\n]+/g, ' ').trim();
  return plain === '' || plain === full_name.trim() ? '' : `**${plain}:**`;
}

/**
 * The first line of a reply in a direct conversation, which has no topic to show the thread; empty for all others, and
 * if the archive lacks the message that began the thread.
 */
export function quoteThread(posts: PostIndex, { place, thread, key, topic }: PostInOrder, isDirect: boolean): string {
  if (!isDirect || thread === null || thread === key || topic === null) return '';
  return posts.find(place, thread) ? `> ${topic}` : '';
}
