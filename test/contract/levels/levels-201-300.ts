import assert from 'node:assert/strict';
import { systemGroupId } from '../../../src/realm/group.ts';
import { postFile, uploadFile } from '../../support/files.ts';
import {
  callsWith,
  groupPermission,
  noEndpoint,
  noRealmSetting,
  ownSetting,
  realmPermission,
  realmPermissionOfRoles,
  realmSetting,
  renders,
  userSetting,
} from './kinds.ts';
import { type Row, replaced, row, shown, unchanged } from './row.ts';
import { lacks, tells } from './seen.ts';
import { all, excludes, has, includes, play } from './stage.ts';

const tomorrow = Date.UTC(2026, 0, 6, 9, 0) / 1000;
const group = { name: 'cooks', description: '', members: [] };
const old = { client_capabilities: { notification_settings_null: true } };

export const rows: readonly Row[] = [
  row(
    300,
    'messages are fetched by their ids',
    play(async ({ ok, send }) => {
      const ids = [await send('bob', 'x'), await send('bob', 'y')];
      const { messages } = await ok('alice GET /messages', { message_ids: ids });
      assert.deepEqual(
        messages.map((one: { id: number }) => one.id),
        ids,
      );
    }),
  ),
  row(299, 'the organization says who makes groups', realmPermission('can_create_groups')),
  row(299, 'the organization says who manages all groups', realmPermission('can_manage_all_groups')),
  row(299, 'the older setting of that is gone', noRealmSetting('user_group_edit_policy', 1)),
  row(
    298,
    'a group in use stays, and says where it is',
    play(async ({ ok, fails }) => {
      const { group_id } = await ok('owner POST /user_groups/create', group);
      await ok('owner PATCH /realm', { can_create_groups: { new: group_id } });
      const { objections } = await fails(
        `owner POST /user_groups/${group_id}/deactivate`,
        {},
        { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' },
      );
      has(objections, [{ type: 'realm', settings: ['can_create_groups'] }]);
    }),
  ),
  row(
    297,
    'snippets are kept, listed and deleted, and are events',
    play(async ({ ok, state, events }) => {
      const heard = await events('alice', async () => {
        const { saved_snippet_id: id } = await ok('alice POST /saved_snippets', { title: 'Hi', content: 'Hello' });
        has(await ok('alice GET /saved_snippets'), { saved_snippets: [{ id, title: 'Hi', content: 'Hello' }] });
        assert.equal((await state('alice')).saved_snippets.length, 1);
        await ok(`alice DELETE /saved_snippets/${id}`);
      });
      assert.deepEqual(
        heard.map(({ type, op }) => `${type} ${op}`),
        ['saved_snippets add', 'saved_snippets remove'],
      );
    }),
  ),
  row(
    296,
    'profile fields say whether people edit them',
    play(async ({ ok, fails }) => {
      const { id } = await ok('admin POST /realm/profile_fields', {
        name: 'Desk',
        field_type: 1,
        editable_by_user: false,
      });
      includes((await ok('alice GET /realm/profile_fields')).custom_fields, { id, editable_by_user: false });
      await fails('alice PATCH /users/me/profile_data', { data: [{ id, value: '12' }] });
      await ok(`admin PATCH /realm/profile_fields/${id}`, { editable_by_user: true });
      await ok('alice PATCH /users/me/profile_data', { data: [{ id, value: '12' }] });
    }),
  ),
  row(
    295,
    'administrators see who consents to exports',
    play(async ({ ok, users }) => {
      await ok('alice PATCH /settings', { allow_private_data_export: true });
      includes((await ok('admin GET /export/realm/consents')).export_consents, {
        user_id: users.alice.id,
        consented: true,
      });
    }),
  ),
  row(
    295,
    'files are uploaded in parts',
    play(async ({ as }) => {
      const tus = { 'Tus-Resumable': '1.0.0' };
      const begun = await as('alice').send('POST', '/tus', { headers: { ...tus, 'Upload-Length': '4' } });
      assert.equal(begun.status, 201);
      const path = String(begun.headers.location).replace('/api/v1', '');
      for (const [offset, bytes, status] of [
        [0, 'ab', 204],
        [2, 'cd', 200],
      ] as const) {
        const headers = { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) };
        const answer = await as('alice').send('PATCH', path, { headers: { ...tus, ...headers }, body: bytes });
        assert.equal(answer.status, status);
      }
    }),
  ),
  row(
    294,
    'clients choose whether they know deactivated groups',
    play(async ({ ok, events }) => {
      const { group_id } = await ok('alice POST /user_groups/create', group);
      const heard = await events('bob', () => ok(`alice POST /user_groups/${group_id}/deactivate`), old);
      includes(heard, { type: 'user_group', op: 'remove', group_id });
      const renamed = await events('bob', () => ok(`alice PATCH /user_groups/${group_id}`, { description: 'x' }), old);
      excludes(renamed, { type: 'user_group' });
      excludes((await ok('alice GET /user_groups')).user_groups, { id: group_id });
      includes((await ok('alice GET /user_groups', { include_deactivated_groups: true })).user_groups, {
        id: group_id,
      });
    }),
  ),
  row(294, 'groups are not deleted', noEndpoint('DELETE /user_groups/9')),
  row(293, 'people consent to the export of their private data', ownSetting('allow_private_data_export', true)),
  row(
    292,
    'groups say who made them, and when',
    all(
      tells('groups.[].creator_id', ['integer', 'null']),
      tells('groups.[].date_created', ['integer', 'null']),
      play(async ({ ok, users, clock }) => {
        const { group_id } = await ok('alice POST /user_groups/create', group);
        includes((await ok('bob GET /user_groups')).user_groups, {
          id: group_id,
          creator_id: users.alice.id,
          date_created: clock.now(),
        });
      }),
    ),
  ),
  row(291, 'the organization says who deletes their own messages', realmPermission('can_delete_own_message_group')),
  row(291, 'the older setting of that is gone', noRealmSetting('delete_own_message_policy', 1)),
  row(
    290,
    'groups are deactivated',
    play(async ({ ok, events }) => {
      const { group_id } = await ok('alice POST /user_groups/create', group);
      const heard = await events('bob', () => ok(`alice POST /user_groups/${group_id}/deactivate`));
      includes(heard, { type: 'user_group', op: 'update', group_id, data: { deactivated: true } });
      includes((await ok('alice GET /user_groups', { include_deactivated_groups: true })).user_groups, {
        id: group_id,
        deactivated: true,
      });
    }),
  ),
  row(
    289,
    'who was subscribed is named by id',
    play(async ({ ok, users }) => {
      const add = { subscriptions: [{ name: 'design' }], principals: [users.bob.id] };
      has(await ok('alice POST /users/me/subscriptions', add), { subscribed: { [users.bob.id]: ['design'] } });
      has(await ok('alice POST /users/me/subscriptions', add), { already_subscribed: { [users.bob.id]: ['design'] } });
    }),
  ),
  shown(
    288,
    'presence goes as far back as the client wants',
    'users/presences.test.ts',
    'goes two weeks back where the client has nothing, or as far as it wants',
  ),
  shown(288, 'presence of the initial state, too', 'users/presences.test.ts', 'goes as far back as the client wants'),
  shown(
    287,
    'a picture on its way tells its size',
    'uploads/thumbnails.test.ts',
    'is told to be on its way, and shown small once it is there',
  ),
  row(
    286,
    'an uploaded file has its name',
    play(async ({ as }) => {
      const { body } = await postFile(as('alice'), 'x', 'Grüße & mehr.txt');
      assert.equal(body.filename, 'Grüße & mehr.txt');
    }),
  ),
  row(
    285,
    'an edit lists files that nothing shows any more',
    play(async ({ ok, as, send }) => {
      const file = await uploadFile(as('alice'));
      const id = await send('alice', `[note](${file})`);
      const { detached_uploads } = await ok(`alice PATCH /messages/${id}`, { content: 'without' });
      has(detached_uploads, [{ name: 'note.txt', path_id: file.replace('/user_uploads/', '') }]);
    }),
  ),
  row(
    284,
    'former texts have no version of a renderer',
    all(
      lacks('message.edit_history.[].prev_rendered_content_version'),
      play(async ({ ok, send, events }) => {
        const id = await send('alice', 'x');
        const heard = await events('alice', () => ok(`alice PATCH /messages/${id}`, { content: 'y' }));
        assert.equal('prev_rendered_content_version' in includes(heard, { type: 'update_message' }), false);
      }),
    ),
  ),
  row(283, 'groups say who manages them', groupPermission('can_manage_group')),
  row(282, 'there is no tutorial', noEndpoint('POST /users/me/tutorial_status')),
  row(281, 'the organization says who deletes any message', realmPermission('can_delete_any_message_group')),
  row(
    280,
    'the organization says who opens channels to the web',
    realmPermissionOfRoles('can_create_web_public_channel_group', 'role:moderators'),
  ),
  row(
    280,
    'the older setting of that can be read alone',
    noRealmSetting('create_web_public_stream_policy', 1, 'readable'),
  ),
  ...unchanged(279, 277),
  shown(
    278,
    'a picture on its way tells its size',
    'uploads/thumbnails.test.ts',
    'is told to be on its way, and shown small once it is there',
  ),
  shown(
    276,
    'previews tell the size of the picture',
    'uploads/thumbnails.test.ts',
    'is shown small at once where the same picture was uploaded before',
  ),
  row(275, 'when pictures move', userSetting('web_animate_image_previews', 'never')),
  replaced(274, 'who deletes hears of it, subscribed or not', 457),
  row(273, 'forms of thumbnails are told', tells('register.server_thumbnail_formats.[].name', 'string')),
  row(
    272,
    'an uploaded file has a URL, under its older name, too',
    play(async ({ as }) => {
      const { body } = await postFile(as('alice'), 'x');
      assert.match(body.url, /^\/user_uploads\//);
      assert.equal(body.uri, body.url);
    }),
  ),
  row(
    271,
    'narrow: the conversation of a message, wherever it went',
    play(async ({ ok, send, ids }) => {
      const id = await send('alice', 'x');
      await ok(`alice PATCH /messages/${id}`, { topic: 'dinner', send_notification_to_new_thread: false });
      const last = await send('alice', 'y', { topic: 'dinner' });
      await send('alice', 'z');
      assert.deepEqual(
        await ids('bob', [
          { operator: 'channel', operand: 1 },
          { operator: 'topic', operand: 'lunch' },
          { operator: 'with', operand: id },
        ]),
        [id, last],
      );
    }),
  ),
  row(270, 'the organization says who begins direct conversations', realmPermission('direct_message_initiator_group')),
  row(
    270,
    'the organization says who must be in direct conversations',
    realmPermission('direct_message_permission_group'),
  ),
  row(270, 'the older setting of that is gone', noRealmSetting('private_message_policy', 1)),
  row(269, 'what a channel opens with', userSetting('web_channel_default_view', 2)),
  row(268, 'sending opens the conversation, or not', userSetting('web_navigate_to_sent_message', false)),
  row(
    267,
    'who invites hears of who joins, or not',
    play(async ({ ok }) => {
      for (const notify_referrer_on_join of [true, false]) {
        const invitee_emails = `${notify_referrer_on_join}@example.com`;
        await ok('admin POST /invites', { invitee_emails, stream_ids: [1], notify_referrer_on_join });
        includes((await ok('admin GET /invites')).invites, { email: invitee_emails, notify_referrer_on_join });
      }
    }),
  ),
  row(266, 'the organization says who makes private channels', realmPermission('can_create_private_channel_group')),
  row(
    266,
    'the older setting of that can be read alone',
    noRealmSetting('create_private_stream_policy', 2, 'readable'),
  ),
  row(
    265,
    'narrow: followed topics',
    play(async ({ ok, send, ids }) => {
      const id = await send('bob', 'x', { topic: 'plans' });
      await send('bob', 'y');
      await ok('alice POST /user_topics', { stream_id: 1, topic: 'plans', visibility_policy: 3 });
      assert.deepEqual(await ids('alice', [{ operator: 'is', operand: 'followed' }]), [id]);
    }),
  ),
  row(264, 'the organization says who makes public channels', realmPermission('can_create_public_channel_group')),
  row(264, 'the older setting of that can be read alone', noRealmSetting('create_public_stream_policy', 2, 'readable')),
  row(
    263,
    'presence that is newer than what a client has',
    play(async ({ ok, state, users }) => {
      await ok('bob POST /users/me/presence', { status: 'active', new_user_input: true });
      const { presence_last_update_id: last } = await state('alice');
      const update = { status: 'active', last_update_id: -1 };
      const whole = await ok('alice POST /users/me/presence', { ...update });
      assert.ok(String(users.bob.id) in whole.presences);
      assert.ok(whole.presence_last_update_id >= last);
      const more = await ok('alice POST /users/me/presence', {
        ...update,
        last_update_id: whole.presence_last_update_id,
      });
      assert.equal(String(users.bob.id) in more.presences, false);
    }),
  ),
  row(
    262,
    'the status of somebody is asked for',
    play(async ({ ok, users }) => {
      await ok('bob POST /users/me/status', { status_text: 'away' });
      assert.deepEqual((await ok(`alice GET /users/${users.bob.id}/status`)).status, { status_text: 'away' });
    }),
  ),
  row(
    261,
    'invitations lead to the default channels',
    play(async ({ ok }) => {
      for (const path of ['/invites', '/invites/multiuse'] as const) {
        const values = { invitee_emails: 'new@example.com', stream_ids: [], include_realm_default_subscriptions: true };
        const { ignored_parameters_unsupported = [] } = await ok(`admin POST ${path}`, values);
        assert.equal(ignored_parameters_unsupported.includes('include_realm_default_subscriptions'), false);
      }
    }),
  ),
  shown(
    261,
    'who is invited follows the default channels',
    'web/sign-up.test.ts',
    'gives the channels and groups of the invitation, and default channels only if asked',
  ),
  row(
    260,
    'who mentions a group changes from one value to another',
    play(async ({ ok, fails, db }) => {
      const { group_id } = await ok('alice POST /user_groups/create', group);
      const [everyone, members] = [systemGroupId(db, 'role:everyone'), systemGroupId(db, 'role:members')];
      await fails(
        `alice PATCH /user_groups/${group_id}`,
        { can_mention_group: { new: everyone, old: members } },
        { code: 'EXPECTATION_MISMATCH' },
      );
      await ok(`alice PATCH /user_groups/${group_id}`, { can_mention_group: { new: members, old: everyone } });
    }),
  ),
  row(
    259,
    'steps of onboarding are notices of one kind',
    tells('register.onboarding_steps', { '[]': { type: '=one_time_notice', name: 'string' } }),
  ),
  row(258, 'groups say who mentions them', groupPermission('can_mention_group')),
  row(
    257,
    'the organization has a URL, under its older name, too',
    play(async ({ ok, state, app }) => {
      const url = app.config.public_url;
      has(await state('alice'), { realm_url: url, realm_uri: url });
      has(await ok('anonymous GET /server_settings'), { realm_url: url, realm_uri: url });
    }),
  ),
  shown(
    256,
    'a channel gets another first message',
    'channels/first-message.test.ts',
    'is another one once it is deleted, which everyone hears who may know of the channel',
  ),
  row(
    255,
    'errors speak of channels',
    play(async ({ fails }) => {
      await fails('alice GET /streams/99', {}, { msg: 'Invalid channel ID' });
    }),
  ),
  row(
    254,
    'channels say who made them',
    all(
      tells('register.subscriptions.[].creator_id', ['integer', 'null']),
      play(async ({ ok, users }) => {
        const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [] });
        assert.equal((await ok(`bob GET /streams/${id}`)).stream.creator_id, users.alice.id);
      }),
    ),
  ),
  row(253, 'people see that others type, or not', userSetting('receives_typing_notifications', false)),
  row(
    252,
    'a profile field keeps what is not given',
    play(async ({ ok }) => {
      const { id } = await ok('admin POST /realm/profile_fields', { name: 'Desk', hint: 'Number', field_type: 1 });
      await ok(`admin PATCH /realm/profile_fields/${id}`, { required: true });
      includes((await ok('alice GET /realm/profile_fields')).custom_fields, {
        id,
        name: 'Desk',
        hint: 'Number',
        required: true,
      });
    }),
  ),
  shown(
    251,
    'the limit for all files together is in MiB',
    'uploads/user-uploads.test.ts',
    'tells the limits to clients that register',
  ),
  row(
    250,
    'narrow: channels by their present name',
    play(async ({ send, ids }) => {
      const id = await send('bob', 'x');
      for (const operator of ['channel', 'stream'])
        assert.ok((await ids('alice', [{ operator, operand: 'general' }])).includes(id));
      for (const operator of ['channels', 'streams'])
        assert.ok((await ids('alice', [{ operator, operand: 'public' }])).includes(id));
    }),
  ),
  row(
    249,
    'narrow: messages with reactions',
    play(async ({ ok, send, ids }) => {
      const id = await send('bob', 'x');
      await send('bob', 'y');
      await ok(`alice POST /messages/${id}/reactions`, { emoji_name: 'heart' });
      assert.deepEqual(await ids('alice', [{ operator: 'has', operand: 'reaction' }]), [id]);
    }),
  ),
  row(
    248,
    'the type of messages to channels is channel',
    play(async ({ ok }) => {
      await ok('alice POST /messages', { type: 'channel', to: 'general', topic: 'x', content: 'x' });
      await ok('alice POST /typing', { type: 'channel', op: 'start', stream_id: 1, topic: 'x' });
      const later = { type: 'channel', to: 1, topic: 'x', content: 'x', scheduled_delivery_timestamp: tomorrow };
      const { scheduled_message_id: id } = await ok('alice POST /scheduled_messages', later);
      await ok(`alice PATCH /scheduled_messages/${id}`, { type: 'channel', to: 1, topic: 'y' });
    }),
  ),
  row(
    247,
    'everyone is mentioned by channel',
    renders('@**channel**', /class="user-mention channel-wildcard-mention" data-user-id="\*"/),
  ),
  row(246, 'no two people have one name, or may', realmSetting('require_unique_names', true)),
  row(245, 'size of text', userSetting('web_font_size_px', 20)),
  row(245, 'height of lines', userSetting('web_line_height_percent', 150)),
  row(
    244,
    'profile fields may be required',
    play(async ({ ok }) => {
      const { id } = await ok('admin POST /realm/profile_fields', { name: 'Desk', field_type: 1, required: true });
      includes((await ok('alice GET /realm/profile_fields')).custom_fields, { id, required: true });
    }),
  ),
  row(
    243,
    'ways to log in say whether they are there',
    tells('register.realm_authentication_methods.Email', {
      enabled: 'boolean',
      available: 'boolean',
      'unavailable_reason?': 'string',
    }),
  ),
  row(
    242,
    'the organization has a channel for news of the server',
    realmSetting('zulip_update_announcements_stream_id', 1),
  ),
  row(241, 'the organization has a channel for new channels', realmSetting('new_stream_announcements_stream_id', -1)),
  row(241, 'the organization has a channel for new people', realmSetting('signup_announcements_stream_id', 1)),
  shown(
    240,
    'after a change of the version every client registers anew, and needs no event',
    'events/saved-queues.test.ts',
    'are dropped, their rows too, where another version of chatd saved them',
  ),
  shown(240, 'clients are asked to load again', 'cli/render.test.ts', 'is seen by a server that runs'),
  ...unchanged(239, 238, 237),
  row(
    236,
    'the sender says whether a message is read',
    play(async ({ ok, send, message }) => {
      for (const read_by_sender of [true, false]) {
        const id = await send('alice', 'x', { read_by_sender });
        assert.equal((await message('alice', id)).flags.includes('read'), read_by_sender);
      }
      const later = { type: 'channel', to: 1, topic: 'x', content: 'x', scheduled_delivery_timestamp: tomorrow };
      const { ignored_parameters_unsupported } = await ok('alice POST /scheduled_messages', {
        ...later,
        read_by_sender: true,
      });
      assert.equal(ignored_parameters_unsupported, undefined);
    }),
  ),
  row(
    235,
    'people follow topics where they are mentioned, or not',
    userSetting('automatically_follow_topics_where_mentioned', false),
  ),
  shown(
    234,
    'a test notification has its own kind',
    'push/test-notification.test.ts',
    'reaches all devices of the user, each encrypted in the form of its kind',
  ),
  row(233, 'steps of onboarding are listed', tells('register.onboarding_steps', { '[]': 'any' })),
  row(
    233,
    'there are no steps to mark',
    play(async ({ ok, fails }) => {
      assert.deepEqual((await ok('alice POST /register')).onboarding_steps, []);
      await fails(
        'alice POST /users/me/onboarding_steps',
        { onboarding_step: 'intro' },
        { msg: 'Unknown onboarding step.' },
      );
    }),
  ),
  row(233, 'there are no hotspots', all(noEndpoint('POST /users/me/hotspots'), lacks('register.hotspots'))),
  shown(
    232,
    'clients choose whether they know incomplete lists of users',
    'events/register-client.test.ts',
    'spares guests records of people whom they may not know of, in the state and in events',
  ),
  shown(
    231,
    'whether phones are notified is an event',
    'push/test-notification.test.ts',
    'tells everyone that there are no notifications, once, when the push service says …',
  ),
  row(
    231,
    'how long phones are notified is told',
    tells('register.realm_push_notifications_enabled_end_timestamp', ['integer', 'null']),
  ),
  replaced(230, 'hotspots come after an event', 259),
  shown(
    229,
    'wildcards in large channels and topics have errors of their own',
    'messages/edits.test.ts',
    'refuses to mention many people to those who may not, in the channel and in the topic',
  ),
  shown(
    228,
    'guests hear of those they know alone',
    'users/access.test.ts',
    'they hear of changes to those they know, and of nobody else',
  ),
  shown(
    228,
    'guests hear whom they come to know',
    'users/access.test.ts',
    'they hear whom they come to know and no longer know',
  ),
  shown(
    228,
    'guests see the presence of those they know',
    'users/presences.test.ts',
    'shows guests only whom they may know of',
  ),
  row(227, 'what the badge counts', userSetting('desktop_icon_count_display', 4)),
  row(
    226,
    'subscriptions have no address, channels one that is asked for',
    all(
      lacks('subscriptions.[].email_address', 'register.subscriptions.[].email_address'),
      play(async ({ ok }) => {
        assert.equal(typeof (await ok('alice GET /streams/1/email_address')).email, 'string');
      }),
    ),
  ),
  row(
    225,
    'the organization says who sees everybody',
    realmPermissionOfRoles('can_access_all_users_group', 'role:members'),
  ),
  row(
    225,
    'which system groups a permission can be given to',
    tells('register.server_supported_permission_settings.realm.can_access_all_users_group.allowed_system_groups', {
      '[]': 'string',
    }),
  ),
  row(
    224,
    'mentions of a channel and of a topic are flags',
    play(async ({ send, message }) => {
      const one = await send('bob', '@**all** x');
      has(await message('alice', one), { flags: ['stream_wildcard_mentioned', 'wildcard_mentioned'] });
      await send('alice', 'here', { topic: 'plans' });
      const two = await send('bob', '@**topic** x', { topic: 'plans' });
      has(await message('alice', two), { flags: ['topic_wildcard_mentioned', 'wildcard_mentioned'] });
    }),
  ),
  row(
    223,
    'tokens of Apple need the app they are of',
    play(async ({ ok, fails }) => {
      await fails('alice POST /users/me/apns_device_token', { token: 'aa' }, { code: 'REQUEST_VARIABLE_MISSING' });
      await ok('alice POST /users/me/apns_device_token', { token: 'aa', appid: 'com.example.app' });
    }),
  ),
  row(
    222,
    'who is deactivated, or comes back, is updated',
    play(async ({ ok, events, users }) => {
      const { bob, bot } = users;
      const heard = await events('alice', async () => {
        await ok(`owner DELETE /users/${bob.id}`);
        await ok(`owner POST /users/${bob.id}/reactivate`);
        await ok(`alice DELETE /bots/${bot.id}`);
      });
      for (const is_active of [false, true])
        includes(heard, { type: 'realm_user', op: 'update', person: { user_id: bob.id, is_active } });
      includes(heard, { type: 'realm_user', op: 'update', person: { user_id: bot.id, is_active: false } });
      includes(heard, { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, is_active: false } });
      for (const op of ['add', 'remove']) for (const type of ['realm_user', 'realm_bot']) excludes(heard, { type, op });
    }),
  ),
  row(
    221,
    'what permissions can be given to',
    tells('register.server_supported_permission_settings', {
      realm: { '*': 'any' },
      stream: { '*': 'any' },
      group: { '*': 'any' },
    }),
  ),
  row(
    220,
    'guests hear of channels that are opened to the web',
    play(async ({ ok, events }) => {
      await ok('owner PATCH /realm', { enable_spectator_access: true });
      const open = { name: 'open', subscribers: [], is_web_public: true };
      const heard = await events('guest', () => ok('owner POST /channels/create', open));
      includes(heard, { type: 'stream', op: 'create' });
      const joined = await events('guest', () =>
        ok('bob POST /users/me/subscriptions', { subscriptions: [{ name: 'open' }] }),
      );
      includes(joined, { type: 'subscription', op: 'peer_add' });
    }),
  ),
  row(219, 'the home view', userSetting('web_home_view', 'all_messages')),
  row(219, 'the Escape key opens the home view, or not', userSetting('web_escape_navigates_to_home_view', false)),
  row(
    219,
    'topics are followed',
    play(async ({ ok, state }) => {
      await ok('alice POST /user_topics', { stream_id: 1, topic: 'plans', visibility_policy: 3 });
      includes((await state('alice')).user_topics, { topic_name: 'plans', visibility_policy: 3 });
    }),
  ),
  row(
    218,
    'sending says what it made of the topic',
    play(async ({ ok }) => {
      has(await ok('alice POST /messages', { type: 'channel', to: 'general', topic: 'plans', content: 'x' }), {
        automatic_new_visibility_policy: 3,
      });
    }),
  ),
  shown(
    217,
    'a notification is tried',
    'push/test-notification.test.ts',
    'reaches the devices that take encrypted notifications',
  ),
  row(216, 'guests are marked, or not', realmSetting('enable_guest_user_indicator', false)),
  row(
    215,
    'typing says which kind of conversation it is in',
    play(async ({ ok, fails, events, users }) => {
      const heard = await events('bob', async () => {
        await ok('alice POST /typing', { type: 'direct', op: 'start', to: [users.bob.id] });
        await ok('alice POST /typing', { type: 'stream', op: 'start', stream_id: 1, topic: 'x' });
      });
      includes(heard, { type: 'typing', message_type: 'direct' });
      includes(heard, { type: 'typing', message_type: 'stream', stream_id: 1, topic: 'x' });
      const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_id' };
      await fails('alice POST /typing', { type: 'stream', op: 'start', to: [1], topic: 'x' }, missing);
    }),
  ),
  row(214, 'when topics are followed', userSetting('automatically_follow_topics_policy', 1)),
  row(
    214,
    'when topics of muted channels are unmuted',
    userSetting('automatically_unmute_topics_in_muted_streams_policy', 1),
  ),
  shown(
    213,
    'unread messages count where they are not muted',
    'messages/unread.test.ts',
    'count, and one begins with them, where they are not muted: …',
  ),
  row(
    212,
    'the organization has a server for calls',
    all(
      realmSetting('jitsi_server_url', 'https://calls.example.com'),
      tells('register.server_jitsi_server_url', ['string', 'null']),
      play(async ({ ok, state }) => {
        await ok('owner PATCH /realm', { jitsi_server_url: 'https://calls.example.com' });
        assert.equal((await state('alice')).jitsi_server_url, 'https://calls.example.com');
      }),
    ),
  ),
  row(
    211,
    'what is done in steps says whether it is complete',
    play(async ({ ok, send }) => {
      await send('alice', 'x');
      has(await ok('alice POST /mark_all_as_read'), { result: 'success', complete: true });
      has(await ok('owner POST /streams/1/delete_topic', { topic_name: 'lunch' }), {
        result: 'success',
        complete: true,
      });
    }),
  ),
  row(210, 'which channels count unread messages', userSetting('web_stream_unreads_count_display_policy', 3)),
  row(
    209,
    'who may makes, lists and revokes invitation links',
    play(async ({ ok, events, users }) => {
      await ok('owner PATCH /realm', {
        create_multiuse_invite_group: { new: { direct_members: [users.alice.id], direct_subgroups: [] } },
      });
      const heard = await events('alice', () => ok('alice POST /invites/multiuse'));
      includes(heard, { type: 'invites_changed' });
      const { invites } = await ok('alice GET /invites');
      has(invites, [{ is_multiuse: true, invited_by_user_id: users.alice.id }]);
      await ok(`alice DELETE /invites/multiuse/${invites[0].id}`);
      assert.deepEqual((await ok('alice GET /invites')).invites, []);
    }),
  ),
  row(
    208,
    'people who are not there are bad requests',
    play(async ({ ok, fails, users }) => {
      await ok(`owner DELETE /users/${users.bob.id}`);
      for (const principals of [[999], [users.bob.id]]) {
        await fails('alice POST /users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
        await fails('admin DELETE /users/me/subscriptions', { subscriptions: ['general'], principals });
      }
    }),
  ),
  row(
    207,
    'incoming webhooks have names and events',
    all(
      tells('register.realm_incoming_webhook_bots.[].display_name', 'string'),
      tells('register.realm_incoming_webhook_bots.[].all_event_types', ['null', { '[]': 'string' }]),
    ),
  ),
  row(206, 'calls on Zoom are not configured', callsWith('zoom', 'Zoom')),
  row(
    205,
    'who changes role gets and loses channels',
    play(async ({ ok, events, users }) => {
      const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [users.alice.id] });
      const heard = await events('guest', async () => {
        await ok(`owner PATCH /users/${users.guest.id}`, { role: 400 });
        await ok(`owner PATCH /users/${users.guest.id}`, { role: 600 });
      });
      includes(heard, { type: 'stream', op: 'create', streams: [{ stream_id: id }] });
      includes(heard, { type: 'subscription', op: 'peer_add', stream_ids: [id] });
      includes(heard, { type: 'stream', op: 'delete', stream_ids: [id] });
    }),
  ),
  row(
    204,
    'times of typing are told',
    all(
      tells('register.server_typing_started_wait_period_milliseconds', 'integer'),
      tells('register.server_typing_stopped_wait_period_milliseconds', 'integer'),
      tells('register.server_typing_started_expiry_period_milliseconds', 'integer'),
    ),
  ),
  row(203, 'when the organization began', tells('register.realm_date_created', 'integer')),
  row(
    202,
    'linkifiers have an order',
    play(async ({ ok, events }) => {
      for (const name of ['a', 'b'])
        await ok('admin POST /realm/filters', {
          pattern: `${name}(?P<id>[0-9]+)`,
          url_template: 'https://example.com/{id}',
        });
      const heard = await events('alice', () => ok('admin PATCH /realm/linkifiers', { ordered_linkifier_ids: [2, 1] }));
      has(includes(heard, { type: 'realm_linkifiers' }).realm_linkifiers, [{ id: 2 }, { id: 1 }]);
    }),
  ),
  shown(
    201,
    'outgoing webhooks are triggered by direct messages',
    'bots/outgoing-webhook.test.ts',
    'gets direct messages, also of several people, and answers there',
  ),
];
