import type { Needs } from './needs.ts';
import { type ExistingClient, type Furnished, stir } from './scene.ts';
import { Talker } from './talker.ts';

const fetchTypes = [
  'alert_words',
  'custom_profile_fields',
  'message',
  'muted_topics',
  'muted_users',
  'presence',
  'realm',
  'realm_emoji',
  'realm_filters',
  'realm_linkifiers',
  'realm_user',
  'realm_user_groups',
  'recent_private_conversations',
  'stream',
  'subscription',
  'update_display_settings',
  'update_global_notifications',
  'update_message_flags',
  'user_settings',
  'user_status',
  'user_topic',
  'zulip_version',
];

const settings: Needs = {
  zulip_version: 'string',
  zulip_feature_level: 'integer',
  realm_uri: 'url',
  realm_name: 'string',
  realm_icon: 'string',
  realm_description: 'string',
  email_auth_enabled: 'boolean',
  require_email_format_usernames: 'boolean',
  push_notifications_enabled: 'boolean',
  is_incompatible: 'boolean',
  authentication_methods: 'object',
  external_authentication_methods: 'list',
};

const state: Needs = {
  queue_id: 'string',
  last_event_id: 'integer',
  zulip_version: 'string',
  zulip_feature_level: 'integer',
  user_id: 'integer',
  email: 'string',
  realm_name: 'string',
  realm_uri: 'url',
  'alert_words[]': 'string',
  'realm_users[].user_id': 'integer',
  'realm_users[].email': 'string',
  'realm_users[].full_name': 'string',
  'realm_users[].role': 'integer',
  'realm_users[].is_admin': 'boolean',
  'realm_users[].is_bot': 'boolean',
  'realm_users[].date_joined': 'string',
  'realm_users[].timezone': 'string',
  'realm_non_active_users[].user_id': 'integer',
  'realm_non_active_users[].email': 'string',
  'cross_realm_bots[].user_id': 'integer',
  'cross_realm_bots[].email': 'string',
  can_create_public_streams: 'boolean',
  can_create_private_streams: 'boolean',
  is_admin: 'boolean',
  is_owner: 'boolean',
  is_moderator: 'boolean',
  is_guest: 'boolean',
  max_message_id: 'integer',
  'subscriptions[].stream_id': 'integer',
  'subscriptions[].name': 'string',
  'subscriptions[].color': 'string',
  'subscriptions[].in_home_view': 'boolean',
  'subscriptions[].pin_to_top': 'boolean',
  'subscriptions[].invite_only': 'boolean',
  'subscriptions[].is_web_public': 'boolean',
  'subscriptions[].history_public_to_subscribers': 'boolean',
  'subscriptions[].push_notifications': 'boolean or null',
  'streams[].stream_id': 'integer',
  'streams[].name': 'string',
  'streams[].description': 'string',
  'muted_users[].id': 'integer',
  'muted_users[].timestamp': 'integer',
  'user_topics[].stream_id': 'integer',
  'user_topics[].topic_name': 'string',
  'user_topics[].visibility_policy': 'integer',
  'unread_msgs.pms[].sender_id': 'integer',
  'unread_msgs.pms[].unread_message_ids[]': 'integer',
  'unread_msgs.huddles[].user_ids_string': 'string',
  'unread_msgs.streams[].stream_id': 'integer',
  'unread_msgs.streams[].topic': 'string',
  'unread_msgs.mentions[]': 'integer',
  'recent_private_conversations[].max_message_id': 'integer',
  'recent_private_conversations[].user_ids': 'list',
  'presences{}.aggregated.client': 'string',
  'presences{}.aggregated.status': ['active', 'idle', 'offline'],
  'presences{}.aggregated.timestamp': 'integer',
  'user_status{}.status_text': 'string',
  'user_settings.twenty_four_hour_time': 'boolean',
  'user_settings.enable_offline_push_notifications': 'boolean',
  'user_settings.display_emoji_reaction_users': 'boolean',
  'realm_emoji{}.id': 'string',
  'realm_emoji{}.name': 'string',
  'realm_emoji{}.source_url': 'string',
  'realm_emoji{}.deactivated': 'boolean',
  'realm_user_groups[].id': 'integer',
  'realm_user_groups[].members': 'list',
  'custom_profile_fields[].id': 'integer',
  'custom_profile_fields[].field_data': 'string',
  realm_filters: 'list',
  realm_linkifiers: 'list',
  realm_default_external_accounts: 'object',
  realm_message_content_edit_limit_seconds: 'integer or null',
  realm_message_content_delete_limit_seconds: 'integer or null',
  realm_mandatory_topics: 'boolean',
  realm_waiting_period_threshold: 'integer',
  realm_video_chat_provider: 'integer',
  realm_presence_disabled: 'boolean',
  realm_push_notifications_enabled: 'boolean',
  realm_enable_read_receipts: 'boolean',
  realm_allow_edit_history: 'boolean',
  realm_wildcard_mention_policy: 'integer',
  realm_create_web_public_stream_policy: 'integer',
  realm_enable_spectator_access: 'boolean',
  server_web_public_streams_enabled: 'boolean',
  development_environment: 'boolean',
  max_file_upload_size_mib: 'integer',
};

