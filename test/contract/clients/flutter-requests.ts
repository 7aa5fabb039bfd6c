import { createHash } from 'node:crypto';
import { message } from './flutter-models.ts';
import { type Needs, within } from './needs.ts';
import type { Furnished } from './scene.ts';
import type { Talker } from './talker.ts';

type Values = Readonly<Record<string, unknown>>;
type Request = [method: string, path: string, values: Values, needs?: Needs];

const emoji = { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' };
const noEmoji = { emoji_name: '', emoji_code: '', reaction_type: '' };

/** Sends what the phone app sends when its user does something, in its forms, and reads the answers. */
export async function askEverything(talker: Talker, furnished: Furnished): Promise<void> {
  for (const [method, path, values, needs] of requests(talker, furnished)) {
    const answer = await talker.send(method, `/api/v1/${path}`, carried(method, values));
    if (needs) talker.read(`${method} ${path}`, answer, needs);
  }
  for (const [method, path, values, needs] of refusals(furnished)) {
    const answer = await talker.fail(method, `/api/v1/${path}`, carried(method, values));
    talker.read(`${method} ${path}`, answer, { result: ['error'], msg: 'string', ...needs });
  }
}

function carried(method: string, values: Values): { query: Values } | { form: Values } {
  return method === 'GET' ? { query: values } : { form: values };
}

function requests({ server }: Talker, { stream_id, message_id, poll_id }: Furnished): Request[] {
  const { bob } = server.users;
  const place = { stream_id, topic: 'lunch' };
  return [
    ['GET', `messages/${message_id}`, { apply_markdown: false, allow_empty_topic_name: true }, { message: 'object' }],
    [
      'PATCH',
      `messages/${message_id}`,
      { content: 'A **third** draft', prev_content_sha256: sha256('A **second** draft #12') },
    ],
    ['PATCH', `messages/${message_id}`, resolved('✔ lunch')],
    ['PATCH', `messages/${message_id}`, resolved('lunch')],
    ['POST', `messages/${message_id}/reactions`, emoji],
    ['DELETE', `messages/${message_id}/reactions`, emoji],
    ['POST', 'messages/flags', { messages: [message_id], op: 'remove', flag: 'read' }, { 'messages[]': 'integer' }],
    ['POST', 'messages/flags', { messages: [message_id], op: 'add', flag: 'starred' }, { messages: 'list' }],
    ['POST', 'submessage', submessage(poll_id, { type: 'vote', key: 'canned,0', vote: 1 })],
    ['POST', 'submessage', submessage(poll_id, { type: 'vote', key: 'canned,0', vote: -1 })],
    ['POST', 'submessage', submessage(poll_id, { type: 'new_option', option: 'perhaps', idx: 0 })],
    ['GET', `messages/${poll_id}`, { allow_empty_topic_name: true }, pollNeeds],
    ['POST', 'typing', { op: 'start', type: 'channel', ...place }],
    ['POST', 'typing', { op: 'stop', type: 'channel', ...place }],
    ['POST', 'typing', { op: 'start', type: 'direct', to: [bob.id] }],
    ['POST', 'messages', { type: 'direct', to: [bob.id], content: 'Hi', read_by_sender: true }, { id: 'integer' }],
    ['POST', 'user_topics', { ...place, visibility_policy: 3 }],
    ['POST', 'user_topics', { ...place, visibility_policy: 0 }],
    [
      'POST',
      'users/me/subscriptions/properties',
      { subscription_data: [{ stream_id, property: 'pin_to_top', value: true }] },
    ],
    ['DELETE', 'users/me/subscriptions', { subscriptions: ['design'] }],
    ['POST', 'users/me/subscriptions', { subscriptions: [{ name: 'design' }] }],
    ['POST', 'users/me/status', { status_text: 'Busy', ...emoji }],
    ['POST', 'users/me/status', noEmoji],
    ['POST', 'users/me/status', { status_text: '', ...noEmoji }],
    [
      'POST',
      'users/me/presence',
      { last_update_id: 0, ping_only: true, new_user_input: false, status: 'idle', slim_presence: true },
    ],
    ['POST', `users/me/muted_users/${bob.id}`, {}],
    ['DELETE', `users/me/muted_users/${bob.id}`, {}],
    [
      'PATCH',
      'settings',
      { twenty_four_hour_time: true, display_emoji_reaction_users: true, presence_enabled: true, emojiset: 'google' },
    ],
    ['POST', 'saved_snippets', { title: 'Hi', content: 'Hi!' }, { saved_snippet_id: 'integer' }],
    ['GET', 'realm/linkifiers', {}, { 'linkifiers[].pattern': 'string', 'linkifiers[].url_template': 'string' }],
    ['POST', 'register_client_device', {}, { device_id: 'integer' }],
    ['POST', 'users/me/android_gcm_reg_id', { token: 'abc:DEF' }],
    ['DELETE', 'users/me/android_gcm_reg_id', { token: 'abc:DEF' }],
    ['POST', 'users/me/apns_device_token', { token: '00ff', appid: 'org.example.App' }],
    ['DELETE', 'users/me/apns_device_token', { token: '00ff' }],
  ];
}

const pollNeeds: Needs = within('message', {
  ...message,
  'submessages[].sender_id': 'integer',
  'submessages[].msg_type': 'string',
  'submessages[].content': 'string',
});

/** What the app tells its user otherwise than by the message of the error. */
function refusals({ message_id }: Furnished): Request[] {
  const stale = { content: 'mine', prev_content_sha256: sha256('older') };
  return [
    ['PATCH', `messages/${message_id}`, stale, { code: ['EXPECTATION_MISMATCH'] }],
    ['GET', 'events', { queue_id: 'gone:1', last_event_id: 0 }, { code: ['BAD_EVENT_QUEUE_ID'] }],
    ['GET', 'messages/99999', { allow_empty_topic_name: true }, { code: ['BAD_REQUEST'] }],
  ];
}

function resolved(topic: string): Values {
  const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: true };
  return { topic, propagate_mode: 'change_all', ...silently };
}

function submessage(message_id: number, step: object): Values {
  return { message_id, msg_type: 'widget', content: JSON.stringify(step) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
