import type { PlainKey } from '../../languages/keys.ts';

/** The words for a declared setting. */
export interface SettingLabel {
  label: PlainKey;
  /** For a table: the heading of its row, while `label` is that of its column. */
  row?: PlainKey;
  hint?: PlainKey;
  /** The words for its values, if it is a choice. */
  values?: Readonly<Record<string | number, PlainKey>>;
}

/** One line for each setting that the API declares: undefined for those that no form of settings shows. */
export type SettingLabels = Readonly<Record<string, SettingLabel | undefined>>;

const onTheDesktop = 'settings.onTheDesktop';
const byEMail = 'settings.byEMail';
const onThePhone = 'settings.onThePhone';
const sound = 'settings.sound';

const when = {
  1: 'choice.takingPart',
  2: 'choice.sending',
  3: 'choice.starting',
  4: 'choice.never',
} as const;

const personal: SettingLabels = {
  twenty_four_hour_time: { label: 'setting.twentyFourHours' },
  web_mark_read_on_scroll_policy: {
    label: 'setting.markReadOnScroll',
    values: { 1: 'choice.everywhere', 2: 'choice.inConversations', 3: 'choice.nowhere' },
  },
  web_channel_default_view: {
    label: 'setting.channelOpensWith',
    values: { 1: 'choice.firstTopic', 2: 'choice.feed', 3: 'choice.topics', 4: 'choice.firstUnreadTopic' },
  },
  starred_message_counts: { label: 'setting.starredCounts' },
  receives_typing_notifications: { label: 'setting.seesTyping' },
  web_suggest_update_timezone: { label: 'setting.suggestTimeZone' },
  fluid_layout_width: { label: 'setting.fullWidth' },
  high_contrast_mode: { label: 'setting.highContrast' },
  web_font_size_px: { label: 'setting.textSize' },
  web_line_height_percent: { label: 'setting.lineHeight' },
  color_scheme: {
    label: 'setting.colours',
    values: { 1: 'choice.likeTheDevice', 2: 'choice.dark', 3: 'choice.light' },
  },
  enable_drafts_synchronization: { label: 'setting.syncedDrafts' },
  translate_emoticons: { label: 'setting.emoticons' },
  display_emoji_reaction_users: { label: 'setting.reactionNames' },
  default_language: { label: 'setting.language' },
  web_home_view: {
    label: 'setting.homeView',
    values: { inbox: 'common.inbox', recent: 'common.recent', all_messages: 'common.combinedFeed' },
  },
  web_escape_navigates_to_home_view: { label: 'setting.escapeOpensHome' },
  left_side_userlist: { label: 'setting.peopleOnTheLeft' },
  emojiset: {
    label: 'setting.emojiStyle',
    values: {
      google: 'choice.google',
      twitter: 'choice.twitter',
      text: 'choice.text',
      'google-blob': 'choice.googleBlob',
    },
  },
  demote_inactive_streams: {
    label: 'setting.demoteInactive',
    values: { 1: 'choice.withManyChannels', 2: 'choice.always', 3: 'choice.never' },
  },
  user_list_style: {
    label: 'setting.listOfPeople',
    values: { 1: 'choice.byName', 2: 'choice.withStatus', 3: 'choice.withPictureAndStatus' },
  },
  web_animate_image_previews: {
    label: 'setting.animatedPictures',
    values: { always: 'choice.always', on_hover: 'choice.onHover', never: 'choice.never' },
  },
  web_stream_unreads_count_display_policy: {
    label: 'setting.unreadCounts',
    values: { 1: 'choice.allChannels', 2: 'choice.unmutedChannels', 3: 'choice.noChannels' },
  },
  web_left_sidebar_unreads_count_summary: { label: 'setting.unreadSums' },
  web_left_sidebar_show_channel_folders: { label: 'setting.foldersInSideBar' },
  web_inbox_show_channel_folders: { label: 'setting.foldersInInbox' },
  web_navigate_to_sent_message: { label: 'setting.goToSent' },
  enter_sends: { label: 'setting.enterSends' },
  automatically_follow_topics_policy: { label: 'setting.followAutomatically', values: when },
  automatically_unmute_topics_in_muted_streams_policy: { label: 'setting.unmuteAutomatically', values: when },
  automatically_follow_topics_where_mentioned: { label: 'setting.followWhereMentioned' },
  resolved_topic_notice_auto_read_policy: {
    label: 'setting.resolvedNotices',
    values: { always: 'choice.allNotices', except_followed: 'choice.noticesNotFollowed', never: 'choice.noNotices' },
  },
  presence_enabled: { label: 'setting.presence' },
  send_private_typing_notifications: { label: 'setting.typingInDirect' },
  send_stream_typing_notifications: { label: 'setting.typingInChannels' },
  send_read_receipts: { label: 'setting.readReceipts' },
  allow_private_data_export: { label: 'setting.privateExport' },
  email_address_visibility: {
    label: 'setting.emailVisibility',
    values: {
      1: 'forms.everyoneGuestsIncluded',
      2: 'forms.members',
      3: 'forms.administratorsAndOwners',
      4: 'forms.nobody',
      5: 'forms.moderatorsAndAbove',
    },
  },
  enable_stream_desktop_notifications: { row: 'setting.rowChannels', label: onTheDesktop },
  enable_stream_email_notifications: { row: 'setting.rowChannels', label: byEMail },
  enable_stream_push_notifications: { row: 'setting.rowChannels', label: onThePhone },
  enable_stream_audible_notifications: { row: 'setting.rowChannels', label: sound },
  notification_sound: {
    label: 'setting.soundName',
    values: {
      bell: 'choice.bell',
      bong: 'choice.bong',
      chime: 'choice.chime',
      ding: 'choice.ding',
      gleam: 'choice.gleam',
      glockenspiel: 'choice.glockenspiel',
      marimba: 'choice.marimba',
      pulse: 'choice.pulse',
      none: 'choice.noSound',
    },
  },
  enable_desktop_notifications: { row: 'setting.rowDirect', label: onTheDesktop },
  enable_sounds: { row: 'setting.rowDirect', label: sound },
  enable_offline_email_notifications: { row: 'setting.rowDirect', label: byEMail },
  enable_offline_push_notifications: { row: 'setting.rowDirect', label: onThePhone },
  enable_online_push_notifications: { row: 'setting.rowDirectOnline', label: onThePhone },
  enable_followed_topic_desktop_notifications: { row: 'setting.rowFollowed', label: onTheDesktop },
  enable_followed_topic_email_notifications: { row: 'setting.rowFollowed', label: byEMail },
  enable_followed_topic_push_notifications: { row: 'setting.rowFollowed', label: onThePhone },
  enable_followed_topic_audible_notifications: { row: 'setting.rowFollowed', label: sound },
  email_notifications_batching_period_seconds: { label: 'setting.emailsWait' },
  enable_digest_emails: { label: 'setting.digests' },
  message_content_in_email_notifications: { label: 'setting.textInEmails' },
  pm_content_in_desktop_notifications: { label: 'setting.textOnDesktop' },
  wildcard_mentions_notify: { label: 'setting.everyoneCounts' },
  enable_followed_topic_wildcard_mentions_notify: { label: 'setting.everyoneCountsWhereFollowed' },
  desktop_icon_count_display: {
    label: 'setting.badgeCounts',
    values: {
      1: 'choice.allUnread',
      2: 'choice.directMentionsAndFollowed',
      3: 'choice.directAndMentions',
      4: 'choice.nothing',
    },
  },
  realm_name_in_email_notifications_policy: {
    label: 'setting.organizationInSubjects',
    values: { 1: 'choice.ifInSeveral', 2: 'choice.always', 3: 'choice.never' },
  },
  // This server has no such features, and sends no such mails.
  hide_ai_features: undefined,
  enable_marketing_emails: undefined,
  enable_login_emails: undefined,
  // These stand in forms of their own, or are no settings.
  full_name: undefined,
  email: undefined,
  old_password: undefined,
  new_password: undefined,
  timezone: undefined,
  target_users: undefined,
  skip_if_already_edited: undefined,
};

