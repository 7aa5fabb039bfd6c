/** What a value of the initial state is, as JSON. */
export type JsonType = keyof typeof jsonTypes;

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

export const jsonTypes = {
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value),
  'integer or null': (value: unknown) => value === null || Number.isInteger(value),
  text: (value: unknown) => typeof value === 'string',
  'text or null': (value: unknown) => value === null || typeof value === 'string',
  list: (value: unknown) => Array.isArray(value),
  object: isObject,
  /** The value of a permission: the id of a group, or an object that names members and groups. */
  group: (value: unknown) => Number.isInteger(value) || isObject(value),
} as const;

/** What every answer to `POST /register` has. */
export const alwaysSent: Record<string, JsonType> = {
  ...all('text', 'result msg queue_id service_version service_merge_base zulip_version zulip_merge_base'),
  ...all('integer', 'idle_queue_timeout_secs last_event_id service_feature_level zulip_feature_level'),
};

/** What each type of event adds to the initial state, and the type of each value. */
export const fetchTypes: Record<string, Record<string, JsonType>> = {
  alert_words: all('list', 'alert_words'),
  channel_folders: all('list', 'channel_folders'),
  custom_profile_fields: { ...all('list', 'custom_profile_fields'), ...all('object', 'custom_profile_field_types') },
  default_stream_groups: all('list', 'realm_default_stream_groups'),
  default_streams: all('list', 'realm_default_streams'),
  device: all('object', 'devices'),
  drafts: all('list', 'drafts'),
  giphy: all('text', 'giphy_api_key tenor_api_key'),
  message: all('integer', 'max_message_id'),
  muted_topics: all('list', 'muted_topics'),
  muted_users: all('list', 'muted_users'),
  navigation_views: all('list', 'navigation_views'),
  onboarding_steps: { ...all('list', 'onboarding_steps'), ...all('text or null', 'navigation_tour_video_url') },
  availability: all('object', 'availability'),
  call: all('list', 'calls'),
  own_sections: all('list', 'own_sections'),
  presence: { ...all('object', 'presences'), ...all('integer', 'presence_last_update_id server_timestamp') },
  realm: {
    ...all(
      'boolean',
      `development_environment realm_allow_edit_history realm_allow_message_editing realm_avatar_changes_disabled
      realm_digest_emails_enabled realm_disallow_disposable_email_addresses realm_email_auth_enabled
      realm_email_changes_disabled realm_emails_restricted_to_domains realm_enable_guest_user_dm_warning
      realm_enable_guest_user_indicator realm_enable_read_receipts realm_enable_spectator_access
      realm_inline_image_preview realm_inline_url_embed_preview realm_invite_required realm_owner_full_content_access
      realm_mandatory_topics realm_message_content_allowed_in_email_notifications realm_name_changes_disabled
      realm_password_auth_enabled realm_presence_disabled realm_push_notifications_enabled
      realm_require_e2ee_push_notifications realm_require_unique_names realm_send_channel_events_messages
      realm_send_welcome_emails realm_want_advertise_in_communities_directory server_avatar_changes_disabled
      server_can_summarize_topics server_inline_image_preview server_inline_url_embed_preview
      server_name_changes_disabled server_needs_upgrade server_web_public_streams_enabled settings_send_digest_emails
      zulip_plan_is_not_limited`,
    ),
    ...all(
      'integer',
      `event_queue_longpoll_timeout_seconds max_avatar_file_size_mib max_bulk_new_subscription_messages
      max_channel_folder_description_length max_channel_folder_name_length max_file_upload_size_mib
      max_icon_file_size_mib max_logo_file_size_mib max_message_length max_reminder_note_length
      max_stream_description_length max_stream_name_length max_topic_length password_max_length password_min_guesses
      password_min_length realm_create_private_stream_policy realm_create_public_stream_policy
      realm_create_web_public_stream_policy realm_date_created realm_digest_weekday realm_gif_rating_policy
      realm_media_preview_size realm_message_retention_days realm_moderation_request_channel_id
      realm_new_stream_announcements_stream_id realm_org_type realm_plan_type realm_signup_announcements_stream_id
      realm_video_chat_provider realm_waiting_period_threshold realm_wildcard_mention_policy
      realm_zulip_update_announcements_stream_id server_generation server_presence_offline_threshold_seconds
      server_presence_ping_interval_seconds server_typing_started_expiry_period_milliseconds
      server_typing_started_wait_period_milliseconds server_typing_stopped_wait_period_milliseconds`,
    ),
    ...all(
      'integer or null',
      `realm_message_content_delete_limit_seconds realm_message_content_edit_limit_seconds
      realm_move_messages_between_streams_limit_seconds realm_move_messages_within_stream_limit_seconds
      realm_push_notifications_enabled_end_timestamp realm_upload_quota_mib
      server_max_deactivated_realm_deletion_days server_min_deactivated_realm_deletion_days`,
    ),
    ...all(
      'text',
      `realm_accent_color realm_bot_domain realm_default_avatar_source realm_default_code_block_language realm_default_language
      realm_description realm_empty_topic_display_name realm_icon_source realm_icon_url realm_logo_source
      realm_logo_url realm_message_edit_history_visibility_policy realm_name realm_night_logo_source
      realm_night_logo_url realm_rendered_description realm_topics_policy realm_uri realm_url realm_uuid
      realm_welcome_message_custom_text server_emoji_data_url upgrade_text_for_wide_organization_logo`,
    ),
    ...all('text or null', 'jitsi_server_url realm_jitsi_server_url server_jitsi_server_url'),
    ...all('list', 'server_report_message_types server_thumbnail_formats'),
    ...all('integer', 'realm_giphy_rating'),
    ...all('object', 'giphy_rating_options'),
    ...all(
      'object',
      `gif_rating_policy_options realm_authentication_methods realm_available_video_chat_providers
      realm_default_external_accounts server_supported_permission_settings`,
    ),
    ...all(
      'group',
      `realm_can_access_all_users_group realm_can_add_custom_emoji_group realm_can_add_subscribers_group
      realm_can_create_bots_group realm_can_create_groups realm_can_create_private_channel_group
      realm_can_create_public_channel_group realm_can_create_web_public_channel_group
      realm_can_create_write_only_bots_group realm_can_delete_any_message_group realm_can_delete_own_message_group
      realm_can_invite_users_group realm_can_manage_all_groups realm_can_manage_billing_group realm_can_start_calls_group
      realm_can_mention_many_users_group realm_can_move_messages_between_channels_group
      realm_can_move_messages_between_topics_group realm_can_resolve_topics_group
      realm_can_set_delete_message_policy_group realm_can_set_topics_policy_group realm_can_summarize_topics_group
      realm_create_multiuse_invite_group realm_direct_message_initiator_group realm_direct_message_permission_group`,
    ),
  },
  realm_billing: all('object', 'realm_billing'),
  realm_bot: all('list', 'realm_bots'),
  realm_domains: all('list', 'realm_domains'),
  realm_embedded_bots: all('list', 'realm_embedded_bots'),
  realm_emoji: all('object', 'realm_emoji'),
  realm_filters: all('list', 'realm_filters'),
  realm_incoming_webhook_bots: all('list', 'realm_incoming_webhook_bots'),
  realm_linkifiers: all('list', 'realm_linkifiers'),
  realm_playgrounds: all('list', 'realm_playgrounds'),
  realm_user: {
    ...all('list', 'realm_users realm_non_active_users cross_realm_bots'),
    ...all('integer', 'user_id'),
    ...all('text', 'email delivery_email full_name avatar_url avatar_url_medium avatar_source'),
    ...all(
      'boolean',
      `is_admin is_owner is_moderator is_guest can_create_streams can_create_public_streams can_create_private_streams
      can_create_web_public_streams can_invite_others_to_realm`,
    ),
  },
  realm_user_groups: all('list', 'realm_user_groups'),
  realm_user_settings_defaults: all('object', 'realm_user_settings_defaults'),
  recent_private_conversations: all('list', 'recent_private_conversations'),
  reminders: all('list', 'reminders'),
  saved_snippets: all('list', 'saved_snippets'),
  scheduled_messages: all('list', 'scheduled_messages'),
  starred_messages: all('list', 'starred_messages'),
  stop_words: all('list', 'stop_words'),
  tenor: all('text', 'tenor_api_key'),
  stream: all('list', 'streams'),
  subscription: all('list', 'subscriptions unsubscribed never_subscribed'),
  user_settings: all('object', 'user_settings'),
  user_status: all('object', 'user_status'),
  user_topic: all('list', 'user_topics'),
  video_calls: all('boolean', 'has_zoom_token'),
};