/** The earlier phone app. Some of its paths have a slash too many. */
export const mobile: ExistingClient = {
  name: 'the earlier phone app',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'ZulipMobile/27.235 (Android 14)');
    const get = (path: string, query = {}) => talker.send('GET', `/api/v1/${path}`, { query });
    const post = (path: string, form = {}) => talker.send('POST', `/api/v1/${path}`, { form });
    const { stream_id } = furnished;
    const greeting = await talker.send('GET', '/api/v1/server_settings', { isAnonymous: true });
    talker.read('server_settings', greeting, settings);
    const queue = await post('register', {
      fetch_event_types: fetchTypes,
      apply_markdown: true,
      include_subscribers: false,
      client_gravatar: true,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: false,
        user_settings_object: true,
      },
    });
    talker.read('register', queue, state);

    const page = {
      anchor: 10000000000000000,
      num_before: 20,
      num_after: 0,
      apply_markdown: true,
      client_gravatar: true,
    };
    for (const narrow of [[], [{ operator: 'stream', operand: stream_id }], [{ operator: 'is', operand: 'private' }]]) {
      const messages = await get('messages', { ...page, narrow });
      talker.read('messages', messages, {
        'messages[].id': 'integer',
        'messages[].subject': 'string',
        found_newest: 'boolean',
        found_oldest: 'boolean',
      });
    }
    await post('/messages/flags/narrow', {
      anchor: 'first_unread',
      num_before: 0,
      num_after: 1000,
      narrow: [{ operator: 'stream', operand: stream_id }],
      op: 'add',
      flag: 'read',
    });
    await post('/user_topics', { stream_id, topic: 'lunch', visibility_policy: 1 });
    for (const [method, path, values] of requests(furnished, server.users.bob.id)) {
      await talker.send(method, `/api/v1/${path}`, method === 'GET' ? { query: values } : { form: values });
    }

    await stir(server, furnished);
    const { queue_id, last_event_id } = queue;
    const { events } = await get('events', { queue_id, last_event_id });
    talker.readEvents(events, {
      message: { 'message.id': 'integer', flags: 'list' },
      presence: { email: 'string', server_timestamp: 'number', 'presence{}.status': 'string' },
      'reaction/add': { user_id: 'integer', message_id: 'integer', emoji_code: 'string' },
      delete_message: { message_ids: 'list' },
      'user_settings/update': { property: 'string' },
      user_topic: { stream_id: 'integer', topic_name: 'string', visibility_policy: 'integer' },
    });
    return talker.lacks;
  },
};

/** What it asks for in other ways than the app of today does. */
function requests({ stream_id, message_id }: Furnished, bob: number): [string, string, Record<string, unknown>][] {
  const kitchen = { subscriptions: [{ name: 'kitchen', description: 'Soup' }], principals: [bob], invite_only: false };
  const options = { history_public_to_subscribers: true, is_web_public: false, stream_post_policy: 1, announce: false };
  const push = { enable_offline_push_notifications: true, enable_online_push_notifications: true };
  return [
    ['GET', 'users', { client_gravatar: true }],
    ['GET', 'users/me/subscriptions', {}],
    ['GET', `users/${bob}/subscriptions/${stream_id}`, {}],
    ['GET', `streams/${stream_id}/email_address`, {}],
    ['GET', `messages/${message_id}/history`, {}],
    [
      'POST',
      'messages',
      { type: 'stream', to: stream_id, subject: 'lunch', content: 'Hi', local_id: '1.01', queue_id: 'x' },
    ],
    ['POST', 'messages', { type: 'private', to: [bob], subject: '', content: 'Hi' }],
    ['PATCH', `messages/${message_id}`, { content: 'Soup', subject: 'supper', propagate_mode: 'change_one' }],
    ['POST', 'mark_stream_as_read', { stream_id }],
    ['POST', 'mark_topic_as_read', { stream_id, topic_name: 'lunch' }],
    ['POST', 'mark_all_as_read', {}],
    ['POST', 'users/me/subscriptions', { ...kitchen, ...options, message_retention_days: 'realm_default' }],
    ['PATCH', 'users/me/subscriptions/muted_topics', { stream_id, topic: 'noise', op: 'remove' }],
    ['PATCH', 'users/me/subscriptions/muted_topics', { stream: 'design', topic: 'noise', op: 'add' }],
    ['PATCH', 'settings/notifications', { ...push, enable_stream_push_notifications: true }],
    ['POST', 'users/me/presence', { ping_only: false, new_user_input: true, status: 'active' }],
    ['POST', 'users/me/status', { away: false }],
    ['POST', 'users/me/status', { status_text: 'Busy', emoji_name: '', emoji_code: '', reaction_type: '' }],
    ['POST', 'typing', { op: 'start', type: 'direct', to: [bob] }],
  ];
}
