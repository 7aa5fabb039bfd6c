import { account, channel, events, greeting, message, page, state } from './flutter-models.ts';
import { askEverything } from './flutter-requests.ts';
import { within } from './needs.ts';
import { type ExistingClient, stir } from './scene.ts';
import { type Body, Talker } from './talker.ts';

export const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: false,
  stream_typing_notifications: true,
  user_settings_object: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
  simplified_presence_events: false,
};

/** The phone app of today, which takes nothing that is missing or of another type. */
export const flutter: ExistingClient = {
  name: 'the phone app',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'ZulipFlutter/30.0.270 (Android 14)');
    const get = (path: string, query = {}) => talker.send('GET', `/api/v1/${path}`, { query });
    const post = (path: string, form = {}) => talker.send('POST', `/api/v1/${path}`, { form });
    const { stream_id, message_id } = furnished;
    talker.read(
      'server_settings',
      await talker.send('GET', '/api/v1/server_settings', { isAnonymous: true }),
      greeting,
    );
    talker.read('users/me', await get('users/me'), account);
    const queue = await post('register', {
      apply_markdown: true,
      slim_presence: true,
      client_gravatar: false,
      client_capabilities: capabilities,
    });
    talker.read('register', queue, state);
    const self = queue.realm_users.find((one: Body) => one.user_id === server.users.alice.id);
    talker.read('own profile', self, { 'profile_data{}.value': 'string', 'profile_data{}.rendered_value': 'string?' });
    const names = await (await fetch(queue.server_emoji_data_url)).json();
    talker.read('emoji data', names, { 'code_to_names.1f642[]': 'string' });

    const options = { num_before: 100, num_after: 100, client_gravatar: true, apply_markdown: true };
    for (const narrow of narrowsAbout(stream_id, server.users.bob.id)) {
      const body = await get('messages', { ...options, narrow, anchor: 'newest', allow_empty_topic_name: true });
      talker.read(`messages of ${JSON.stringify(narrow)}`, body, { ...page, ...within('messages[]', message) });
    }
    const one = await get(`messages/${message_id}`, { apply_markdown: true, allow_empty_topic_name: true });
    talker.read('message', one, {
      ...within('message', message),
      ...within('message.reactions[]', { emoji_name: 'string', emoji_code: 'string', user_id: 'integer' }),
      'message.reactions[].reaction_type': ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'],
    });
    talker.read('first unread', await get('messages', { ...options, anchor: 'first_unread', num_before: 0 }), page);
    talker.read('topics', await get(`users/me/${stream_id}/topics`, { allow_empty_topic_name: true }), {
      'topics[].name': 'string',
      'topics[].max_id': 'integer',
    });
    const presences = { last_update_id: -1, history_limit_days: 14, status: 'active', new_user_input: true };
    talker.read('users/me/presence', await post('users/me/presence', presences), {
      presence_last_update_id: 'integer',
      server_timestamp: 'number',
      'presences{}.active_timestamp': 'integer',
      'presences{}.idle_timestamp': 'integer',
    });
    const narrowed = { anchor: 'oldest', include_anchor: false, num_before: 0, num_after: 1000, narrow: [] };
    talker.read('flags/narrow', await post('messages/flags/narrow', { ...narrowed, op: 'add', flag: 'read' }), {
      processed_count: 'integer',
      updated_count: 'integer',
      first_processed_id: 'integer or null',
      last_processed_id: 'integer or null',
      found_oldest: 'boolean',
      found_newest: 'boolean',
    });
    const toChannel = { type: 'stream', to: stream_id, topic: 'app', content: 'Hi', queue_id: queue.queue_id };
    const sent = await post('messages', { ...toChannel, local_id: '12.01', read_by_sender: true });
    talker.read('messages', sent, { id: 'integer' });
    talker.read('read_receipts', await get(`messages/${message_id}/read_receipts`), { 'user_ids[]': 'integer' });
    const subscribed = await post('users/me/subscriptions', { subscriptions: [{ name: 'elsewhere' }] });
    talker.read('users/me/subscriptions', subscribed, { 'subscribed{}[]': 'string', already_subscribed: 'object' });

    await askEverything(talker, furnished);
    await stir(server, furnished);
    const { queue_id, last_event_id } = queue;
    const news: Body[] = (await get('events', { queue_id, last_event_id, dont_block: false })).events;
    talker.readEvents(news, events);
    const own = news.find((event) => event.type === 'message' && event.message.id === sent.id);
    talker.read('own message', own, { local_message_id: ['12.01'] });
    const gained = news.filter((event) => event.type === 'subscription' && event.op === 'add');
    for (const event of gained) talker.read('gained channel', event, within('subscriptions[]', channel));
    return talker.lacks;
  },
};

function narrowsAbout(stream_id: number, user_id: number): object[][] {
  return [
    [],
    [{ operator: 'channel', operand: stream_id }],
    [
      { operator: 'channel', operand: stream_id },
      { operator: 'topic', operand: 'lunch' },
    ],
    [{ operator: 'dm', operand: [user_id] }],
    [{ operator: 'is', operand: 'mentioned' }],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'search', operand: 'draft' }],
  ];
}
