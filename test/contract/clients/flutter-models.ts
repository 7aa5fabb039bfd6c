import { type Needs, within } from './needs.ts';

/** What the phone app's classes take from answers and events; all that it may miss is marked so. */
export const greeting: Needs = {
  'authentication_methods.ldap': 'boolean',
  external_authentication_methods: 'list',
  zulip_feature_level: 'integer',
  zulip_version: 'string',
  zulip_merge_base: 'string',
  push_notifications_enabled: 'boolean',
  is_incompatible: 'boolean',
  email_auth_enabled: 'boolean',
  require_email_format_usernames: 'boolean',
  realm_uri: 'url',
  realm_name: 'string',
  realm_icon: 'string',
  realm_description: 'string',
  realm_web_public_access_enabled: 'boolean',
};

export const account: Needs = { user_id: 'integer' };

export const page: Needs = {
  anchor: 'integer',
  found_newest: 'boolean',
  found_oldest: 'boolean',
  found_anchor: 'boolean',
  history_limited: 'boolean',
};

export const message: Needs = {
  client: 'string',
  content: 'string',
  content_type: ['text/html'],
  id: 'integer',
  is_me_message: 'boolean',
  reactions: 'list',
  sender_email: 'string',
  sender_full_name: 'string',
  sender_id: 'integer',
  sender_realm_str: 'string',
  timestamp: 'integer',
  type: ['stream', 'private'],
  subject: 'string',
  flags: 'list',
  recipient_id: 'integer?',
  avatar_url: 'string?',
  last_edit_timestamp: 'integer?',
  last_moved_timestamp: 'integer?',
  match_content: 'string?',
  match_subject: 'string?',
};

/** A channel that one follows. */
const stream: Needs = {
  stream_id: 'integer',
  name: 'string',
  description: 'string',
  rendered_description: 'string',
  date_created: 'integer',
  first_message_id: 'integer?',
  folder_id: 'integer?',
  invite_only: 'boolean',
  is_web_public: 'boolean',
  is_archived: 'boolean?',
  history_public_to_subscribers: 'boolean',
  message_retention_days: 'integer?',
  stream_post_policy: [1, 2, 3, 4],
  can_add_subscribers_group: 'group',
  can_delete_any_message_group: 'group',
  can_delete_own_message_group: 'group',
  can_send_message_group: 'group',
  can_subscribe_group: 'group',
  is_recently_active: 'boolean?',
  stream_weekly_traffic: 'integer?',
};

export const channel: Needs = {
  ...stream,
  pin_to_top: 'boolean',
  is_muted: 'boolean',
  color: 'string',
  desktop_notifications: 'boolean?',
  email_notifications: 'boolean?',
  wildcard_mentions_notify: 'boolean?',
  push_notifications: 'boolean?',
  audible_notifications: 'boolean?',
};

const user: Needs = {
  user_id: 'integer',
  delivery_email: 'string?',
  email: 'string',
  full_name: 'string',
  date_joined: 'string',
  is_bot: 'boolean',
  bot_type: 'integer?',
  bot_owner_id: 'integer?',
  role: [100, 200, 300, 400, 600],
  timezone: 'string',
  avatar_url: 'string?',
  avatar_version: 'integer',
};

const group: Needs = {
  id: 'integer',
  members: 'list',
  direct_subgroup_ids: 'list',
  name: 'string',
  description: 'string',
  is_system_group: 'boolean',
  deactivated: 'boolean?',
};

const emoji: Needs = {
  id: 'string',
  name: 'string',
  source_url: 'string',
  still_url: 'string?',
  deactivated: 'boolean',
  author_id: 'integer?',
};

const profileField: Needs = {
  id: 'integer',
  type: 'integer',
  order: 'integer',
  name: 'string',
  hint: 'string',
  field_data: 'string',
  display_in_profile_summary: 'boolean?',
};

const folder: Needs = {
  id: 'integer',
  name: 'string',
  order: 'integer?',
  date_created: 'integer?',
  creator_id: 'integer?',
  description: 'string',
  rendered_description: 'string',
  is_archived: 'boolean',
};

