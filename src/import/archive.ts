import type { SpecialPermission } from '../accounts/special-permission.ts';
import type { ReactionType } from '../emoji/emoji.ts';
import type { ImagePurpose } from '../organization/realm-image.ts';
import type { GroupValue } from '../realm/group.ts';
import type { systemBots } from '../realm/system-bots.ts';
import type { Role } from '../users/user.ts';
import type { OnFault } from './faults.ts';
import type { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

// The common form of all formats: lists in the order in which they are stored. Ids are those of the archive. Lists that
// grow with the messages are generators, so that they are never in memory as a whole.

/** The resources for reading a format with several passes over its messages. */
export interface Reading {
  /** The archive: a folder or a file. */
  file: string;
  /** A folder for temporary files, deleted at the end. */
  scratch: string;
  /** Whether texts are kept as they are written there too, to be shown beside those here. */
  keepsWritten: boolean;
  /** Called with the number of bytes read so far, and the total. */
  onProgress(done: number, total: number): void;
  onFault: OnFault;
}

/** An organization in an archive. Its lists throw UnusableArchive. */
export interface Archive {
  /**
   * The organization that it is an archive of, among those of the format; undefined if only its messages can tell. Empty
   * if the keys of all organizations differ.
   */
  readonly source: string | undefined;
  readonly realm: ArchivedRealm | undefined;
  readonly users: readonly ArchivedUser[];
  readonly groups: readonly ArchivedGroup[];
  readonly folders: readonly ArchivedFolder[];
  readonly channels: readonly ArchivedChannel[];
  readonly emoji: readonly ArchivedEmoji[];
  readonly files: readonly ArchivedFile[];
  linkifiers(): Iterable<ArchivedLinkifier>;
  playgrounds(): Iterable<ArchivedPlayground>;
  fields(): Iterable<ArchivedProfileField>;
  fieldValues(): Iterable<ArchivedProfileValue>;
  subscriptions(): Iterable<ArchivedSubscription>;
  /** Ascending by id, which is the order of sending. `onRead` gets the number of bytes read since its last call. */
  messages(onRead: (bytes: number) => void): Iterable<ArchivedMessage>;
  /** The key of a message by its id; undefined if the archive lacks it. */
  messageKey(id: number): string | undefined;
  messageKeys(): Iterable<string>;
  /** The previous message of the thread of a message; undefined if there is none. */
  messageBefore(id: number): number | undefined;
  flags(onRead: (bytes: number) => void): Iterable<ArchivedFlags>;
  /** Whether `flags` includes mentions; if not, they are derived from the texts. */
  readonly flagsMentions: boolean;
  reactions(): Iterable<ArchivedReaction>;
  /** Steps of polls and to-do lists, in order; undefined if the archive does not contain them. */
  readonly steps: (() => Iterable<ArchivedStep>) | undefined;
  topicPolicies(): Iterable<ArchivedTopicPolicy>;
  personal(): Iterable<ArchivedPersonal>;
  /** The size of the data that `messages` and `flags` read. */
  readonly bytes: number;
  /** The number of bytes already reported while the archive was opened. */
  readonly scanned: number;
  /** Counts data of the archive that chatd cannot store. */
  tellRest(tally: Tally): void;
  close(): void;
}

/** The value of a permission: a group of the archive, or a set of users and groups. */
export type ArchivedGroupValue = GroupValue;

export interface ArchivedRealm {
  from: Source;
  /** Undefined in archives of older servers. */
  uuid: string | undefined;
  name: string;
  description: string;
  created_at: number;
  /** By chatd's names, unchecked. */
  settings: Readonly<Record<string, unknown>>;
  /** Channels as values of settings, by the setting's name. */
  channels: Readonly<Record<string, number>>;
  permissions: Readonly<Record<string, ArchivedGroupValue>>;
  domains: readonly { domain: string; allow_subdomains: boolean }[];
  newcomerSettings: Readonly<Record<string, unknown>>;
  /** Paths of images in the archive. */
  images: Readonly<Partial<Record<ImagePurpose, string>>>;
}

export interface ArchivedUser {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  email: string;
  /** Whether whoever runs the import said whose address it is. */
  isMapped?: true;
  full_name: string;
  role: Role;
  is_active: boolean;
  bot_type: number | null;
  bot_owner_id: number | null;
  /** The system bot of chatd that replaces this one. */
  system: keyof typeof systemBots | undefined;
  timezone: string;
  joined_at: number;
  settings: Readonly<Record<string, unknown>>;
  /** Permissions that an administrator lacks there. */
  revoked: readonly SpecialPermission[];
  bot: ArchivedBot | undefined;
  /** Paths of images in the archive, the best one first. */
  avatars: readonly string[];
  /** The last message before a long absence: all later ones are unread, regardless of the flags. */
  away_since_id: number | null;
}

export interface ArchivedBot {
  default_sending_channel_id: number | null;
  default_events_channel_id: number | null;
  default_all_public_streams: boolean;
  payload_url: string | null;
  service_interface: number | null;
  service_token: string | null;
}

export interface ArchivedGroup {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  name: string;
  description: string;
  creator_id: number | null;
  created_at: number | null;
  deactivated: boolean;
  /** Whether it is one of chatd's system groups, which has the same name. */
  isSystem: boolean;
  member_ids: readonly number[];
  subgroup_ids: readonly number[];
  permissions: Readonly<Record<string, ArchivedGroupValue>>;
}

export interface ArchivedFolder {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  name: string;
  description: string;
  creator_id: number | null;
  created_at: number;
  position: number;
  is_archived: boolean;
}

export interface ArchivedChannel {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  name: string;
  description: string;
  creator_id: number | null;
  created_at: number;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  is_default: boolean;
  message_retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  permissions: Readonly<Record<string, ArchivedGroupValue>>;
}

export interface ArchivedEmoji {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  name: string;
  author_id: number | null;
  deactivated: boolean;
  /** Paths of images in the archive, the best one first. */
  pictures: readonly string[];
}

/** An uploaded file. */
export interface ArchivedFile {
  from: Source;
  /** Identifies it in all archives of its source. */
  key: string;
  /** Its path in links, below `/user_uploads/`. */
  path_id: string;
  /** Its path in the archive. */
  path: string;
  name: string;
  owner_id: number;
  created_at: number;
  message_ids: readonly number[];
}

export interface ArchivedLinkifier {
  from: Source;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: string[];
}

export interface ArchivedPlayground {
  from: Source;
  name: string;
  pygments_language: string;
  url_template: string;
}

export interface ArchivedProfileField {
  from: Source;
  id: number;
  /** Identifies it in all archives of its source. */
  key: string;
  field_type: number;
  name: string;
  hint: string;
  field_data: string;
  display_in_profile_summary: boolean;
  required: boolean;
  editable_by_user: boolean;
  use_for_user_matching: boolean;
}

export interface ArchivedProfileValue {
  from: Source;
  user_id: number;
  field_id: number;
  /** For a field of users: a JSON list of their ids in the archive. */
  value: string;
}

/** A range of message ids as in subscription_spans: after the first, up to the last. */
export type Span = readonly [from: number, until: number | null];

export interface ArchivedSubscription {
  from: Source;
  user_id: number;
  channel_id: number;
  is_active: boolean;
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
  spans: readonly Span[];
}

/** The place of a message: a topic, or the direct conversation of users, including the sender. */
export type ArchivedPlace = { channel_id: number; topic: string } | { user_ids: readonly number[] };

export interface ArchivedMessage {
  from: Source;
  id: number;
  sender_id: number;
  client: string;
  sent_at: number;
  /** Markdown. */
  content: string;
  place: ArchivedPlace;
  /** The channel it was sent to; null for a direct message. */
  sent_channel_id: number | null;
  /** Oldest first. */
  edits: readonly ArchivedEdit[];
}

export interface ArchivedEdit {
  user_id: number | null;
  edited_at: number;
  prev_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
}

export type ArchivedFlag =
  | 'starred'
  | 'collapsed'
  | 'mentioned'
  | 'group_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word';

/** A user's flags on a message. Messages without an entry are read. */
export interface ArchivedFlags {
  from: Source;
  user_id: number;
  message_id: number;
  is_unread: boolean;
  /** Whether the user never received the message. */
  is_historical?: boolean;
  flags: readonly ArchivedFlag[];
}

export interface ArchivedReaction {
  from: Source;
  message_id: number;
  user_id: number;
  emoji_name: string;
  /** For a custom emoji: its id in the archive. */
  emoji_code: string;
  reaction_type: ReactionType;
}

/** The first step of a message is the widget itself. */
export interface ArchivedStep {
  from: Source;
  message_id: number;
  user_id: number;
  msg_type: string;
  /** JSON. */
  content: string;
}

export interface ArchivedTopicPolicy {
  from: Source;
  user_id: number;
  channel_id: number;
  topic: string;
  visibility_policy: number;
  updated_at: number;
}

/** Data of a single user. */
export type ArchivedPersonal = { from: Source; user_id: number } & (
  | { kind: 'status'; status_text: string; emoji_name: string; emoji_code: string; reaction_type: ReactionType }
  | { kind: 'presence'; active_at: number | null; connected_at: number }
  | { kind: 'mute'; muted_user_id: number; muted_at: number }
  | { kind: 'alert word'; word: string }
  | { kind: 'snippet'; title: string; content: string; created_at: number }
  | { kind: 'draft'; to: ArchivedPlace | undefined; content: string; edited_at: number }
  | { kind: 'bot storage'; key: string; value: string }
  | { kind: 'view'; fragment: string; is_pinned: boolean; name: string | null }
  | { kind: 'reminder'; message_id: number; note: string; due_at: number; failed: boolean }
  | {
      kind: 'scheduled message';
      to: ArchivedPlace;
      content: string;
      client: string;
      due_at: number;
      failed: boolean;
      read_by_sender: boolean;
    }
);
