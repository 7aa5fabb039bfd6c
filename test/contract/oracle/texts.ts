import { textOfAnError } from './reasons.ts';
import { because, type Row } from './row.ts';

/** The same refusals in other words, which say the field and what is wrong with it. */
export const textRows: readonly Row[] = [
  ...because(
    textOfAnError,
    `
      GET /users/me  .body.msg  Account is deactivated => Invalid API key
      PATCH /drafts/{draft_id}  .body.msg  Invalid draft: Input should be a valid dictionary or instance of Draft* => draft is not a dict
      PATCH /drafts/{draft_id}  .body.msg  Topic must not contain null bytes => draft["topic"] must not contain null bytes
      PATCH /drafts/{draft_id}  .body.msg  draft["timestamp"]["int"] is not an integer => draft["timestamp"] is not an integer
      PATCH /messages/{message_id}  .body.msg  Invalid character in topic, at position *! => topic must not contain null bytes
      PATCH /messages/{message_id}  .body.msg  Message must not contain null bytes => content must not contain null bytes
      PATCH /messages/{message_id}  .body.msg  Nothing to change => Direct messages cannot have topics.
      PATCH /messages/{message_id}  .body.msg  You don't have permission to resolve topics. => You don't have permission to resolve topics in this channel.
      PATCH /realm  .body.msg  jitsi_server_url is not an allowed_type => jitsi_server_url is not a URL
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': false
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': null
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': true
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': {"new":1}
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': {"new":3}
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': {"new":8}
      PATCH /realm  .body.msg  message_content_delete_limit_seconds["int"] is not an integer => Bad value for 'message_content_delete_limit_seconds': {"new":{"direct_*
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': false
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': null
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': true
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': {"new":1}
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': {"new":3}
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': {"new":8}
      PATCH /realm  .body.msg  message_content_edit_limit_seconds["int"] is not an integer => Bad value for 'message_content_edit_limit_seconds': {"new":{"direct_me*
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': false
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': null
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': true
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': {"new":1}
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': {"new":3}
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': {"new":8}
      PATCH /realm  .body.msg  message_retention_days["int"] is not an integer => Bad value for 'message_retention_days': {"new":{"direct_members":[6],"*
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': false
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': null
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': true
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': {"new":1}
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': {"new":3}
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': {"new":8}
      PATCH /realm  .body.msg  move_messages_between_streams_limit_seconds["int"] is not an integer => Bad value for 'move_messages_between_streams_limit_seconds': {"new":{"*
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': false
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': null
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': true
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': {"new":1}
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': {"new":3}
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': {"new":8}
      PATCH /realm  .body.msg  move_messages_within_stream_limit_seconds["int"] is not an integer => Bad value for 'move_messages_within_stream_limit_seconds': {"new":{"di*
      PATCH /realm/user_settings_defaults  .body.msg  Invalid web_animate_image_previews => Invalid web_animate_image_previews: Value error, Not in the list of po*
      PATCH /realm/user_settings_defaults  .body.msg  Invalid web_home_view => Invalid web_home_view: Value error, Not in the list of possible values
      PATCH /settings  .body.msg  Invalid notification sound '*' => Invalid notification sound '*'
      PATCH /user_groups/{user_group_id}  .body.msg  can_add_members_group["new"]["int"] is not an integer => can_add_members_group["new"]["direct_members"] field is missing: Field*
      PATCH /user_groups/{user_group_id}  .body.msg  can_join_group["new"]["int"] is not an integer => can_join_group["new"]["direct_members"] field is missing: Field requir*
      PATCH /user_groups/{user_group_id}  .body.msg  can_leave_group["new"]["int"] is not an integer => can_leave_group["new"]["direct_members"] field is missing: Field requi*
      PATCH /user_groups/{user_group_id}  .body.msg  can_manage_group["new"]["int"] is not an integer => can_manage_group["new"]["direct_members"] field is missing: Field requ*
      PATCH /user_groups/{user_group_id}  .body.msg  can_mention_group["new"]["int"] is not an integer => can_mention_group["new"]["direct_members"] field is missing: Field req*
      PATCH /user_groups/{user_group_id}  .body.msg  can_remove_members_group["new"]["int"] is not an integer => can_remove_members_group["new"]["direct_members"] field is missing: Fi*
      PATCH /users/me/profile_data  .body.msg  User IDs is not a list => Field 6 is not a list of user IDs
      PATCH /users/me/profile_data  .body.msg  data[0]["value"]["str"] is not a string => data[0]["value"] is not a string or a list
      PATCH /users/{user_id_or_email}  .body.msg  Invalid profile_data[0]: Input should be a valid dictionary or instanc* => profile_data[0] is not a dict
      PATCH /users/{user_id_or_email}  .body.msg  User IDs is not a list => Field 6 is not a list of user IDs
      PATCH /users/{user_id_or_email}  .body.msg  profile_data[0]["value"]["str"] is not a string => profile_data[0]["value"] is not a string or a list
      POST /bots  .body.msg  Invalid payload_url: Value error, Not a URL => payload_url is not a URL
      POST /bots  .body.msg  Name is already in use. => Bad name or username
      POST /drafts  .body.msg  Invalid drafts[0]: Input should be a valid dictionary or instance of D* => drafts[0] is not a dict
      POST /drafts  .body.msg  Topic must not contain null bytes => drafts[0]["topic"] must not contain null bytes
      POST /drafts  .body.msg  drafts[0]["timestamp"]["int"] is not an integer => drafts[0]["timestamp"] is not an integer
      POST /fetch_api_key  .body.msg  Enter a valid email address. => Your username or password is incorrect
      POST /invites  .body.msg  Some of those addresses are already using Zulip, so we didn't send the* => Some of these addresses have an account here already and were not invi*
      POST /messages  .body.msg  Invalid character in topic, at position *! => topic must not contain null bytes
      POST /messages  .body.msg  Invalid data type for recipients => Invalid email '*'
      POST /messages  .body.msg  Invalid email '*' => Invalid email '*'
      POST /messages  .body.msg  Message must have recipients => Missing 'to' argument
      POST /messages  .body.msg  Missing channel => Missing 'to' argument
      POST /messages  .body.msg  Topics are required in this organization => Sending messages to the general chat is not allowed in this channel.
      POST /realm/emoji/{emoji_name}  .body.msg  Invalid image format => Could not decode image; did you upload an image file?
      POST /realm/filters  .body.msg  Bad regular expression: invalid perl operator: (?= => Bad regular expression: invalid or unsupported Perl syntax: (?=
      POST /realm/filters  .body.msg  Group '*' in linkifier pattern is not present in URL template. => Invalid URL template.
      POST /realm/profile_fields  .body.msg  field_data["text"] cannot be blank. => field_data["0"]["text"] cannot be blank
      POST /scheduled_messages  .body.msg  Invalid data type for channel ID => Expected exactly one channel
      POST /scheduled_messages  .body.msg  to["int"] is not an integer => to[0] is not an integer
      POST /user_groups/create  .body.msg  'can_leave_group' setting cannot be set to 'role:internet' group. => User group '*' already exists.
      POST /user_groups/create  .body.msg  'can_mention_group' setting cannot be set to 'role:internet' group. => User group '*' already exists.
      POST /user_groups/create  .body.msg  can_add_members_group["int"] is not an integer => can_add_members_group["direct_members"] field is missing: Field requir*
      POST /user_groups/create  .body.msg  can_join_group["int"] is not an integer => can_join_group["direct_members"] field is missing: Field required
      POST /user_groups/create  .body.msg  can_leave_group["int"] is not an integer => can_leave_group["direct_members"] field is missing: Field required
      POST /user_groups/create  .body.msg  can_manage_group["int"] is not an integer => can_manage_group["direct_members"] field is missing: Field required
      POST /user_groups/create  .body.msg  can_mention_group["int"] is not an integer => can_mention_group["direct_members"] field is missing: Field required
      POST /user_groups/create  .body.msg  can_remove_members_group["int"] is not an integer => can_remove_members_group["direct_members"] field is missing: Field req*
      POST /users/me/subscriptions  .body.msg  Invalid character in channel name, at position *. => subscriptions[0]["name"] must not contain null bytes
      POST /users/me/subscriptions  .body.msg  Invalid subscriptions[0]: Input should be a valid dictionary or instan* => subscriptions[0] is not a dict
      POST /users/me/subscriptions  .body.msg  Invalid subscriptions[0]: Value error, add.color is not a valid hex co* => subscriptions[0]["color"] is not a valid hex color code
      POST /users/me/subscriptions  .body.msg  can_add_subscribers_group["int"] is not an integer => can_add_subscribers_group["direct_members"] field is missing: Field re*
      POST /users/me/subscriptions  .body.msg  can_administer_channel_group["int"] is not an integer => can_administer_channel_group["direct_members"] field is missing: Field*
      POST /users/me/subscriptions  .body.msg  can_remove_subscribers_group["int"] is not an integer => can_remove_subscribers_group["direct_members"] field is missing: Field*
      POST /users/me/subscriptions  .body.msg  can_send_message_group["int"] is not an integer => can_send_message_group["direct_members"] field is missing: Field requi*
      POST /users/me/subscriptions  .body.msg  can_subscribe_group["int"] is not an integer => can_subscribe_group["direct_members"] field is missing: Field required
      POST /users/me/subscriptions  .body.msg  subscriptions[0]["description"] is too long (limit: * characters) => description is too long (limit: * characters)
      POST /users/me/subscriptions/properties  .body.msg  Invalid subscription_data[0]: Input should be a valid dictionary or in* => subscription_data[0] is not a dict
      POST /users/me/subscriptions/properties  .body.msg  Invalid subscription_data[0]: Value error, color is not a valid hex co* => color is not a valid hex color code
      POST /users/me/subscriptions/properties  .body.msg  subscription_data[0]["value"]["bool"] is not a boolean => Unknown subscription property: role
      POST /users/me/subscriptions/properties  .body.msg  subscription_data[0]["value"]["bool"] is not a boolean => color is not a string
      POST /users/me/subscriptions/properties  .body.msg  subscription_data[0]["value"]["bool"] is not a boolean => desktop_notifications is not a boolean
      POST /users/me/subscriptions/properties  .body.msg  subscription_data[0]["value"]["bool"] is not a boolean => is_muted is not a boolean
    `,
  ),
];