const snippet: Needs = { id: 'integer', title: 'string', content: 'string', date_created: 'integer' };
const mutedUser: Needs = { id: 'integer' };

export const state: Needs = {
  queue_id: 'string?',
  last_event_id: 'integer',
  zulip_feature_level: 'integer',
  zulip_version: 'string',
  zulip_merge_base: 'string',
  'alert_words[]': 'string',
  ...within('custom_profile_fields[]', profileField),
  max_stream_name_length: 'integer',
  max_topic_length: 'integer',
  server_presence_ping_interval_seconds: 'integer',
  server_presence_offline_threshold_seconds: 'integer',
  ...within('muted_users[]', mutedUser),
  'presences{}.active_timestamp': 'integer',
  'presences{}.idle_timestamp': 'integer',
  ...within('realm_emoji{}', emoji),
  ...within('realm_user_groups[]', group),
  'recent_private_conversations[].max_message_id': 'integer',
  'recent_private_conversations[].user_ids': 'list',
  ...within('saved_snippets[]', snippet),
  ...within('subscriptions[]', channel),
  ...within('channel_folders[]', folder),
  'unread_msgs.count': 'integer',
  'unread_msgs.pms[].other_user_id': 'integer',
  'unread_msgs.pms[].unread_message_ids[]': 'integer',
  'unread_msgs.streams[].stream_id': 'integer',
  'unread_msgs.streams[].topic': 'string',
  'unread_msgs.streams[].unread_message_ids[]': 'integer',
  'unread_msgs.huddles[].user_ids_string': 'string',
  'unread_msgs.huddles[].unread_message_ids[]': 'integer',
  'unread_msgs.mentions[]': 'integer',
  'unread_msgs.old_unreads_missing': 'boolean',
  'starred_messages[]': 'integer',
  ...within('streams[]', stream),
  'user_status{}.status_text': 'string?',
  'user_status{}.emoji_name': 'string?',
  'user_status{}.emoji_code': 'string?',
  'user_status{}.reaction_type': 'string?',
  'user_settings.twenty_four_hour_time': 'boolean?',
  'user_settings.starred_message_counts': 'boolean',
  'user_settings.display_emoji_reaction_users': 'boolean',
  'user_settings.emojiset': ['google', 'google-blob', 'twitter', 'text'],
  'user_settings.presence_enabled': 'boolean',
  'user_topics[].stream_id': 'integer',
  'user_topics[].topic_name': 'string',
  'user_topics[].last_updated': 'integer',
  'user_topics[].visibility_policy': [0, 1, 2, 3],
  realm_can_delete_any_message_group: 'group',
  realm_can_delete_own_message_group: 'group',
  realm_wildcard_mention_policy: [1, 2, 3, 5, 6, 7],
  realm_mandatory_topics: 'boolean',
  realm_name: 'string',
  realm_waiting_period_threshold: 'integer',
  realm_message_content_delete_limit_seconds: 'integer?',
  realm_allow_message_editing: 'boolean',
  realm_message_content_edit_limit_seconds: 'integer?',
  realm_enable_read_receipts: 'boolean',
  realm_icon_url: 'string',
  realm_presence_disabled: 'boolean',
  'realm_default_external_accounts{}.name': 'string',
  'realm_default_external_accounts{}.text': 'string',
  'realm_default_external_accounts{}.hint': 'string',
  'realm_default_external_accounts{}.url_pattern': 'string',
  realm_empty_topic_display_name: 'string?',
  max_file_upload_size_mib: 'integer',
  server_thumbnail_formats: 'list?',
  server_emoji_data_url: 'url',
  server_typing_started_expiry_period_milliseconds: 'integer?',
  server_typing_stopped_wait_period_milliseconds: 'integer?',
  server_typing_started_wait_period_milliseconds: 'integer?',
  event_queue_longpoll_timeout_seconds: 'integer',
  ...within('realm_users[]', user),
  ...within('realm_non_active_users[]', user),
  ...within('cross_realm_bots[]', user),
};

