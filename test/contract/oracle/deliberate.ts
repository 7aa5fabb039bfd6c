import { deliberate } from './reasons.ts';
import { because, type Row } from './row.ts';

/** Decisions, each with its README. */
export const deliberateRows: readonly Row[] = [
  ...because(
    deliberate('src/users/README.md', '**The address that the API shows names a user everywhere,**'),
    `
      GET /users/{user_id_or_email}/presence  .body.msg  No such user => No presence data for *
    `,
  ),
  ...because(
    deliberate('src/accounts/README.md', '**A new password has at least eight characters,**'),
    `
      POST /register  .body.password_min_length  6 => 8
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Administrators know every channel by name,**'),
    `
      GET /get_stream_id  answer  Invalid channel name '*' => ok  at two 2257 2316, four 1122 1493 1527 1543 1559
      POST /default_streams  .body.msg  Invalid channel ID => Private channels cannot be made default.
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**Parameters must agree.**'),
    `
      GET /messages  .body.code  BAD_REQUEST => REQUEST_VARIABLE_MISSING
      GET /messages  .body.msg  Missing 'anchor' argument. => Missing 'num_before' argument
      GET /messages  .body.var_name  - => num_before
      GET /messages  answer  ok => Missing 'num_after' argument  at one 674
      GET /messages  answer  ok => Missing 'num_before' argument  at one 661
      GET /messages  answer  ok => Unsupported parameter combination: num_before, num_after, anchor, mess*  at one 1611 1612
      PATCH /users/me/subscriptions/muted_topics  answer  ok => Not subscribed to channel ID *  at two 3354 3355 3356 3357 3414 3415 3416 3417 3454 3455 3456 3457 3464 3465 3466 3467 3504 3505 3506 3507
      POST /messages  .body.msg  Missing topic => queue_id and local_id must be given together.
      POST /messages  answer  ok => queue_id and local_id must be given together.  at one 2197 2199
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Archiving a channel marks it as read**'),
    `
      GET /messages  .body.messages.[].flags.[]  - => read  at four 1484
      GET /messages/{message_id}  .body.message.flags.[]  - => read  at four 1483
      POST /register  .body.max_message_id  {m:z160} => *  if ^four erik
      POST /register  .body.unread_msgs.count  148 => *  if ^two guest
      POST /register  .body.unread_msgs.count  164 => *  if ^two guest
      POST /register  .body.unread_msgs.count  178 => *  if ^two guest
      POST /register  .body.unread_msgs.count  182 => *  if ^two guest
      POST /register  .body.unread_msgs.count  194 => *  if ^two guest
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  {m:?} => -  if ^two guest
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**An archived channel can still be read:**'),
    `
      GET /streams/{stream_id}/members  answer  Invalid channel ID => ok  at four 1494 1528 1544 1560
      GET /users/me/{stream_id}/topics  answer  Invalid channel ID => ok  at four 1496 1530 1546 1562
      POST /register  .body.streams.[]  - => *"name":"sandbox"*  at one 71 149 227 305 383, three 4360 4438 4516 4594 4672
      POST /register  .body.streams.[]  - => *"name":"Zulip"*  at one 71 149 227 305 383, three 4360 4438 4516 4594 4672
      POST /register  .body.user_topics.[]  - => *"topic_name":"one"*  at four 1568 1751
      POST /register  .body.user_topics.[]  - => *"topic_name":"one"*  at four 1569 1752
      POST /register  .body.user_topics.[]  - => *"topic_name":"one"*  at four 1571 1754
      POST /register  .body.user_topics.[]  - => *"topic_name":"one"*  at four 1572 1755
      POST /user_topics  answer  Invalid channel ID => ok  at four 1495 1529 1545 1561
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Topic policies outlive the loss of a channel,**'),
    `
      POST /user_topics  answer  Invalid channel ID => ok  at two 3342 3392 3442 3492
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**An error repeats a value as it was sent,**'),
    `
      PATCH /realm  .body.bad_value  -1 => *
      PATCH /realm  .body.bad_value  0 => *
      PATCH /streams/{stream_id}  .body.bad_value  -1 => -1
      POST /messages  .body.stream  &lt;b&gt; => <b>
      POST /realm/domains  .body.new_domain  [2,"example.org"] => example.org
      POST /users/me/subscriptions  .body.bad_value  -1 => -1
    `,
  ),
  ...because(
    deliberate('src/uploads/README.md', '**Each change of the messages that refer to a file is an event,**'),
    `
      DELETE /messages/{message_id}  events: attachment/remove  - => *  at four 1657
      PATCH /messages/{message_id}  events: attachment/update  - => *  at four 1653 1655
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Whoever received a message hears what becomes of it**'),
    `
      DELETE /messages/{message_id}  events of alice: delete_message  - => *"message_ids":["{m:s3.17}"]*  at two 4980
      DELETE /messages/{message_id}  events of alice: delete_message  - => *"message_ids":["{m:w901.3}"]*  at six 88
      PATCH /messages/{message_id}  events: update_message  - => *  at one 2452 2460 2476 2484 2500 2508 2524 2532 2548 2556 2596 2604 2620 2628 2644 2652 2810 2817 2894 2901 2978 2985 3247 3256 3265 3274 3401 3406 3411 3421 3427 3432 3437 3447 3453 3458 3463 3473 3479 3484 3489 3499 3525 3531 3536 3541 3551 3557 3562 3567 3577 3583 3588 3593 3603 3609 3614 3619 3629 3635 3640 3645 3655, two 4776 4777 4837 4838 4855 4976 4988 5144 5146 5216, four 453 993 994 995 996 1002 1003 1007 1008 1014 1015 1019 1020 1031 1032 1051 1063 1078 1093 1108, five 141 342 461 502 543 662 703 863 904 1098, six 141 1023
      POST /messages/{message_id}/reactions  events of alice: reaction/add  - => *"message_id":"{m:s4.4}"*  at two 5081
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Who may see a bot may see where it is subscribed.**'),
    `
      GET /users/{user_id}/subscriptions/{stream_id}  .body.msg  No such user => Invalid channel ID
      GET /users/{user_id}/subscriptions/{stream_id}  answer  No such user => ok  at two 1142 1146 1167 1168 1171 1192 1196 1217 1218 1219 1221
    `,
  ),
  ...because(
    deliberate('src/organization/README.md', '**A call leads to a server that exists.**'),
    `
      GET /calls/bigbluebutton/create  answer  ok => BigBlueButton is not configured.  at three 2363 2370 2377 2384 2391 2398 2405
    `,
  ),
  ...because(
    deliberate('src/organization/README.md', '**Choices are described in our own words,**'),
    `
      POST /register  .body.custom_profile_field_types.LONG_TEXT.name  Text (long) => Long text
      POST /register  .body.custom_profile_field_types.SHORT_TEXT.name  Text (short) => Short text
      POST /register  .body.giphy_rating_options.disabled.name  GIPHY integration disabled => No GIF search
      POST /register  .body.giphy_rating_options.g.name  Allow GIFs rated G (General audience) => GIFs rated up to G, for everyone
      POST /register  .body.giphy_rating_options.pg-13.name  Allow GIFs rated PG-13 (Parental guidance - under 13) => GIFs rated up to PG-13
      POST /register  .body.giphy_rating_options.pg.name  Allow GIFs rated PG (Parental guidance) => GIFs rated up to PG, with parents at hand
      POST /register  .body.giphy_rating_options.r.name  Allow GIFs rated R (Restricted) => GIFs rated up to R, for adults
      POST /register  .body.giphy_rating_options.y.name  Allow GIFs rated Y (Very young audience) => Only GIFs rated Y, for the youngest
      POST /register  .body.realm_default_external_accounts.twitter.text  Twitter => X (formerly Twitter)
      POST /register  .body.realm_default_external_accounts.twitter.url_pattern  https://twitter.com/%(username)s => https://x.com/%(username)s
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**Every error is JSON with a code,**'),
    `
      DELETE /messages  .body.code  - => METHOD_NOT_ALLOWED
      GET /messages/flags  .body.code  - => METHOD_NOT_ALLOWED
      GET /realm/playgrounds  .body.code  - => METHOD_NOT_ALLOWED
      HEAD /users/me  .body  {"<not json>":"application/json"} => null
      OPTIONS /users/me  .body  {"<not json>":"text/html; charset=utf-8"} => null
      PATCH /realm  .body.bad_value  - => *
      PATCH /realm  .body.code  BAD_REQUEST => REQUEST_VARIABLE_INVALID
      PATCH /realm  .body.var_name  - => m*
      PATCH /realm/filters/{filter_id}  .body.errors.__all__  ["Bad regular expression: missing ): ("] => -
      PATCH /realm/filters/{filter_id}  .body.errors.pattern  - => ["Bad regular expression: missing ): ("]
      PATCH /users  .body.code  - => METHOD_NOT_ALLOWED
      POST /events  answer  ok => Method Not Allowed  at one 597
      POST /fetch_api_key  .body.code  BAD_REQUEST => AUTHENTICATION_FAILED
      POST /fetch_api_key  .status  400 => *
      POST /messages  .body.code  BAD_REQUEST => REQUEST_VARIABLE_MISSING
      POST /messages  .body.empty_topic_display_name  - => general chat
      POST /messages  .body.var_name  - => to
      POST /realm/emoji/{emoji_name}  .body.code  BAD_IMAGE => BAD_REQUEST
      POST /realm/filters  .body.errors.__all__  ["* => -
      POST /realm/filters  .body.errors.pattern  - => ["Bad regular expression: *
      POST /realm/filters  .body.errors.url_template  - => ["Invalid URL template."]
      POST /realm/playgrounds  .body.errors  - => *
      POST /typing  .body.code  BAD_REQUEST => REQUEST_VARIABLE_MISSING
      POST /typing  .body.var_name  - => stream_id
      POST /typing  .body.var_name  - => to
      PUT /messages  .body.code  - => METHOD_NOT_ALLOWED
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Deactivated users receive nothing and count nowhere:**'),
    `
      DELETE /users/{user_id_or_email}  events: user_group/update  - => *"data":{"can_[[add_members,manage]]_group":8}*  at five 1831
      DELETE /users/{user_id_or_email}  events: stream/update/can_administer_channel_group  - => *"name":"nest by bob"*  at five 1831
      PATCH /realm  events: user_group/remove_members.user_ids.[]  {u:dora} => -
      PATCH /realm  events: user_group/add_members.user_ids.[]  {u:dora} => -
      PATCH /users/{user_id_or_email}  events: user_group/remove_members  *"user_ids":["{u:erik}"]* => -  at four 1591
      PATCH /users/{user_id_or_email}  events: user_group/add_members  *"user_ids":["{u:erik}"]* => -  at four 1591
      POST /drafts  .body.msg  '*' is no longer using Zulip. => User is deactivated
      POST /messages  .body.msg  '*' is no longer using Zulip. => User is deactivated
      POST /typing  answer  ok => User is deactivated  at three 2238 2261 2284 2307
      POST /users/{user_id}/reactivate  events: stream/update/can_administer_channel_group  - => *"name":"nest by bob"*  at five 1833
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Descriptions mention nobody,**'),
    `
      GET /streams/{stream_id}  .body.stream.rendered_description  <p>new <em>desc</em> <span class="user-mention" data-user-id* => <p>new <em>desc</em> @<strong>Alice Four</strong></p>
      PATCH /streams/{stream_id}  events: stream/update/description.rendered_description  <p>new <em>desc</em> <span class="user-mention" data-user-id* => <p>new <em>desc</em> @<strong>Alice Four</strong></p>
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Differences between versions are words,**'),
    `
      GET /messages/{message_id}/history  .body.message_history.[].content_html_diff  <div><p><span class="highlight_text_inserted">* => <p><span class="highlight_text_deleted">*
    `,
  ),
  ...because(
    deliberate('src/web/README.md', '**Avatars are drawn here**'),
    `
      GET /messages  .body.messages.[].avatar_url  null => /avatar/*
      GET /messages/{message_id}  .body.message.avatar_url  null => /avatar/*
      GET /users  .body.members.[].avatar_url  null => /avatar/*
      GET /users/{user_id_or_email}  .body.user.avatar_url  null => /avatar/*
      PATCH /scheduled_messages/{scheduled_message_id}  events: message.message.avatar_url  null => /avatar/*
      PATCH /settings  events: realm_user/update  *"user_id":"{u:bob}"* => -  at three 3369
      PATCH /settings  events: realm_user/update  *"user_id":"{u:owner}"* => -  at five 2067 2068
      PATCH /settings  events: realm_user/update  *"user_id":"{u:admin}"* => -  at five 2103 2108
      PATCH /settings  events: realm_user/update  *"user_id":"{u:moderator}"* => -  at five 2133 2148
      POST /messages  events: message.message.avatar_url  null => /avatar/*
      POST /register  .body.realm_{non_active_users.[],users.[]}.avatar_url  null => -
      POST /register  .body.realm_{non_active_users.[],users.[]}.avatar_url  null => /avatar/*
      POST /register  .body.realm_users.[].avatar_url  <url> => -
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Flags of mentions follow the text:**'),
    `
      GET /messages/{message_id}  .body.message.flags.[]  stream_wildcard_mentioned => -  at four 793 795 811 813
      GET /messages/{message_id}  .body.message.flags.[]  wildcard_mentioned => -  at four 793 795 811 813
      PATCH /messages/{message_id}  events: update_message.flags.[]  stream_wildcard_mentioned => -  at four 792 794 810 812
      POST /register  .body.unread_msgs.mentions.[]  {m:z85} => -  if ^four owner
      POST /register  .body.unread_msgs.mentions.[]  {m:z[[85,91]]} => -  if ^four bob
    `,
  ),
  ...because(
    deliberate(
      'src/messages/README.md',
      '**The empty topic is `general chat` for clients that do not know empty names,**',
    ),
    `
      GET /messages/matches_narrow  .body.messages.*.match_subject  '' => general chat
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**`(no topic)` is the empty topic only where somebody writes:**'),
    `
      PATCH /messages/{message_id}  events: message.message.subject  '' => (no topic)
      POST /streams/{stream_id}/delete_topic  events: delete_message.message_ids.[]  {m:?} => -
    `,
  ),
  ...because(
    deliberate('src/uploads/README.md', '**URLs of files are percent-encoded,**'),
    `
      POST /user_uploads  .body.{uri,url}  /user_uploads/<path>/ünï.txt => /user_uploads/*%C3%BCn%C3%AF.tx*
    `,
  ),
  ...because(
    deliberate('src/emoji/README.md', '**One extra emoji.**'),
    `
      DELETE /messages/{message_id}/reactions  answer  Reaction doesn't exist. => ok  at two 1649
      POST /messages/{message_id}/reactions  answer  Reaction already exists. => ok  at two 1650
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**A reaction does not put a message into the feed**'),
    `
      GET /messages  .body.messages.[]  {"id":"{m:[[s4.4,s4.8,s5.15]]}"* => -  at two 5265
      GET /messages  .body.messages.[]  {"id":"{m:s4.7}"* => -  at two 5266
      GET /messages  .body.messages.[]  {"id":"{m:[[z38,z41,z47]]}"* => -  at five 832
      GET /messages  .body.messages.[]  {"id":"{m:[[z38,z41,z47,z50,z53,z59]]}"* => -  at five 1033
      GET /messages  .body.messages.[]  {"id":"{m:z23}"* => -  at four 179 208 290, seven 401 430 512
      GET /messages  .body.messages.[]  - => {"id":"{m:s5.10}"*  at two 5265
      GET /messages  .body.messages.[]  - => {"id":"{m:z16}"*  at four 208, seven 430
      GET /messages  .body.messages.[]  - => {"id":"{m:z5}"*  at four 290, seven 512
    `,
  ),
  ...because(
    deliberate('src/uploads/README.md', '**A URL alone opens no file.**'),
    `
      GET /{x:upf}  answer  ok => File not found.  at four 1637 1643 1646
      GET /{x:upp}  answer  ok => File not found.  at four 1652
      POST /messages  events: message.message.content  *message_inline_image* => <p>stolen *</p>
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', "**A change of a channel's first message is an event,**"),
    `
      PATCH /messages/{message_id}  events: stream/update/first_message_id  - => *  at six 998
      PATCH /users/me/subscriptions  events: stream/update/first_message_id  - => *
      POST /users/me/subscriptions  events: stream/update/first_message_id  - => *
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**`first_unread` is the first unread message of the narrow,**'),
    `
      GET /messages  .body.anchor  10000000000000000 => *  if is.{1,20}muted
      GET /messages  .body.found_anchor  false => true  if is.{1,20}muted
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Flags change where the user may read.**'),
    `
      POST /mark_topic_as_read  answer  No such topic '' => ok  at two 2100
      POST /messages/flags  answer  Invalid message(s) => ok  at two 1738 1739 4698 4723 5222, six 116 539 569 788
      POST /messages/flags  answer  ok => Invalid message(s)  at two 1745 1757
      POST /messages/flags/narrow  answer  Invalid message(s) => ok  at four 331, seven 553 595
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**`found_oldest` and `found_newest` tell what the list contains,**'),
    `
      GET /messages  .body.{found_newest,found_oldest}  false => true
      POST /messages/flags/narrow  .body.{found_newest,found_oldest}  false => true
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Guests act only where they are subscribed.**'),
    `
      DELETE /messages/{message_id}  events of guest: delete_message  - => *  at one 3402 3422 3428 3448 3454 3474 3480 3500 3526 3532 3552 3578 3584 3604 3610 3615 3620 3630 3636 3656, four 1000
      GET /messages  answer  Invalid narrow operator: Invalid 'with' operator => ok  at five 174 375 576 736 777 818 1019
      GET /messages  .body.messages.[]  - => {"id":"{m:m9}"*  at one 1363 1365
      GET /messages  .body.messages.[]  - => {"id":"{m:z155}"*  at four 1069
      GET /messages  .body.messages.[]  - => {"id":"{m:z156}"*  at four 1084
      GET /messages  .body.messages.[]  - => {"id":"{m:z157}"*  at four 1099
      GET /messages  .body.messages.[]  - => {"id":"{m:z158}"*  at four 1114
      GET /messages/{message_id}  answer  Invalid message(s) => ok  at one 1513 1514, four 1068 1083 1098 1113, five 157 158 159 358 359 360 559 560 561 719 721 760 801 803 1002 1003 1004, six 176 177
      GET /messages/{message_id}/history  answer  Invalid message(s) => ok  at one 1515, four 1067 1082, five 172 373 574 734 775 816 1017
      GET /messages/{message_id}/read_receipts  answer  Invalid message(s) => ok  at one 1516
      PATCH /messages/{message_id}  events of guest: user_topic.stream_id  {s:pub} => *  if ^four
      PATCH /messages/{message_id}  events of guest: user_topic.topic_name  carried => carried away  if ^four
      PATCH /messages/{message_id}  events of guest: user_topic.visibility_policy  0 => *  if ^four
      PATCH /messages/{message_id}  events of guest: delete_message  * => -  at one 2452 2460 2476 2484 2500 2508 2524 2532 2548 2556 2596 2604 2620 2628 2644 2652 2810 2817 2894 2901 2978 2985 3247 3256 3265 3274 3401 3406 3411 3421 3427 3432 3437 3447 3453 3458 3463 3473 3479 3484 3489 3499 3525 3531 3536 3541 3551 3557 3562 3567 3577 3583 3588 3593 3603 3609 3614 3619 3629 3635 3640 3645 3655, four 453 993 994 1051 1063 1078 1093 1108, five 141 342 543, six 141
      PATCH /messages/{message_id}  events of guest: user_topic  - => *"topic_name":"carried"*  at four 453
      PATCH /messages/{message_id}  events of guest: user_topic  - => *"topic_name":"carried away"*  at four 459
      PATCH /messages/{message_id}  events of guest: delete_message  - => *"message_ids":["{m:z33}","{m:z34}","{m:z35}","{m:?}","{m:?}","{m:?}"]*  at four 459
      POST /register  .body.user_topics.[]  - => *"topic_name":"carried away"*  at four 456
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Guests are told at once whom they no longer know**'),
    `
      PATCH /realm  events of guest: realm_user/remove  - => *"full_name":"Unknown user"*  at three 4039, five 1960
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**What a user may not see answers like what does not exist,**'),
    `
      DELETE /users/me/subscriptions  .body.code  BAD_REQUEST => STREAM_DOES_NOT_EXIST
      DELETE /users/me/subscriptions  .body.msg  Channel(s) (a) do not exist => Channel '*' does not exist
      DELETE /users/me/subscriptions  .body.msg  Channel(s) (nope) do not exist => Channel '*' does not exist
      DELETE /users/me/subscriptions  .body.msg  Insufficient permission => Channel '*' does not exist
      DELETE /users/me/subscriptions  .body.stream  - => *
      DELETE /users/me/subscriptions  answer  ok => Channel '*' does not exist  at two 564 565 572 573 596 597 630 638 661 662 695 702 703 726 727 751 760 768 784 791 792 800 824 825 832 833 856 857 889 890 897 898 921 922 954 955 962 963 984 986 987 1035 4899 5091 5214, four 1144, six 366
      GET /messages  answer  ok => Invalid narrow operator: unknown channel *  at one 852 853 871 872 873 1329 1335 1337 1339 1347 1349 1357 1359 1361, two 5013 5087, four 131 201 225 242 269 295 1195 1304 1362, five 68 73 83 88 104 114 124 129 201 270 275 285 290 305 311 315 316 325 326 330 331 352 357 367 372 393 398 402 408 413 466 476 486 491 507 511 516 517 526 527 531 532 548 558 568 573 589 599 603 609 614 712 717 727 732 748 758 768 773 804 883 913 918 924 928 933 949 959 965 969 974 1006 1121 1122 1128 1132 1144, six 91 181 197 200 201 211 212 226 227 230 241 242 246 394 398 410 424 425 429 439 440 444 454 455 459 596 609 613 614 628 630 641 657 661 673 676 677 678 820 836 840 876 880 896 900 916 920 1020 1069 1072 1074 1088 1099 1103 1104 1114 1118 1119 1129 1133, seven 353 423 447 464 491 517
      PATCH /scheduled_messages/{scheduled_message_id}  .body.code  BAD_REQUEST => STREAM_DOES_NOT_EXIST
      PATCH /scheduled_messages/{scheduled_message_id}  .body.msg  Not authorized to send to channel '*' => Channel with ID '*' does not exist
      PATCH /scheduled_messages/{scheduled_message_id}  .body.stream_id  - => *
      PATCH /users/me/subscriptions  .body.code  BAD_REQUEST => STREAM_DOES_NOT_EXIST
      PATCH /users/me/subscriptions  .body.msg  Channel(s) (nope) do not exist => Channel '*' does not exist
      PATCH /users/me/subscriptions  .body.stream  - => nope
      PATCH /users/me/subscriptions/muted_topics  answer  ok => Topic is not muted  at two 3326 3327 3336 3337 3386 3387 3426 3427 3436 3437 3476 3477 3486 3487
      POST /messages  .body.code  BAD_REQUEST => STREAM_DOES_NOT_EXIST
      POST /messages  .body.msg  Invalid data type for channel => Channel '*' does not exist
      POST /messages  .body.msg  Not authorized to send to channel '*' => Channel '*' does not exist
      POST /messages  .body.msg  Not authorized to send to channel '*' => Channel with ID '*' does not exist
      POST /messages  .body.stream  - => null
      POST /messages  .body.stream  - => secret
      POST /messages  .body.stream_id  - => *
      POST /messages/flags/narrow  answer  ok => Invalid narrow operator: unknown channel *  at two 4885, four 337, seven 559
      POST /register  .body.starred_messages.[]  {m:[[z1,z4,z10,z13,z25]]} => -  at five 1148 1359
      POST /scheduled_messages  .body.code  BAD_REQUEST => STREAM_DOES_NOT_EXIST
      POST /scheduled_messages  .body.msg  Not authorized to send to channel '*' => Channel with ID '*' does not exist
      POST /scheduled_messages  .body.stream_id  - => *
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**Newer clients are served.**'),
    `
      GET /messages  answer  allow_empty_topic_name is not a boolean => ok  at one 742 743 744 745 746 747 748 750
      GET /messages  answer  allow_empty_topic_name is not valid JSON => ok  at one 740 741 749 751
      GET /messages  answer  apply_markdown is not a boolean => ok  at one 703 704 705 706 707 708 709 711
      GET /messages  answer  apply_markdown is not valid JSON => ok  at one 701 702 710 712
      GET /messages  answer  client_gravatar is not a boolean => ok  at one 716 717 718 719 720 721 722 724
      GET /messages  answer  client_gravatar is not valid JSON => ok  at one 714 715 723 725
      GET /messages/{message_id}  answer  allow_empty_topic_name is not a boolean => ok  at one 1670 1671 1672 1673 1674 1675 1676 1678
      GET /messages/{message_id}  answer  allow_empty_topic_name is not valid JSON => ok  at one 1668 1669 1677 1679
      GET /messages/{message_id}  answer  apply_markdown is not a boolean => ok  at one 1658 1659 1660 1661 1662 1663 1664 1666
      GET /messages/{message_id}  answer  apply_markdown is not valid JSON => ok  at one 1656 1657 1665 1667
      GET /users  answer  client_gravatar is not valid JSON => ok  at three 595 646 697 748 799 850 901 952
      PATCH /realm  answer  Must be an organization owner => ok  at three 4071
      POST /messages  .body.msg  Invalid mirrored message => Missing topic
      POST /messages  .body.msg  User not authorized for this query => Missing topic
      POST /messages  answer  Invalid mirrored message => ok  at one 2217
      POST /messages  answer  User not authorized for this query => ok  at one 2219
      POST /messages  answer  Widgets: unknown widget type: poll => ok  at one 2225
      POST /register  answer  apply_markdown is not a boolean => ok  at three 2410 2411 2412 2413 2414 2415 2416 2418
      POST /register  answer  apply_markdown is not valid JSON => ok  at three 2408 2409 2417 2419
      POST /register  answer  client_capabilities["archived_channels"] is not a boolean => ok  at three 2571
      POST /register  answer  client_gravatar is not a boolean => ok  at three 2423 2424 2426 2427 2428 2429 2431
      POST /register  answer  client_gravatar is not valid JSON => ok  at three 2421 2422 2430 2432
      POST /register  answer  presence_history_limit_days is not an integer => ok  at three 2462 2463 2464 2467 2468 2470
      POST /register  answer  presence_history_limit_days is not valid JSON => ok  at three 2460 2461 2469 2471
      POST /register  answer  queue_lifespan_secs is not an integer => ok  at three 2540 2541 2542 2545 2546 2548
      POST /register  answer  queue_lifespan_secs is not valid JSON => ok  at three 2538 2539 2547 2549
      POST /register  answer  slim_presence is not a boolean => ok  at three 2449 2450 2451 2452 2453 2454 2455 2457
      POST /register  answer  slim_presence is not valid JSON => ok  at three 2447 2448 2456 2458
      POST /users/me/presence  answer  history_limit_days is not an integer => ok  at three 1409 1410 1411 1414 1415 1417
      POST /users/me/presence  answer  history_limit_days is not valid JSON => ok  at three 1407 1408 1416 1418
      POST /users/me/presence  answer  last_update_id is not an integer => ok  at three 1396 1397 1398 1401 1402 1404
      POST /users/me/presence  answer  last_update_id is not valid JSON => ok  at three 1394 1395 1403 1405
      POST /users/me/presence  answer  new_user_input is not a boolean => ok  at three 1370 1371 1372 1373 1374 1375 1376 1378
      POST /users/me/presence  answer  new_user_input is not valid JSON => ok  at three 1368 1369 1377 1379
      POST /users/me/presence  answer  slim_presence is not a boolean => ok  at three 1383 1384 1385 1386 1387 1388 1389 1391
      POST /users/me/presence  answer  slim_presence is not valid JSON => ok  at three 1381 1382 1390 1392
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**Operators read names and ids alike,**'),
    `
      GET /messages  .body.code  BAD_NARROW => BAD_REQUEST
      GET /messages  .body.code  BAD_REQUEST => BAD_NARROW
      GET /messages  .body.desc  - => *
      GET /messages  .body.desc  Invalid * => -
      GET /messages  .body.msg  Invalid narrow operator: Invalid '*' operator => operand is not a string or integer
      GET /messages  .body.msg  Invalid narrow operator: Invalid message ID => operand is not a string or integer
      GET /messages  .body.msg  operand is not a string => Invalid narrow operator: empty dm clause
      GET /messages  .body.msg  operand is not a string => Invalid narrow operator: unknown user *
      GET /messages  answer  operand is not a string => ok  at one 1192 1193 1194 1201 1202 1203 1237 1238 1239 1246 1247 1248 1255 1256 1257, four 116 128 177 178 196 205 217 241 261 275 284 289 294, seven 338 350 399 400 418 427 439 463 483 497 506 511 516
      GET /messages  answer  operand is not a string => ok  at one 961 970 979 988 997 1033
      GET /messages  answer  operand is not a string or an integer list => ok  at one 959 960
      GET /messages/matches_narrow  answer  operand is not a string => ok  at one 1404
      GET /messages/matches_narrow  answer  operand is not a string => ok  at one 1437 1445 1446
      POST /messages/flags/narrow  .body.code  BAD_REQUEST => BAD_NARROW
      POST /messages/flags/narrow  .body.desc  - => No message can be both a channel message and direct message
      POST /messages/flags/narrow  answer  operand is not a string => ok  at four 323 365 366 376 389, seven 545 587 588 598 611
    `,
  ),
  ...because(
    deliberate(
      'src/messages/README.md',
      '**`ignored_because_not_subscribed_channels` comes with the flag `read` alone,**',
    ),
    `
      POST /messages/flags  .body.ignored_because_not_subscribed_channels  [] => -
      POST /messages/flags  .body.ignored_because_not_subscribed_channels.[]  {s:lonely} => -
      POST /messages/flags  .body.ignored_because_not_subscribed_channels.[]  {s:priv} => *  at two 1737
      POST /messages/flags/narrow  .body.ignored_because_not_subscribed_channels  - => [*
      POST /messages/flags/narrow  .body.ignored_because_not_subscribed_channels  [] => -
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**`ignored_parameters_unsupported` lists what had no effect,**'),
    `
      GET /server_settings  .body.ignored_parameters_unsupported  - => ["x"]
      PATCH /users/me/subscriptions/{stream_id}  .body.ignored_parameters_unsupported  ["stream_id"] => -
      PATCH /users/me/subscriptions/{stream_id}  .body.ignored_parameters_unsupported.[]  stream_id => x
      PATCH /users/me/subscriptions/{stream_id}  .body.ignored_parameters_unsupported.[]  x => -
      POST /messages  .body.ignored_parameters_unsupported  - => ["client"]
      POST /messages  .body.ignored_parameters_unsupported  - => ["time"]
      POST /messages  events: message.message.client  x => OracleDiff
    `,
  ),
  ...because(
    deliberate('src/invites/README.md', '**Without a mail server the links come back in the answer,**'),
    `
      POST /invites  .body.invites  - => *
      POST /invites  events: message  - => *"sender_full_name":"Notification Bot"*  at three 2594 2624 2723 2740 2749 2762 2775 2779 2780 2781, five 1469 1472 1998 1999 2000 2012
      POST /register  .body.max_message_id  {m:lfm} => *
      POST /register  .body.unread_msgs.count  26 => *
      POST /register  .body.unread_msgs.count  45 => *
      POST /register  .body.unread_msgs.count  50 => *
      POST /register  .body.unread_msgs.pms.[]  - => *"unread_message_ids":["{m:?}"]*  at two 4797 4919 5041 5165 5287, three 4448 4487 4682 4721
      POST /register  .body.unread_msgs.pms.[]  - => *"unread_message_ids":["{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}","{m:?}"]*  at three 4370 4409
      POST /register  .body.recent_private_conversations.[]  - => *"user_ids":["{u:notification-bot}"]*  at three 4355 4394 4667 4706
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**A history that is limited to moves shows the present text alone,**'),
    `
      GET /messages/{message_id}/history  .body.message_history.[].content  v1 => v3
      GET /messages/{message_id}/history  .body.message_history.[].content  v2 => v3
      GET /messages/{message_id}/history  .body.message_history.[].rendered_content  <p>v* => <p>v3</p>
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**A value is read as it is meant**'),
    `
      DELETE /realm/profile_fields/{field_id}  events: custom_profile_fields.fields.[]  - => *"name":"ext"*  at three 2053
      DELETE /users/me/alert_words  {.body.alert_words,events: alert_words.alert_words}.[]  x => -
      GET /export/realm/consents  .body.export_consents.[]  *"user_id":"{u:?}"* => -  at three 4311 4312 4317
      GET /export/realm/consents  .body.export_consents.[]  - => *"user_id":"{u:?}"*  at three 4311 4312 4317
      GET /messages  answer  Invalid anchor => ok  at one 818 819 820 821 822 823
      GET /realm/profile_fields  .body.custom_fields.[]  - => *"name":"ext"*  at three 1900 4276 4277 4278 4279 4280 4281 4282
      GET /streams  .body.streams.[]  - => *"name":"chan 183"*  at two 2202 2203 2204 2205 2206 2207 2208 2209 2210 2211 2261 2263 2265 2266 2267 2268 2269 2270 2320 2322 2324 2325 2326 2327 2328 2329 2379 2381 2383 2384 2385 2386 2387 2388 2438 2440 2442 2443 2444 2445 2446 2447 2556 2558 2560 2561 2562 2563 2564 2565 2615 2617 2619 2620 2621 2622 2623 2624 3117
      GET /user_groups  .body.user_groups.[]  *"name":"TEAM"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_add_members_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_join_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_leave_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_manage_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_mention_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  *"name":"can_remove_members_group81548"* => -  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_add_members_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_join_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_leave_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_manage_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_mention_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[]  - => *"name":"can_remove_members_group816"*  at two 4688
      GET /user_groups  .body.user_groups.[].members.[]  - => *  at two 4688
      GET /users/me/alert_words  .body.alert_words.[]  x => -
      GET /users/me/subscriptions  .body.subscriptions.[]  - => *"name":"chan 183"*  at two 427 1053 1054 1055
      PATCH /realm  .body.default_code_block_language  updated => -  at five 1950
      PATCH /realm  .body.msg  jitsi_server_url is not valid JSON => jitsi_server_url is not a URL
      PATCH /realm  answer  giphy_rating is not valid JSON => ok  at three 4102 4103
      PATCH /realm  answer  mandatory_topics is not valid JSON => ok  at three 4232 4233
      PATCH /realm  answer  message_content_delete_limit_seconds is not valid JSON => ok  at four 924
      PATCH /realm  answer  message_content_edit_limit_seconds is not valid JSON => ok  at four 913
      PATCH /realm  answer  move_messages_between_streams_limit_seconds is not valid JSON => ok  at four 946
      PATCH /realm  answer  move_messages_within_stream_limit_seconds is not valid JSON => ok  at four 935
      PATCH /realm  events: realm/update/default_code_block_language  *python* => -  at five 1950
      PATCH /realm  events: realm/update/default_code_block_language.value  "" => ''  at five 1952
      PATCH /realm  events: realm/update/default_code_block_language.value  "unlimited" => *
      PATCH /realm  events: user_group/remove_members.user_ids.[]  - => {u:?}  at three 3746
      PATCH /realm/profile_fields/{field_id}  events: custom_profile_fields.fields.[]  - => *"name":"ext"*  at three 2030 2032 2042 2044
      PATCH /settings  answer  Invalid address. => ok  at three 3395
      PATCH /settings  answer  Invalid timezone: Value error, Not a recognized time zone => ok  at three 3041
      PATCH /settings  answer  Wrong password! => ok  at three 3398
      PATCH /streams/{stream_id}  answer  message_retention_days["json[str]"] is not valid JSON => ok  at two 2853
      PATCH /users/me/profile_data  answer  '*' is not a valid choice for '*'. => ok  at three 1935
      PATCH /users/me/profile_data  answer  Field 1 is not a string => ok  at three 1915
      PATCH /users/me/profile_data  answer  Field 4 is not a date => ok  at three 1948
      PATCH /users/me/profile_data  answer  Field 5 is not a URL => ok  at three 1957
      PATCH /users/me/profile_data  answer  Field 5 is not a URL => ok  at three 1961
      PATCH /users/me/profile_data  answer  data[0]["value"]["str"] is not a string => ok  at three 1913 1939
      PATCH /users/{user_id_or_email}  answer  Field 5 is not a URL => ok  at three 1962
      POST /bots  .body.msg  payload_url is not valid JSON => Email is already in use.
      POST /bots  .body.msg  payload_url is not valid JSON => payload_url is not a URL
      POST /invites  answer  ok => Some of these addresses have an account here already and were not invi*  at three 2778
      POST /messages  answer  Unable to render message => ok  at one 2006
      POST /realm/profile_fields  answer  field_data["url_pattern"] is not a URL => ok  at three 1878
      POST /realm/profile_fields  events: custom_profile_fields.fields.[]  - => *"name":"ext"*  at three 1884 1886 1888 1894 1896
      POST /register  .body.alert_words.[]  x => -
      POST /register  .body.custom_profile_fields.[]  - => *"name":"ext"*  at three 4333 4372 4411 4450 4489 4528 4567 4606 4645 4684
      POST /register  .body.never_subscribed.[]  - => *"name":"chan 183"*  at two 4782 4798 4806 4906 4920 4927 5026 5042 5050 5150 5166 5174 5274 5288 5295
      POST /register  .body.never_subscribed.[].subscribers.[]  - => *  at three 4595 4634
      POST /register  .body.realm_user_groups.[].members.[]  - => *  at three 4353 4392 4431 4470 4509 4548 4587 4626 4665 4704
      POST /register  .body.realm_users.[]  - => *"full_name":"Fuzz"*  at three 4352 4391 4430 4469 4508 4547 4586 4625 4664 4703
      POST /register  .body.subscriptions.[].subscribers.[]  - => *  at three 4361 4400 4439 4478 4517 4556 4673 4712
      POST /register  answer  event_types is not a list => ok  at three 2477
      POST /register  answer  fetch_event_types is not a list => ok  at three 2516
      POST /users  answer  Bad name or username => ok  at three 1161
      POST /users  answer  Disposable email addresses are not allowed in this organization => ok  at three 1163
      POST /users/me/alert_words  {.body.alert_words,events: alert_words.alert_words}.[]  x => -
      POST /users/me/subscriptions  answer  message_retention_days["json[str]"] is not valid JSON => ok  at two 225
      POST /users/{user_id}/reactivate  answer  There is already an active bot named "Alice Bot" in this organization.* => ok  at three 1141
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**Ids find every message that the user may read,**'),
    `
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m1,m5]]}"*  at one 1533 1534
    `,
  ),
  ...because(
    deliberate('src/conversations/README.md', '**A message keeps the channel it was sent to.**'),
    `
      GET /messages  .body.messages.[].flags.[]  - => mentioned  at five 145 346, six 395 610
      GET /messages  .body.messages.[].flags.[]  - => [[stream_wildcard_mentioned,wildcard_mentioned]]  at five 145 150 160 186 191 196 346 361 387 552 562 593 799 1076 1089 1123 1124 1131 1137
      GET /messages  .body.messages.[].flags.[]  - => starred  at five 160 361 562 1131
      GET /messages  .body.messages.[].flags.[]  - => historical  at five 310 753 763 954 964 1085 1130 1138 1139, six 610
      GET /messages  .body.found_oldest  true => false  at five 446
      GET /messages  .body.messages.[]  {"id":"{m:w902.1}"* => -  at six 953
      GET /messages  .body.messages.[]  {"id":"{m:[[z17,z18]]}"* => -  at five 438 639 840 1041
      GET /messages  .body.messages.[]  {"id":"{m:[[m1,m2]]}"* => -  at five 647 848
      GET /messages  .body.messages.[]  {"id":"{m:[[z44,z45]]}"* => -  at five 840 848 1041 1049 1133
      GET /messages  .body.messages.[]  {"id":"{m:[[m4,m5]]}"* => -  at five 848 1049
      GET /messages  .body.messages.[]  {"id":"{m:m3}"* => -  at five 848
      GET /messages  .body.messages.[]  {"id":"{m:[[z56,z57]]}"* => -  at five 1041 1049 1133
      GET /messages  .body.messages.[]  {"id":"{m:[[m11,m12,m8]]}"* => -  at five 1049
      GET /messages  .body.messages.[]  - => {"id":"{m:z8}"*  at five 227 229 235 237 243 245 428 430 436 438 444 446 629 631 637 639 645 647 830 832 838 840 846 848 1031 1033 1039 1041 1047 1049 1125 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z9}"*  at five 229 237 245 430 438 446 631 639 647 832 840 848 1033 1041 1049 1125 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z7}"*  at five 227 229 237 245 428 430 438 446 629 631 639 647 830 832 840 848 1031 1033 1041 1049 1125 1133 1134
      GET /messages  .body.messages.[]  - => {"id":"{m:z11}"*  at five 227 229 235 237 251 253 428 430 436 438 452 454 629 631 637 639 653 655 830 832 838 840 854 856 1031 1033 1039 1041 1055 1057 1125
      GET /messages  .body.messages.[]  - => {"id":"{m:z23}"*  at five 428 430 629 631 830 832 1031 1033
      GET /messages  .body.messages.[]  - => {"id":"{m:z19}"*  at five 428 430 446 629 631 647 830 832 848 1031 1033 1049 1133 1134
      GET /messages  .body.messages.[]  - => {"id":"{m:z20}"*  at five 428 430 444 446 629 631 645 647 830 832 846 848 1031 1033 1047 1049 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z21}"*  at five 430 446 631 647 832 848 1033 1049 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z33}"*  at five 639 647 840 848 1041 1049 1125 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z32}"*  at five 637 639 645 647 838 840 846 848 1039 1041 1047 1049 1125 1133
      GET /messages  .body.messages.[]  - => {"id":"{m:z31}"*  at five 639 647 840 848 1041 1049 1125 1133 1134
      GET /messages  .body.messages.[]  - => {"id":"{m:z35}"*  at five 637 639 838 840 1039 1041 1125
      GET /messages  .body.messages.[]  - => {"id":"{m:z47}"*  at five 854 856 1055 1057
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z25,z26,z27]]}"*  at five 1142
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z13,z14,z15,z49,z50,z51]]}"*  at five 1142 1143
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z37,z38,z39]]}"*  at five 1143
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z44,z45,z5,z6]]}"*  at five 1072 1074
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z2,z41]]}"*  at five 1078
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.22}"*  at six 385 400 401 599 616 734 843 1076
      GET /messages  .body.messages.[]  - => {"id":"{m:w903.1}"*  at six 535 536
      GET /messages  .body.messages.[].flags.[]  historical => -  at two 5218, four 1202 1260 1376, five 145 150 160 186 191 196 346 361 387 552 562 593 799 1076 1089 1123 1124 1131 1137, six 183 228 243 396 441 456 611 626 642 658 659 675 1102
      GET /messages  .body.messages.[].flags.[]  read => -  at two 5218, four 1202 1260 1376, five 145 150 160 186 196 346 361 387 552 562 799 1076 1123 1131 1137, six 183 228 243 380 395 396 441 456 594 611 626 642 658 675 1102
      GET /messages/{message_id}  .body.message.flags.[]  - => mentioned  at five 142 343, six 392
      GET /messages/{message_id}  .body.message.flags.[]  - => [[stream_wildcard_mentioned,wildcard_mentioned]]  at five 143 148 184 189 194 344 385 550 591 797
      GET /messages/{message_id}  .body.message.flags.[]  - => historical  at five 308 309 751 752 761 762 952 953 962 963, six 602
      GET /messages/{message_id}  .body.message.flags.[]  historical => -  at one 2896 2903 2979 2980 2986 2987, two 5152 5168, five 142 143 144 147 148 149 184 189 194 343 344 345 385 549 550 551 591 797, six 221 222 236 237 618 634
      GET /messages/{message_id}  .body.message.flags.[]  read => -  at one 2896 2903 2979 2980 2986 2987, two 5152 5168, five 142 143 144 149 184 194 343 344 345 385 551 797, six 221 237 377 392 618 634
      GET /messages/{message_id}/read_receipts  .body.user_ids.[]  - => {u:bob}  at five 173 214 575 616
      GET /users/me/{stream_id}/topics  .body.topics.[]  - => {"name":"h[[p,w]] to hx"*  at five 1073
      PATCH /messages/{message_id}  events of guest: update_message.flags.[]  - => mentioned  at six 367
      PATCH /messages/{message_id}  events: update_message.flags.[]  read => -  at one 2859 2943 3027, two 4836 4888 4976 4988 5128 5148, five 141 182 342 383, six 362 367
      POST /mark_topic_as_read  events of guest: update_message_flags/add.messages.[]  - => {m:?}  at six 572
      POST /register  .body.max_message_id  {m:z32} => *  if ^four bob
      POST /register  .body.max_message_id  {m:z32} => *  if ^four guest
      POST /register  .body.starred_messages.[]  - => {m:[[z7,z19,z31]]}  if ^five guest
      POST /register  .body.max_message_id  {m:z[[47,59]]} => *  at five 820 1021
      POST /register  .body.unread_msgs.streams.[]  - => *"topic":"W902X","unread_message_ids":["{m:w902.22}"]*  if ^six
      POST /register  .body.unread_msgs.mentions.[]  - => {m:w902.22}
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  - => {m:?}  at two 4905 5025 5149 5273, four 1751 1753 1755
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  - => {m:z34}  at four 461 468
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  - => {m:z35}  at four 461 468 475 505 702 897 1569
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**Version keys come under two names.**'),
    `
      GET /server_settings  .body.service_feature_level  - => *
      GET /server_settings  .body.service_merge_base  - => 12.0
      GET /server_settings  .body.service_version  - => 12.0+chatd.0.1.0
      POST /register  .body.service_feature_level  - => *
      POST /register  .body.service_merge_base  - => 12.0
      POST /register  .body.service_version  - => 12.0+chatd.0.1.0
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**No bot teaches the product.**'),
    `
      POST /messages  events: message  *"sender_full_name":"Welcome Bot"* => -  at one 1974 1975
      POST /scheduled_messages  events: message  *"sender_full_name":"Notification Bot"* => -  at three 402
    `,
  ),
  ...because(
    deliberate('src/registration/README.md', '**Clients that do not know null get none:**'),
    `
      POST /register  .body.subscriptions.[].wildcard_mentions_notify  null => true
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**A request that cannot mean anything is refused:**'),
    `
      DELETE /realm/filters/{filter_id}  events: realm_linkifiers.realm_linkifiers.[]  *"pattern":"F(?P<id>* => -  at three 1838
      GET /invites  .body.invites.[]  - => *"email":"new9@example.com"*  at three 4318 4319
      GET /invites  .body.invites.[]  - => *"is_multiuse":true*  at three 4318 4319
      GET /messages  answer  ok => Invalid narrow operator: empty dm clause  at one 1004 1005
      GET /realm/linkifiers  .body.linkifiers.[]  *"pattern":"F(?P<id>* => -  at three 1814 4269 4270 4271 4272 4273 4274 4275
      PATCH /messages/{message_id}  answer  ok => Nothing to change  at one 2362 2446 2781 2873 2957 3041, two 5264, four 1005 1006 1017 1018, six 981
      PATCH /realm  answer  ok => name cannot be blank  at three 3468
      PATCH /realm/filters/{filter_id}  events: realm_linkifiers.realm_linkifiers.[]  *"pattern":"F(?P<id>* => -  at three 1821
      POST /invites  answer  ok => You must specify at least one email address.  at three 2783
      POST /invites/multiuse  answer  ok => invite_expires_in_minutes is too small  at three 2665
      POST /messages  answer  ok => Invalid data type for recipients  at one 1982 1983
      POST /realm/filters  answer  ok => Invalid URL template.  at three 1800
      POST /realm/filters  events: realm_linkifiers.realm_linkifiers.[]  *"pattern":"F(?P<id>* => -  at three 1804 1806 1808 1812
      POST /register  .body.realm_linkifiers.[]  *"pattern":"F(?P<id>* => -  at three 4350 4428 4506 4584 4662
      POST /submessage  answer  ok => Invalid widget  at two 2201
      POST /user_groups/create  answer  ok => User group '*' already exists.  at two 4206
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Notices of the server are in its own words,**'),
    `
      DELETE /streams/{stream_id}  events: message.message.content  <p>Channel * => <p><span class="user-mention silent" data-user-id="*
      PATCH /messages/{message_id}  events: message.message.content  <p>* => <p><span class="user-mention silent" data-user-id="*
      PATCH /streams/{stream_id}  events: message.message.content  <p><span class="user-mention silent" data-user-id="* => <p><span class="user-mention silent" data-user-id="*
      PATCH /users/me/subscriptions  events: message.message.content  <p><strong>Public</strong> channel created by <span class="u* => <p><span class="user-mention silent" data-user-id="6">Alice *
      POST /users/me/subscriptions  events: message.message.content  <p><s* => <p><span class="user-mention silent" data-user-id="*
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**The oldest reaction comes first,**'),
    `
      GET /messages  .body.messages.[].reactions.order  [{"emoji_name":"* => [{"emoji_name":"*
      GET /messages/{message_id}  .body.message.reactions.order  [{"emoji_name":"* => [{"emoji_name":"*
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Nobody is notified of what they did themselves**'),
    `
      GET /messages  .body.messages.[]  - => {"id":"{m:s1.26}"*  at two 4827
      PATCH /messages/{message_id}  events of alice: message.flags.[]  - => read  if ^\\w+ alice
      PATCH /messages/{message_id}  events of owner: message.flags.[]  - => read  if ^\\w+ owner
      PATCH /messages/{message_id}  events of guest: message.flags.[]  - => read  if ^\\w+ guest
      PATCH /streams/{stream_id}  events of owner: message.flags.[]  - => read  if ^\\w+ owner
      PATCH /streams/{stream_id}  events of alice: message.flags.[]  - => read  if ^\\w+ alice
      POST /register  .body.unread_msgs.count  128 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  148 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  162 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  173 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  59 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  60 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  61 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  62 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.count  64 => *  if ^four (alice|owner)
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  {m:?} => -  if ^four (alice|owner)
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  {m:?} => -  if ^five owner
      POST /register  .body.unread_msgs.streams.[]  {"stream_id":"{s:h[[s,x,w,q]]}","topic":"h* to hp","unread_message_ids":["{m:?}"]} => -  if ^five owner
      POST /register  .body.unread_msgs.streams.[]  {"stream_id":"{s:h[[p,x]]}","topic":"channel events","unread_message_ids":["{m:?}"]} => -  if ^five owner
      POST /register  .body.unread_msgs.streams.[]  {"stream_id":"{s:hs}","topic":"late","unread_message_ids":["{m:?}"]} => -  if ^five owner
      POST /register  .body.unread_msgs.count  [[47,66,84,103,121,126,147]] => *  if ^five owner
      POST /register  .body.unread_msgs.streams.[]  *"unread_message_ids":["{m:?}","{m:?}","{m:?}","{m:?}"]* => -  at four 1568 1751
      POST /register  .body.unread_msgs.streams.[]  *"unread_message_ids":["{m:?}","{m:?}"]* => -  at four 1755
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Names of topics are trimmed wherever they are given,**'),
    `
      POST /user_topics  events: muted_topics.muted_topics.[]  - => ["pub","padded",1795650380]
      POST /user_topics  events: muted_topics.muted_topics.[]  ["pub"," padded ",1795650711] => -
      POST /user_topics  events: user_topic.topic_name  *padded* => padded
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**A channel reports who changed its permissions,**'),
    `
      PATCH /streams/{stream_id}  events: message  - => *"sender_full_name":"Notification Bot"*  at two 2886 2888 2890 2891 2912 2913 2915 2917 2918 2939 2940 2942 2944 2945 2994 2996 2998 2999 3120, five 1374 1376 1378 1380 1382 1384 1386 1388 1390 1392 1394 1396 1398 1400 1402 1404 1406 1408 1410 1412
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Topic policies outlive the loss of a channel,**'),
    `
      POST /register  .body.user_topics.[]  *"topic_name":"secret plans"* => -  at two 4797 4919 5041 5165 5287, four 1752
      POST /register  .body.user_topics.[]  *"topic_name":"Alpha"* => -  at four 1752
      POST /register  .body.user_topics.[]  *"topic_name":"late"* => -  at five 1147 1358
      POST /register  .body.user_topics.[]  *"topic_name":"w902x"* => -  at six 466 685 928 1141
      POST /register  .body.user_topics.[]  *"topic_name":"w904y"* => -  at six 925 1138
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Values of profile fields are trimmed,**'),
    `
      GET /users/{user_id_or_email}  .body.user.profile_data.*  * => -
      GET /users/{user_id_or_email}  .body.user.profile_data.*.rendered_value  <p>x </p> => -
      GET /users/{user_id_or_email}  .body.user.profile_data.*.value  '' => http://localhost
      GET /users/{user_id_or_email}  .body.user.profile_data.*.value  *x* => http://localhost
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.rendered_value  <p>x </p> => <p>x</p>
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  '' => *
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  *x* => *
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  [215,212] => *
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  [215] => *
      PATCH /users/me/profile_data  events: realm_user/update.person.custom_profile_field.value  [] => *
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.rendered_value  <p>x </p> => <p>x</p>
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.value  *x* => *
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.value  [215,212] => *
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.value  [215] => *
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.value  null => by owner
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.value  by owner => null
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.rendered_value  - => <p>by owner</p>
      POST /register  .body.realm_users.[].profile_data.*.value  '' => http://localhost
    `,
  ),
  ...because(
    deliberate('src/conversations/README.md', '**Whoever took part in a message hears of its changes.**'),
    `
      DELETE /messages/{message_id}/reactions  events: reaction/remove  *"message_id":"{m:m10}"* => -  at two 1394 1426 1458 1490 1522 1554 1586 1618
      PATCH /messages/{message_id}  events of alice: update_message  *"message_id":"{m:z44}"* => -  at five 744
      PATCH /messages/{message_id}  events of alice: delete_message  - => *"{m:z44}","{m:z45}"*  at five 744
      PATCH /messages/{message_id}  events of alice: update_message  *"message_id":"{m:z56}"* => -  at five 945
      PATCH /messages/{message_id}  events of alice: delete_message  - => *"{m:z56}","{m:z57}"*  at five 945
      POST /messages/{message_id}/reactions  events: reaction/add  *"message_id":"{m:m10}"* => -  at two 1392 1424 1456 1488 1520 1552 1584 1616
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**A reactivated user is a subscriber of archived channels again,**'),
    `
      POST /users/{user_id}/reactivate  events: subscription/peer_add  - => *"user_ids":["{u:erik}"]*  at three 641 692, four 1592
      POST /users/{user_id}/reactivate  events: subscription/peer_add  - => *"user_ids":["{u:bob}"]*  at five 1833
    `,
  ),
  ...because(
    deliberate('src/conversations/README.md', '**Bots read nothing,**'),
    `
      GET /messages/{message_id}/read_receipts  .body.user_ids.[]  {u:bot} => -
      GET /messages/{message_id}/read_receipts  .body.user_ids.[]  {u:erik} => -
      GET /messages/{message_id}/read_receipts  .body.user_ids.[]  {u:moderator} => -
      GET /messages/{message_id}/read_receipts  .body.user_ids.[]  {u:alice} => -  at five 694 817 895 1018
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**A refusal by role is `BAD_REQUEST`,**'),
    `
      DELETE /default_streams  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /export/realm/{export_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /realm/domains/{domain}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /realm/filters/{filter_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /realm/playgrounds/{playground_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /realm/profile_fields/{field_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      DELETE /users/{user_id_or_email}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      GET /export/realm  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      GET /export/realm/consents  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm/domains/{domain}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm/filters/{filter_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm/linkifiers  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm/profile_fields  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /realm/user_settings_defaults  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /streams/{stream_id}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      PATCH /users/{user_id_or_email}  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /default_streams  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /export/realm  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /invites/multiuse  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /realm/domains  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /realm/filters  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /realm/playgrounds  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /realm/profile_fields  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
      POST /users  .body.code  UNAUTHORIZED_PRINCIPAL => BAD_REQUEST
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Events tell the same flags as lists do,**'),
    `
      PATCH /messages/{message_id}  events: update_message.flags.[]  - => wildcard_mentioned  at one 2684, two 4705 4817 4843 4874 5148, four 740 758 776 790 794 808 812 830, five 59 100 141 182 260 301 342 383 461 502 543 584 662 703 744 785 863 904 945 986, six 1023
      PATCH /messages/{message_id}  events: update_message.flags.[]  - => historical  at two 4705 4847 4874 4876 5064 5259, five 744 945, six 490 583
      PATCH /messages/{message_id}  events: update_message.flags.[]  - => stream_wildcard_mentioned  at two 5148, five 141 182 342 383
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**A move to the same place is none:**'),
    `
      GET /messages  .body.messages.[].edit_history  * => -
      GET /messages  .body.messages.[].last_moved_timestamp  <ts> => -
      GET /messages  .body.messages.[].edit_history.[].{prev_stream,stream}  {s:pub} => -  at six 1026
      GET /messages  .body.messages.[].edit_history.[]  *"prev_stream":"{s:pub}","stream":"{s:pub}"* => -  at six 1026
      GET /messages  .body.messages.[].edit_history.[].{prev_stream,stream}  {s:w905a} => -  at six 1057 1060 1087 1102 1117 1120 1132 1135
      GET /messages/{message_id}  .body.message.edit_history  * => -
      GET /messages/{message_id}  .body.message.last_moved_timestamp  <ts> => -
      GET /messages/{message_id}/history  .body.message_history.[]  *"topic":"SAME topic"* => -  at one 2782 2783
      GET /messages/{message_id}/history  .body.message_history.[]  *"topic":"batch 187"* => -  at one 2960
      GET /messages/{message_id}/history  .body.message_history.[]  *"topic":"batch 223"* => -  at one 3044
      PATCH /messages/{message_id}  events: update_message.message_ids.[]  {m:?} => -  if aging
      PATCH /messages/{message_id}  events: update_message.new_stream_id  {s:pub} => -  at six 989
      PATCH /messages/{message_id}  events: update_message.new_stream_id  {s:w905a} => -  at six 1028
      PATCH /messages/{message_id}  events: {update_message,delete_message}.message_ids.[]  {m:?} => -  at six 989 998 1029
      PATCH /messages/{message_id}  events: {muted_topics,user_topic}  - => *  at six 989 998 1029
      PATCH /messages/{message_id}  events of alice: muted_topics  * => -  at six 989
      PATCH /messages/{message_id}  events of alice: user_topic.topic_name  '' => w905x  at six 989
      POST /register  .body.user_topics.[]  - => {"stream_id":"{s:w905a}","topic_name":"[[✔ w905x,W905X]]"*
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**Search matches the written text** and the topic.'),
    `
      GET /messages  .body.anchor  10000000000000000 => *  if search.{1,30}negated
      GET /messages  .body.found_anchor  false => true  if search.{1,30}negated
      GET /messages  .body.messages.[].match_content  <* => <*
      GET /messages  .body.messages.[].match_subject  '' => general chat
      GET /messages  .body.messages.[]  {"id":"{m:[[q0,qd]]}"* => -  at three 250 256, seven 250 256
      GET /messages  .body.messages.[]  {"id":"{m:q0}"* => -  at three 251 253 254 257, seven 251 253 254 257
      GET /messages  .body.messages.[]  - => {"id":"{m:m1}"*  at one 1138 1140
      GET /messages  .body.messages.[]  - => {"id":"{m:m4}"*  at one 1153 1155, three 145 146, seven 145 146
      GET /messages  .body.messages.[]  - => {"id":"{m:m9}"*  at one 1165
      GET /messages  .body.messages.[]  - => {"id":"{m:q1}"*  at three 82 83, seven 82 83
      GET /messages  .body.messages.[]  - => {"id":"{m:q2}"*  at three 88 89 94 95 97 98, seven 88 89 94 95 97 98
      GET /messages  .body.messages.[]  - => {"id":"{m:q3}"*  at three 100 101 103 104, seven 100 101 103 104
      GET /messages  .body.messages.[]  - => {"id":"{m:q4}"*  at three 109 110 112 113, seven 109 110 112 113
      GET /messages  .body.messages.[]  - => {"id":"{m:q5}"*  at three 124 125, seven 124 125
      GET /messages  .body.messages.[]  - => {"id":"{m:q6}"*  at three 127 128, seven 127 128
      GET /messages  .body.messages.[]  - => {"id":"{m:q7}"*  at three 133 134, seven 133 134
      GET /messages  .body.messages.[]  - => {"id":"{m:q13}"*  at three 178 179, seven 178 179
      GET /messages  .body.messages.[]  - => {"id":"{m:m14}"*  at three 187 188, seven 187 188
      GET /messages  .body.messages.[]  - => {"id":"{m:q16}"*  at three 196 197 199 200, seven 196 197 199 200
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m3,q18]]}"*  at three 205 206, seven 205 206
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m9,q0]]}"*  at three 208, seven 208
      GET /messages  .body.messages.[]  - => {"id":"{m:q0}"*  at three 209 211 212, seven 209 211 212
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m12,m5,q15,q19,q6]]}"*  at three 247 248, seven 247 248
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m10,m11]]}"*  at one 1296
      GET /messages/matches_narrow  .body.messages.*.match_content  <* => <*
      GET /messages/matches_narrow  .body.messages.*  * => -  at three 252 255 258, seven 252 255 258
      GET /messages/matches_narrow  .body.messages.*  - => *  at one 1653 1654, three 84 90 96 99 102 105 111 114 126 129 135 180 198 201 207 210 213 249, seven 84 90 96 99 102 105 111 114 126 129 135 180 198 201 207 210 213 249
    `,
  ),
  ...because(
    deliberate('src/registration/README.md', "**A registration shows only the user's view.**"),
    `
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  ascend => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  beep_boop => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  bink => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  bright => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  brlip => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  chime => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  deep tom => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  ding => *
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  double tap => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,stop_words,user_settings.available_notification_sounds}.[]  down => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  dry bongos => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  dutdut => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  fast ascend => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  flute => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  friendly => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  kick roll => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  loud tintong => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  metallic snare => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  pan => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  shaker => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  simple => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  stairs => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  subtle => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  swish => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  tintong => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,stop_words,user_settings.available_notification_sounds}.[]  up => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  wood block => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  zaping => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  zing => -
      POST /register  .body.{available_notification_sounds,realm_user_settings_defaults.available_notification_sounds,user_settings.available_notification_sounds}.[]  zulip => -
      POST /register  .body.{avatar_source,realm_icon_source}  G => J
      POST /register  .body.navigation_tour_video_url  https://static.zulipchat.com/static/navigation-tour-video/zu* => null
      POST /register  .body{,.realm_user_settings_defaults,.user_settings}.notification_sound  zulip => ding
      POST /register  .body.{onboarding_steps,realm_embedded_bots,realm_incoming_webhook_bots,realm_incoming_webhook_bots.[].all_event_types,realm_incoming_webhook_bots.[].config_options,server_thumbnail_formats}.[]  * => -
      POST /register  .body.password_min_guesses  10000 => *
      POST /register  .body.realm_incoming_webhook_bots{,.[].all_event_types}.[]  - => *
      POST /register  .body.realm_incoming_webhook_bots.[].all_event_types  * => null
      POST /register  .body.realm_incoming_webhook_bots.[].all_event_types  null => *
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  AzureDevOps => Azure DevOps
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Bitbucket => Bitbucket Cloud
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Bitbucket Server => Bitbucket Data Center
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Hello World => Hello, world
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  HelloSign => Dropbox Sign (HelloSign)
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  JSON formatter => JSON
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Prometheus Alertmanager => Alertmanager
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Slack => Slack (messages of a channel)
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Teamcity => TeamCity
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Thinkst => Thinkst Canary
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Thinkst Canarytokens => Canarytokens
      POST /register  .body.realm_incoming_webhook_bots.[].display_name  Updown => updown.io
      POST /register  .body.{realm_send_welcome_emails,server_inline_url_embed_preview,settings_send_digest_emails}  true => false
      POST /register  .body.realm_video_chat_provider  1 => *
      POST /register  .body.realm_zulip_update_announcements_stream_id  * => -1
      POST /register  .body.server_emoji_data_url  <host>/static/generated/emoji/emoji_api.ba63afb2edaf.json => http://127.0.0.1:*
      POST /register  .body.server_min_deactivated_realm_deletion_days  14 => null
      POST /register  .body.server_thumbnail_formats.[].animated  true => false
      POST /register  .body.server_thumbnail_formats.[].format  webp => jpg
      POST /register  .body.server_thumbnail_formats.[].name  840x560-anim.webp => 840x560.jpg
      POST /register  .body.stop_words.[]  a => -
      POST /register  .body.stop_words.[]  about => -
      POST /register  .body.stop_words.[]  above => -
      POST /register  .body.stop_words.[]  after => -
      POST /register  .body.stop_words.[]  again => -
      POST /register  .body.stop_words.[]  against => -
      POST /register  .body.stop_words.[]  all => -
      POST /register  .body.stop_words.[]  am => -
      POST /register  .body.stop_words.[]  an => -
      POST /register  .body.stop_words.[]  and => -
      POST /register  .body.stop_words.[]  any => -
      POST /register  .body.stop_words.[]  are => -
      POST /register  .body.stop_words.[]  as => -
      POST /register  .body.stop_words.[]  at => -
      POST /register  .body.stop_words.[]  b => -
      POST /register  .body.stop_words.[]  be => -
      POST /register  .body.stop_words.[]  because => -
      POST /register  .body.stop_words.[]  been => -
      POST /register  .body.stop_words.[]  before => -
      POST /register  .body.stop_words.[]  being => -
      POST /register  .body.stop_words.[]  below => -
      POST /register  .body.stop_words.[]  between => -
      POST /register  .body.stop_words.[]  both => -
      POST /register  .body.stop_words.[]  but => -
      POST /register  .body.stop_words.[]  by => -
      POST /register  .body.stop_words.[]  c => -
      POST /register  .body.stop_words.[]  can => -
      POST /register  .body.stop_words.[]  d => -
      POST /register  .body.stop_words.[]  did => -
      POST /register  .body.stop_words.[]  do => -
      POST /register  .body.stop_words.[]  does => -
      POST /register  .body.stop_words.[]  doing => -
      POST /register  .body.stop_words.[]  don => -
      POST /register  .body.stop_words.[]  during => -
      POST /register  .body.stop_words.[]  e => -
      POST /register  .body.stop_words.[]  each => -
      POST /register  .body.stop_words.[]  f => -
      POST /register  .body.stop_words.[]  few => -
      POST /register  .body.stop_words.[]  for => -
      POST /register  .body.stop_words.[]  from => -
      POST /register  .body.stop_words.[]  further => -
      POST /register  .body.stop_words.[]  g => -
      POST /register  .body.stop_words.[]  h => -
      POST /register  .body.stop_words.[]  had => -
      POST /register  .body.stop_words.[]  has => -
      POST /register  .body.stop_words.[]  have => -
      POST /register  .body.stop_words.[]  having => -
      POST /register  .body.stop_words.[]  he => -
      POST /register  .body.stop_words.[]  her => -
      POST /register  .body.stop_words.[]  here => -
      POST /register  .body.stop_words.[]  hers => -
      POST /register  .body.stop_words.[]  herself => -
      POST /register  .body.stop_words.[]  him => -
      POST /register  .body.stop_words.[]  himself => -
      POST /register  .body.stop_words.[]  his => -
      POST /register  .body.stop_words.[]  how => -
      POST /register  .body.stop_words.[]  i => -
      POST /register  .body.stop_words.[]  if => -
      POST /register  .body.stop_words.[]  in => -
      POST /register  .body.stop_words.[]  into => -
      POST /register  .body.stop_words.[]  is => -
      POST /register  .body.stop_words.[]  it => -
      POST /register  .body.stop_words.[]  its => -
      POST /register  .body.stop_words.[]  itself => -
      POST /register  .body.stop_words.[]  j => -
      POST /register  .body.stop_words.[]  just => -
      POST /register  .body.stop_words.[]  k => -
      POST /register  .body.stop_words.[]  l => -
      POST /register  .body.stop_words.[]  m => -
      POST /register  .body.stop_words.[]  me => -
      POST /register  .body.stop_words.[]  more => -
      POST /register  .body.stop_words.[]  most => -
      POST /register  .body.stop_words.[]  my => -
      POST /register  .body.stop_words.[]  myself => -
      POST /register  .body.stop_words.[]  n => -
      POST /register  .body.stop_words.[]  no => -
      POST /register  .body.stop_words.[]  nor => -
      POST /register  .body.stop_words.[]  not => -
      POST /register  .body.stop_words.[]  now => -
      POST /register  .body.stop_words.[]  o => -
      POST /register  .body.stop_words.[]  of => -
      POST /register  .body.stop_words.[]  off => -
      POST /register  .body.stop_words.[]  on => -
      POST /register  .body.stop_words.[]  once => -
      POST /register  .body.stop_words.[]  only => -
      POST /register  .body.stop_words.[]  or => -
      POST /register  .body.stop_words.[]  other => -
      POST /register  .body.stop_words.[]  our => -
      POST /register  .body.stop_words.[]  ours => -
      POST /register  .body.stop_words.[]  ourselves => -
      POST /register  .body.stop_words.[]  out => -
      POST /register  .body.stop_words.[]  over => -
      POST /register  .body.stop_words.[]  own => -
      POST /register  .body.stop_words.[]  p => -
      POST /register  .body.stop_words.[]  q => -
      POST /register  .body.stop_words.[]  r => -
      POST /register  .body.stop_words.[]  s => -
      POST /register  .body.stop_words.[]  same => -
      POST /register  .body.stop_words.[]  she => -
      POST /register  .body.stop_words.[]  should => -
      POST /register  .body.stop_words.[]  so => -
      POST /register  .body.stop_words.[]  some => -
      POST /register  .body.stop_words.[]  such => -
      POST /register  .body.stop_words.[]  t => -
      POST /register  .body.stop_words.[]  than => -
      POST /register  .body.stop_words.[]  that => -
      POST /register  .body.stop_words.[]  the => -
      POST /register  .body.stop_words.[]  their => -
      POST /register  .body.stop_words.[]  theirs => -
      POST /register  .body.stop_words.[]  them => -
      POST /register  .body.stop_words.[]  themselves => -
      POST /register  .body.stop_words.[]  then => -
      POST /register  .body.stop_words.[]  there => -
      POST /register  .body.stop_words.[]  these => -
      POST /register  .body.stop_words.[]  they => -
      POST /register  .body.stop_words.[]  this => -
      POST /register  .body.stop_words.[]  those => -
      POST /register  .body.stop_words.[]  through => -
      POST /register  .body.stop_words.[]  to => -
      POST /register  .body.stop_words.[]  too => -
      POST /register  .body.stop_words.[]  u => -
      POST /register  .body.stop_words.[]  under => -
      POST /register  .body.stop_words.[]  until => -
      POST /register  .body.stop_words.[]  v => -
      POST /register  .body.stop_words.[]  very => -
      POST /register  .body.stop_words.[]  w => -
      POST /register  .body.stop_words.[]  was => -
      POST /register  .body.stop_words.[]  we => -
      POST /register  .body.stop_words.[]  were => -
      POST /register  .body.stop_words.[]  what => -
      POST /register  .body.stop_words.[]  when => -
      POST /register  .body.stop_words.[]  where => -
      POST /register  .body.stop_words.[]  which => -
      POST /register  .body.stop_words.[]  while => -
      POST /register  .body.stop_words.[]  who => -
      POST /register  .body.stop_words.[]  whom => -
      POST /register  .body.stop_words.[]  why => -
      POST /register  .body.stop_words.[]  will => -
      POST /register  .body.stop_words.[]  with => -
      POST /register  .body.stop_words.[]  x => -
      POST /register  .body.stop_words.[]  y => -
      POST /register  .body.stop_words.[]  you => -
      POST /register  .body.stop_words.[]  your => -
      POST /register  .body.stop_words.[]  yours => -
      POST /register  .body.stop_words.[]  yourself => -
      POST /register  .body.stop_words.[]  yourselves => -
      POST /register  .body.stop_words.[]  z => -
      POST /register  .body.upgrade_text_for_wide_organization_logo  Available on Zulip Cloud Standard. Upgrade to access. => ''
    `,
  ),
  ...because(
    deliberate('src/organization/README.md', '**Settings of later servers can be changed here already:**'),
    `
      PATCH /realm  .body.ignored_parameters_unsupported  - => ["*
      PATCH /realm  .body.ignored_parameters_unsupported  ["* => -
      PATCH /realm  .body.presence_disabled  - => false
      PATCH /realm  .body.{presence_disabled,send_welcome_emails}  - => true
      PATCH /realm  .body.video_chat_provider  - => *
      PATCH /realm  answer  ok => presence_disabled is not a boolean  at three 4243 4244 4247 4248 4249 4250 4251 4252
      PATCH /realm  answer  ok => presence_disabled is not valid JSON  at three 4245 4246
      PATCH /realm  events: realm/update/presence_disabled  - => *
      PATCH /realm  events: realm/update/send_welcome_emails  - => *
      PATCH /realm  events: realm/update/video_chat_provider  - => *
      PATCH /realm  .body.send_welcome_emails  false => -  at five 1954
      PATCH /realm  events: realm/update/send_welcome_emails  * => -  at five 1954
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**People without an account read by functions of their own**'),
    `
      POST /register  answer  Not logged in: API authentication or user session required => ok  at one 507 519
    `,
  ),
  ...because(
    deliberate('src/conversations/README.md', '**A topic has one spelling, that of its first message,**'),
    `
      DELETE /messages/{message_id}  events: delete_message.topic  W905X => w905x
      GET /messages  .body.messages.[].subject  Alpha => alpha
      GET /messages  .body.messages.[].subject  alpha => Alpha
      GET /messages  .body.messages.[].subject  W90[[2,4]]X => w90*x
      GET /messages  .body.messages.[].subject  w90[[3,4,5]]x => W90*X
      GET /messages/matches_narrow  .body.messages.*.match_subject  Alpha => alpha
      GET /messages/matches_narrow  .body.messages.*.match_subject  alpha => Alpha
      GET /messages/{message_id}  .body.message.subject  w903x => W903X
      GET /users/me/{stream_id}/topics  .body.topics.[]  {"name":"W902X","max_id":"{m:w902.19}"} => -
      GET /users/me/{stream_id}/topics  .body.topics.[]  - => {"name":"w902x","max_id":*
      GET /users/me/{stream_id}/topics  .body.topics.order  [{"name":"w904x"* => *  at six 704
      PATCH /messages/{message_id}  events: muted_topics.muted_topics.[].[]  Alpha => alpha
      PATCH /messages/{message_id}  events: muted_topics.muted_topics.[].[]  W903X => w903x
      PATCH /messages/{message_id}  events: {update_message.subject,message.message.subject}  W905X => w905x
      POST /messages  events: message.message.subject  Alpha => alpha
      POST /messages  events: message.message.subject  alpha => Alpha
      POST /messages  events: muted_topics.muted_topics.[].[]  Alpha => alpha
      POST /messages  events: {message.message.subject,user_topic.topic_name}  W90[[2,4]]X => w90*x
      POST /messages  events: message.message.subject  w90[[3,4,5]]x => W90*X
      POST /messages  events: user_topic.topic_name  w904x => W904X
      POST /messages  events: muted_topics.muted_topics.[].[]  W903X => w903x
      POST /register  .body.unread_msgs.streams.[].topic  Alpha => alpha
      POST /register  .body.unread_msgs.streams.[].topic  alpha => Alpha
      POST /register  .body.user_topics.[].topic_name  Alpha => alpha
      POST /register  .body.unread_msgs.streams.[].topic  W90[[2,4,5]]X => w90*x
      POST /register  .body.unread_msgs.streams.[].topic  w90[[3,4,5]]x => W90*X
      POST /register  .body.user_topics.[].topic_name  W90[[2,3,4]]X => w90*x
      POST /register  .body.user_topics.[].topic_name  w90[[3,4]]x => W90*X
      POST /user_topics  events: muted_topics.muted_topics.[].[]  Alpha => alpha
      POST /user_topics  events: muted_topics.muted_topics.[].[]  W903X => w903x
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**System bots have addresses at `chatd.invalid`,**'),
    `
      DELETE /streams/{stream_id}  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
      PATCH /messages/{message_id}  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
      PATCH /streams/{stream_id}  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
      PATCH /users/me/subscriptions  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
      POST /messages  events: message.message.display_recipient.[].email  notification-bot@zulip.com => notification-bot@chatd.invalid
      POST /messages  events: message.message.display_recipient.[].email  welcome-bot@zulip.com => welcome-bot@chatd.invalid
      POST /register  .body.cross_realm_bots.[].{delivery_email,email}  emailgateway@zulip.com => notification-bot@chatd.invalid
      POST /register  .body.cross_realm_bots.[].{delivery_email,email}  welcome-bot@zulip.com => welcome-bot@chatd.invalid
      POST /register  .body.cross_realm_bots.[].full_name  Email Gateway => Notification Bot
      POST /register  .body.cross_realm_bots.[]  *"full_name":"Notification Bot"* => -  at one 63 102 141 180 219 258 297 336 375 414, three 4352 4391 4430 4469 4508 4547 4586 4625 4664 4703, five 1986
      POST /user_groups/{user_group_id}/members  events: message.message.display_recipient.[].email  notification-bot@zulip.com => notification-bot@chatd.invalid
      POST /user_groups/{user_group_id}/members  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
      POST /users/me/subscriptions  events: message.message.display_recipient.[].email  notification-bot@zulip.com => notification-bot@chatd.invalid
      POST /users/me/subscriptions  events: message.message.sender_email  notification-bot@zulip.com => notification-bot@chatd.invalid
    `,
  ),
  ...because(
    deliberate('src/groups/README.md', '**System groups are described in our own words.**'),
    `
      GET /user_groups  .body.user_groups.[].description  Administrators of this organization, including owners => *
      GET /user_groups  .body.user_groups.[].description  Everyone in this organization, including guests => *
      GET /user_groups  .body.user_groups.[].description  Members of this organization, not including guests => *
      GET /user_groups  .body.user_groups.[].description  Members of this organization, not including new accounts and* => *
      GET /user_groups  .body.user_groups.[].description  Moderators of this organization, including administrators => *
      GET /user_groups  .body.user_groups.[].description  Owners of this organization => *
      POST /register  .body.realm_user_groups.[].description  Administrators of this organization, including owners => *
      POST /register  .body.realm_user_groups.[].description  Everyone in this organization, including guests => *
      POST /register  .body.realm_user_groups.[].description  Members of this organization, not including guests => *
      POST /register  .body.realm_user_groups.[].description  Members of this organization, not including new accounts and* => *
      POST /register  .body.realm_user_groups.[].description  Moderators of this organization, including administrators => *
      POST /register  .body.realm_user_groups.[].description  Owners of this organization => *
    `,
  ),
  ...because(
    deliberate('src/events/README.md', '**A request that changes nothing publishes nothing.**'),
    `
      DELETE /default_streams  events: default_streams  * => -  silent
      DELETE /users/me/alert_words  events: alert_words  * => -  silent
      GET /messages  .body.messages.[]  - => {"id":"{m:m8}"*  at six 187
      GET /messages  .body.messages.[]  - => {"id":"{m:m11}"*  at six 187 445
      GET /messages  .body.messages.[]  - => {"id":"{m:m1}"*  at six 232 247
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.13}"*  at six 284 415 663 922
      GET /messages  .body.messages.[]  - => {"id":"{m:m12}"*  at six 378 393 408 423 438 445 453 679
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.10}"*  at six 385
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.20}"*  at six 400
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.5}"*  at six 415
      GET /messages  .body.messages.[]  - => {"id":"{m:m5}"*  at six 445 460
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m3,m4]]}"*  at six 460
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.7}"*  at six 567
      GET /messages  .body.messages.[]  - => {"id":"{m:m15}"*  at six 592 608 624 640 656 672 1053 1068 1083 1098 1113 1128
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.11}"*  at six 599 1057 1087 1102 1117 1132
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.8}"*  at six 615
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.18}"*  at six 647
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.9}"*  at six 663
      GET /messages  .body.messages.[]  - => {"id":"{m:[[m13,m14]]}"*  at six 679
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.18}"*  at six 815 835 855 875 895 915 1135
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.19}"*  at six 818 838 858 878 898 918
      GET /messages  .body.messages.[]  - => {"id":"{m:w903.8}"*  at six 862
      GET /messages  .body.messages.[]  - => {"id":"{m:w901.14}"*  at six 922
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.29}"*  at six 963
      GET /messages  .body.messages.[]  - => {"id":"{m:w903.27}"*  at six 991
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.23}"*  at six 1026
      GET /messages  .body.messages.[]  - => {"id":"{m:w903.16}"*  at six 1055 1070 1085 1100 1115 1130
      GET /messages  .body.messages.[]  - => {"id":"{m:w902.25}"*  at six 1056 1071 1086 1101 1116 1131
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.22}"*  at six 1060
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.2}"*  at six 1075 1090
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.4}"*  at six 1075
      GET /messages  .body.messages.[]  - => {"id":"{m:w904.5}"*  at six 1090 1120
      GET /messages  .body.messages.[]  - => {"id":"{m:[[w904.11,w904.13]]}"*  at six 1120
      GET /messages  .body.messages.[]  - => {"id":"{m:w903.5}"*  at six 1135
      GET /users/me/{stream_id}/topics  .body.topics.order  *"name":"channel events"* => *  at six 1001
      PATCH /bots/{bot_id}  events: realm_bot/update  * => -  silent
      PATCH /realm  .body.message_edit_history_visibility_policy  1 => -
      PATCH /realm  .body.new_stream_announcements_stream_id  -1 => -  at five 1909
      PATCH /realm  events: realm/update/new_stream_announcements_stream_id  * => -  at five 1909
      PATCH /realm  .body.{moderation_request_channel_id,signup_announcements_stream_id,zulip_update_announcements_stream_id}  -1 => -  at five 1921
      PATCH /realm  events: realm/update/{moderation_request_channel_id,signup_announcements_stream_id,zulip_update_announcements_stream_id}  * => -  at five 1921
      PATCH /realm  .body.org_type  10 => -  at five 1925
      PATCH /realm  events: realm/update/org_type  * => -  at five 1925
      PATCH /realm/profile_fields/{field_id}  events: custom_profile_fields  * => -  at three 2034 2040
      PATCH /streams/{stream_id}  events: default_streams  * => -  silent
      PATCH /streams/{stream_id}  events: stream/update/description  * => -  silent
      PATCH /streams/{stream_id}  events: stream/update/invite_only  * => -  at two 2743 2770 3001 3005 3009 3013 3021 3041 3049, four 1127 1130, five 1846, six 68 87 159 275 354 729 737 803 1011
      PATCH /streams/{stream_id}  events: message  *"sender_full_name":"Notification Bot"* => -  at two 2743 2770 3001 3005 3009 3013 3021 3041 3049 3057 3061, four 1127 1130, five 1846, six 68 87 159 275 354 729 737 1011
      PATCH /users/me/subscriptions/{stream_id}  events: subscription/update/color  * => -  silent
      POST /drafts  events: drafts/add  * => -  silent
      POST /messages/flags  events: update_message_flags/add  *"messages":[],* => -
      POST /messages/flags  events: update_message_flags/remove  *"messages":[],* => -
      POST /messages/flags/narrow  .body.updated_count  1 => *  if ^four bob .*has.{1,20}reaction
      POST /messages/flags/narrow  events: update_message_flags/add  *"messages":[],* => -
      POST /messages/flags/narrow  events: update_message_flags/remove  *"messages":[],* => -
      POST /register  .body.unread_msgs.count  [[42,35,56,55,39,27,70,64,37,51,43,92,81,100,78,65,54,75]] => *  if ^six
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  {m:?} => -  if ^six
      POST /register  .body.unread_msgs.streams.[]  {"stream_id":"{s:[[pub,prot]]}","topic":"channel events"* => -  if ^six
      POST /users/me/alert_words  events: alert_words  * => -  silent
      POST /users/me/subscriptions/properties  events: subscription/update/color  * => -  silent
      POST /users/me/subscriptions/properties  events: subscription/update/in_home_view  * => -  silent
      POST /users/me/subscriptions/properties  events: subscription/update/is_muted  * => -  silent
      POST /users/me/subscriptions/properties  events: subscription/update/wildcard_mentions_notify  * => -  silent
      POST /users/{user_id}/reactivate  events: realm_export_consent  * => -  silent
      POST /users/{user_id}/reactivate  events: realm_user/update  * => -  silent
      POST /users/{user_id}/reactivate  events: subscription/peer_add  * => -  silent
      POST /users/{user_id}/reactivate  events: user_group/add_members  * => -  silent
    `,
  ),
  ...because(
    deliberate('src/http/README.md', '**Nothing a user wrote is cut off.**'),
    `
      GET /drafts  .body.count  11 => *
      GET /drafts  .body.drafts.order  [{"id":"<id>","type":"stream","to":["* => [{"id":*
      GET /drafts  .body.drafts.[]  *"topic":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."* => -  at three 525
      GET /drafts  .body.drafts.[]  *"topic":"d"* => -  at three 525
      GET /scheduled_messages  .body.scheduled_messages.[]  *"topic":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."* => -  at three 384 407 409 411 413 415 417 419 421 423 425 427 429 431 433 435 437
      GET /scheduled_messages  .body.scheduled_messages.[]  *"topic":"due"* => -  at four 1739
      GET /scheduled_messages  .body.scheduled_messages.[]  - => *"topic":"t"*  at three 435 437
      GET /user_groups  .body.user_groups.[].description  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa* => ''
      PATCH /drafts/{draft_id}  answer  ok => Message is too long (limit: * characters).  at three 471
      PATCH /drafts/{draft_id}  answer  ok => topic is too long (limit: * characters)  at three 465
      PATCH /messages/{message_id}  answer  ok => topic is too long (limit: * characters)  at one 2361 2445
      PATCH /scheduled_messages/{scheduled_message_id}  answer  ok => topic is too long (limit: * characters)  at three 434
      PATCH /user_groups/{user_group_id}  answer  ok => description is too long (limit: * characters)  at two 4643
      POST /drafts  answer  ok => Message is too long (limit: * characters).  at three 470
      POST /drafts  answer  ok => topic is too long (limit: * characters)  at three 464
      POST /messages  answer  ok => Message is too long (limit: * characters).  at one 2004
      POST /messages  answer  ok => topic is too long (limit: * characters)  at one 1718 2052 2054
      POST /messages/render  answer  ok => Message is too long (limit: * characters).  at three 2340
      POST /register  .body.scheduled_messages.[]  *"topic":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..."* => -  at three 4435 4474
      POST /register  .body.scheduled_messages.[]  - => *"topic":"t"*  at three 4435 4474
      POST /scheduled_messages  answer  ok => topic is too long (limit: * characters)  at three 314
      POST /streams/{stream_id}/delete_topic  answer  ok => topic is too long (limit: * characters)  at one 3680
      POST /typing  answer  ok => topic is too long (limit: * characters)  at three 2230
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**`with` is known wherever a narrow is,**'),
    `
      GET /messages  .body.anchor  10000000000000000 => *  if operator.{1,8}with
      GET /messages  .body.found_anchor  false => true  if operator.{1,8}with
      GET /messages  answer  ok => Invalid narrow operator: Invalid '*' operator  at one 1197 1206 1251, four 271, seven 493
      GET /messages  .body.messages.[]  - => {"id":"{m:s3.9}"*  at two 4951
      GET /messages  .body.messages.[].flags.[]  - => read  at four 565 567
      GET /messages  .body.messages.[].flags.[]  - => read  at four 583 585
      GET /messages  .body.messages.[]  - => {"id":"{m:z8}"*  at four 1518
      GET /messages/matches_narrow  .body.desc  unknown operator with => Invalid 'with' operator
      GET /messages/matches_narrow  .body.desc  unknown operator with => No message can be both a channel message and direct message
      GET /messages/matches_narrow  .body.msg  Invalid narrow operator: unknown operator with => Invalid narrow operator: Invalid '*' operator
      GET /messages/matches_narrow  answer  Invalid narrow operator: unknown operator with => ok  at one 1451, four 188, seven 410
      POST /messages/flags/narrow  .body.desc  unknown operator with => Invalid 'with' operator
      POST /messages/flags/narrow  .body.desc  unknown operator with => No message can be both a channel message and direct message
      POST /messages/flags/narrow  .body.msg  Invalid narrow operator: unknown operator with => Invalid narrow operator: Invalid '*' operator
      POST /messages/flags/narrow  answer  Invalid narrow operator: unknown operator with => ok  at four 305 307 327 328 339 348 354 363 364 374 378 388, seven 527 529 549 550 561 570 576 585 586 596 600 610
      POST /messages/flags/narrow  .body.processed_count  5 => 3  at four 367
      POST /register  .body.unread_msgs.count  111 => *  if ^four guest
      POST /register  .body.unread_msgs.count  35 => *  if ^four guest
      POST /register  .body.unread_msgs.count  37 => *  if ^four guest
      POST /register  .body.unread_msgs.count  38 => *  if ^four guest
      POST /register  .body.unread_msgs.count  39 => *  if ^four guest
      POST /register  .body.unread_msgs.count  40 => *  if ^four guest
      POST /register  .body.unread_msgs.count  42 => *  if ^seven guest
      POST /register  .body.unread_msgs.count  46 => *  if ^four guest
      POST /register  .body.unread_msgs.count  81 => *  if ^four guest
      POST /register  .body.unread_msgs.huddles.[]  *"unread_message_ids":["{m:z32}"]* => -  at four 394 438 444 450 456 462 469 476 506 703 898 1570 1753
      POST /register  .body.unread_msgs.huddles.[]  *"unread_message_ids":["{m:z32}"]* => -  at seven 616
      POST /register  .body.unread_msgs.mentions.[]  {m:z32} => -  if ^(four|seven) bob
      POST /register  .body.unread_msgs.count  [[29,30,32,35,48,92,93,97]] => *  if ^four bob
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  - => {m:z13}  at four 393 437 443 449 455 461 468 475 505 702 897 1569, seven 615
      POST /register  .body.unread_msgs.streams.[].unread_message_ids.[]  - => {m:?}  at four 393 437 443 449 455 461 468 475 505 702 897 1569 1752
      POST /register  .body.starred_messages.[]  - => {m:z8}  at four 393 437 443 449 455 461 468 475 505 702 897 1569 1752, seven 615
      POST /register  .body.unread_msgs.huddles.[]  *"unread_message_ids":["{m:z32}"]* => -  at four 393 437 443 449 455 461 468 475 505 702 897 1569 1752, seven 615
    `,
  ),
  ...because(
    deliberate('src/groups/README.md', '**A new group is one event,**'),
    `
      POST /user_groups/create  events: user_group/add.group.direct_subgroup_ids.[]  - => *  at five 1152 1153 1154
      POST /user_groups/create  events: user_group/add_subgroups  *"group_id":"{g:[[l2,l3,sys]]}"* => -  at five 1152 1153 1154
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Alert words are words that people see.**'),
    `
      GET /messages  .body.messages.[]  - => {"id":"{m:z97}"*  at five 1692
      GET /messages/{message_id}  .body.message.flags.[]  - => has_alert_word  at five 1684
      POST /messages  events of alice: message.flags.[]  - => has_alert_word  at five 1683
    `,
  ),
  ...because(
    deliberate('src/organization/README.md', '**Linkifiers work in messages and topics,**'),
    `
      GET /messages/{message_id}  .body.message.content  <p><strong>#123</strong></p> => <p><strong><a href="https://t.example/123">#123</a></strong></p>
      GET /users/{user_id_or_email}  .body.user.profile_data.*.rendered_value  <p>by <a href="https://o.example/wner">owner</a></p> => <p>by owner</p>
      PATCH /users/{user_id_or_email}  events: realm_user/update.person.custom_profile_field.rendered_value  <p>by <a href="https://o.example/wner">owner</a></p> => -
      POST /messages  events: message.message.content  <p><strong>#123</strong></p> => <p><strong><a href="https://t.example/123">#123</a></strong></p>
      POST /messages/render  .body.rendered  <p><strong>#123</strong></p> => <p><strong><a href="https://t.example/123">#123</a></strong></p>
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**A choice that a profile field loses is removed from profiles,**'),
    `
      PATCH /realm/profile_fields/{field_id}  events: realm_user/update  - => *"custom_profile_field":{"id":3,"value":null}*  at five 1815
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**`peer_add` and `peer_remove` name only channels with the same audience,**'),
    `
      POST /users  events: subscription/peer_add.stream_ids.[]  {s:web} => -  at five 1840
      POST /users  events: subscription/peer_add  - => *"stream_ids":["{s:web}"]*  at five 1840
      POST /users/{user_id}/reactivate  events: subscription/peer_add.stream_ids.[]  {s:[[general,lonely,nc,pub,?]]} => -  at five 1833
      POST /users/{user_id}/reactivate  events: subscription/peer_add.stream_ids.[]  - => {s:?}  at five 1833
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Such guests lose sight of people who are deactivated,**'),
    `
      GET /users  .body.members.[]  *"user_id":"{u:dora}"* => -  at five 1982
      PATCH /realm  events of guest: realm_user/add  - => *"user_id":"{u:dora}"*  at five 1997
    `,
  ),
  ...because(
    deliberate('src/users/README.md', '**Who hides their presence is `away` for older clients,**'),
    `
      PATCH /settings  events: user_status  - => *"away":*  at five 2065 2066 2103 2105 2106 2133 2145 2146
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Older clients receive the muted topics whenever these change,**'),
    `
      PATCH /messages/{message_id}  events: muted_topics  - => *  at four 459, six 559
    `,
  ),
  ...because(
    deliberate('src/messages/README.md', '**Topics are followed as the original does it.**'),
    `
      POST /messages  .body.automatic_new_visibility_policy  2 => 3  at six 554
      POST /messages  .body.automatic_new_visibility_policy  - => 3  at six 794
    `,
  ),
  ...because(
    deliberate('src/channels/README.md', '**Who loses sight of a channel is told that it is gone,**'),
    `
      PATCH /streams/{stream_id}  events of alice: stream/delete  - => *"{s:w903a}"*  at six 585
    `,
  ),
  ...because(
    deliberate('src/search/README.md', '**A negated term finds what the term does not,**'),
    `
      GET /messages  .body.messages.[]  {"id":"{m:[[d1,d2,d3,d4,d7,m1,m11,m12,m13,m14,m15,m2,m3,m4,m5,m6,m7,m8,m9]]}"* => -  at one 1124 1130 1133 1136 1151 1157 1160 1163 1169 1172 1175
      GET /messages  .body.messages.[]  {"id":"{m:[[m1,m11,m12,m13,m2,m3,m4,m5,m6,m7,m8,m9]]}"* => -  at seven 457
      GET /messages  .body.messages.[]  - => {"id":"{m:[[d1,d2,d3,d4,d7,m1,m11,m12,m13,m14,m15,m2,m3,m4,m5,m6,m7,m8,m9]]}"*  at one 1130 1133 1136 1139 1148 1151 1154 1157 1160 1163 1166 1169 1172 1175 1178 1181 1184 1187
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z13,z14,z2,z27,z32,z6,z7]]}"*  at four 117 135 158 173 221
      GET /messages  .body.messages.[]  - => {"id":"{m:[[z13,z14,z2,z27,z32,z6,z7]]}"*  at seven 339 357 380 395 443
      GET /messages  .body.messages.[].flags.[]  collapsed => -  at four 493 533 534
      GET /messages  .body.messages.[].flags.[]  - => read  at four 493 533 534 543 544 549
      GET /messages/matches_narrow  .body.messages.*  * => -  at one 1429 1432
      GET /messages/matches_narrow  .body.messages.*  - => *  at one 1429 1432 1435, four 174, seven 396
      POST /messages/flags/narrow  .body.{first_processed_id,last_processed_id}  null => *  at four 314 351 362, seven 536 573 584
      POST /messages/flags/narrow  .body.{first_processed_id,last_processed_id}  {m:d3} => null  at four 356, seven 578
      POST /messages/flags/narrow  .body.found_newest  true => false  at four 362, seven 584
      POST /messages/flags/narrow  .body.processed_count  0 => *  at four 314 351 362, seven 536 573 584
      POST /messages/flags/narrow  .body.updated_count  0 => *  at four 314 351, seven 536 573
      POST /messages/flags/narrow  .body.{processed_count,updated_count}  1 => 0  at four 356, seven 578
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  - => {m:[[d1,d2,d3]]}  at four 314, seven 536
      POST /messages/flags/narrow  events: update_message_flags/add.messages.[]  - => {m:qd}  at seven 536
      POST /register  .body.unread_msgs.pms.[].unread_message_ids.[]  {m:[[d1,d2]]} => -  if ^(four|seven) alice
      POST /register  .body.unread_msgs.pms.[].unread_message_ids.[]  {m:qd} => -  if ^seven alice
      POST /register  .body.unread_msgs.huddles.[].unread_message_ids.[]  {m:d3} => -  if ^four alice
      POST /register  .body.unread_msgs.count  [[38,39,42,43,44,98,135]] => *  if ^four alice
      POST /register  .body.unread_msgs.count  48 => *  if ^seven alice
      POST /register  .body.unread_msgs.huddles.[]  *"unread_message_ids":["{m:d3}"]* => -  at four 392 436 442 448 454 460 467 474, seven 614
    `,
  ),
  ...because(
    deliberate('src/push/README.md', '**A test that reaches no device is refused,**'),
    `
      POST /mobile_push/test_notification  answer  ok => No active registered push device  at three 2361 2368 2375 2382 2389 2396
    `,
  ),
  ...because(
    deliberate('src/organization/README.md', '**What decides about editing is published as `update_dict`,**'),
    `
      PATCH /realm  events: realm/update_dict/default  - => *"data":{"[[allow_message_editing,message_edit_history_visibility_policy,move_messages_between_streams_limit_seconds,move_messages_within_stream_limit_seconds]]":*
      PATCH /realm  events: realm/update/{message_edit_history_visibility_policy,move_messages_between_streams_limit_seconds,move_messages_within_stream_limit_seconds}  * => -
      PATCH /realm  events: realm/update_dict/default.data.{allow_edit_history,message_edit_history_visibility_policy}  - => *
      PATCH /realm  events: realm/update_dict/default.data.allow_message_editing  true => -
    `,
  ),
];
