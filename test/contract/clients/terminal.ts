import { type Needs, within } from './needs.ts';
import { type ExistingClient, type Furnished, stir } from './scene.ts';
import { type Body, Talker } from './talker.ts';

const eventTypes = [
  'message',
  'update_message',
  'reaction',
  'subscription',
  'typing',
  'update_message_flags',
  'update_global_notifications',
  'update_display_settings',
  'user_settings',
  'realm_emoji',
];

const fetchTypes = [
  'realm',
  'presence',
  'subscription',
  'message',
  'starred_messages',
  'update_message_flags',
  'muted_topics',
  'realm_user',
  'realm_user_groups',
  'update_global_notifications',
  'update_display_settings',
  'user_settings',
  'realm_emoji',
  'custom_profile_fields',
  'zulip_version',
];

const channel: Needs = {
  stream_id: 'integer',
  name: 'string',
  description: 'string',
  rendered_description: 'string',
  date_created: 'integer',
  color: 'string',
  pin_to_top: 'boolean',
  is_muted: 'boolean',
  in_home_view: 'boolean',
  desktop_notifications: 'boolean or null',
  invite_only: 'boolean',
  is_web_public: 'boolean',
  history_public_to_subscribers: 'boolean',
  'subscribers[]': 'integer',
  message_retention_days: 'integer or null',
};

const presence: Needs = {
  'presences{}.aggregated.timestamp': 'integer',
  'presences{}.aggregated.status': 'string',
  'presences{}.website.timestamp': 'integer',
  'presences{}.website.status': ['active', 'idle', 'offline'],
};

const state: Needs = {
  queue_id: 'string',
  last_event_id: 'integer',
  max_message_id: 'integer',
  zulip_version: 'string',
  zulip_feature_level: 'integer',
  user_id: 'integer',
  email: 'string',
  full_name: 'string',
  realm_name: 'string',
  realm_uri: 'url',
  ...within('subscriptions[]', channel),
  'muted_topics[][]': [1767603600, 'design', 'noise'],
  'realm_users[].user_id': 'integer',
  'realm_users[].full_name': 'string',
  'realm_users[].email': 'string',
  'realm_users[].is_bot': 'boolean',
  'realm_users[].role': 'integer',
  'realm_users[].timezone': 'string',
  'realm_users[].date_joined': 'string',
  'cross_realm_bots[].user_id': 'integer',
  'cross_realm_bots[].full_name': 'string',
  'cross_realm_bots[].email': 'string',
  'realm_user_groups[].id': 'integer',
  'realm_user_groups[].name': 'string',
  'user_settings.send_private_typing_notifications': 'boolean',
  'user_settings.twenty_four_hour_time': 'boolean',
  'user_settings.pm_content_in_desktop_notifications': 'boolean',
  // Release 0.7.0, the newest that can be installed, reads these two only here.
  twenty_four_hour_time: 'boolean',
  pm_content_in_desktop_notifications: 'boolean',
  'realm_emoji{}.name': 'string',
  'realm_emoji{}.deactivated': 'boolean',
  'custom_profile_fields[].id': 'integer',
  'custom_profile_fields[].name': 'string',
  'custom_profile_fields[].type': 'integer',
  'custom_profile_fields[].order': 'integer',
  'starred_messages[]': 'integer',
  'unread_msgs.pms[].sender_id': 'integer',
  'unread_msgs.pms[].unread_message_ids[]': 'integer',
  'unread_msgs.streams[].stream_id': 'integer',
  'unread_msgs.streams[].topic': 'string',
  'unread_msgs.streams[].unread_message_ids[]': 'integer',
  'unread_msgs.huddles[].user_ids_string': 'string',
  'unread_msgs.huddles[].unread_message_ids[]': 'integer',
  'unread_msgs.mentions[]': 'integer',
  realm_message_retention_days: 'integer or null',
  realm_allow_message_editing: 'boolean',
  realm_message_content_edit_limit_seconds: 'integer or null',
  realm_allow_edit_history: 'boolean',
  max_stream_name_length: 'integer',
  max_topic_length: 'integer',
  max_message_length: 'integer',
  server_typing_started_expiry_period_milliseconds: 'integer',
  server_typing_stopped_wait_period_milliseconds: 'integer',
  server_typing_started_wait_period_milliseconds: 'integer',
  server_presence_ping_interval_seconds: 'integer',
  server_presence_offline_threshold_seconds: 'integer',
  ...presence,
};

const message: Needs = {
  id: 'integer',
  type: ['private', 'stream'],
  subject: 'string',
  content: 'string',
  timestamp: 'integer',
  sender_id: 'integer',
  sender_email: 'string',
  sender_full_name: 'string',
  is_me_message: 'boolean',
  reactions: 'list',
  topic_links: 'list',
};

const reaction: Needs = { emoji_name: 'string', emoji_code: 'string', reaction_type: 'string' };

