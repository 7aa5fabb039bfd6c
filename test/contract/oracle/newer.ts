import { newer } from './reasons.ts';
import { because, type Row } from './row.ts';

/** Of a later feature level than 372, each with its level. */
export const newerRows: readonly Row[] = [
  ...because(
    newer(377),
    `
      DELETE /users/{user_id_or_email}  events: subscription/peer_remove  - => *
    `,
  ),
  ...because(
    newer(378),
    `
      DELETE /streams/{stream_id}  events: stream/delete  * => -
      DELETE /streams/{stream_id}  events: stream/update/is_archived  - => *
    `,
  ),
  ...because(
    newer(380),
    `
      POST /register  .body.is_moderator  false => true
    `,
  ),
  ...because(
    newer(385),
    `
      PATCH /messages/{message_id}  events of alice: message.flags.[]  - => read  if ^\\w+ (admin|bot|guest|owner|moderator) .*✔
      POST /register  .body.{realm_user_settings_defaults,user_settings}.resolved_topic_notice_auto_read_policy  - => *
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  {m:?} => -  if ^two (alice|bob|erik)
    `,
  ),
  ...because(
    newer(389),
    `
      GET /streams  .body.streams.[].folder_id  - => *
      GET /streams/{stream_id}  .body.stream.folder_id  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].folder_id  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].folder_id  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.folder_id  - => *
      POST /register  .body.{never_subscribed.[],streams.[],subscriptions.[],unsubscribed.[]}.folder_id  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.folder_id  - => *
    `,
  ),
  ...because(
    newer(391),
    `
      GET /user_groups/{user_group_id}/members  answer  User group is deactivated. => ok  at five 1629 1633
      POST /register  .body.unread_msgs.count  33 => *
      POST /register  .body.unread_msgs.count  41 => *
      POST /register  .body.unread_msgs.count  52 => *
      POST /register  .body.unread_msgs.count  58 => *
      POST /user_groups/{user_group_id}/members  answer  User group is deactivated. => ok  at two 4686
    `,
  ),
  ...because(
    newer(392),
    `
      GET /streams  .body.streams.[].topics_policy  - => *
      GET /streams/{stream_id}  .body.stream.topics_policy  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].topics_policy  - => *
      PATCH /realm  .body.mandatory_topics  false => -
      PATCH /realm  .body.mandatory_topics  true => -
      PATCH /realm  .body.topics_policy  - => *
      PATCH /realm  answer  mandatory_topics is not a boolean => ok  at three 4230 4231 4234 4235 4236 4237 4238 4239
      PATCH /realm  events: realm/update/mandatory_topics  * => -
      PATCH /realm  events: realm/update_dict/default  - => *"data":{"topics_policy":*
      PATCH /streams/{stream_id}  events: stream/create.streams.[].topics_policy  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.topics_policy  - => *
      POST /register  .body.{never_subscribed.[],streams.[],subscriptions.[],unsubscribed.[]}.topics_policy  - => *
      POST /register  .body.{realm_can_set_topics_policy_group,realm_topics_policy}  - => *
      POST /register  .body.server_supported_permission_settings.realm.can_set_topics_policy_group  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.topics_policy  - => *
    `,
  ),
  ...because(
    newer(394),
    `
      GET /streams  .body.streams.[].subscriber_count  - => *
      GET /streams/{stream_id}  .body.stream.subscriber_count  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].subscriber_count  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].subscriber_count  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.subscriber_count  - => *
      POST /register  .body.{never_subscribed.[],streams.[],subscriptions.[],unsubscribed.[]}.subscriber_count  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.subscriber_count  - => *
    `,
  ),
  ...because(
    newer(396),
    `
      GET /streams  .body.streams.[].{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      GET /streams/{stream_id}  .body.stream.{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      POST /register  .body.{never_subscribed.[],server_supported_permission_settings.stream,streams.[],subscriptions.[],unsubscribed.[]}.{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.{can_move_messages_out_of_channel_group,can_move_messages_within_channel_group}  - => *
    `,
  ),
  ...because(
    newer(397),
    `
      POST /register  .body.max_bulk_new_subscription_messages  - => *
      POST /users/me/subscriptions  .body.new_subscription_messages_sent  - => *
    `,
  ),
  ...because(
    newer(398),
    `
      POST /register  .body.{realm_user_settings_defaults,user_settings}.web_left_sidebar_unreads_count_summary  - => *
    `,
  ),
  ...because(
    newer(400),
    `
      GET /messages  .body.messages.[].content  <p><a class="stream-topic" data-stream-id="* => <p><a class="stream-topic" data-stream-id="4" href="/#narrow*
      GET /messages/{message_id}/history  .body.message_history.[].rendered_content  <p><a class="stream-topic" data-stream-id="* => <p><a class="stream-topic" data-stream-id="4" href="/#narrow*
      POST /messages  events: message.message.content  <p><a class="stream-topic" data-stream-id="* => <p><a class="stream-topic" data-stream-id="4" href="/#narrow*
    `,
  ),
  ...because(
    newer(402),
    `
      GET /streams  .body.streams.[].can_resolve_topics_group  - => *
      GET /streams/{stream_id}  .body.stream.can_resolve_topics_group  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].can_resolve_topics_group  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].can_resolve_topics_group  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.can_resolve_topics_group  - => *
      POST /register  .body.{never_subscribed.[],server_supported_permission_settings.stream,streams.[],subscriptions.[],unsubscribed.[]}.can_resolve_topics_group  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.can_resolve_topics_group  - => *
    `,
  ),
  ...because(
    newer(403),
    `
      POST /register  .body.realm_incoming_webhook_bots.[].url_options  - => *
    `,
  ),
  ...because(
    newer(406),
    `
      POST /register  .body.realm_require_e2ee_push_notifications  - => *
    `,
  ),
  ...because(
    newer(407),
    `
      GET /streams  .body.streams.[].{can_delete_any_message_group,can_delete_own_message_group}  - => *
      GET /streams/{stream_id}  .body.stream.{can_delete_any_message_group,can_delete_own_message_group}  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].{can_delete_any_message_group,can_delete_own_message_group}  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].{can_delete_any_message_group,can_delete_own_message_group}  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.{can_delete_any_message_group,can_delete_own_message_group}  - => *
      POST /register  .body.{never_subscribed.[],server_supported_permission_settings.stream,streams.[],subscriptions.[],unsubscribed.[]}.{can_delete_any_message_group,can_delete_own_message_group}  - => *
      POST /register  .body.realm_can_set_delete_message_policy_group  - => *
      POST /register  .body.server_supported_permission_settings.realm.can_set_delete_message_policy_group  - => *
      POST /streams/{stream_id}/delete_topic  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /streams/{stream_id}/delete_topic  .body.msg  Must be an organization administrator => Invalid channel ID
      POST /streams/{stream_id}/delete_topic  .body.msg  Must be an organization administrator => You don't have permission to delete this message
      POST /streams/{stream_id}/delete_topic  answer  Must be an organization administrator => ok  at four 998
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.{can_delete_any_message_group,can_delete_own_message_group}  - => *
    `,
  ),
  ...because(
    newer(410),
    `
      POST /register  .body.{max_channel_folder_description_length,max_channel_folder_name_length}  - => *
    `,
  ),
  ...because(
    newer(411),
    `
      POST /register  .body.{realm_user_settings_defaults,user_settings}.web_left_sidebar_show_channel_folders  - => *
    `,
  ),
  ...because(
    newer(412),
    `
      GET /users/me/subscriptions  answer  include_subscribers is not valid JSON => ok  at two 1046 1047 1051 1052 1056 1057 1061 1062
      POST /register  answer  include_subscribers is not a boolean => ok  at three 2436 2437 2438 2439 2440 2441 2442 2444
      POST /register  answer  include_subscribers is not valid JSON => ok  at three 2434 2435 2443 2445
    `,
  ),
  ...because(
    newer(415),
    `
      POST /register  .body.max_reminder_note_length  - => *
    `,
  ),
  ...because(
    newer(416),
    `
      POST /register  .body.realm_welcome_message_custom_text  - => *
    `,
  ),
  ...because(
    newer(426),
    `
      POST /register  .body.realm_is_zephyr_mirror_realm  false => -
    `,
  ),
  ...because(
    newer(427),
    `
      POST /register  .body.server_supported_permission_settings.stream.can_administer_channel_group.default_group_name  stream_creator_or_nobody => channel_creator
    `,
  ),
  ...because(
    newer(430),
    `
      GET /export/realm/consents  .body.export_consents.[].email_address_visibility  - => *
    `,
  ),
  ...because(
    newer(431),
    `
      PATCH /realm/user_settings_defaults  .body.ignored_parameters_unsupported  ["web_inbox_show_channel_folders"] => -
      PATCH /realm/user_settings_defaults  answer  ok => web_inbox_show_channel_folders is not a boolean  at three 3434
      PATCH /realm/user_settings_defaults  answer  ok => web_inbox_show_channel_folders is not valid JSON  at three 3435
      PATCH /settings  .body.ignored_parameters_unsupported  ["web_inbox_show_channel_folders"] => -
      PATCH /settings  answer  ok => web_inbox_show_channel_folders is not a boolean  at three 3427 3428 3431
      PATCH /settings  answer  ok => web_inbox_show_channel_folders is not valid JSON  at three 3429 3430 3432
      POST /register  .body.{realm_user_settings_defaults,user_settings}.web_inbox_show_channel_folders  - => *
    `,
  ),
  ...because(
    newer(433),
    `
      GET /users  .body.members.[].is_imported_stub  - => *
      GET /users/me  .body.is_imported_stub  - => *
      GET /users/{user_id_or_email}  .body.user.is_imported_stub  - => *
      POST /bots  events: realm_user/add.person.is_imported_stub  - => *
      POST /register  .body.{cross_realm_bots.[],realm_non_active_users.[],realm_users.[]}.is_imported_stub  - => *
      POST /users  events: realm_user/add.person.is_imported_stub  - => *
    `,
  ),
  ...because(
    newer(434),
    `
      POST /register  .body.realm_send_channel_events_messages  - => *
    `,
  ),
  ...because(
    newer(435),
    `
      POST /register  .body.server_report_message_types  - => *
    `,
  ),
  ...because(
    newer(438),
    `
      POST /register  .body.realm_owner_full_content_access  - => *
    `,
  ),
  ...because(
    newer(439),
    `
      POST /register  .body.{available_notification_sounds,color_scheme,default_language,demote_inactive_streams,desktop_icon_count_display,email_notifications_batching_period_seconds,emojiset,emojiset_choices,enable_desktop_notifications,enable_digest_emails,enable_drafts_synchronization,enable_login_emails,enable_marketing_emails,enable_offline_email_notifications,enable_offline_push_notifications,enable_online_push_notifications,enable_sounds,enable_stream_audible_notifications,enable_stream_desktop_notifications,enable_stream_email_notifications,enable_stream_push_notifications,enter_sends,fluid_layout_width,high_contrast_mode,left_side_userlist,message_content_in_email_notifications,notification_sound,pm_content_in_desktop_notifications,presence_enabled,realm_name_in_email_notifications_policy,starred_message_counts,timezone,translate_emoticons,twenty_four_hour_time,web_home_view,wildcard_mentions_notify}  - => *
    `,
  ),
  ...because(
    newer(441),
    `
      GET /streams  .body.streams.[].can_create_topic_group  - => *
      GET /streams/{stream_id}  .body.stream.can_create_topic_group  - => *
      GET /users/me/subscriptions  .body.subscriptions.[].can_create_topic_group  - => *
      PATCH /streams/{stream_id}  events: stream/create.streams.[].can_create_topic_group  - => *
      PATCH /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.can_create_topic_group  - => *
      POST /register  .body.{never_subscribed.[],server_supported_permission_settings.stream,streams.[],subscriptions.[],unsubscribed.[]}.can_create_topic_group  - => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.can_create_topic_group  - => *
    `,
  ),
  ...because(
    newer(442),
    `
      POST /register  .body.tenor_api_key  - => *
    `,
  ),
  ...because(
    newer(445),
    `
      GET /messages  .body.msg  Invalid anchor => Missing 'anchor_date' argument
    `,
  ),
  ...because(
    newer(446),
    `
      GET /messages  .body.desc  unknown operator mentions => unknown user *
      GET /messages  .body.msg  Invalid narrow operator: unknown operator mentions => Invalid narrow operator: unknown user *
      GET /messages  .body.msg  operand is not a string => operand is not a string or integer
      GET /messages  answer  Invalid narrow operator: unknown operator mentions => ok  at one 912 921 939
      GET /messages  answer  operand is not a string => ok  at one 966
      GET /messages/matches_narrow  .body.msg  operand is not a string => operand is not a string or integer
      GET /messages/matches_narrow  answer  Invalid narrow operator: unknown operator mentions => ok  at one 1397
    `,
  ),
  ...because(
    newer(453),
    `
      PATCH /realm  .body.giphy_rating  1 => -
      PATCH /realm  answer  Invalid giphy_rating * => ok  at three 4101
      PATCH /realm  answer  giphy_rating is not an integer => ok  at three 4099 4104 4105 4106 4107 4108 4109 4110
      PATCH /realm  events: realm/update/giphy_rating  * => -
      POST /register  .body.{gif_rating_policy_options,realm_gif_rating_policy}  - => *
      POST /register  .body.realm_giphy_rating  1 => *
    `,
  ),
  ...because(
    newer(455),
    `
      DELETE /realm/profile_fields/{field_id}  events: custom_profile_fields.fields.[].use_for_user_matching  - => *
      GET /realm/profile_fields  .body.custom_fields.[].use_for_user_matching  - => *
      PATCH /realm/profile_fields  events: custom_profile_fields.fields.[].use_for_user_matching  - => *
      PATCH /realm/profile_fields/{field_id}  events: custom_profile_fields.fields.[].use_for_user_matching  - => *
      POST /realm/profile_fields  events: custom_profile_fields.fields.[].use_for_user_matching  - => *
      POST /register  .body.custom_profile_fields.[].use_for_user_matching  - => *
    `,
  ),
  ...because(
    newer(456),
    `
      PATCH /settings  events: realm_user/update.person.avatar_source  G => J
      POST /register  .body.realm_default_avatar_source  - => *
    `,
  ),
  ...because(
    newer(462),
    `
      PATCH /realm  events: realm/update/description  * => -
      PATCH /realm  events: realm/update_dict/default  - => *"data":{"description":*
    `,
  ),
  ...because(
    newer(464),
    `
      POST /register  .body.realm_rendered_description  - => *
    `,
  ),
  ...because(
    newer(466),
    `
      POST /register  .body.realm_uuid  - => *
    `,
  ),
  ...because(
    newer(467),
    `
      GET /messages  .body.messages.[].content  <p>![p](/user_uploads/<path>/x.png)</p> => <p>!<a href="/user_uploads/1/x.png">p</a></p>
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z16,z18]]}"*  at four 233 240 1635 1636 1641 1642, seven 455 462
      GET /messages  .body.messages.[]  {"id":"{m:z16}"* => -  at four 191, seven 413
      GET /messages  .body.messages.[].flags.[]  - => starred  at four 495
      GET /messages/matches_narrow  .body.messages.*.match_content  <p>![p](/user_uploads/<path>/x.png)</p> => <p>!<a href="/user_uploads/1/x.png">p</a></p>
      POST /messages  events: message.message.content  <p>![p](/user_uploads/<path>/x.png)</p> => <p>!<a href="/user_uploads/1/x.png">p</a></p>
      POST /messages/flags/narrow  .body.last_processed_id  {m:z16} => *  if has.{1,20}link.{1,10}negated
      POST /messages/flags/narrow  .body.processed_count  4 => *  if has.{1,20}link.{1,10}negated
      POST /messages/flags/narrow  .body.updated_count  1 => *  if has.{1,20}link.{1,10}negated
      POST /register  .body.starred_messages.[]  - => {m:z16}  if ^(four|seven) alice
    `,
  ),
  ...because(
    newer(469),
    `
      POST /register  .body.realm_media_preview_size  - => *
    `,
  ),
  ...because(
    newer(471),
    `
      DELETE /realm/filters/{filter_id}  events: realm_linkifiers.realm_linkifiers.[].{alternative_url_templates,example_input,reverse_template}  - => *
      GET /realm/linkifiers  .body.linkifiers.[].{alternative_url_templates,example_input,reverse_template}  - => *
      PATCH /realm/filters/{filter_id}  events: realm_linkifiers.realm_linkifiers.[].{alternative_url_templates,example_input,reverse_template}  - => *
      POST /realm/filters  events: realm_linkifiers.realm_linkifiers.[].{alternative_url_templates,example_input,reverse_template}  - => *
      POST /register  .body.realm_linkifiers.[].{alternative_url_templates,example_input,reverse_template}  - => *
    `,
  ),
  ...because(
    newer(472),
    `
      GET /attachments  .body.attachments.[].message_ids  - => *
      GET /attachments  .body.attachments.[].messages  [* => -
      PATCH /messages/{message_id}  .body.detached_uploads.[].message_ids  - => *
      PATCH /messages/{message_id}  .body.detached_uploads.[].messages  [] => -
      POST /messages  events: attachment/update.attachment.message_ids  - => *
      POST /messages  events: attachment/update.attachment.messages  * => -
      POST /user_uploads  events: attachment/add.attachment.message_ids  - => *
      POST /user_uploads  events: attachment/add.attachment.messages  [] => -
    `,
  ),
  ...because(
    newer(474),
    `
      GET /bots  .body.bots.[].api_key  <drop> => -
      GET /bots  .body.bots.[].user_id  - => *
      POST /bots  events: realm_bot/add.bot.api_key  <drop> => -
      POST /register  .body.realm_bots.[].api_key  <drop> => -
    `,
  ),
  ...because(
    newer(481),
    `
      POST /register  .body.idle_queue_timeout_secs  - => *
    `,
  ),
  ...because(
    newer(488),
    `
      GET /server_settings  .body.authentication_methods.discord  - => *
    `,
  ),
  ...because(
    newer(379),
    `
      PATCH /messages/{message_id}  answer  ok => '*' value does not match the expected value.  at one 2411 2412 2413 2414 2415 2416 2417 2418 2419 2420 2421 2422
    `,
  ),
  ...because(
    newer(388),
    `
      PATCH /streams/{stream_id}  events: stream/update/is_archived  - => *
      PATCH /streams/{stream_id}  .body.ignored_parameters_unsupported  ["is_archived"] => -
      POST /register  .body.{never_subscribed.[],subscriptions.[],unsubscribed.[]}.is_archived  true => false
    `,
  ),
];