const reaction: Needs = {
  message_id: 'integer',
  user_id: 'integer',
  emoji_name: 'string',
  emoji_code: 'string',
  reaction_type: ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'],
};

const typing: Needs = { message_type: ['direct', 'stream'], 'sender.user_id': 'integer', recipients: 'list?' };
const groupMembers: Needs = { group_id: 'integer', 'user_ids[]': 'integer' };
const subgroups: Needs = { group_id: 'integer', 'direct_subgroup_ids[]': 'integer' };
const peers: Needs = { 'stream_ids[]': 'integer', 'user_ids[]': 'integer' };
const flags: Needs = { flag: 'string', 'messages[]': 'integer' };

/** What the phone app takes from events, by `type/op`. */
export const events: Readonly<Record<string, Needs>> = {
  alert_words: { 'alert_words[]': 'string' },
  'user_settings/update': { property: 'string' },
  custom_profile_fields: within('fields[]', profileField),
  'user_group/add': within('group', group),
  'user_group/update': { group_id: 'integer', data: 'object', 'data.description': 'string?', 'data.name': 'string?' },
  'user_group/add_members': groupMembers,
  'user_group/remove_members': groupMembers,
  'user_group/add_subgroups': subgroups,
  'user_group/remove_subgroups': subgroups,
  'realm_user/add': { ...within('person', user), 'person.is_active': 'boolean' },
  'realm_user/update': { 'person.user_id': 'integer', 'person.full_name': 'string?', 'person.role': 'integer?' },
  'saved_snippets/add': within('saved_snippet', snippet),
  'saved_snippets/update': within('saved_snippet', snippet),
  'saved_snippets/remove': { saved_snippet_id: 'integer' },
  'stream/create': within('streams[]', stream),
  'stream/update': { stream_id: 'integer', name: 'string', property: 'string', rendered_description: 'string?' },
  'stream/delete': { 'stream_ids[]': 'integer' },
  'subscription/add': within('subscriptions[]', channel),
  'subscription/remove': { 'subscriptions[].stream_id': 'integer' },
  'subscription/update': { stream_id: 'integer', property: 'string' },
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  'channel_folder/add': within('channel_folder', folder),
  'channel_folder/update': { channel_folder_id: 'integer', data: 'object' },
  user_status: { user_id: 'integer', status_text: 'string?', emoji_name: 'string?' },
  user_topic: {
    stream_id: 'integer',
    topic_name: 'string',
    last_updated: 'integer',
    visibility_policy: [0, 1, 2, 3],
  },
  muted_users: within('muted_users[]', mutedUser),
  message: { ...within('message', withoutFlags(message)), flags: 'list' },
  update_message: {
    user_id: 'integer?',
    rendering_only: 'boolean',
    message_id: 'integer',
    'message_ids[]': 'integer',
    flags: 'list',
    edit_timestamp: 'integer',
    stream_id: 'integer?',
    new_stream_id: 'integer?',
    propagate_mode: 'string?',
    orig_subject: 'string?',
    subject: 'string?',
    orig_content: 'string?',
    orig_rendered_content: 'string?',
    content: 'string?',
    rendered_content: 'string?',
    is_me_message: 'boolean?',
  },
  delete_message: {
    'message_ids[]': 'integer',
    message_type: ['stream', 'private'],
    stream_id: 'integer?',
    topic: 'string?',
  },
  'update_message_flags/add': { ...flags, all: 'boolean' },
  'update_message_flags/remove': { ...flags, message_details: 'object?' },
  submessage: {
    msg_type: ['widget'],
    content: 'string',
    message_id: 'integer',
    sender_id: 'integer',
    submessage_id: 'integer',
  },
  'typing/start': typing,
  'typing/stop': typing,
  presence: { user_id: 'integer', 'presence{}.status': ['active', 'idle'], 'presence{}.timestamp': 'integer' },
  'reaction/add': reaction,
  'reaction/remove': reaction,
  'realm_emoji/update': within('realm_emoji{}', emoji),
};

// In events, flags stand beside the message.
function withoutFlags({ flags: _, ...needs }: Needs): Needs {
  return needs;
}
