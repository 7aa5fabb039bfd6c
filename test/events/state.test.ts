import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tools } from '../../src/external/tools.ts';
import type { Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { alwaysSent, fetchTypes, type JsonType, jsonTypes, legacyTypes } from './fetch-types.ts';

async function state(server: TestServer, name: CastName, values: Values): Promise<Values> {
  const { status, body } = await server.as(name).post('/register', { event_types: [], ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** What is wrong with the keys and types of an answer, a line each. */
function faults(body: Values, expected: Record<string, JsonType>): string[] {
  const keys = { ...alwaysSent, ...expected };
  return [
    ...Object.keys(keys).flatMap((key) => (key in body ? [] : [`${key} is missing`])),
    ...Object.entries(body).flatMap(([key, value]) => {
      const type = keys[key];
      if (!type) return [`${key} is not listed`];
      return jsonTypes[type](value) ? [] : [`${key} is no ${type}: ${JSON.stringify(value)}`];
    }),
  ];
}

const everything = { ...Object.assign({}, ...Object.values(fetchTypes)), unread_msgs: 'object' } as const;

const asking = { notification_settings_null: true, chatd_events: true };

describe('the initial state', () => {
  for (const [type, expected] of Object.entries({ ...fetchTypes, ...legacyTypes })) {
    it(`has exactly its keys for ${type}`, async (t) => {
      const server = await startServer(t);

      const body = await state(server, 'alice', { fetch_event_types: [type], client_capabilities: asking });

      assert.deepEqual(faults(body, expected), []);
    });
  }

  it('has nothing for types that are only told of, not known or spelled another way', async (t) => {
    const server = await startServer(t);
    const types = [
      'zulip_version',
      'typing',
      'reaction',
      'update_message_flags',
      'Realm',
      'constructor',
      '__proto__',
      '',
    ];

    const body = await state(server, 'alice', { fetch_event_types: types });

    assert.deepEqual(faults(body, {}), []);
  });

  it('has unread messages for those who get messages and flags', async (t) => {
    const server = await startServer(t);

    const body = await state(server, 'alice', { fetch_event_types: ['update_message_flags', 'message'] });

    assert.deepEqual(faults(body, { ...fetchTypes.message, unread_msgs: 'object' }), []);
  });

  it('leaves out muted topics where all that users want of topics is asked for', async (t) => {
    const server = await startServer(t);

    const body = await state(server, 'alice', { fetch_event_types: ['muted_topics', 'user_topic'] });

    assert.deepEqual(faults(body, fetchTypes.user_topic ?? {}), []);
  });

  it('is whole without types, and the same kind of thing for everyone', async (t) => {
    const server = await startServer(t);
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] });

    for (const name of ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const) {
      const body = await state(server, name, {
        event_types: null,
        client_capabilities: asking,
      });
      assert.deepEqual([name, faults(body, everything)], [name, []]);
    }
  });

  it('has what only chatd has for those alone who ask for it', async (t) => {
    const server = await startServer(t);

    const body = await state(server, 'alice', { event_types: null });

    assert.deepEqual(faults(body, everything), [
      'availability is missing',
      'calls is missing',
      'own_sections is missing',
      'realm_accent_color is missing',
      'realm_can_start_calls_group is missing',
    ]);
    const known = JSON.stringify(body);
    assert.doesNotMatch(known, /accent_color|can_start_calls_group|is_tried/);
    const asked = await state(server, 'alice', { event_types: null, client_capabilities: asking });
    const { realm } = asked.server_supported_permission_settings as Record<string, Record<string, Values>>;
    assert.equal(realm?.can_start_calls_group?.default_group_name, 'role:everyone');
  });

  it('says plainly what this server has not', async (t) => {
    const server = await startServer(t);
    server.clock.advance(1000);

    const body = await state(server, 'alice', { event_types: null });

    const absent = {
      giphy_api_key: '',
      has_zoom_token: false,
      navigation_tour_video_url: null,
      onboarding_steps: [],
      password_min_guesses: 0,
      realm_billing: { has_pending_sponsorship_request: false },
      realm_default_stream_groups: [],
      realm_embedded_bots: [],
      realm_filters: [],
      realm_plan_type: 1,
      realm_push_notifications_enabled: false,
      realm_push_notifications_enabled_end_timestamp: null,
      server_can_summarize_topics: false,
      server_generation: server.clock.now() - 1000,
      server_max_deactivated_realm_deletion_days: null,
      server_min_deactivated_realm_deletion_days: null,
      server_needs_upgrade: false,
      server_report_message_types: [
        { key: 'spam', name: 'Spam' },
        { key: 'harassment', name: 'Harassment' },
        { key: 'inappropriate', name: 'Inappropriate content' },
        { key: 'norms', name: 'Violates the norms of this organization' },
        { key: 'other', name: 'Other reason' },
      ],
      settings_send_digest_emails: false,
      stop_words: [],
      zulip_plan_is_not_limited: true,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(absent).map((key) => [key, body[key]])), absent);
  });

  it('names the forms in which tools can post', async (t) => {
    const server = await startServer(t);

    const body = await state(server, 'alice', {
      fetch_event_types: ['realm_incoming_webhook_bots'],
      client_capabilities: asking,
    });

    const forms = body.realm_incoming_webhook_bots as { name: string; display_name: string }[];
    assert.deepEqual(forms.map(({ name }) => name).sort(), [...Object.keys(tools), 'slack_incoming'].sort());
    const names = forms.map(({ display_name }) => display_name);
    assert.deepEqual(
      names,
      names.toSorted((a, b) => a.localeCompare(b, 'en')),
    );
    const whole = ['alertmanager', 'slack_incoming'].map((name) => forms.find((form) => form.name === name));
    assert.deepEqual(whole, [
      {
        name: 'alertmanager',
        display_name: 'Alertmanager',
        is_tried: true,
        all_event_types: ['firing', 'resolved'],
        config_options: [],
        url_options: [
          {
            key: 'name',
            label: 'Name of the label or annotation of an alert that is the topic.',
            validator: 'check_string',
          },
          { key: 'desc', label: 'Name of the label or annotation that describes an alert.', validator: 'check_string' },
        ],
      },
      {
        name: 'slack_incoming',
        display_name: 'Slack-compatible webhook',
        is_tried: true,
        all_event_types: null,
        config_options: [],
        url_options: [],
      },
    ]);
    for (const { name } of forms) {
      const { status } = await server.anonymous.post(`/external/${name}`);
      assert.equal(status, 401);
    }
  });

  it('has legacy settings with the values of the settings object', async (t) => {
    const server = await startServer(t);
    await server.as('alice').patch('/settings', { twenty_four_hour_time: true, enable_sounds: false });
    const legacy = Object.keys(legacyTypes);

    const body = await state(server, 'alice', { fetch_event_types: [...legacy, 'user_settings'] });

    const settings = body.user_settings as Values;
    const names = Object.values(legacyTypes).flatMap((keys) => Object.keys(keys));
    assert.deepEqual([body.twenty_four_hour_time, body.enable_sounds], [true, false]);
    assert.deepEqual(
      names.filter((name) => JSON.stringify(body[name]) !== JSON.stringify(settings[name])),
      [],
    );
  });
});

