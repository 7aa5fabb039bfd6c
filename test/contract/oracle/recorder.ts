import { recorder } from './reasons.ts';
import { because, type Row } from './row.ts';

/** What the recorder did, or the set-up of the recorded server. */
export const recorderRows: readonly Row[] = [
  ...because(
    recorder('it had not yet sent all that was due'),
    `
      DELETE /scheduled_messages/{scheduled_message_id}  answer  ok => Scheduled message was already sent  at four 1746
      GET /messages  .body.messages.[].content  <p>read, edited</p> => <p>due <strong>now</strong> <span class="user-mention" data-*  if ^four alice
      GET /messages  .body.messages.[].content  <p>read, edited</p> => <p>due <strong>now</strong> <span class="user-mention" data-*  if ^four bob
      GET /messages  .body.messages.order  [{"id":"* => [{"id":236,*  if ^four bob
      GET /messages  .body.messages.order  [{"id":"* => [{"id":246,*  if ^four alice
      GET /messages  .body.messages.[]  {"id":"{m:z167}"* => -  at four 1740
      GET /messages  .body.messages.[]  {"id":"{m:z153}"* => -  at four 1743
      GET /messages  .body.messages.[]  - => {"id":"{m:?}"*  at four 1740 1743
      GET /messages  .body.messages.[]  - => {"id":"{m:z58}"*  at four 1741
      GET /messages  .body.messages.[].flags.[]  - => mentioned  at four 1743
      PATCH /scheduled_messages/{scheduled_message_id}  .body.msg  Scheduled delivery time must be in the future. => Scheduled message was already sent
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.content  <p>* => <p>due *
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.display_recipient  * => p*
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.sender_email  notification-bot@zulip.com => alice@example.com
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.sender_full_name  Notification Bot => Alice Four
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.sender_id  {u:notification-bot} => *
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.stream_id  - => *
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.stream_id  {s:priv} => *
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.stream_id  {s:pub} => *
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.subject  '' => due
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.subject  due => ''
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.type  private => stream
      PATCH /scheduled_messages/{scheduled_message_id}  events: message  - => *"sender_full_name":"Alice Four"*  at four 1745
      PATCH /scheduled_messages/{scheduled_message_id}  events: scheduled_messages/update  *"topic":"due"* => -  at four 1745
      PATCH /scheduled_messages/{scheduled_message_id}  events: muted_topics  - => *  at four 1745
      PATCH /scheduled_messages/{scheduled_message_id}  events: muted_topics  * => -  at four 1745
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.client  Internal => OracleDiff
      POST /register  .body.user_topics.[]  - => *"topic_name":"due"*  at four 1752
      POST /register  .body.unread_msgs.pms.[]  *"unread_message_ids":["{m:?}"]* => -  at four 1751
      POST /register  .body.recent_private_conversations.[]  *"user_ids":["{u:notification-bot}"]* => -  at four 1751
      POST /register  .body.unread_msgs.mentions.[]  - => {m:?}  at four 1752
    `,
  ),
  ...because(
    recorder('it answered with a fault of its own, because settings of languages and of groups lacked their set-up'),
    `
      GET /messages  answer  Internal server error => ok  at four 192 1081 1087, seven 404 414
      GET /messages/{message_id}  answer  Internal server error => ok  at four 1080 1086
      PATCH /realm  .body.code  - => BAD_REQUEST
      PATCH /realm  .body.code  - => REQUEST_VARIABLE_INVALID
      PATCH /realm  .body.msg  Internal server error => Bad value for 'message_content_delete_limit_seconds': *
      PATCH /realm  .body.msg  Internal server error => Bad value for 'message_content_edit_limit_seconds': *
      PATCH /realm  .body.msg  Internal server error => Bad value for 'move_messages_between_streams_limit_seconds': *
      PATCH /realm  .body.msg  Internal server error => Bad value for 'move_messages_within_stream_limit_seconds': *
      PATCH /realm  .body.msg  Internal server error => Invalid language '*'
      PATCH /realm  .body.msg  Internal server error => can_access_all_users_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_add_custom_emoji_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_add_subscribers_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_bots_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_groups is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_private_channel_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_public_channel_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_web_public_channel_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_create_write_only_bots_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_delete_any_message_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_delete_own_message_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_invite_users_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_manage_all_groups is not a dict
      PATCH /realm  .body.msg  Internal server error => can_mention_many_users_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_move_messages_between_channels_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_move_messages_between_topics_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_resolve_topics_group is not a dict
      PATCH /realm  .body.msg  Internal server error => can_summarize_topics_group is not a dict
      PATCH /realm  .body.msg  Internal server error => create_multiuse_invite_group is not a dict
      PATCH /realm  .body.msg  Internal server error => direct_message_initiator_group is not a dict
      PATCH /realm  .body.msg  Internal server error => direct_message_permission_group is not a dict
      PATCH /realm  .status  500 => *
      PATCH /realm  .body.msg  Internal server error => Must be an organization owner
      PATCH /settings  .body.code  - => BAD_REQUEST
      PATCH /settings  .body.msg  Internal server error => Invalid default_language
      PATCH /settings  .status  500 => *
      PATCH /settings  answer  Internal server error => ok  at three 2952, five 2071 2111 2151
      PATCH /streams/{stream_id}  .body.code  - => BAD_REQUEST
      PATCH /streams/{stream_id}  .body.msg  Internal server error => can_add_subscribers_group is not a dict
      PATCH /streams/{stream_id}  .body.msg  Internal server error => can_administer_channel_group is not a dict
      PATCH /streams/{stream_id}  .body.msg  Internal server error => can_remove_subscribers_group is not a dict
      PATCH /streams/{stream_id}  .body.msg  Internal server error => can_send_message_group is not a dict
      PATCH /streams/{stream_id}  .body.msg  Internal server error => can_subscribe_group is not a dict
      PATCH /streams/{stream_id}  .status  500 => *
      PATCH /user_groups/{user_group_id}  .body.code  - => BAD_REQUEST
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_add_members_group is not a dict
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_join_group is not a dict
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_leave_group is not a dict
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_manage_group is not a dict
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_mention_group is not a dict
      PATCH /user_groups/{user_group_id}  .body.msg  Internal server error => can_remove_members_group is not a dict
      PATCH /user_groups/{user_group_id}  .status  500 => *
      POST /messages/flags/narrow  answer  Internal server error => ok  at four 369 386, seven 591 608
      POST /register  .body.code  - => BAD_REQUEST
      POST /register  .body.msg  Internal server error => Each element of narrow must be a pair of strings.
      POST /register  .body.msg  Internal server error => queue_lifespan_secs is too small
      POST /register  .status  500 => *
    `,
  ),
  ...because(
    recorder('the messages of a guide are not all known that the organization had before'),
    `
      POST /mark_stream_as_read  events: update_message_flags/add.messages.[]  {m:m11} => -
      POST /mark_stream_as_read  events: update_message_flags/add.messages.[]  {m:m12} => -
      POST /messages/flags/narrow  .body.found_oldest  true => false
      POST /messages/flags/narrow  .body.last_processed_id  {m:d1} => *
      POST /messages/flags/narrow  .body.processed_count  4 => *
      POST /messages/flags/narrow  .body.processed_count  45 => *
      POST /messages/flags/narrow  .body.updated_count  0 => *
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  {m:?} => -
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  {m:d1} => -
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  {m:d2} => -
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  {m:m1} => -
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  {m:m2} => -
      POST /messages/flags/narrow  events: update_message_flags/remove.message_details.*  - => *
      POST /messages/flags/narrow  events: update_message_flags/remove.message_details.*.topic  experiments => moving messages
      POST /messages/flags/narrow  events: update_message_flags/remove.messages.[]  - => {m:?}  at two 1988
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  - => {m:s3.10}  at two 5076
    `,
  ),
  ...because(
    recorder('an id stands where it looked for none: all but the number is the same'),
    `
      DELETE /default_streams  events: default_streams.default_streams.[]  285 => *
      DELETE /default_streams  events: default_streams.default_streams.[]  12 => *
      DELETE /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.author_id  202 => *
      DELETE /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  11 => *
      DELETE /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  9 => *
      GET /realm/emoji  .body.emoji.*.author_id  202 => *
      GET /realm/emoji  .body.emoji.*.id  11 => *
      GET /realm/emoji  .body.emoji.*.id  15 => *
      GET /streams  .body.streams.[].message_retention_days  1456 => *
      GET /streams  .body.streams.[].message_retention_days  1457 => *
      GET /streams  .body.streams.[].message_retention_days  1461 => *
      GET /streams  .body.streams.[].message_retention_days  1462 => *
      GET /streams  .body.streams.[].message_retention_days  1463 => *
      GET /streams  .body.streams.[].message_retention_days  1548 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1456 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1457 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1461 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1462 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1463 => *
      GET /users/me/subscriptions  .body.subscriptions.[].message_retention_days  1548 => *
      PATCH /realm  .body.can_create_groups  1476 => *
      PATCH /realm  .body.can_manage_all_groups  1481 => *
      PATCH /realm  events: realm/update/default_code_block_language.value  {"new":1476} => *
      PATCH /realm  events: realm/update/default_code_block_language.value  {"new":1481} => *
      PATCH /realm  events: realm/update/default_code_block_language.value  {"new":1483} => *
      PATCH /realm  events: realm/update/default_code_block_language.value  {"new":{"direct_members":[212],"direct_subgroups":[]}} => *
      PATCH /realm  events: realm/update/name.value  {"new":1476} => {"new":8}
      PATCH /realm  events: realm/update/name.value  {"new":1481} => {"new":3}
      PATCH /realm  events: realm/update/name.value  {"new":1483} => {"new":1}
      PATCH /realm  events: realm/update/{new_stream_announcements_stream_id,signup_announcements_stream_id,zulip_update_announcements_stream_id}.value  45 => *
      PATCH /realm  events: realm/update/new_stream_announcements_stream_id.value  54 => *
      PATCH /realm  events: realm/update/moderation_request_channel_id.value  46 => *
      PATCH /realm  {.body,events: realm/update_dict/default.data}.can_create_groups  [[74,357,363]] => *
      PATCH /realm  {.body,events: realm/update_dict/default.data}.can_manage_all_groups  [[70,71,357,363]] => *
      PATCH /realm  events: realm/update_dict/default.data.can_create_groups  1476 => *
      PATCH /realm  events: realm/update_dict/default.data.can_manage_all_groups  1481 => *
      PATCH /streams/{stream_id}  events: default_streams.default_streams.[]  285 => *
      PATCH /streams/{stream_id}  events: default_streams.default_streams.[]  373 => *
      PATCH /streams/{stream_id}  events: message.message.display_recipient  {"new":* => {"new":*
      PATCH /streams/{stream_id}  events: stream/update/description.rendered_description  <p>{"new":* => <p>{&quot;new&quot;:*
      PATCH /streams/{stream_id}  events: stream/update/description.value  {"new":* => {"new":*
      PATCH /streams/{stream_id}  events: stream/update/name.{name,value}  {"new":* => {"new":*
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  [33,38] => [*
      POST /default_streams  events: default_streams.default_streams.[]  285 => *
      POST /default_streams  events: default_streams.default_streams.[]  296 => *
      POST /default_streams  events: default_streams.default_streams.[]  [[51,12]] => *
      POST /messages/{message_id}/reactions  events: reaction/add.emoji_code  9 => *
      POST /messages/{message_id}/typing  events: typing_edit_message/st{art.recipient,op.recipient}.channel_id  294 => *
      POST /messages/{message_id}/typing  events: typing_edit_message/st{art.recipient,op.recipient}.channel_id  47 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.author_id  202 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  10 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  11 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  12 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  13 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  14 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  15 => *
      POST /realm/emoji/{emoji_name}  events: realm_emoji/update.realm_emoji.*.id  9 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1456 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1457 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1461 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1462 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1463 => *
      POST /register  .body.never_subscribed.[].message_retention_days  1548 => *
      POST /register  .body.realm_can_create_groups  1441 => *
      POST /register  .body.realm_can_manage_all_groups  1437 => *
      POST /register  .body.realm_emoji.*.author_id  202 => *
      POST /register  .body.realm_emoji.*.id  11 => *
      POST /user_groups/create  events: user_group/add.group.name  can_* => can_*
      POST /user_groups/{user_group_id}/deactivate  .body.objections.[].supergroup_ids.[]  1548 => *
      POST /user_groups/{user_group_id}/deactivate  .body.objections.[].supergroup_ids.[]  [[357,360]] => *
      POST /user_groups/{user_group_id}/deactivate  .body.objections.[].channel_id  87 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1456 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1457 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1461 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1462 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1463 => *
      POST /users/me/subscriptions  events: s{tream/create.streams.[],ubscription/add.subscriptions.[]}.message_retention_days  1548 => *
    `,
  ),
  ...because(
    recorder('long lists were left out'),
    `
      GET /messages  .body.messages  - => *
      GET /saved_snippets  .body.saved_snippets  - => *
    `,
  ),
  ...because(
    recorder('which invitation is meant, and what an observer received of a second copy, was not recorded'),
    `
      DELETE /invites/multiuse/{invite_id}  .body.msg  Invitation has already been revoked => No such invitation
      DELETE /invites/multiuse/{invite_id}  answer  ok => No such invitation  at three 2803
      DELETE /invites/{invite_id}  answer  ok => No such invitation  at three 2805
      GET /invites  .body.invites.[]  *"is_multiuse":true* => -  at three 2598 4319
      GET /invites  .body.invites.[]  *"email":"a@example.com"* => -  at three 2786 4318 4319
      POST /invites/{invite_id}/resend  .body.msg  Must be an organization administrator => No such invitation
      POST /invites/{invite_id}/resend  answer  ok => No such invitation  at three 2795 2799
      POST /messages  events: message  - => *"sender_full_name":"Guest Seven"*  at one 1949
    `,
  ),
  ...because(
    recorder('its queues merged the event with an earlier one, which the recorder had not read'),
    `
      POST /mark_stream_as_read  events: update_message_flags/add.messages.[]  {m:?} => -
      POST /mark_stream_as_read  events: update_message_flags/add.messages.[]  {m:z159} => -
      POST /mark_stream_as_read  events: update_message_flags/add.messages.[]  {m:z160} => -
      POST /mark_stream_as_read  events: update_message_flags/add  - => *"messages":["{m:m1}"]*  at two 2059
      POST /mark_stream_as_read  events: update_message_flags/add  - => *"messages":["{m:m6}"]*  at two 2066
      POST /mark_stream_as_read  events: update_message_flags/add  - => *"messages":["{m:m10}"]*  at two 2080
      POST /mark_stream_as_read  events: update_message_flags/add  - => *"messages":["{m:?}","{m:z159}","{m:z160}"]*  at four 1177
      POST /mark_stream_as_read  events: update_message_flags/add  - => *"messages":["{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}"]*  at four 1191
      POST /messages/flags  events: update_message_flags/add.messages.[]  {m:m1} => -
      POST /messages/flags  events: update_message_flags/remove  *"messages":["{m:m1}","{m:m6}","{m:m10}","{m:d1}"]* => -  at two 1749 1761
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z41}"]*  at four 606
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z47}"]*  at four 654
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z4}"]*  at five 97
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z7}"]*  at five 138
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z16}"]*  at five 298
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z22}"]*  at five 380
      POST /messages/flags  events: update_message_flags/add  - => *"messages":["{m:z28}"]*  at five 499
      POST /messages/flags  events: update_message_flags/add  *"messages":["{m:z41}"]* => -  at four 614
      POST /messages/flags  events: update_message_flags/add  *"messages":["{m:z47}"]* => -  at four 662
      POST /messages/flags  events: update_message_flags/add  *"messages":["{m:?}","{m:z159}"]* => -  at four 1492
      POST /messages/flags/narrow  events: update_message_flags/add  - => *  at two 1975 1977 1979 1981 1985 1989 1991 1993 2003 2005 2009 2011 2013 2015 2021
      POST /messages/flags/narrow  events: update_message_flags/add  *"messages":["{m:m1}","{m:m2}","{m:m3}","{m:m4}","{m:m5}","{m:m11}","{m:d1}","{m:d2}","{m:m12}","{m:m* => -  at two 2017
      POST /messages/flags/narrow  events: update_message_flags/add  *"messages":["{m:d3}"]* => -  at four 356, seven 578
      POST /messages/flags/narrow  events: update_message_flags/remove  *"messages":["{m:z16}"]* => -  at four 380, seven 602
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:m13}"]*  at three 1468 1496
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:m3}","{m:m8}","{m:m9}"]*  at three 1472
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:?}","{m:?}","{m:?}","{m:?}","{m:?}"]*  at three 1476
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:m1}","{m:m4}","{m:m5}"]*  at three 1484
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:m3}","{m:m8}","{m:d5}"]*  at three 1500
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:?}","{m:?}"]*  at three 1504
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:m6}","{m:z1}","{m:z7}","{m:z16}"]*  at four 479
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  - => *"messages":["{m:d7}"]*  at four 480
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  *"messages":["{m:m13}","{m:m3}","{m:m8}","{m:m9}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}"]* => -  at three 1476
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  *"messages":["{m:m1}","{m:m4}","{m:m5}","{m:m13}"]* => -  at three 1496
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  *"messages":["{m:m3}","{m:m8}","{m:d5}","{m:?}","{m:?}"]* => -  at three 1504
      POST /users/me/muted_users/{muted_user_id}  events: update_message_flags/add  *"messages":["{m:m6}","{m:d2}","{m:z1}","{m:z7}","{m:z16}","{m:d7}"]* => -  at four 480
    `,
  ),
  ...because(
    recorder('the recorded organization has a description'),
    `
      GET /server_settings  .body.realm_description  <p>The coolest place in the universe.</p> => ''
    `,
  ),
  ...because(
    recorder('its thumbnails were ready when the message was rendered'),
    `
      GET /messages  .body.messages.[].content  */user_uploads/thumbnail/* => *image-loading-placeholder*
      GET /messages/{message_id}  .body.message.content  */user_uploads/thumbnail/* => *image-loading-placeholder*
      PATCH /messages/{message_id}  events: update_message.{orig_rendered_content,rendered_content}  */user_uploads/thumbnail/* => *image-loading-placeholder*
      POST /messages  events: message.message.content  */user_uploads/thumbnail/* => *image-loading-placeholder*
    `,
  ),
  ...because(
    recorder('it read late what an observer received, and the recorded server joins events of flags that wait'),
    `
      POST /messages/flags  events of guest: update_message_flags/add.messages.[]  {m:[[z4,z7]]} => -  at five 179
      POST /messages/flags  events of guest: update_message_flags/add.messages.[]  {m:[[z16]]} => -  at five 339
      POST /messages/flags  events of guest: update_message_flags/add.messages.[]  {m:[[z22]]} => -  at five 458
      POST /messages/flags  events of guest: update_message_flags/add.messages.[]  {m:[[z28]]} => -  at five 540
      POST /messages/flags  events of alice: update_message_flags/add.messages.[]  {m:[[w904.7,w904.8,?]]} => -  at six 792
    `,
  ),
  ...because(
    recorder('leaving a channel reads it, which the recorded server does some requests later'),
    `
      POST /user_groups/{user_group_id}/members  events of alice: update_message_flags/add  *"{m:?}","{m:m9}","{m:?}"* => -  at six 114
    `,
  ),
  ...because(
    recorder('its index was never filled in this run: no search finds anything'),
    `
      GET /messages  .body.anchor  10000000000000000 => *  at six 346 530 974
      GET /messages  .body.found_anchor  false => true  at six 346 530 974
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z19,z20,z4]]}"*  at four 194
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z16,z22]]}"*  at five 1066 1079 1092
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z1,z10,z13,z25,z37,z4,z49]]}"*  at five 1070 1083 1096
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z28,z34]]}"*  at five 1088
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.17}"*  at six 346 371 517
      GET /messages  .body.messages.[]  - => {"id":"{m:[[w902.17,w903.13]]}"*  at six 530
      GET /messages  .body.messages.[]  - => {"id":"{m:[[w902.17,w903.13,w904.2]]}"*  at six 741
      GET /messages  .body.messages.[]  - => {"id":"{m:[[w902.17,w903.13,w904.2,w904.23]]}"*  at six 775 970 974 1006
      GET /messages  .body.messages.[]  - => {"id":"{m:z4}"*  at four 186
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z36,z37,z38,z39,z40]]}"*  at four 497
      GET /messages/matches_narrow  .body.messages.*  - => *  at four 195
      POST /messages/flags/narrow  .body.processed_count  0 => 1  at four 373
      POST /messages/flags/narrow  .body.{first_processed_id,last_processed_id}  null => *  at four 373
    `,
  ),
  ...because(
    recorder('the temporary addresses of files were not recorded'),
    `
      GET /{x:upf}  .body.url  - => /user_uploads/temporary/1-*
    `,
  ),
];
