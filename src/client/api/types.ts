import type { Quiet } from '../../reach/quiet.ts';

// The parts of the API's answers and events that the client reads, with the names of the API.

/** A user or bot. */
export interface User {
  user_id: number;
  email: string;
  delivery_email: string | null;
  full_name: string;
  role: number;
  is_admin: boolean;
  is_owner: boolean;
  is_guest: boolean;
  is_bot: boolean;
  is_active?: boolean;
  timezone: string;
  default_language: string;
  date_joined: string;
  avatar_url?: string | null;
  avatar_version: number;
  bot_owner_id?: number | null;
  profile_data?: Record<string, { value: string; rendered_value?: string }>;
}

/** A user group, or an unnamed set of users and groups, as the value of a permission. */
export type GroupSetting = number | { direct_members: number[]; direct_subgroups: number[] };

/** The groups that can have a permission. */
export interface PermissionRules {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  allowed_system_groups: readonly string[];
  default_group_name: string;
}

export interface Channel {
  stream_id: number;
  name: string;
  description: string;
  rendered_description: string;
  invite_only: boolean;
  is_web_public: boolean;
  is_archived: boolean;
  is_recently_active?: boolean;
  history_public_to_subscribers: boolean;
  first_message_id: number | null;
  folder_id: number | null;
  subscriber_count: number;
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  /** Null: the organization's setting; -1: unlimited. */
  message_retention_days: number | null;
  can_add_subscribers_group: GroupSetting;
  can_administer_channel_group: GroupSetting;
  can_delete_any_message_group: GroupSetting;
  can_delete_own_message_group: GroupSetting;
  can_move_messages_out_of_channel_group: GroupSetting;
  can_move_messages_within_channel_group: GroupSetting;
  can_resolve_topics_group: GroupSetting;
  can_send_message_group: GroupSetting;
  can_subscribe_group: GroupSetting;
  can_remove_subscribers_group: GroupSetting;
  /** The whole list, if the client requested it. */
  subscribers?: number[];
}

