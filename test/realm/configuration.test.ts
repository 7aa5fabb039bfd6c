import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
const success = { result: 'success', msg: '' };
const ownersOnly = badRequest('Must be an organization owner');

const asking = { client_capabilities: { notification_settings_null: true, chatd_events: true } };

async function realmState(server: TestServer, name: CastName = 'alice'): Promise<Values> {
  const { status, body } = await server.as(name).post('/register', { fetch_event_types: ['realm'], ...asking });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

function groupId({ db }: TestServer, name: string): number {
  return db.value<number>('SELECT id FROM groups WHERE name = ?', name) as number;
}

function update(property: string, value: unknown) {
  return { type: 'realm', op: 'update', property, value };
}

function updateDict(data: object) {
  return { type: 'realm', op: 'update_dict', property: 'default', data };
}

describe('PATCH /realm', () => {
  it('is for administrators', async (t) => {
    const server = await startServer(t);
    const before = await realmState(server);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      const { status, body } = await server.as(name).patch('/realm', { name: 'Mine' });

      assert.deepEqual([status, body], [400, badRequest('Must be an organization administrator')], name);
    }
    assert.equal((await server.anonymous.patch('/realm', { name: 'Mine' })).status, 401);
    const after = await realmState(server);
    assert.equal(after.realm_name, before.realm_name);
  });

  it('renames the organization, for all to see and to hear', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone);

    const { body } = await server.as('admin').patch('/realm', { name: '  Tea House ' });

    assert.deepEqual(body, { ...success, name: 'updated' });
    assert.equal((await realmState(server, 'guest')).realm_name, 'Tea House');
    assert.equal((await server.anonymous.get('/server_settings')).body.realm_name, 'Tea House');
    assert.match(await (await fetch(server.url)).text(), /<title>Log in to Tea House<\/title>/);
    const heard = [update('name', 'Tea House')];
    assert.deepEqual(await ears.heard(), Object.fromEntries(everyone.map((name) => [name, heard])));
  });

  it('counts what is too long in code points', async (t) => {
    const server = await startServer(t);
    const owner = server.as('owner');
    const limits = { name: 40, description: 1000, welcome_message_custom_text: 8000 };

    for (const [setting, limit] of Object.entries(limits)) {
      const longest = await owner.patch('/realm', { [setting]: '🫖'.repeat(limit) });
      const tooLong = await owner.patch('/realm', { [setting]: '🫖'.repeat(limit + 1) });

      assert.deepEqual(longest.body, { ...success, [setting]: 'updated' });
      assert.deepEqual(tooLong.body, badRequest(`${setting} is too long (limit: ${limit} characters)`));
    }
  });

  it('refuses a name that nobody could read', async (t) => {
    const server = await startServer(t);
    const refused = {
      '': 'cannot be blank',
      ' \t ': 'cannot be blank',
      'Tea\nHouse': 'has an invalid character at position 4',
    };

    for (const [name, problem] of Object.entries(refused)) {
      const { status, body } = await server.as('owner').patch('/realm', { name });

      assert.deepEqual([status, body], [400, badRequest(`name ${problem}`)]);
    }
    assert.equal((await realmState(server)).realm_name, 'Test Organization');
  });

  it('describes the organization in Markdown, and says so with its HTML', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob']);

    const { body } = await server.as('admin').patch('/realm', { description: 'We like **tea**.' });

    const html = '<p>We like <strong>tea</strong>.</p>';
    assert.deepEqual(body, { ...success, description: 'updated' });
    assert.deepEqual(await ears.heard(), {
      bob: [updateDict({ description: 'We like **tea**.', rendered_description: html })],
    });
    const state = await realmState(server);
    assert.deepEqual([state.realm_description, state.realm_rendered_description], ['We like **tea**.', html]);
    assert.equal((await server.anonymous.get('/server_settings')).body.realm_description, html);
  });

  it('does nothing and tells nobody where nothing is different', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);
    const values = {
      name: 'Test Organization',
      description: '',
      invite_required: true,
      message_content_edit_limit_seconds: 600,
      jitsi_server_url: 'default',
      new_stream_announcements_stream_id: 1,
      authentication_methods: { Email: true },
      can_add_custom_emoji_group: { new: groupId(server, 'role:members') },
      can_resolve_topics_group: { new: { direct_members: [], direct_subgroups: [groupId(server, 'role:everyone')] } },
    };

    const { body } = await server.as('owner').patch('/realm', values);

    assert.deepEqual(body, success);
    assert.deepEqual(await ears.heard(), {});
  });

  const words = [
    ['allow_message_editing', false, undefined, { allow_message_editing: false }],
    ['avatar_changes_disabled', true],
    ['accent_color', '#aa3300'],
    ['default_code_block_language', 'python'],
    ['default_language', 'pt-br'],
    ['digest_emails_enabled', true],
    ['digest_weekday', 0],
    ['disallow_disposable_email_addresses', false],
    ['email_changes_disabled', true],
    ['emails_restricted_to_domains', true],
    ['enable_guest_user_dm_warning', false],
    ['enable_guest_user_indicator', false],
    ['enable_read_receipts', false],
    ['enable_spectator_access', true],
    ['gif_rating_policy', 3],
    ['inline_image_preview', false],
    ['inline_url_embed_preview', true],
    ['invite_required', false],
    ['jitsi_server_url', 'https://meet.example.com'],
    ['media_preview_size', 150],
    ['message_content_allowed_in_email_notifications', false],
    ['message_content_delete_limit_seconds', 'unlimited', null],
    ['message_content_edit_limit_seconds', 'unlimited', null, { message_content_edit_limit_seconds: null }],
    [
      'message_edit_history_visibility_policy',
      'none',
      undefined,
      { message_edit_history_visibility_policy: 'none', allow_edit_history: false },
    ],
    ['message_retention_days', 30],
    [
      'move_messages_between_streams_limit_seconds',
      3600,
      undefined,
      { move_messages_between_streams_limit_seconds: 3600 },
    ],
    [
      'move_messages_within_stream_limit_seconds',
      'unlimited',
      null,
      { move_messages_within_stream_limit_seconds: null },
    ],
    ['name_changes_disabled', true],
    ['new_stream_announcements_stream_id', -1],
    ['org_type', 20],
    ['presence_disabled', true],
    ['require_e2ee_push_notifications', true],
    ['require_unique_names', true],
    ['send_channel_events_messages', false],
    ['send_welcome_emails', true],
    ['signup_announcements_stream_id', 1],
    [
      'topics_policy',
      'disable_empty_topic',
      undefined,
      { topics_policy: 'disable_empty_topic', mandatory_topics: true },
    ],
    ['video_chat_provider', 1],
    ['waiting_period_threshold', 3],
    ['want_advertise_in_communities_directory', true],
    ['welcome_message_custom_text', 'Have some tea.'],
    ['zulip_update_announcements_stream_id', 1],
  ] as const satisfies readonly (readonly [string, unknown, unknown?, object?])[];

  for (const [setting, sent, stored, data] of words) {
    const value = stored === undefined ? sent : stored;
    it(`changes ${setting}, and back`, async (t) => {
      const server = await startServer(t);
      const before = (await realmState(server))[`realm_${setting}`];
      const ears = await listen(server, ['guest'], { event_types: ['realm'], ...asking });

      const { status, body } = await server.as('owner').patch('/realm', { [setting]: sent });

      assert.deepEqual([status, body], [200, { ...success, [setting]: answered(setting, value) }]);
      assert.deepEqual(await ears.heard(), { guest: [data ? updateDict(data) : update(setting, value)] });
      assert.deepEqual((await realmState(server))[`realm_${setting}`], value);
      await server.as('owner').patch('/realm', { [setting]: wordFor(setting, before) });
      assert.equal((await realmState(server))[`realm_${setting}`], before);
      const usual = setting === 'new_stream_announcements_stream_id' ? 1 : 0;
      assert.equal(server.db.value('SELECT count(*) FROM realm_settings WHERE name = ?', setting), usual);
    });
  }

  it('tells others that a setting belongs to owners before it looks at the value', async (t) => {
    const server = await startServer(t);
    const wrong = {
      authentication_methods: { 'Carrier pigeon': true },
      message_retention_days: 0,
      waiting_period_threshold: -1,
      invite_required: 'perhaps',
      can_create_groups: { new: 987_654 },
    };

    for (const [setting, value] of Object.entries(wrong)) {
      const refused = await server.as('admin').patch('/realm', { [setting]: value });
      const explained = await server.as('owner').patch('/realm', { [setting]: value });

      assert.deepEqual([refused.status, refused.body], [400, ownersOnly], setting);
      assert.equal(explained.status, 400, setting);
      assert.notEqual(explained.body.msg, ownersOnly.msg, setting);
    }
  });

  it('leaves to owners how people get in and how long messages stay', async (t) => {
    const server = await startServer(t);
    const members = groupId(server, 'role:members');
    const owned = {
      authentication_methods: { Email: true },
      disallow_disposable_email_addresses: false,
      emails_restricted_to_domains: true,
      invite_required: false,
      message_retention_days: 30,
      waiting_period_threshold: 3,
      can_create_groups: { new: members },
      can_invite_users_group: { new: members },
      can_manage_all_groups: { new: members },
      can_manage_billing_group: { new: members },
      create_multiuse_invite_group: { new: members },
    };
    const before = server.db.all('SELECT * FROM realm_settings');

    for (const [setting, value] of Object.entries(owned)) {
      const refused = await server.as('admin').patch('/realm', { inline_image_preview: false, [setting]: value });

      assert.deepEqual([refused.status, refused.body], [400, ownersOnly], setting);
    }
    assert.deepEqual(server.db.all('SELECT * FROM realm_settings'), before);
    for (const [setting, value] of Object.entries(owned)) {
      const { status } = await server.as('owner').patch('/realm', { [setting]: value });

      assert.equal(status, 200, setting);
    }
  });

  const wrong: readonly [setting: string, value: unknown, answer: object][] = [
    ['message_content_edit_limit_seconds', 0, badValue('message_content_edit_limit_seconds', '0')],
    [
      'message_content_delete_limit_seconds',
      'none',
      badRequest('message_content_delete_limit_seconds is not valid JSON'),
    ],
    ['message_retention_days', -1, badValue('message_retention_days', '-1')],
    ['waiting_period_threshold', -1, badRequest('waiting_period_threshold is too small')],
    ['default_language', 'klingon', badRequest("Invalid language 'klingon'")],
    ['digest_weekday', 7, badRequest('Invalid digest_weekday')],
    ['digest_weekday', [], badRequest('Invalid digest_weekday')],
    ['org_type', 15, badRequest('Invalid org_type')],
    ['video_chat_provider', 3, badRequest('Invalid video_chat_provider 3')],
    ['gif_rating_policy', 9, badRequest('Invalid gif_rating_policy 9')],
    ['topics_policy', 'empty_topic_only', badRequest('Invalid topics_policy')],
    ['default_avatar_source', 'G', badRequest('Invalid default_avatar_source')],
    ['message_edit_history_visibility_policy', 'some', badRequest('Invalid message_edit_history_visibility_policy')],
    ['jitsi_server_url', 'ftp://example.com', badRequest('jitsi_server_url is not a URL')],
    ['jitsi_server_url', [], badRequest('jitsi_server_url is not a string')],
    ['media_preview_size', 0, badRequest('media_preview_size is too small')],
    ['authentication_methods', { Email: 'yes' }, badRequest('authentication_methods["Email"] is not a boolean')],
    ['signup_announcements_stream_id', -2, badRequest('signup_announcements_stream_id is too small')],
  ];
  for (const [setting, value, answer] of wrong) {
    it(`refuses ${setting} = ${JSON.stringify(value)}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await server.as('owner').patch('/realm', { name: 'Changed', [setting]: value });

      assert.deepEqual([status, body], [400, answer]);
      assert.deepEqual(await ears.heard(), {});
      assert.equal((await realmState(server)).realm_name, 'Test Organization');
    });
  }

  it('takes every channel that the administrator sees, also one that they are not in', async (t) => {
    const server = await startServer(t);
    const hidden = await subscribe(server.as('alice'), 'hidden', { invite_only: true });
    const archived = await subscribe(server.as('admin'), 'archived');
    server.db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', archived);
    const settings = [
      'moderation_request_channel_id',
      'new_stream_announcements_stream_id',
      'signup_announcements_stream_id',
      'zulip_update_announcements_stream_id',
    ];

    for (const setting of settings) {
      for (const id of [archived, 999]) {
        const { status, body } = await server.as('admin').patch('/realm', { [setting]: id });

        assert.deepEqual([status, body], [400, badRequest('Invalid channel ID')], `${setting} ${id}`);
      }
      const { body } = await server.as('admin').patch('/realm', { [setting]: hidden });
      assert.deepEqual(body, { ...success, [setting]: hidden });
    }
  });

  it('forgets a channel that is archived, and says so', async (t) => {
    const server = await startServer(t);
    const news = await subscribe(server.as('admin'), 'news');
    const values = { signup_announcements_stream_id: news, zulip_update_announcements_stream_id: news };
    await server.as('admin').patch('/realm', values);
    const ears = await listen(server, ['guest'], { event_types: ['realm'], ...asking });

    const { status } = await server.as('admin').delete(`/streams/${news}`);

    assert.equal(status, 200);
    assert.deepEqual(await ears.heard(), {
      guest: [update('signup_announcements_stream_id', -1), update('zulip_update_announcements_stream_id', -1)],
    });
    const state = await realmState(server);
    assert.deepEqual(
      [state.realm_signup_announcements_stream_id, state.realm_new_stream_announcements_stream_id],
      [-1, 1],
    );
  });

  it('gives a permission to a group or to a set of people, and says so to all', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['guest']);
    const moderators = groupId(server, 'role:moderators');
    const set = { direct_members: [server.users.bob.id, server.users.alice.id], direct_subgroups: [moderators] };
    const sorted = { ...set, direct_members: [server.users.alice.id, server.users.bob.id] };
    const groups = () => server.db.value<number>('SELECT count(*) FROM groups') as number;
    const before = groups();

    const toGroup = await server.as('admin').patch('/realm', { can_add_custom_emoji_group: { new: moderators } });
    const toSet = await server
      .as('admin')
      .patch('/realm', { can_add_custom_emoji_group: { new: set, old: moderators } });
    const same = await server.as('admin').patch('/realm', { can_add_custom_emoji_group: { new: sorted, old: set } });

    assert.deepEqual(toGroup.body, { ...success, can_add_custom_emoji_group: moderators });
    assert.deepEqual(toSet.body, { ...success, can_add_custom_emoji_group: sorted });
    assert.deepEqual(same.body, success);
    assert.deepEqual(await ears.heard(), {
      guest: [
        updateDict({ can_add_custom_emoji_group: moderators }),
        updateDict({ can_add_custom_emoji_group: sorted }),
      ],
    });
    assert.deepEqual((await realmState(server)).realm_can_add_custom_emoji_group, sorted);
    assert.equal(groups(), before + 1);
    await server.as('admin').patch('/realm', { can_add_custom_emoji_group: { new: groupId(server, 'role:members') } });
    assert.equal(groups(), before);
    assert.equal(server.db.value("SELECT count(*) FROM realm_settings WHERE name LIKE 'can_%'"), 0);
  });

  it('gives no permission to those it is not for', async (t) => {
    const server = await startServer(t);
    const refusals: readonly [permission: string, group: string][] = [
      ['can_add_custom_emoji_group', 'role:everyone'],
      ['can_add_custom_emoji_group', 'role:internet'],
      ['can_manage_all_groups', 'role:nobody'],
      ['can_access_all_users_group', 'role:moderators'],
      ['can_create_web_public_channel_group', 'role:members'],
      ['can_invite_users_group', 'role:everyone'],
    ];

    for (const [permission, group] of refusals) {
      const { status, body } = await server
        .as('owner')
        .patch('/realm', { [permission]: { new: groupId(server, group) } });

      const msg = `'${permission}' setting cannot be set to '${group}' group.`;
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }
    const { body } = await server
      .as('owner')
      .patch('/realm', { can_manage_all_groups: { new: { direct_members: [], direct_subgroups: [] } } });
    assert.equal(body.msg, "'can_manage_all_groups' setting cannot be set to 'role:nobody' group.");
  });

  it('names the permission that only a system group can have', async (t) => {
    const server = await startServer(t);
    const setting_name = 'can_access_all_users_group';
    const people = { direct_members: [server.users.alice.id], direct_subgroups: [] };

    const { status, body } = await server.as('owner').patch('/realm', { [setting_name]: { new: people } });

    const msg = `'${setting_name}' must be a system user group.`;
    assert.deepEqual([status, body], [400, { ...badRequest(msg), code: 'SYSTEM_GROUP_REQUIRED', setting_name }]);
  });

  it('makes what it says come true: who may edit, and what is shown of edits', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general' });
    await server.as('alice').patch(`/messages/${id}`, { content: 'better' });
    const edits = async () => (await server.as('bob').get(`/messages/${id}`)).body.message.edit_history;
    assert.equal((await edits()).length, 1);

    const values = { message_edit_history_visibility_policy: 'none', allow_message_editing: false };
    await server.as('admin').patch('/realm', values);

    assert.equal(await edits(), undefined);
    const refused = await server.as('alice').patch(`/messages/${id}`, { content: 'best' });
    assert.deepEqual(refused.body, badRequest('Your organization has turned off message editing'));
  });
});

describe('the realm section of POST /register', () => {
  it('tells permissions also in the numbers that older clients know', async (t) => {
    const server = await startServer(t);
    const legacy = async () => {
      const state = await realmState(server);
      return ['wildcard_mention', 'create_public_stream', 'create_private_stream', 'create_web_public_stream'].map(
        (name) => state[`realm_${name}_policy`],
      );
    };
    const set = { direct_members: [server.users.alice.id], direct_subgroups: [] };
    const give = (group: number | object) =>
      server.as('owner').patch('/realm', {
        can_mention_many_users_group: { new: group },
        can_create_public_channel_group: { new: group },
      });

    assert.deepEqual(await legacy(), [5, 1, 1, 7]);
    await give(groupId(server, 'role:moderators'));
    assert.deepEqual(await legacy(), [7, 4, 1, 7]);
    await give(groupId(server, 'role:fullmembers'));
    assert.deepEqual(await legacy(), [3, 3, 1, 7]);
    await give(set);
    assert.deepEqual(await legacy(), [1, 1, 1, 7]);
  });

  it('says which groups each permission can be given to', async (t) => {
    const server = await startServer(t);

    const rules = (await realmState(server)).server_supported_permission_settings as Record<string, Values>;

    assert.deepEqual(rules.realm?.can_access_all_users_group, {
      require_system_group: true,
      allow_internet_group: false,
      allow_nobody_group: false,
      allow_everyone_group: true,
      default_group_name: 'role:everyone',
      default_for_system_groups: null,
      allowed_system_groups: ['role:everyone', 'role:members'],
    });
    assert.deepEqual(rules.stream?.can_administer_channel_group, {
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: false,
      default_group_name: 'channel_creator',
      default_for_system_groups: null,
      allowed_system_groups: [],
    });
    assert.deepEqual(rules.group?.can_manage_group, {
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group: false,
      default_group_name: 'group_creator',
      default_for_system_groups: 'role:nobody',
      allowed_system_groups: [],
    });
  });

  it('offers what the settings can be set to', async (t) => {
    const server = await startServer(t);

    const state = await realmState(server);

    const options = state.realm_available_video_chat_providers as Record<string, { id: number }>;
    const ratings = state.gif_rating_policy_options as Record<string, { id: number }>;
    for (const { id } of Object.values(options)) {
      assert.equal((await server.as('owner').patch('/realm', { video_chat_provider: id })).status, 200);
    }
    for (const { id } of Object.values(ratings)) {
      assert.equal((await server.as('owner').patch('/realm', { gif_rating_policy: id })).status, 200);
    }
    const { realm_gif_rating_policy, realm_giphy_rating } = await realmState(server);
    const last = Object.values(ratings).at(-1)?.id;
    assert.deepEqual([realm_gif_rating_policy, realm_giphy_rating], [last, last], 'older clients read the older name');
    assert.deepEqual(state.realm_authentication_methods, { Email: { enabled: true, available: true } });
    assert.deepEqual(Object.keys(state.realm_default_external_accounts as object), ['twitter', 'github']);
  });
});

describe('GET /server_settings', () => {
  it('says that the web may look in once it may, and there is something to see', async (t) => {
    const server = await startServer(t);
    const told = async () => (await server.anonymous.get('/server_settings')).body.realm_web_public_access_enabled;

    assert.equal(await told(), false);
    await server.as('owner').patch('/realm', { enable_spectator_access: true });
    assert.equal(await told(), false);
    server.db.run('UPDATE channels SET is_web_public = 1 WHERE id = 1');
    assert.equal(await told(), true);
    await server.as('owner').patch('/realm', { enable_spectator_access: false });
    assert.equal(await told(), false);
  });

  it('stores a permission for nobody as role:nobody, named so or as a group without members', async (t) => {
    const server = await startServer(t);
    const nobody = groupId(server, 'role:nobody');
    const give = async (value: unknown) => {
      const { body } = await server.as('owner').patch('/realm', { can_create_public_channel_group: { new: value } });
      return body.can_create_public_channel_group;
    };

    assert.equal(await give({ direct_members: [], direct_subgroups: [] }), nobody);
    assert.equal((await realmState(server)).realm_can_create_public_channel_group, nobody);
    await give(groupId(server, 'role:members'));
    assert.equal(await give(nobody), nobody);
  });
});

// Of a text, clients only learn that it has changed; one policy is a number in the answer.
function answered(setting: string, value: unknown): unknown {
  if (setting === 'message_edit_history_visibility_policy') return 3;
  return typeof value === 'string' ? 'updated' : value;
}

/** What a request has to say for a value that stands for none. */
function wordFor(setting: string, value: unknown): unknown {
  if (value === null) return 'default';
  return setting === 'message_retention_days' ? 'unlimited' : value;
}

function badValue(name: string, value: string) {
  return {
    result: 'error',
    msg: `Bad value for '${name}': ${value}`,
    code: 'REQUEST_VARIABLE_INVALID',
    var_name: name,
    bad_value: value,
  };
}