const organization: SettingLabels = {
  name: { label: 'setting.organizationName' },
  description: { label: 'setting.organizationDescription' },
  allow_message_editing: { label: 'setting.peopleEdit' },
  avatar_changes_disabled: { label: 'setting.picturesLocked' },
  default_code_block_language: { label: 'setting.codeLanguage' },
  default_language: { label: 'setting.organizationLanguage', hint: 'setting.organizationLanguageHint' },
  digest_emails_enabled: { label: 'setting.digestsForAll' },
  digest_weekday: { label: 'setting.digestDay' },
  disallow_disposable_email_addresses: { label: 'setting.noDisposableEmails' },
  email_changes_disabled: { label: 'setting.emailsLocked' },
  emails_restricted_to_domains: { label: 'setting.domainsOnly' },
  enable_guest_user_indicator: { label: 'setting.guestsMarked' },
  enable_read_receipts: { label: 'setting.receiptsForAll' },
  enable_spectator_access: { label: 'setting.openToTheWeb' },
  inline_image_preview: { label: 'setting.linkedPictures' },
  invite_required: { label: 'setting.invitationNeeded' },
  jitsi_server_url: { label: 'setting.jitsiServer', hint: 'setting.jitsiServerHint' },
  message_content_allowed_in_email_notifications: { label: 'setting.textInEmails' },
  message_content_delete_limit_seconds: { label: 'setting.deleteLimit' },
  message_content_edit_limit_seconds: { label: 'setting.editLimit' },
  message_edit_history_visibility_policy: {
    label: 'setting.editHistory',
    values: { all: 'choice.allEdits', moves: 'choice.moves', none: 'choice.noEdits' },
  },
  moderation_request_channel_id: { label: 'setting.reportsChannel' },
  move_messages_between_streams_limit_seconds: { label: 'setting.moveChannelLimit' },
  move_messages_within_stream_limit_seconds: { label: 'setting.moveTopicLimit' },
  name_changes_disabled: { label: 'setting.namesLocked' },
  new_stream_announcements_stream_id: { label: 'setting.newChannelsChannel' },
  presence_disabled: { label: 'setting.presenceOff' },
  require_unique_names: { label: 'setting.uniqueNames' },
  send_channel_events_messages: { label: 'setting.channelEvents' },
  signup_announcements_stream_id: { label: 'setting.newPeopleChannel' },
  topics_policy: {
    label: 'channels.topics',
    values: { allow_empty_topic: 'channels.anyOrNone', disable_empty_topic: 'channels.namedTopicsOnly' },
  },
  video_chat_provider: { label: 'setting.calls', values: { 0: 'choice.noCalls', 1: 'choice.jitsi' } },
  waiting_period_threshold: { label: 'setting.waitingPeriod' },
  welcome_message_custom_text: { label: 'setting.welcomeText' },
  zulip_update_announcements_stream_id: { label: 'setting.newsChannel' },
  can_access_all_users_group: { label: 'setting.maySeeEverybody', hint: 'setting.maySeeEverybodyHint' },
  can_add_custom_emoji_group: { label: 'setting.mayAddEmoji' },
  can_add_subscribers_group: { label: 'setting.mayAddToChannels' },
  can_create_bots_group: { label: 'setting.mayCreateBots' },
  can_create_groups: { label: 'setting.mayCreateGroups' },
  can_create_private_channel_group: { label: 'setting.mayCreatePrivate' },
  can_create_public_channel_group: { label: 'setting.mayCreatePublic' },
  can_create_web_public_channel_group: { label: 'setting.mayOpenToTheWeb' },
  can_create_write_only_bots_group: { label: 'setting.mayCreateSendingBots' },
  can_delete_any_message_group: { label: 'setting.mayDeleteOthers' },
  can_delete_own_message_group: { label: 'setting.mayDeleteOwn' },
  can_invite_users_group: { label: 'setting.mayInvite' },
  can_manage_all_groups: { label: 'setting.mayChangeGroups' },
  can_mention_many_users_group: { label: 'setting.mayMentionEveryone' },
  can_move_messages_between_channels_group: { label: 'setting.mayMoveToChannels' },
  can_move_messages_between_topics_group: { label: 'setting.mayMoveToTopics' },
  can_resolve_topics_group: { label: 'setting.mayResolve' },
  can_set_delete_message_policy_group: { label: 'setting.maySetDeletion' },
  can_set_topics_policy_group: { label: 'setting.maySetTopics' },
  can_start_calls_group: { label: 'setting.mayStartCalls' },
  create_multiuse_invite_group: { label: 'setting.mayCreateLinks' },
  direct_message_initiator_group: { label: 'setting.mayBeginDirect' },
  direct_message_permission_group: { label: 'setting.mustTakePart', hint: 'setting.mustTakePartHint' },
  // This server previews no links, has no key for GIFs, no summaries, no bills, no directory and one source of pictures,
  // writes no welcomes by mail, and always encrypts for phones. No client warns of guests.
  can_manage_billing_group: undefined,
  can_summarize_topics_group: undefined,
  default_avatar_source: undefined,
  accent_color: { label: 'setting.accentColour', hint: 'setting.accentColourHint' },
  enable_guest_user_dm_warning: undefined,
  gif_rating_policy: undefined,
  inline_url_embed_preview: undefined,
  media_preview_size: undefined,
  org_type: undefined,
  require_e2ee_push_notifications: undefined,
  send_welcome_emails: undefined,
  want_advertise_in_communities_directory: undefined,
  // These stand elsewhere.
  authentication_methods: undefined,
  message_retention_days: undefined,
};