const events: Readonly<Record<string, Needs>> = {
  message: { ...within('message', message), flags: 'list' },
  update_message: { message_id: 'integer', message_ids: 'list' },
  'reaction/add': { message_id: 'integer', user_id: 'integer', 'user.full_name': 'string', ...reaction },
  'reaction/remove': { message_id: 'integer', emoji_code: 'string' },
  'subscription/update': { property: 'string', stream_id: 'integer', value: 'boolean' },
  'subscription/peer_add': { 'stream_ids[]': 'integer', 'user_ids[]': 'integer' },
  'subscription/peer_remove': { 'stream_ids[]': 'integer', 'user_ids[]': 'integer' },
  'typing/start': { 'sender.user_id': 'integer', 'sender.email': 'string', 'recipients[].email': 'string' },
  'typing/stop': { 'sender.user_id': 'integer', 'sender.email': 'string' },
  'update_message_flags/add': { flag: 'string', 'messages[]': 'integer', all: 'boolean', operation: ['add'] },
  'update_message_flags/remove': { flag: 'string', 'messages[]': 'integer', all: 'boolean', operation: ['remove'] },
  'user_settings/update': { property: 'string', value: 'boolean' },
  'realm_emoji/update': { 'realm_emoji{}.name': 'string', 'realm_emoji{}.deactivated': 'boolean' },
};

/** The client for terminals. It starts with what is in its window, then registers; narrows are older pairs. */
export const terminal: ExistingClient = {
  name: 'the terminal client',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'ZulipTerminal/0.7.0 Debian GNU/Linux 12');
    const get = (path: string, query = {}) => talker.send('GET', `/api/v1/${path}`, { query });
    const post = (path: string, form = {}) => talker.send('POST', `/api/v1/${path}`, { form });
    const { stream_id, message_id } = furnished;
    const settings = await talker.send('GET', '/api/v1/server_settings');
    talker.read('server_settings', settings, login);

    const first = { anchor: 0, num_before: 30, num_after: 10, apply_markdown: true, client_gravatar: true };
    const unread = await get('messages', { ...first, use_first_unread_anchor: true, narrow: [] });
    talker.read('messages', unread, { ...within('messages[]', { ...message, flags: 'list' }), anchor: 'integer' });
    talker.read('reactions', unread, within('messages[].reactions[]', {}));
    const queue = await post('register', {
      event_types: eventTypes,
      fetch_event_types: fetchTypes,
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
    });
    talker.read('register', queue, state);
    const own = queue.realm_users.some((user: { user_id: number }) => user.user_id === queue.user_id);
    talker.read('register', { 'is oneself in realm_users': own }, { 'is oneself in realm_users': 'boolean' });
    talker.read(
      'users/me/presence',
      await post('users/me/presence', { status: 'active', new_user_input: true }),
      presence,
    );

    const page = { anchor: 10000000000000000, num_before: 30, num_after: 0, apply_markdown: true };
    for (const narrow of narrows) {
      const { messages } = await get('messages', { ...page, narrow });
      talker.read(`messages of ${JSON.stringify(narrow)}`, { messages }, within('messages[]', message));
    }
    talker.read('topics', await get(`users/me/${stream_id}/topics`), { 'topics[].name': 'string' });
    talker.read('email_address', await talker.send('GET', `/api/v1//streams/${stream_id}/email_address`), {
      email: 'string',
    });
    talker.read('history', await get(`messages/${message_id}/history`), history);
    talker.read('raw message', await get(`messages/${message_id}`), { raw_content: 'string' });

    await change(talker, furnished);
    await stir(server, furnished);
    const { queue_id, last_event_id } = queue;
    const news = (await get('events', { queue_id, last_event_id })).events;
    talker.readEvents(news, events);
    // Of muting it knows the older name alone.
    const muted = news.find((event: Body) => event.type === 'subscription' && event.property === 'in_home_view');
    talker.read('muting', muted, { stream_id: [stream_id], value: 'boolean' });
    await talker.send('DELETE', '/api/v1/events', { form: { queue_id } });
    // It registers anew only after an error that begins with these words.
    const { msg } = await talker.fail('GET', '/api/v1/events', { query: { queue_id, last_event_id } });
    talker.read('lost queue', { words: msg.split(':')[0] }, { words: ['Bad event queue id'] });
    return talker.lacks;
  },
};

/** The changes it makes. What it has of a message, it sends along, also what stays as it is. */
async function change(talker: Talker, { stream_id, message_id }: Furnished): Promise<void> {
  const post = (path: string, form: object) => talker.send('POST', `/api/v1/${path}`, { form: { ...form } });
  const reaction = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
  const form = { ...reaction, message_id: String(message_id) };
  await post(`messages/${message_id}/reactions`, form);
  await talker.send('DELETE', `/api/v1/messages/${message_id}/reactions`, { form });
  await post('messages/flags', { messages: [message_id], flag: 'starred', op: 'remove' });
  const edit = { message_id, propagate_mode: 'change_one', topic: 'lunch', content: 'A **third** draft #12' };
  await talker.send('PATCH', `/api/v1/messages/${message_id}`, { form: edit });
  for (const property of ['is_muted', 'pin_to_top', 'desktop_notifications']) {
    const subscription_data = [{ stream_id, property, value: true }];
    await post('users/me/subscriptions/properties', { subscription_data });
  }
}

const login: Needs = {
  zulip_version: 'string',
  zulip_feature_level: 'integer',
  realm_uri: 'url',
  email_auth_enabled: 'boolean',
  require_email_format_usernames: 'boolean',
};

const history: Needs = {
  'message_history[].topic': 'string',
  'message_history[].content': 'string',
  'message_history[].rendered_content': 'string',
  'message_history[].timestamp': 'integer',
  'message_history[].user_id': 'integer or null',
};

const narrows = [
  [['stream', 'design']],
  [
    ['stream', 'design'],
    ['topic', 'lunch'],
  ],
  [['pm_with', 'bob@example.com']],
  [['pm-with', 'bob@example.com, owner@example.com']],
  [['is', 'private']],
  [['is', 'starred']],
  [['is', 'mentioned']],
  [['search', 'draft']],
];
