import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import { ownTypes } from '../../src/events/wishes.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { Answer, Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { capabilities } from './clients/flutter.ts';
import { lacksOfEvent } from './clients/flutter-events.ts';
import type { Body } from './clients/talker.ts';
import { make, validCall } from './requests.ts';
import { causes } from './shapes/causes.ts';

const listeners: readonly CastName[] = ['owner', 'alice', 'bob', 'guest'];
const registration = { apply_markdown: true, slim_presence: true, client_gravatar: false };

/** All events that phones get from something that is done. */
async function hear(server: TestServer, act: () => unknown): Promise<Body[]> {
  const queues = new Map<CastName, string>();
  for (const name of listeners) {
    const { body } = await server.as(name).post('/register', { ...registration, client_capabilities: capabilities });
    queues.set(name, body.queue_id);
  }
  await act();
  const heard: Body[] = [];
  for (const [name, queue_id] of queues) {
    const { body } = await server.as(name).get('/events', { queue_id, last_event_id: -1, dont_block: true });
    // Somebody who is deactivated hears no more.
    heard.push(...(body.events ?? []));
  }
  return heard;
}

/** What one call of each endpoint does not bring about. */
const actions: Readonly<Record<string, (server: TestServer) => Promise<unknown>>> = {
  'a channel changed in every way': async ({ as }) => {
    const stream_id = await subscribe(as('owner'), 'design', {
      principals: ['alice@example.com', 'owner@example.com'],
    });
    const { body } = await as('owner').post('/channel_folders/create', { name: 'Work', description: '' });
    const changes = [
      { description: 'What it *looks* like' },
      { new_name: 'designs' },
      { is_private: true, history_public_to_subscribers: false },
      { message_retention_days: 30 },
      { message_retention_days: 'realm_default' },
      { folder_id: body.channel_folder_id },
      { folder_id: null },
      ...['can_add_subscribers_group', 'can_send_message_group', 'can_subscribe_group'].map(anyone),
      ...['can_delete_any_message_group', 'can_delete_own_message_group'].map(anyone),
      { is_archived: true },
      { is_archived: false },
    ];
    for (const change of changes) await must(as('owner').patch(`/streams/${stream_id}`, change));
  },
  'a subscription changed in every way': async ({ as }) => {
    const stream_id = await subscribe(as('alice'), 'design');
    const switches = ['is_muted', 'in_home_view', 'pin_to_top', 'desktop_notifications', 'audible_notifications'];
    const others = ['push_notifications', 'email_notifications', 'wildcard_mentions_notify'];
    const properties = [...switches, ...others].map((property) => ({ stream_id, property, value: true }));
    const subscription_data = [{ stream_id, property: 'color', value: '#c2c2c2' }, ...properties];
    await must(as('alice').post('/users/me/subscriptions/properties', { subscription_data }));
  },
  'messages that come, change, move and go': async ({ as, users }) => {
    const [here, there] = [await subscribe(as('alice'), 'design'), await subscribe(as('alice'), 'plans')];
    const first = await send(as('alice'), { to: 'design', topic: 'a', content: '/me waves' });
    await must(as('alice').patch(`/messages/${first}`, { content: 'waved' }));
    await must(as('owner').patch(`/messages/${first}`, { topic: 'A', propagate_mode: 'change_all' }));
    await must(as('owner').patch(`/messages/${first}`, { topic: '✔ A' }));
    await must(as('owner').patch(`/messages/${first}`, { stream_id: there }));
    await must(as('owner').patch(`/messages/${first}`, { stream_id: here, topic: '', propagate_mode: 'change_later' }));
    const direct = await send(as('alice'), { type: 'direct', to: [users.alice.id, users.bob.id, users.owner.id] });
    const own = await send(as('alice'), { type: 'direct', to: [users.alice.id] });
    const ids = [first, direct, own];
    for (const op of ['remove', 'add', 'remove']) {
      await must(as('alice').post('/messages/flags', { messages: ids, op, flag: 'read' }));
      await must(as('alice').post('/messages/flags', { messages: ids, op, flag: 'starred' }));
    }
    await must(as('alice').post('/mark_all_as_read'));
    for (const id of [first, direct]) await must(as('owner').delete(`/messages/${id}`));
  },
  'a person changed in every way': async ({ as, users }) => {
    const { body } = await as('admin').post('/realm/profile_fields', { name: 'Mentor', field_type: 6 });
    const alice = as('alice');
    await must(alice.patch('/users/me/profile_data', { data: [{ id: body.id, value: [users.bob.id] }] }));
    await must(alice.delete('/users/me/profile_data', { data: [body.id] }));
    await must(alice.patch('/settings', { timezone: 'Europe/Lisbon', email_address_visibility: 5 }));
    await must(as('owner').patch(`/users/${users.alice.id}`, { full_name: 'Alice New', role: 300 }));
    await must(as('owner').patch(`/users/${users.alice.id}`, { new_email: 'new@example.com' }));
    await must(as('owner').patch(`/bots/${users.bot.id}`, { bot_owner_id: users.bob.id }));
    await must(as('owner').delete(`/users/${users.bob.id}`));
    await must(as('owner').post(`/users/${users.bob.id}/reactivate`));
  },
  'settings changed': async ({ as }) => {
    const switches = { twenty_four_hour_time: true, display_emoji_reaction_users: false, presence_enabled: false };
    await must(as('alice').patch('/settings', { ...switches, emojiset: 'twitter', default_language: 'de' }));
  },
  'typing in a channel': async ({ as, users }) => {
    const stream_id = await subscribe(as('alice'), 'design', { principals: ['bob@example.com', 'alice@example.com'] });
    for (const op of ['start', 'stop']) {
      await must(as('bob').post('/typing', { op, type: 'channel', stream_id, topic: '' }));
      await must(as('bob').post('/typing', { op, type: 'direct', to: [users.alice.id, users.owner.id] }));
    }
  },
  'a group that comes and goes': async ({ as }) => {
    const group = { name: 'cooks', description: '', members: [] };
    const { group_id } = await must(as('owner').post('/user_groups/create', group));
    await must(as('owner').patch(`/user_groups/${group_id}`, { name: 'chefs', description: 'They cook' }));
    await must(as('owner').post(`/user_groups/${group_id}/deactivate`));
    await must(as('owner').patch(`/user_groups/${group_id}`, { deactivated: false }));
  },
  'a topic muted, unmuted, followed and left': async ({ as }) => {
    const stream_id = await subscribe(as('alice'), 'design');
    for (const visibility_policy of [1, 2, 3, 0]) {
      await must(as('alice').post('/user_topics', { stream_id, topic: 'a', visibility_policy }));
    }
  },
};