/** Types that only older clients name, for what is told as `user_settings` otherwise. */
export const legacyTypes: Record<string, Record<string, JsonType>> = {
  update_display_settings: {
    ...all('integer', 'color_scheme demote_inactive_streams'),
    ...all('text', 'default_language emojiset timezone web_home_view'),
    ...all('list', 'emojiset_choices'),
    ...all(
      'boolean',
      `enable_drafts_synchronization enter_sends fluid_layout_width high_contrast_mode left_side_userlist
      starred_message_counts translate_emoticons twenty_four_hour_time`,
    ),
  },
  update_global_notifications: {
    ...all(
      'integer',
      `desktop_icon_count_display email_notifications_batching_period_seconds
      realm_name_in_email_notifications_policy`,
    ),
    ...all('text', 'notification_sound'),
    ...all('list', 'available_notification_sounds'),
    ...all(
      'boolean',
      `enable_desktop_notifications enable_digest_emails enable_login_emails enable_marketing_emails
      enable_offline_email_notifications enable_offline_push_notifications enable_online_push_notifications
      enable_sounds enable_stream_audible_notifications enable_stream_desktop_notifications
      enable_stream_email_notifications enable_stream_push_notifications message_content_in_email_notifications
      pm_content_in_desktop_notifications presence_enabled wildcard_mentions_notify`,
    ),
  },
};

function all(type: JsonType, keys: string): Record<string, JsonType> {
  return Object.fromEntries(keys.split(/\s+/).map((key) => [key, type]));
}