describe('realm_user_groups', () => {
  it('has the active users of a role in its system group', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await as('owner').delete(`/users/${users.bob.id}`);

    const body = await state(server, 'alice', { fetch_event_types: ['realm_user_groups'] });

    const groups = body.realm_user_groups as { name: string; members: number[] }[];
    const members = [users.alice.id, users.bot.id];
    assert.deepEqual(Object.fromEntries(groups.map((group) => [group.name, group.members])), {
      'role:nobody': [],
      'role:owners': [users.owner.id],
      'role:administrators': [users.admin.id],
      'role:moderators': [users.moderator.id],
      'role:fullmembers': members,
      'role:members': members,
      'role:everyone': [users.guest.id],
      'role:internet': [],
    });
  });
});

describe('max_message_id', () => {
  const newest = async (server: TestServer, name: CastName) =>
    (await state(server, name, { fetch_event_types: ['message'] })).max_message_id;

  it('is that of the newest message one received or sent, not of those between others', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    assert.equal(await newest(server, 'bob'), -1);
    const inChannel = await send(as('alice'), { to: 'general' });
    const between = await send(as('alice'), { type: 'direct', to: [users.admin.id] });

    assert.deepEqual(
      [await newest(server, 'bob'), await newest(server, 'alice'), await newest(server, 'admin')],
      [inChannel, between, between],
    );
    const { body: own } = await as('bob').get('/users/me');
    assert.equal(own.max_message_id, inChannel);
  });

  it('counts what was said while one followed a channel, before and after that not', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await subscribe(as('alice'), 'design');
    await send(as('alice'), { to: 'design' });
    await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    assert.equal(await newest(server, 'guest'), -1);
    const join = { subscriptions: [{ name: 'design' }], principals: [users.guest.id] };
    await as('alice').post('/users/me/subscriptions', { ...join, send_new_subscription_messages: false });
    assert.equal(await newest(server, 'guest'), -1);
    const heard = await send(as('alice'), { to: 'design' });
    await as('guest').delete('/users/me/subscriptions', { subscriptions: ['design'] });
    await send(as('alice'), { to: 'design' });

    assert.equal(await newest(server, 'guest'), heard);
  });

  it('does not count what is deleted', async (t) => {
    const server = await startServer(t);
    const kept = await send(server.as('alice'), { to: 'general' });
    const deleted = await send(server.as('alice'), { to: 'general' });
    await server.as('owner').delete(`/messages/${deleted}`);

    assert.equal(await newest(server, 'bob'), kept);
  });
});