function anyone(permission: string): Values {
  return { [permission]: { new: { direct_members: [], direct_subgroups: [] } } };
}

async function must(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

describe('the phone app reads all events', () => {
  for (const [what, act] of Object.entries(actions)) {
    it(`of ${what}`, async (t) => {
      const server = await startServer(t);

      const heard = await hear(server, () => act(server));

      assert.ok(heard.length > 0);
      assert.deepEqual(heard.flatMap(lacksOfEvent), []);
    });
  }

  for (const [id, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method === 'GET') continue;
    it(`of ${id}`, async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);

      const heard = await hear(server, () => make(server, endpoint, call));

      assert.deepEqual(heard.flatMap(lacksOfEvent), []);
    });
  }

  for (const [kind, cause] of Object.entries(causes)) {
    // Every waiting poll gets heartbeats. Events of chatd's own reach only those who ask for them.
    if (typeof cause === 'string' || kind === 'heartbeat' || ownTypes.has(kind)) continue;
    it(`of what causes ${kind}`, async (t) => {
      const server = await startServer(t);

      const heard = await hear(server, () => cause(server));

      assert.notDeepEqual(heard, []);
      assert.deepEqual(heard.flatMap(lacksOfEvent), []);
    });
  }
});

describe('the phone app fails on', () => {
  const place = { stream_id: 1, orig_subject: 'a', subject: 'b', propagate_mode: 'change_one' };
  const edit = { id: 0, type: 'update_message', user_id: 1, rendering_only: false, edit_timestamp: 1, flags: [] };
  const moved = { ...edit, message_id: 1, message_ids: [1], ...place };
  const deleted = { id: 0, type: 'delete_message', message_ids: [1] };
  const unread = { id: 0, type: 'update_message_flags', op: 'remove', flag: 'read', messages: [1] };
  const wrong: [what: string, event: object][] = [
    ['an event without an id', { type: 'alert_words', alert_words: [] }],
    ['a move that does not say from where', { ...moved, orig_subject: undefined }],
    ['a move that does not say how many', { ...moved, propagate_mode: undefined }],
    ['a deletion without the topic', { ...deleted, message_type: 'stream', stream_id: 1 }],
    ['unread messages without their places', { ...unread, message_details: { 1: { type: 'stream', stream_id: 1 } } }],
    [
      'a text as a switch',
      { id: 0, type: 'stream', op: 'update', name: 'a', stream_id: 1, property: 'is_archived', value: 'x' },
    ],
  ];
  for (const [what, event] of wrong) {
    it(what, () => {
      assert.equal(lacksOfEvent(event).length, 1);
    });
  }
});
