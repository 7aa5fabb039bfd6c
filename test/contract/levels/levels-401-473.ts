import assert from 'node:assert/strict';
import { systemGroupId } from '../../../src/realm/group.ts';
import { uploadFile } from '../../support/files.ts';
import { callsWith, channelPermission, realmPermission, realmSetting, renders, userSetting } from './kinds.ts';
import { type Row, replaced, row, shown, unchanged } from './row.ts';
import { lacks, tells } from './seen.ts';
import { all, excludes, has, includes, play } from './stage.ts';

const tomorrow = Date.UTC(2026, 0, 6, 9, 0) / 1000;
const integers = { '[]': 'integer' };

export const rows: readonly Row[] = [
  shown(
    473,
    'bots that administer set the status of others',
    'users/statuses.test.ts',
    'lets a bot do so that administers',
  ),
  row(
    472,
    'files list the messages that refer to them by id',
    all(tells('attachments.[].message_ids', integers), lacks('attachments.[].messages')),
  ),
  row(
    471,
    'linkifiers have a way back from a URL to text, which an empty text takes away',
    play(async ({ ok, fails }) => {
      const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
      const back = { example_input: '#12', reverse_template: '#{id}' };
      await fails('admin POST /realm/filters', { ...linkifier, reverse_template: '#{id}' });
      const { id } = await ok('admin POST /realm/filters', { ...linkifier, ...back });
      const list = async () => (await ok('alice GET /realm/linkifiers')).linkifiers;
      includes(await list(), back);
      await ok(`admin PATCH /realm/filters/${id}`, { ...linkifier, example_input: '', reverse_template: '' });
      includes(await list(), { example_input: null, reverse_template: null });
    }),
  ),
  row(
    470,
    'a device is removed',
    play(async ({ ok, state, events }) => {
      const { device_id } = await ok('alice POST /register_client_device');
      includes(await events('alice', () => ok('alice POST /remove_client_device', { device_id })), {
        type: 'device',
        op: 'remove',
        device_id,
      });
      assert.deepEqual((await state('alice')).devices, {});
    }),
  ),
  row(469, 'the organization chooses the size of previews', realmSetting('media_preview_size', 150)),
  row(
    468,
    'devices get an id before they are registered for notifications',
    play(async ({ ok, state, events }) => {
      const heard = await events('alice', () => ok('alice POST /register_client_device'));
      const { device_id } = includes(heard, { type: 'device', op: 'add' });
      has((await state('alice')).devices, { [device_id]: { push_token_id: null, push_registration_error_code: null } });
    }),
  ),
  shown(468, 'a device rotates its key by itself', 'push/devices.test.ts', 'rotates the key of a registered device'),
  shown(
    468,
    'a device rotates its token by itself',
    'push/devices.test.ts',
    'rotates the token of a registered device, which keeps its old one meanwhile',
  ),
  shown(
    468,
    'a test notification goes to the device that is named',
    'push/test-notification.test.ts',
    'reaches the one device that is named',
  ),
  row(468, 'registrations for notifications are no list of their own', lacks('register.push_devices')),
  shown(
    467,
    'pictures in the text are those of this server',
    'markdown/image.test.ts',
    'stands where … does, and not below',
  ),
  shown(467, 'those of other servers are links', 'markdown/image.test.ts', 'is none …'),
  row(465, 'calls on Nextcloud Talk are not configured', callsWith('nextcloud_talk', 'Nextcloud Talk')),
  row(466, 'the organization has a UUID', tells('register.realm_uuid', 'string')),
  row(466, 'pictures may be drawn by the server', tells('register.avatar_source', '=J')),
  row(
    464,
    'the description of the organization changes together with its HTML',
    play(async ({ ok, events }) => {
      const heard = await events('alice', () => ok('owner PATCH /realm', { description: '*Soup*' }));
      includes(heard, {
        type: 'realm',
        op: 'update_dict',
        data: { description: '*Soup*', rendered_description: '<p><em>Soup</em></p>' },
      });
      excludes(heard, { op: 'update' });
    }),
  ),
  row(
    463,
    'the key of a bot can be read',
    play(async ({ ok, users }) => {
      const { api_key } = await ok(`alice GET /bots/${users.bot.id}/api_key`);
      assert.match(api_key, /^[A-Za-z0-9]{32}$/);
    }),
  ),
  shown(
    461,
    'a new address of a bot is an event for who administers it',
    'bots/bots.test.ts',
    'changes its address by its short name, which is an event for everyone and one for who administers it',
  ),
  row(460, 'calls on Constructor Groups are not configured', callsWith('constructorgroups', 'Constructor Groups')),
  shown(
    459,
    'what a user wrote is deleted with the account',
    'users/deactivation-actions.test.ts',
    'deletes with … what the user and their bots sent there, and nothing else',
  ),
  shown(
    459,
    'name and picture are deleted with the account',
    'users/deactivation-actions.test.ts',
    'takes name and picture away with delete_profile, even where names are unique',
  ),
  row(
    458,
    'the channels of a bot are listed',
    play(async ({ ok, users }) => {
      await ok('admin POST /users/me/subscriptions', {
        subscriptions: [{ name: 'general' }],
        principals: [users.bot.id],
      });
      has(await ok(`alice GET /users/${users.bot.id}/channels`), { subscribed_channel_ids: [1] });
      has(await ok(`alice GET /users/${users.bot.id}/subscriptions/1`), { is_subscribed: true });
    }),
  ),
  row(
    458,
    'bots are members of groups',
    play(async ({ ok, users, db }) => {
      const members = `alice GET /user_groups/${systemGroupId(db, 'role:members')}/members` as const;
      has(await ok(`${members}/${users.bot.id}`), { is_user_group_member: true });
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      has(await ok(`alice GET /user_groups/${group_id}/members/${users.bot.id}`), { is_user_group_member: false });
    }),
  ),
  replaced(462, 'the event of a description has its HTML', 464),
  shown(
    457,
    'the event of a deletion has what the deleter may read',
    'messages/deletion.test.ts',
    'removes from protected history only what the deleter sees, and tells each of what they saw',
  ),
  row(
    456,
    'the organization chooses the pictures of people without one',
    all(
      tells('register.realm_default_avatar_source', '=J'),
      play(async ({ ok, fails }) => {
        assert.equal(
          (await ok('admin PATCH /realm', { default_avatar_source: 'J' })).ignored_parameters_unsupported,
          undefined,
        );
        await fails('admin PATCH /realm', { default_avatar_source: 'X' }, { msg: 'Invalid default_avatar_source' });
      }),
    ),
  ),
  row(
    455,
    'people are found by profile fields',
    play(async ({ ok }) => {
      const { id } = await ok('admin POST /realm/profile_fields', {
        name: 'Nick',
        field_type: 1,
        use_for_user_matching: true,
      });
      const list = async () => (await ok('alice GET /realm/profile_fields')).custom_fields;
      includes(await list(), { id, use_for_user_matching: true });
      await ok(`admin PATCH /realm/profile_fields/${id}`, { use_for_user_matching: false });
      includes(await list(), { id, use_for_user_matching: false });
    }),
  ),
  row(454, 'the view of recent conversations is called recent', userSetting('web_home_view', 'recent')),
  row(
    453,
    'one rating counts for all GIFs',
    all(realmSetting('gif_rating_policy', 4), tells('register.gif_rating_policy_options.pg.id', 3)),
  ),
  shown(
    452,
    'messages that expire are events',
    'messages/retention.test.ts',
    'deletes what is older than the organization keeps it, and tells those who had it',
  ),
  shown(
    451,
    'a time that cannot be read stays text',
    'markdown/time.test.ts',
    'that are none, such as …, are plain text',
  ),
  replaced(450, 'the event of a registration for notifications has its account as a number', 468),
  shown(
    449,
    'types of exports are words',
    'realm/exports.test.ts',
    'are made by the server, and downloaded from an address that only they know, until they delete them',
  ),
  row(
    448,
    'who may not post gets no address of the channel',
    play(async ({ ok, fails, db }) => {
      await ok('alice GET /streams/1/email_address');
      await ok('owner PATCH /streams/1', { can_send_message_group: { new: systemGroupId(db, 'role:moderators') } });
      await ok('moderator GET /streams/1/email_address');
      await fails('alice GET /streams/1/email_address', {});
    }),
  ),
  shown(
    447,
    'the address of a bot follows its short name',
    'bots/bots.test.ts',
    'changes its address by its short name, which is an event for everyone and one for who administers it',
  ),
  row(
    446,
    'narrow: mentions of somebody',
    play(async ({ ok, send, users }) => {
      const id = await send('bob', '@**Alice Member** hello');
      await send('bob', '@_**Alice Member** hello');
      await send('bob', '@**all** hello');
      const narrow = [{ operator: 'mentions', operand: users.alice.id }];
      const { messages } = await ok('bob GET /messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
      assert.deepEqual(
        messages.map((one: { id: number }) => one.id),
        [id],
      );
      const { messages: matching } = await ok('bob GET /messages/matches_narrow', { msg_ids: [id, id + 1], narrow });
      assert.deepEqual(Object.keys(matching), [String(id)]);
      has(
        await ok('alice POST /messages/flags/narrow', {
          anchor: 'newest',
          num_before: 9,
          num_after: 0,
          narrow,
          op: 'add',
          flag: 'starred',
        }),
        { updated_count: 1 },
      );
    }),
  ),
  row(
    445,
    'pages begin at a date',
    play(async ({ ok, send, clock }) => {
      await send('alice', 'today');
      clock.advance(86_400);
      const id = await send('alice', 'tomorrow');
      const page = { anchor: 'date', num_before: 0, num_after: 1 };
      for (const anchor_date of ['2026-01-06', '2026-01-06T08:00:00Z'])
        has(await ok('bob GET /messages', { ...page, anchor_date }), { anchor: id, messages: [{ id }] });
    }),
  ),
  row(
    444,
    'administrators change settings of others',
    play(async ({ ok, fails, state, users }) => {
      const target_users = { user_ids: [users.alice.id], group_ids: [] };
      await fails('bob PATCH /settings', { starred_message_counts: false, target_users });
      await ok('admin PATCH /settings', { starred_message_counts: false, target_users });
      assert.equal((await state('alice')).user_settings.starred_message_counts, false);
      assert.equal((await state('admin')).user_settings.starred_message_counts, true);
    }),
  ),
  row(
    444,
    'and leave alone what these have chosen',
    play(async ({ ok, state, users }) => {
      await ok('alice PATCH /settings', { web_font_size_px: 18 });
      const target_users = { user_ids: [users.alice.id, users.bob.id], group_ids: [] };
      await ok('admin PATCH /settings', { web_font_size_px: 20, target_users, skip_if_already_edited: true });
      assert.equal((await state('alice')).user_settings.web_font_size_px, 18);
      assert.equal((await state('bob')).user_settings.web_font_size_px, 20);
    }),
  ),
  row(
    443,
    'files tell their time in seconds',
    play(async ({ ok, as, send, clock }) => {
      const file = await uploadFile(as('alice'));
      const id = await send('alice', `[note](${file})`);
      includes((await ok('alice GET /attachments')).attachments, { create_time: clock.now() });
      const { detached_uploads } = await ok(`alice PATCH /messages/${id}`, { content: 'without' });
      has(detached_uploads, [{ create_time: clock.now() }]);
    }),
  ),
  replaced(442, 'names of the rating of GIFs', 453),
  row(442, 'there is a key for GIFs of Tenor', tells('register.tenor_api_key', 'string')),
  row(
    441,
    'channels say who starts topics',
    all(
      channelPermission('can_create_topic_group'),
      play(async ({ ok, fails, db }) => {
        await ok('owner PATCH /streams/1', { can_create_topic_group: { new: systemGroupId(db, 'role:moderators') } });
        await fails(
          'alice POST /messages',
          { type: 'channel', to: 'general', topic: 'new', content: 'x' },
          { msg: 'You do not have permission to create new topics in this channel.' },
        );
      }),
    ),
  ),
  row(
    440,
    'the channels of others are listed',
    play(async ({ ok, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
      });
      const of = async (name: 'alice' | 'bob') =>
        (await ok(`${name} GET /users/${users.alice.id}/channels`)).subscribed_channel_ids;
      assert.deepEqual(await of('alice'), [1, id]);
      assert.deepEqual(await of('bob'), [1]);
    }),
  ),
  row(
    439,
    'personal settings have no other events than their own',
    play(async ({ ok, events }) => {
      const heard = await events('alice', async () => {
        await ok('alice PATCH /settings', { twenty_four_hour_time: true });
        await ok('alice PATCH /settings', { enable_sounds: false });
      });
      assert.deepEqual(
        heard.map(({ type }) => type),
        ['user_settings', 'user_settings'],
      );
    }),
  ),
  row(438, 'owners read everything, or not', tells('register.realm_owner_full_content_access', 'boolean')),
  row(
    437,
    'guests get no records that say nothing',
    play(async ({ ok, db }) => {
      await ok('owner PATCH /realm', { can_access_all_users_group: { new: systemGroupId(db, 'role:members') } });
      const { members } = await ok('guest GET /users');
      excludes(members, { full_name: 'Unknown user' });
      includes(members, { full_name: 'Gus Guest' });
    }),
  ),
  shown(437, 'pictures stand in the text', 'markdown/image.test.ts', 'stands where … does, and not below'),
  shown(
    437,
    'other links have previews besides',
    'markdown/image.test.ts',
    'can be beside a preview of another, or of the same',
  ),
  row(
    436,
    'a message of emoji alone is theirs alone for clients to enlarge',
    renders(':smile: :heart:', /^<p><span [^>]*>:smile:<\/span> <span [^>]*>:heart:<\/span><\/p>$/),
  ),
  row(
    435,
    'kinds of reports are listed',
    tells('register.server_report_message_types', { '[]': { key: 'string', name: 'string' } }),
  ),
  row(434, 'changes of channels are announced there, or not', realmSetting('send_channel_events_messages', false)),
  row(
    433,
    'users known from an import alone say so',
    all(
      tells('users.[].is_imported_stub', 'boolean'),
      tells('register.realm_users.[].is_imported_stub', 'boolean'),
      tells('register.cross_realm_bots.[].is_imported_stub', 'boolean'),
    ),
  ),
  replaced(432, 'keys of notifications are called `push_key`', 468),
  row(431, 'inbox by folders, or not', userSetting('web_inbox_show_channel_folders', false)),
  shown(
    429,
    'notifications of direct messages name all recipients',
    'push/notifications.test.ts',
    'of a direct message tells who is in the conversation',
  ),
  row(
    430,
    'consents to exports come with who sees the address',
    play(async ({ ok }) => {
      const { export_consents } = await ok('admin GET /export/realm/consents');
      includes(export_consents, { email_address_visibility: 1 });
    }),
  ),
  row(
    428,
    'who is deactivated leaves archived channels, too',
    play(async ({ ok, events, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'design',
        subscribers: [users.alice.id, users.bob.id],
      });
      await ok(`alice DELETE /streams/${id}`);
      const heard = await events('alice', () => ok(`owner DELETE /users/${users.bob.id}`));
      const left = heard.filter(({ type, op }) => type === 'subscription' && op === 'peer_remove');
      assert.ok(
        left.some(({ stream_ids, user_ids }) => stream_ids.includes(id) && user_ids.includes(users.bob.id)),
        JSON.stringify(heard),
      );
    }),
  ),
  row(
    427,
    'who made a channel is named as in other settings',
    tells(
      'register.server_supported_permission_settings.stream.can_administer_channel_group.default_group_name',
      '=channel_creator',
    ),
  ),
  row(426, 'nothing is said of mirrored networks', lacks('register.realm_is_zephyr_mirror_realm')),
  ...unchanged(425, 424, 423, 422, 421),
  shown(
    420,
    'an encrypted notification is tried',
    'push/test-notification.test.ts',
    'reaches all devices of the user, each encrypted in the form of its kind',
  ),
  row(
    419,
    'clients choose the form of events of presence',
    play(async ({ ok, events }) => {
      const come = () => ok('bob POST /users/me/presence', { status: 'active', new_user_input: true });
      const heard = await events('alice', come);
      assert.ok('presences' in includes(heard, { type: 'presence' }));
    }),
  ),
  row(
    418,
    'folders put into another order are an event',
    play(async ({ ok, events }) => {
      for (const name of ['Tea', 'Soup']) await ok('admin POST /channel_folders/create', { name, description: '' });
      includes(await events('guest', () => ok('admin PATCH /channel_folders', { order: [2, 1] })), {
        type: 'channel_folder',
        op: 'reorder',
        order: [2, 1],
      });
    }),
  ),
  row(
    417,
    'a channel is created by itself',
    play(async ({ ok, fails, users }) => {
      const values = { name: 'design', subscribers: [users.bob.id] };
      const { id } = await ok('alice POST /channels/create', values);
      assert.deepEqual((await ok(`bob GET /streams/${id}/members`)).subscribers, [users.bob.id]);
      await fails('alice POST /channels/create', values, { status: 409, code: 'CHANNEL_ALREADY_EXISTS' });
    }),
  ),
  row(416, 'newcomers get a text of the organization', realmSetting('welcome_message_custom_text', 'Hello!')),
  shown(
    416,
    'invitations have a text for newcomers',
    'invites/invites.test.ts',
    'lets administrators alone choose the welcome',
  ),
  row(
    416,
    'the text for newcomers is tried',
    play(async ({ ok, message, users }) => {
      const { message_id } = await ok('admin POST /realm/test_welcome_bot_custom_message', {
        welcome_message_custom_text: 'Hello!',
      });
      has(await message('admin', message_id), { type: 'private', content: '<p>Hello!</p>' });
      assert.ok(users.admin.id > 0);
    }),
  ),
  row(
    415,
    'reminders have a note',
    all(
      tells('register.max_reminder_note_length', 'integer'),
      play(async ({ ok, send }) => {
        const message_id = await send('alice', 'soup');
        await ok('alice POST /reminders', { message_id, scheduled_delivery_timestamp: tomorrow, note: 'Cook it' });
        const { reminders } = await ok('alice GET /reminders');
        assert.match(reminders[0].content, /Cook it/);
      }),
    ),
  ),
  row(
    414,
    'folders have an order',
    play(async ({ ok }) => {
      for (const name of ['Tea', 'Soup']) await ok('admin POST /channel_folders/create', { name, description: '' });
      await ok('admin PATCH /channel_folders', { order: [2, 1] });
      const { channel_folders } = await ok('alice GET /channel_folders');
      has(channel_folders, [
        { name: 'Soup', order: 0 },
        { name: 'Tea', order: 1 },
      ]);
    }),
  ),
  shown(
    413,
    'notifications have their documented form',
    'push/notifications.test.ts',
    'of a channel message tells channel and topic',
  ),
  shown(
    412,
    'clients get a part of the subscribers',
    'events/register-client.test.ts',
    'include_subscribers partial: of large channels bots, and people who were here or do not show it',
  ),
  shown(
    412,
    'subscriptions come with a part of the subscribers',
    'channels/subscriptions.test.ts',
    'holds of a large channel bots and those who were here lately where a part is enough',
  ),
  row(411, 'side bar by folders, or not', userSetting('web_left_sidebar_show_channel_folders', false)),
  row(
    410,
    'limits of folders are told',
    all(
      tells('register.max_channel_folder_name_length', 60),
      tells('register.max_channel_folder_description_length', 1024),
    ),
  ),
  row(409, 'notifications are encrypted, or say nothing', realmSetting('require_e2ee_push_notifications', true)),
  row(408, 'the clock of 24 hours is a setting', userSetting('twenty_four_hour_time', true)),
  row(407, 'channels say who deletes any message', channelPermission('can_delete_any_message_group')),
  row(407, 'channels say who deletes their own messages', channelPermission('can_delete_own_message_group')),
  row(407, 'the organization says who decides about deleting', realmPermission('can_set_delete_message_policy_group')),
  row(
    407,
    'administrators set the status of others',
    play(async ({ ok, users, events }) => {
      const heard = await events('bob', () =>
        ok(`admin POST /users/${users.alice.id}/status`, { status_text: 'away' }),
      );
      includes(heard, { type: 'user_status', user_id: users.alice.id, status_text: 'away' });
    }),
  ),
  replaced(406, 'devices are registered for encrypted notifications', 468),
  row(
    405,
    'an uploaded recording is played in its message',
    play(async ({ ok, as }) => {
      const file = await uploadFile(as('alice'), Buffer.from('ID3 and so on'), 'song.mp3');
      const { rendered } = await ok('alice POST /messages/render', { content: `![song](${file})` });
      assert.match(rendered, /<audio [^>]*src="\/user_uploads\//);
    }),
  ),
  row(
    404,
    'channels may have the empty topic alone',
    play(async ({ ok, fails }) => {
      await ok('alice POST /channels/create', { name: 'talk', subscribers: [], topics_policy: '"empty_topic_only"' });
      await fails(
        'alice POST /messages',
        { type: 'channel', to: 'talk', topic: 'named', content: 'x' },
        { empty_topic_display_name: 'general chat' },
      );
      await ok('alice POST /messages', { type: 'channel', to: 'talk', topic: '', content: 'x' });
    }),
  ),
  row(
    403,
    'webhooks say what belongs into their URL',
    tells('register.realm_incoming_webhook_bots.[].url_options', {
      '[]': { key: 'string', label: 'string', validator: 'string' },
    }),
  ),
  row(402, 'channels say who resolves topics', channelPermission('can_resolve_topics_group')),
  row(401, 'a channel opens with its first unread topic', userSetting('web_channel_default_view', 4)),
];