describe('what a registration reads', () => {
  it('is the key, the user and the channels to listen to, where no state is asked for', async (t) => {
    const server = await startServer(t);
    const types = { event_types: ['message', 'realm', 'realm_user', 'subscription'] };

    const { sql, tables } = await reads(server, { ...types, fetch_event_types: [] });

    assert.deepEqual(tables, ['api_keys', 'subscriptions', 'users']);
    assert.equal(new Set(sql).size, 2, sql.join('\n'));
  });

  it('is no more than the section asked for', async (t) => {
    const server = await startServer(t);
    const known = (await reads(server, { fetch_event_types: [] })).tables;
    const additional = async (type: string) =>
      (await reads(server, { fetch_event_types: [type] })).tables.filter((table) => !known.includes(table));

    const found: Record<string, string[]> = {};
    for (const type of Object.keys(own)) found[type] = await additional(type);

    assert.deepEqual(found, own);
  });
});

/** The tables that a section reads beside those of every registration. */
const own: Record<string, string[]> = {
  alert_words: ['alert_words'],
  channel_folders: ['channel_folders'],
  custom_profile_fields: ['profile_fields'],
  default_stream_groups: [],
  default_streams: ['channels'],
  device: ['devices'],
  drafts: ['drafts'],
  giphy: [],
  message: ['conversations', 'direct_members', 'messages', 'subscription_spans'],
  muted_topics: ['user_topics'],
  muted_users: ['muted_users'],
  navigation_views: ['navigation_views'],
  onboarding_steps: [],
  availability: ['availability'],
  own_sections: ['own_sections'],
  presence: ['presence', 'realm_settings'],
  realm_billing: [],
  realm_bot: ['bots', 'channels', 'user_settings'],
  realm_domains: ['realm_domains'],
  realm_embedded_bots: [],
  realm_emoji: ['images', 'realm_emoji'],
  realm_filters: [],
  realm_incoming_webhook_bots: [],
  realm_linkifiers: [],
  realm_playgrounds: ['playgrounds'],
  realm_user_settings_defaults: ['new_user_settings', 'realm_settings'],
  recent_private_conversations: ['conversations', 'direct_members'],
  reminders: ['reminders'],
  saved_snippets: ['saved_snippets'],
  scheduled_messages: ['scheduled_messages'],
  starred_messages: ['message_flags'],
  stop_words: [],
  user_settings: ['user_settings'],
  user_status: ['user_settings', 'user_status'],
  user_topic: ['user_topics'],
  video_calls: [],
};

/** The SQL that runs for a registration, and the tables it names. */
async function reads({ db, as }: TestServer, values: Values): Promise<{ sql: string[]; tables: string[] }> {
  const tables = db.values<string>("SELECT name FROM sqlite_master WHERE type = 'table'");
  const sql: string[] = [];
  const methods = ['all', 'tuples', 'get', 'values', 'value', 'cached', 'cachedAll', 'cachedValues', 'cachedValue'];
  // Some of these methods call another one.
  let isNested = false;
  const recorded = methods.map((method) => [method, { value: recording(method), configurable: true }]);
  Object.defineProperties(db, Object.fromEntries(recorded));
  const { status } = await as('alice').post('/register', values);
  for (const method of methods) Reflect.deleteProperty(db, method);
  assert.equal(status, 200);
  const words = new Set(sql.flatMap((text) => [...text.matchAll(/\b(?:FROM|JOIN)\s+(\w+)/g)].map(([, name]) => name)));
  return { sql, tables: tables.filter((table) => words.has(table)).sort() };

  function recording(method: string) {
    const read = Reflect.get(db, method) as (text: string, ...values: unknown[]) => unknown;
    return (text: string, ...values: unknown[]) => {
      if (isNested) return read.call(db, text, ...values);
      sql.push(text);
      isNested = true;
      try {
        return read.call(db, text, ...values);
      } finally {
        isNested = false;
      }
    };
  }
}