const channel: SettingLabels = {
  can_add_subscribers_group: { label: 'setting.mayAddPeople' },
  can_administer_channel_group: { label: 'setting.mayChangeChannel' },
  can_create_topic_group: { label: 'setting.mayBeginTopics' },
  can_delete_any_message_group: { label: 'setting.mayDeleteOthers' },
  can_delete_own_message_group: { label: 'setting.mayDeleteOwn' },
  can_move_messages_out_of_channel_group: { label: 'setting.mayMoveToChannels' },
  can_move_messages_within_channel_group: { label: 'setting.mayMoveToTopics' },
  can_remove_subscribers_group: { label: 'setting.mayRemovePeople' },
  can_resolve_topics_group: { label: 'setting.mayResolve' },
  can_send_message_group: { label: 'setting.mayWrite' },
  can_subscribe_group: { label: 'setting.mayJoin' },
  // These stand on the page of the channel.
  new_name: undefined,
  description: undefined,
  is_private: undefined,
  is_web_public: undefined,
  history_public_to_subscribers: undefined,
  is_default_stream: undefined,
  message_retention_days: undefined,
  topics_policy: undefined,
  folder_id: undefined,
  is_archived: undefined,
};

const group: SettingLabels = {
  can_add_members_group: { label: 'setting.mayAddMembers' },
  can_join_group: { label: 'setting.mayJoin' },
  can_leave_group: { label: 'setting.mayLeave' },
  can_manage_group: { label: 'setting.mayChangeGroup' },
  can_mention_group: { label: 'setting.mayMentionGroup' },
  can_remove_members_group: { label: 'setting.mayRemoveMembers' },
  // These stand on the page of the group.
  name: undefined,
  description: undefined,
  deactivated: undefined,
};

/** The words for all settings, by the path whose PATCH changes them. `npm run check` names those without a line. */
export const settingLabels = {
  '/settings': personal,
  '/realm/user_settings_defaults': personal,
  '/realm': organization,
  '/streams/{stream_id}': channel,
  '/user_groups/{user_group_id}': group,
};

export type SettingsPath = keyof typeof settingLabels;