export interface Subscription extends Channel {
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  /** Null: the setting for all channels. */
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export interface Folder {
  id: number;
  name: string;
  description: string;
  order: number;
  is_archived: boolean;
}

export interface UserGroup {
  id: number;
  name: string;
  description: string;
  members: number[];
  direct_subgroup_ids: number[];
  is_system_group: boolean;
  deactivated: boolean;
  can_add_members_group: GroupSetting;
  can_join_group: GroupSetting;
  can_leave_group: GroupSetting;
  can_manage_group: GroupSetting;
  can_remove_members_group: GroupSetting;
}

export interface Reaction {
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
}

export interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

/** A participant of a direct message. */
interface Participant {
  id: number;
  email: string;
  full_name: string;
}

interface MessageBase {
  id: number;
  timestamp: number;
  /** HTML. */
  content: string;
  is_me_message: boolean;
  reactions: Reaction[];
  submessages: Submessage[];
  sender_id: number;
  sender_email: string;
  sender_full_name: string;
  avatar_url: string | null;
  flags: string[];
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  /** In a search: the content and topic with the matching parts marked. HTML. */
  match_content?: string;
  match_subject?: string;
}

export interface ChannelMessage extends MessageBase {
  type: 'stream';
  stream_id: number;
  subject: string;
  display_recipient: string;
  topic_links?: { text: string; url: string }[];
}

export interface DirectMessage extends MessageBase {
  type: 'private';
  display_recipient: Participant[];
}

export type Message = ChannelMessage | DirectMessage;

export interface UserTopic {
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}

/** Unread messages, grouped by conversation. */
export interface UnreadMessages {
  pms: { other_user_id: number; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  mentions: number[];
  count: number;
  old_unreads_missing: boolean;
}

export interface UserStatus {
  away?: boolean;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}

export interface Presence {
  active_timestamp?: number;
  idle_timestamp?: number;
}

export interface RealmEmoji {
  id: string;
  name: string;
  source_url: string;
  deactivated: boolean;
  author_id: number | null;
}

/** A pattern whose matches become links. */
export interface Linkifier {
  id: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: string[];
}

/** A website that runs code of a language. */
export interface Playground {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}

/** A field of profiles. */
export interface ProfileField {
  id: number;
  type: number;
  name: string;
  hint: string;
  /** JSON, for lists and external accounts. */
  field_data: string;
  display_in_profile_summary?: boolean;
  required: boolean;
  editable_by_user: boolean;
  use_for_user_matching: boolean;
}

export interface Bot {
  user_id: number;
  email: string;
  full_name: string;
  bot_type: number;
  is_active: boolean;
  owner_id: number | null;
  default_sending_stream: string | null;
  services: { base_url?: string; interface?: number; token?: string }[];
}

/** A format in which tools post, by its name in URLs. */
export interface WebhookForm {
  name: string;
  display_name: string;
  /** Null if there is only one. */
  all_event_types: string[] | null;
  url_options: WebhookOption[];
  /** Whether it was tried with real calls of the tool. */
  is_tried: boolean;
}

/** A parameter of a webhook's URL that only some tools read. */
export interface WebhookOption {
  key: string;
  label: string;
  validator: 'check_bool' | 'check_string';
}

/** A domain that is allowed for the addresses of new users. */
export interface Domain {
  domain: string;
  allow_subdomains: boolean;
}

interface UserSettings {
  timezone: string;
  default_language: string;
  enter_sends: boolean;
  /** Null: as usual in the user's language. */
  twenty_four_hour_time: boolean | null;
  enable_desktop_notifications: boolean;
  enable_sounds: boolean;
  color_scheme: number;
  web_home_view: string;
  send_private_typing_notifications: boolean;
  send_stream_typing_notifications: boolean;
  presence_enabled: boolean;
  [property: string]: unknown;
}

/** A draft on the server. */
export interface ServerDraft {
  id: number;
  /** Empty if it has no recipient yet. */
  type: '' | 'stream' | 'private';
  /** The channel, or the other participants. */
  to: number[];
  topic: string;
  content: string;
  /** The time of the last edit, in UNIX seconds. */
  timestamp: number;
}

export interface Snippet {
  id: number;
  title: string;
  content: string;
  date_created: number;
}

interface LaterMessage {
  /** Markdown. */
  content: string;
  /** HTML. */
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}

export interface ScheduledMessage extends LaterMessage {
  scheduled_message_id: number;
  type: 'stream' | 'private';
  /** The channel, or the participants. */
  to: number | number[];
  topic?: string;
}

export interface Reminder extends LaterMessage {
  reminder_id: number;
  reminder_target_message_id: number;
}

/** A file that the user uploaded. */
export interface Attachment {
  id: number;
  name: string;
  path_id: string;
  /** In bytes. */
  size: number;
  create_time: number;
  message_ids: number[];
}

/** When the user may be notified, and until when their status holds: times in UNIX seconds. */
interface Availability extends Quiet {
  status_ends_at: number | null;
}

/** A section of the user's side bar: its channels in order, of which the user may see only some. */
export interface OwnSection {
  name: string;
  channel_ids: readonly number[];
}

/** The answer of POST /register, kept up to date by events. */
/** A call in a conversation: a topic, or the direct conversation of `user_ids`, who are all participants. */
export type Call = {
  id: number;
  /** The message that announces it. */
  message_id: number;
  started_by: number;
  /** In UNIX seconds. */
  started_at: number;
  members: CallMember[];
  /** Users who are rung now. */
  rings: number[];
} & ({ type: 'stream'; stream_id: number; topic: string } | { type: 'private'; user_ids: number[] });

/** A user in a call, and what their browser sends now. */
export interface CallMember extends CallMedia {
  user_id: number;
  /** The tab that the user joined from. */
  session: string;
  /** In UNIX seconds. */
  joined_at: number;
}

export interface CallMedia {
  audio: boolean;
  video: boolean;
  screen: boolean;
  /** Whether the user has raised a hand. */
  hand: boolean;
}

export interface State {
  zulip_version: string;
  zulip_feature_level: number;
  queue_id: string;
  last_event_id: number;
  user_id: number;
  email: string;
  delivery_email: string;
  full_name: string;
  avatar_url: string | null;
  avatar_url_medium: string | null;
  avatar_source: string;
  is_admin: boolean;
  is_owner: boolean;
  is_moderator: boolean;
  is_guest: boolean;
  realm_name: string;
  realm_icon_url: string;
  /** Undefined for people without an account, and in states that an earlier client kept. */
  realm_accent_color?: string;
  /** Source `D`: there is no logo. */
  realm_logo_url: string;
  realm_logo_source: string;
  realm_night_logo_url: string;
  realm_night_logo_source: string;
  realm_url: string;
  realm_users: User[];
  realm_non_active_users: User[];
  cross_realm_bots: User[];
  realm_bots: Bot[];
  realm_incoming_webhook_bots: WebhookForm[];
  realm_user_groups: UserGroup[];
  realm_emoji: Record<string, RealmEmoji>;
  realm_domains: Domain[];
  realm_linkifiers: Linkifier[];
  realm_playgrounds: Playground[];
  realm_user_settings_defaults: Record<string, unknown>;
  realm_enable_read_receipts: boolean;
  /** Where reports of messages go; -1 for none. */
  realm_moderation_request_channel_id: number;
  server_report_message_types: { key: string; name: string }[];
  realm_video_chat_provider: number;
  /** Undefined for the usual server. */
  realm_jitsi_server_url?: string | null;
  server_jitsi_server_url: string;
  realm_allow_message_editing: boolean;
  /** Null: no limit. */
  realm_message_content_edit_limit_seconds: number | null;
  realm_message_content_delete_limit_seconds: number | null;
  realm_move_messages_within_stream_limit_seconds: number | null;
  realm_move_messages_between_streams_limit_seconds: number | null;
  realm_mandatory_topics: boolean;
  realm_default_streams: number[];
  realm_message_retention_days: number;
  streams: Channel[];
  subscriptions: Subscription[];
  unsubscribed: Subscription[];
  never_subscribed: Channel[];
  channel_folders: Folder[];
  user_topics: UserTopic[];
  unread_msgs: UnreadMessages;
  starred_messages: number[];
  recent_private_conversations: { max_message_id: number; user_ids: number[] }[];
  muted_users: { id: number; timestamp: number }[];
  alert_words: string[];
  user_settings: UserSettings;
  user_status: Record<string, UserStatus>;
  presences: Record<string, Presence>;
  drafts: ServerDraft[];
  saved_snippets: Snippet[];
  scheduled_messages: ScheduledMessage[];
  reminders: Reminder[];
  navigation_views: { fragment: string; name: string | null }[];
  own_sections: readonly OwnSection[];
  availability: Availability;
  /** The live calls that the user may see. Undefined if the server has none to offer. */
  calls?: Call[];
  devices: Record<string, object>;
  custom_profile_fields: ProfileField[];
  realm_default_external_accounts: Record<string, { name: string; text: string; hint: string; url_pattern: string }>;
  /** Permissions of the organization. */
  [permission: `realm_can_${string}`]: GroupSetting;
  realm_create_multiuse_invite_group: GroupSetting;
  max_message_id: number;
  max_message_length: number;
  max_topic_length: number;
  /** Whether the server sends mails. */
  settings_send_digest_emails?: boolean;
  max_file_upload_size_mib: number;
  server_generation: number;
  server_emoji_data_url: string;
  server_supported_permission_settings: Record<'realm' | 'stream' | 'group', Record<string, PermissionRules>>;
  server_timestamp: number;
  server_presence_offline_threshold_seconds: number;
  server_presence_ping_interval_seconds: number;
  server_typing_started_expiry_period_milliseconds: number;
  server_typing_started_wait_period_milliseconds: number;
  server_typing_stopped_wait_period_milliseconds: number;
  server_thumbnail_formats: unknown[];
  [property: string]: unknown;
}

/** An event of a queue. The fold of each type declares its further fields. */
export interface ServerEvent {
  id: number;
  type: string;
  op?: string;
}

export interface NarrowTerm {
  operator: string;
  operand: string | number | number[];
  negated?: boolean;
}

/** The answer of GET /messages. */
export interface MessagePage {
  messages: Message[];
  anchor: number;
  found_anchor: boolean;
  found_oldest: boolean;
  found_newest: boolean;
  history_limited: boolean;
  /** Set if the messages come from this device, so that some may be missing. */
  isKept?: boolean;
}
