import assert from 'node:assert/strict';
import { uploadFile } from '../../support/files.ts';
import { png, upload } from '../../support/pictures.ts';
import { givePassword } from '../call.ts';
import { noEndpoint, noRealmSetting, noUserSetting, ownSetting, realmSetting, renders, userSetting } from './kinds.ts';
import { type Row, replaced, row, shown, unchanged } from './row.ts';
import { lacks, tells } from './seen.ts';
import { all, excludes, has, includes, play } from './stage.ts';

const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

export const rows: readonly Row[] = [
  row(
    100,
    'time to delete is without limit as null',
    all(
      realmSetting('message_content_delete_limit_seconds', null, 'unlimited'),
      play(async ({ fails }) => {
        await fails(
          'owner PATCH /realm',
          { message_content_delete_limit_seconds: 0 },
          { code: 'REQUEST_VARIABLE_INVALID' },
        );
      }),
    ),
  ),
  row(
    99,
    'newcomers get a clock of 24 hours',
    all(userSetting('twenty_four_hour_time', true), noRealmSetting('default_twenty_four_hour_time', true)),
  ),
  row(
    98,
    'channels are opened to the web when they are made or edited',
    play(async ({ ok }) => {
      await ok('owner PATCH /realm', { enable_spectator_access: true });
      await ok('owner POST /users/me/subscriptions', { subscriptions: [{ name: 'open' }], is_web_public: true });
      await ok('owner PATCH /streams/1', { is_web_public: true });
      const { streams } = await ok('alice GET /streams');
      for (const name of ['open', 'general']) includes(streams, { name, is_web_public: true });
    }),
  ),
  row(
    97,
    'custom emoji have a still picture',
    tells('emoji.1', {
      id: 'string',
      name: 'string',
      source_url: 'string',
      still_url: ['string', 'null'],
      deactivated: 'boolean',
      author_id: 'integer',
    }),
  ),
  row(
    96,
    'administrators change what newcomers begin with',
    play(async ({ ok, state }) => {
      await ok('admin PATCH /realm/user_settings_defaults', { color_scheme: 2 });
      assert.equal((await state('alice')).realm_user_settings_defaults.color_scheme, 2);
      assert.equal((await state('alice')).user_settings.color_scheme, 1);
    }),
  ),
  replaced(96, 'invitations end after days', 126),
  row(
    95,
    'what newcomers begin with is told, and an event',
    play(async ({ ok, events, state }) => {
      assert.equal((await state('alice')).realm_user_settings_defaults.enter_sends, false);
      const heard = await events('alice', () => ok('admin PATCH /realm/user_settings_defaults', { enter_sends: true }));
      includes(heard, { type: 'realm_user_settings_defaults', property: 'enter_sends', value: true });
    }),
  ),
  row(94, 'no organization is a demo with an end', lacks('register.demo_organization_scheduled_deletion_date')),
  row(93, 'groups say whether they are of the system', tells('groups.[].is_system_group', 'boolean')),
  shown(
    92,
    'pictures are left to clients unless they say otherwise',
    'events/register-client.test.ts',
    'client_gravatar: no picture is left out, because none is a Gravatar',
  ),
  row(
    91,
    'messages are kept without end',
    play(async ({ ok, state }) => {
      await ok('owner PATCH /realm', { message_retention_days: 30 });
      await ok('owner PATCH /realm', { message_retention_days: 'unlimited' });
      assert.equal((await state('alice')).realm_message_retention_days, -1);
      await ok('owner PATCH /streams/1', { message_retention_days: 'unlimited' });
      assert.equal((await ok('alice GET /streams/1')).stream.message_retention_days, -1);
    }),
  ),
  row(
    90,
    'unread topics do not name senders',
    all(tells('register.unread_msgs.streams.[].topic', 'string'), lacks('register.unread_msgs.streams.[].sender_ids')),
  ),
  row(
    89,
    'personal settings are one object and one event',
    play(async ({ ok, state, events }) => {
      const whole = await state('alice');
      assert.equal(whole.user_settings.enter_sends, false);
      assert.equal('enter_sends' in whole, false);
      includes(await events('alice', () => ok('alice PATCH /settings', { enter_sends: true })), {
        type: 'user_settings',
        op: 'update',
        property: 'enter_sends',
        value: true,
      });
    }),
  ),
  row(
    88,
    'what the version was made from is told',
    all(tells('register.zulip_merge_base', 'string'), tells('server.zulip_merge_base', 'string')),
  ),
  shown(
    88,
    'after a change of the version every client registers anew, and needs no event',
    'events/saved-queues.test.ts',
    'are dropped, their rows too, where another version of chatd saved them',
  ),
  row(87, 'drafts are kept, or not', userSetting('enable_drafts_synchronization', false)),
  row(
    87,
    'drafts are made, listed, edited and deleted',
    play(async ({ ok, events }) => {
      const draft = { type: 'stream', to: [1], topic: 'x', content: 'x' };
      const heard = await events('alice', async () => {
        const { ids } = await ok('alice POST /drafts', { drafts: [draft] });
        await ok(`alice PATCH /drafts/${ids[0]}`, { draft: { ...draft, content: 'y' } });
        has(await ok('alice GET /drafts'), { count: 1, drafts: [{ id: ids[0], content: 'y' }] });
        await ok(`alice DELETE /drafts/${ids[0]}`);
      });
      assert.deepEqual(
        heard.map(({ type, op }) => `${type} ${op}`),
        ['drafts add', 'drafts update', 'drafts remove'],
      );
    }),
  ),
  row(
    86,
    'a status has an emoji',
    play(async ({ ok, state, events, users }) => {
      const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
      includes(await events('alice', () => ok('bob POST /users/me/status', { status_text: 'away', ...emoji })), {
        type: 'user_status',
        ...emoji,
      });
      has((await state('alice')).user_status, { [users.bob.id]: emoji });
    }),
  ),
  replaced(85, 'who adds emoji', 307),
  replaced(84, 'the Enter key is told with the other settings', 89),
  row(83, 'bots of the server say so', tells('register.cross_realm_bots.[].is_system_bot', 'boolean')),
  row(82, 'how long mails wait', userSetting('email_notifications_batching_period_seconds', 600)),
  row(
    81,
    'the Enter key has no address of its own',
    all(noEndpoint('POST /users/me/enter-sends'), ownSetting('enter_sends', true)),
  ),
  row(
    80,
    'all personal settings have one address, and their older ones',
    play(async ({ ok, state }) => {
      await ok('alice PATCH /settings', { enter_sends: true, enable_sounds: false });
      await ok('alice PATCH /settings/notifications', { enable_digest_emails: false });
      await ok('alice PATCH /settings/display', { color_scheme: 2 });
      has((await state('alice')).user_settings, {
        enter_sends: true,
        enable_sounds: false,
        enable_digest_emails: false,
        color_scheme: 2,
      });
    }),
  ),
  row(
    79,
    'subscribers are named by id',
    all(tells('subscriptions.[].subscribers', { '[]': 'integer' }), tells('members', { '[]': 'integer' })),
  ),
  row(
    78,
    'settings are answered by what is not known alone',
    play(async ({ ok }) => {
      assert.deepEqual(await ok('alice PATCH /settings', { full_name: 'Alice Renamed', other: 1 }), {
        result: 'success',
        msg: '',
        ignored_parameters_unsupported: ['other'],
      });
    }),
  ),
  row(
    77,
    'a direct message that is deleted has neither recipient nor sender in its event',
    play(async ({ ok, send, events, users }) => {
      const id = await send('alice', 'x', { type: 'direct', to: [users.bob.id] });
      const [event] = await events('bob', () =>
        ok(`owner DELETE /messages/${id}`).catch(() => ok(`alice DELETE /messages/${id}`)),
      );
      for (const key of ['recipient_id', 'sender_id', 'sender']) assert.equal(key in event, false);
    }),
  ),
  row(
    76,
    'errors have a code, and failed logins their status',
    play(async (stage) => {
      await givePassword(stage, 'alice');
      await stage.fails(
        'anonymous POST /fetch_api_key',
        { username: 'alice@example.com', password: 'wrong' },
        { status: 401, code: 'AUTHENTICATION_FAILED' },
      );
      await stage.fails('alice GET /streams/99', {}, { code: 'BAD_REQUEST' });
    }),
  ),
  shown(
    76,
    'who is deactivated is not logged in',
    'users/login.test.ts',
    'lets nobody in whose account is deactivated, and tells only those who know the password',
  ),
  shown(
    76,
    'notifications name the group that is mentioned',
    'push/notifications.test.ts',
    'tells the smallest group by which a message mentions somebody, unless it does so by name',
  ),
  replaced(75, 'who edits topics', 316),
  row(
    74,
    'whether the server is old, and how long polls wait',
    all(
      tells('register.server_needs_upgrade', 'boolean'),
      tells('register.event_queue_longpoll_timeout_seconds', 'integer'),
    ),
  ),
  replaced(73, 'who manages bills', 363),
  row(
    72,
    'limits of files are in MiB',
    all(
      tells('register.max_icon_file_size_mib', 'integer'),
      tells('register.max_logo_file_size_mib', 'integer'),
      tells('register.realm_upload_quota_mib', ['integer', 'null']),
    ),
  ),
  row(
    71,
    'a channel that is closed or opened says whether it is open to the web',
    play(async ({ ok, events, users }) => {
      const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [users.alice.id] });
      const heard = await events('alice', () => ok(`alice PATCH /streams/${id}`, { is_private: true }));
      includes(heard, { type: 'stream', op: 'update', property: 'invite_only', value: true, is_web_public: false });
    }),
  ),
  row(70, 'presence comes with the time of the server', tells('register.server_timestamp', 'number')),
  ...unchanged(69, 68, 67, 66, 65),
  row(
    64,
    'texts come without quotes',
    play(async ({ ok, state }) => {
      await ok('owner PATCH /streams/1', { new_name: 'kitchen', description: 'Soup' });
      has((await ok('alice GET /streams/1')).stream, { name: 'kitchen', description: 'Soup' });
      await ok('alice PATCH /settings/display', { web_home_view: 'all_messages', emojiset: 'twitter' });
      has((await state('alice')).user_settings, { web_home_view: 'all_messages', emojiset: 'twitter' });
    }),
  ),
  row(
    63,
    'more texts come without quotes',
    play(async ({ ok }) => {
      await ok('alice PATCH /settings/notifications', { notification_sound: 'chime' });
      await ok('alice PATCH /settings/display', { default_language: 'de' });
      await ok('owner POST /realm/domains', { domain: 'example.org', allow_subdomains: false });
    }),
  ),
  row(
    63,
    'there are no groups of default channels',
    play(async ({ state }) => assert.deepEqual((await state('alice')).realm_default_stream_groups, [])),
  ),
  replaced(62, 'moderators mention everyone', 352),
  row(
    61,
    'people are invited as moderators',
    play(async ({ ok }) => {
      await ok('admin POST /invites', { invitee_emails: 'new@example.com', stream_ids: [], invite_as: 300 });
      await ok('admin POST /invites/multiuse', { invite_as: 300 });
      assert.deepEqual(
        (await ok('admin GET /invites')).invites.map((one: { invited_as: number }) => one.invited_as),
        [300, 300],
      );
    }),
  ),
  row(
    60,
    'there are moderators',
    play(async ({ ok, state, users }) => {
      assert.equal((await state('moderator')).is_moderator, true);
      await ok(`owner PATCH /users/${users.bob.id}`, { role: 300 });
      assert.equal((await ok(`alice GET /users/${users.bob.id}`)).user.role, 300);
    }),
  ),
  row(
    59,
    'users have a role',
    all(
      tells('users.[].role', 'integer'),
      tells('register.realm_users.[].role', 'integer'),
      tells('user.role', 'integer'),
    ),
  ),
  shown(
    59,
    'after a change of the version every client registers anew, and needs no event',
    'events/saved-queues.test.ts',
    'are dropped, their rows too, where another version of chatd saved them',
  ),
  row(
    58,
    'typing in channels, for clients that know it',
    play(async ({ ok, events }) => {
      const type = () => ok('alice POST /typing', { type: 'channel', op: 'start', stream_id: 1, topic: 'x' });
      includes(await events('bob', type), { type: 'typing', op: 'start', stream_id: 1 });
      assert.deepEqual(await events('bob', type, { client_capabilities: { notification_settings_null: true } }), []);
    }),
  ),
  row(
    57,
    'linkifiers are edited',
    play(async ({ ok }) => {
      const { id } = await ok('admin POST /realm/filters', linkifier);
      await ok(`admin PATCH /realm/filters/${id}`, { ...linkifier, url_template: 'https://example.org/{id}' });
      includes((await ok('alice GET /realm/linkifiers')).linkifiers, { id, url_template: 'https://example.org/{id}' });
    }),
  ),
  replaced(56, 'who moves messages between channels', 310),
  replaced(55, 'the rating of GIFs', 453),
  row(
    54,
    'linkifiers are objects',
    all(
      tells('linkifiers.[]', { '*': 'any' }),
      tells('register.realm_linkifiers.[].pattern', 'string'),
      noEndpoint('GET /realm/filters'),
    ),
  ),
  row(
    53,
    'limits of texts are told',
    all(
      ...['max_topic_length', 'max_message_length', 'max_stream_name_length', 'max_stream_description_length'].map(
        (name) => tells(`register.${name}`, 'integer'),
      ),
    ),
  ),
  row(
    52,
    'texts of the organization come without quotes',
    play(async ({ ok, state }) => {
      const values = {
        name: 'Kitchen',
        description: 'Soup',
        default_language: 'de',
        default_code_block_language: 'python',
      };
      await ok('owner PATCH /realm', values);
      has(
        await state('alice'),
        Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value])),
      );
    }),
  ),
  row(51, 'whether one may invite', tells('register.can_invite_others_to_realm', 'boolean')),
  replaced(50, 'who invites', 321),
  row(
    49,
    'playgrounds of code are made and removed',
    play(async ({ ok, state, events }) => {
      const heard = await events('alice', async () => {
        const { id } = await ok('admin POST /realm/playgrounds', {
          name: 'Play',
          pygments_language: 'Python',
          url_template: 'https://example.com/{code}',
        });
        has(await state('alice'), { realm_playgrounds: [{ id, name: 'Play' }] });
        await ok(`admin DELETE /realm/playgrounds/${id}`);
      });
      assert.deepEqual(
        heard.map(({ realm_playgrounds }) => realm_playgrounds.length),
        [1, 0],
      );
    }),
  ),
  row(
    48,
    'people are muted',
    play(async ({ ok, state, events, users }) => {
      const heard = await events('alice', () => ok(`alice POST /users/me/muted_users/${users.bob.id}`));
      includes(heard, { type: 'muted_users', muted_users: [{ id: users.bob.id }] });
      has(await state('alice'), { muted_users: [{ id: users.bob.id }] });
      await ok(`alice DELETE /users/me/muted_users/${users.bob.id}`);
      assert.deepEqual((await state('alice')).muted_users, []);
    }),
  ),
  row(47, 'the key for GIFs is told', tells('register.giphy_api_key', 'string')),
  row(
    46,
    'links of topics are objects',
    play(async ({ ok, send, message }) => {
      await ok('admin POST /realm/filters', linkifier);
      const id = await send('alice', 'x', { topic: 'see #12' });
      assert.deepEqual((await message('bob', id)).topic_links, [{ text: '#12', url: 'https://example.com/12' }]);
    }),
  ),
  row(
    45,
    'events of profile fields have all of them',
    play(async ({ ok, events }) => {
      const heard = await events('alice', () =>
        ok('admin POST /realm/profile_fields', { name: 'Desk', field_type: 1 }),
      );
      const event = includes(heard, { type: 'custom_profile_fields', fields: [{ name: 'Desk' }] });
      assert.equal('op' in event, false);
    }),
  ),
  row(44, 'whether older unread messages are missing', tells('register.unread_msgs.old_unreads_missing', 'boolean')),
  row(
    43,
    'presence is asked for by id',
    play(async ({ ok, users }) => {
      await ok('bob POST /users/me/presence', { status: 'active', new_user_input: true });
      for (const name of [users.bob.id, 'bob@example.com'])
        assert.ok((await ok(`alice GET /users/${name}/presence`)).presence.aggregated);
    }),
  ),
  replaced(42, 'the home view', 219),
  row(
    40,
    'changes of subscriptions have no address',
    play(async ({ ok, events }) => {
      const change = { subscription_data: [{ stream_id: 1, property: 'color', value: '#c2c2c2' }] };
      const heard = await events('alice', () => ok('alice POST /users/me/subscriptions/properties', change));
      assert.deepEqual(Object.keys(heard[0]).sort(), ['op', 'property', 'stream_id', 'type', 'value']);
    }),
  ),
  row(
    41,
    'changes of subscriptions have no name',
    play(async ({ ok, events }) => {
      const change = { subscription_data: [{ stream_id: 1, property: 'pin_to_top', value: true }] };
      const heard = await events('alice', () => ok('alice POST /users/me/subscriptions/properties', change));
      assert.equal('name' in heard[0], false);
    }),
  ),
  row(
    39,
    'somebody is asked for by address',
    play(async ({ ok, users }) => {
      assert.equal((await ok('alice GET /users/bob@example.com')).user.user_id, users.bob.id);
    }),
  ),
  replaced(38, 'how long topics of others are edited', 183),
  row(
    37,
    'subscribers are always listed where they are asked for',
    play(async ({ ok, state, users }) => {
      await ok('alice POST /channels/create', { name: 'secret', subscribers: [users.alice.id], invite_only: true });
      const { never_subscribed } = await state('admin', { include_subscribers: true });
      assert.deepEqual(includes(never_subscribed, { name: 'secret' }).subscribers, [users.alice.id]);
      for (const one of (await state('guest', { include_subscribers: true })).subscriptions)
        assert.ok(Array.isArray(one.subscribers));
    }),
  ),
  shown(
    36,
    'administrators make users who were given that right',
    'users/users.test.ts',
    'is for administrators who may create users',
  ),
  shown(
    36,
    'too many requests have a code',
    'http/rate-limits.test.ts',
    'tell what is left, and refuse what is too much with the time to wait',
  ),
  row(
    35,
    'events of other subscribers have lists',
    play(async ({ ok, events, users }) => {
      const heard = await events('alice', async () => {
        await ok('bob DELETE /users/me/subscriptions', { subscriptions: ['general'] });
        await ok('bob POST /users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
      });
      for (const op of ['peer_remove', 'peer_add'])
        includes(heard, { type: 'subscription', op, user_ids: [users.bob.id], stream_ids: [1] });
    }),
  ),
  replaced(34, 'who mentions everyone', 352),
  row(
    33,
    'blocks of code name their language',
    renders('```python\nx = 1\n```', /<div class="codehilite" data-code-language="Python">/),
  ),
  row(
    32,
    'events of flags have an operation, under its older name, too',
    play(async ({ ok, send, events }) => {
      const id = await send('bob', 'x');
      const heard = await events('alice', () =>
        ok('alice POST /messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
      );
      includes(heard, { type: 'update_message_flags', op: 'add', operation: 'add' });
    }),
  ),
  replaced(31, 'subscriptions have a role', 133),
  row(
    30,
    'channels say when they were made',
    all(tells('streams.[].date_created', 'integer'), tells('register.subscriptions.[].date_created', 'integer')),
  ),
  row(
    30,
    'new users and bots have an id',
    play(async ({ ok }) => {
      const { user_id } = await ok('admin POST /users', {
        email: 'new@example.com',
        password: 'a long password for the new one',
        full_name: 'Newcomer',
      });
      assert.equal((await ok(`alice GET /users/${user_id}`)).user.full_name, 'Newcomer');
      const { user_id: bot } = await ok('alice POST /bots', { full_name: 'Helper', short_name: 'helper' });
      assert.equal((await ok(`alice GET /users/${bot}`)).user.is_bot, true);
    }),
  ),
  ...unchanged(29, 28, 25),
  row(
    27,
    'recipients have no short name',
    play(async ({ send, message, users }) => {
      const id = await send('alice', 'x', { type: 'direct', to: [users.bob.id] });
      for (const one of (await message('bob', id)).display_recipient)
        assert.deepEqual(Object.keys(one).sort(), ['email', 'full_name', 'id', 'is_mirror_dummy']);
    }),
  ),
  row(26, 'messages have no short name of their sender', lacks('messages.[].sender_short_name')),
  row(
    24,
    'avatars are no Markdown',
    renders('!avatar(bob@example.com) !gravatar(bob@example.com)', /^<p>!avatar\(.*\) !gravatar\(.*\)<\/p>$/),
  ),
  row(
    23,
    'there is no pointer',
    noEndpoint('GET /users/me/pointer', 'POST /users/me/pointer', 'PUT /users/me/pointer'),
  ),
  replaced(22, 'files list dates of messages', 472),
  row(
    22,
    'invitations name who invites by id',
    all(
      tells('invites.[].invited_by_user_id', 'integer'),
      tells('invites.[].invited', 'integer'),
      lacks('invites.[].ref'),
    ),
  ),
  row(22, 'messages that are kept without end are minus one', tells('register.realm_message_retention_days', -1)),
  row(21, 'colours are a choice', all(userSetting('color_scheme', 2), noUserSetting('night_mode', true))),
  row(
    20,
    'people are invited as owners',
    play(async ({ ok }) => {
      await ok('owner POST /invites', { invitee_emails: 'new@example.com', stream_ids: [], invite_as: 100 });
      assert.equal((await ok('owner GET /invites')).invites[0].invited_as, 100);
    }),
  ),
  replaced(19, 'events of other subscribers name the channel by id', 35),
  shown(
    18,
    'clients choose whether they need all pictures',
    'events/register-client.test.ts',
    'leaves out pictures of people who were not here for two weeks',
  ),
  row(
    17,
    'channels say how long messages are kept',
    all(
      tells('streams.[].message_retention_days', ['integer', 'null']),
      play(async ({ ok }) => {
        await ok('owner POST /users/me/subscriptions', {
          subscriptions: [{ name: 'design' }],
          message_retention_days: 30,
        });
        includes((await ok('alice GET /streams')).streams, { name: 'design', message_retention_days: 30 });
        await ok('owner PATCH /streams/1', { message_retention_days: 10 });
        includes((await ok('alice GET /streams')).streams, { name: 'general', message_retention_days: 10 });
      }),
    ),
  ),
  row(16, 'one has no pointer', lacks('user.pointer')),
  row(
    16,
    'times are elements of time',
    renders('<time:2026-01-05T09:00:00Z>', /<time datetime="2026-01-05T09:00:00Z">/),
  ),
  row(
    15,
    'spoilers',
    renders(
      '```spoiler Title\nText\n```',
      /<div class="spoiler-block"><div class="spoiler-header">\s*<p>Title<\/p>\s*<\/div><div class="spoiler-content"/,
    ),
  ),
  row(14, 'subscriptions do not say whether their channel is old', lacks('subscriptions.[].is_old_stream')),
  row(
    13,
    'messages that are deleted together are one event, for clients that know it',
    play(async ({ ok, send, events }) => {
      const both = async () => {
        const ids = [await send('alice', 'x', { topic: 'tea' }), await send('alice', 'y', { topic: 'tea' })];
        await ok('owner POST /streams/1/delete_topic', { topic_name: 'tea' });
        return ids;
      };
      const { message_ids, ...event } = includes(await events('bob', both), { type: 'delete_message' });
      assert.equal(message_ids.length, 2);
      for (const key of ['sender', 'sender_id', 'message_id']) assert.equal(key in event, false);
      const heard = await events('bob', both, { client_capabilities: { notification_settings_null: true } });
      assert.equal(heard.filter(({ type, message_id }) => type === 'delete_message' && message_id > 0).length, 2);
    }),
  ),
  row(
    12,
    'whether somebody is subscribed',
    play(async ({ ok, users }) => {
      assert.equal((await ok(`alice GET /users/${users.bob.id}/subscriptions/1`)).is_subscribed, true);
    }),
  ),
  row(
    11,
    'whether one is an owner',
    all(
      tells('register.is_owner', 'boolean'),
      play(async ({ state }) => {
        assert.equal((await state('owner')).is_owner, true);
      }),
    ),
  ),
  replaced(11, 'how long topics of others are edited', 183),
  row(
    11,
    'typing names people by id alone',
    play(async ({ fails }) => {
      await fails('alice POST /typing', { type: 'direct', op: 'start', to: ['bob@example.com'] });
    }),
  ),
  row(
    10,
    'more is told of oneself',
    all(
      ...['avatar_version', 'is_guest', 'is_active', 'timezone', 'date_joined'].map((key) =>
        tells(`user.${key}`, 'any'),
      ),
      lacks('user.client_id', 'user.short_name'),
    ),
  ),
  row(
    9,
    'people are subscribed by id or address',
    play(async ({ ok, users }) => {
      for (const principals of [[users.bob.id], ['bob@example.com']]) {
        await ok('alice POST /users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals });
        has(await ok('admin DELETE /users/me/subscriptions', { subscriptions: ['design'], principals }), {
          removed: ['design'],
        });
      }
    }),
  ),
  row(
    9,
    'a move is told where one wants',
    play(async ({ ok, send, events }) => {
      const id = await send('alice', 'x');
      const quiet = { topic: 'tea', send_notification_to_new_thread: false, send_notification_to_old_thread: false };
      excludes(await events('bob', () => ok(`alice PATCH /messages/${id}`, quiet)), { type: 'message' });
    }),
  ),
  row(8, 'users say whether they own the organization', tells('users.[].is_owner', 'boolean')),
  row(8, 'times in messages', renders('<time:2026-01-05T09:00:00Z>', /<time /)),
  row(
    7,
    'events of users and bots name them by id, with their role',
    play(async ({ ok, events, users }) => {
      const heard = await events('alice', async () => {
        await ok(`owner PATCH /users/${users.bob.id}`, { role: 300 });
        await ok(`alice PATCH /bots/${users.bot.id}`, { full_name: 'Helper' });
      });
      const { person } = includes(heard, {
        type: 'realm_user',
        op: 'update',
        person: { user_id: users.bob.id, role: 300 },
      });
      for (const key of ['email', 'is_admin', 'is_guest']) assert.equal(key in person, false);
      assert.equal(
        'email' in includes(heard, { type: 'realm_bot', op: 'update', bot: { user_id: users.bot.id } }).bot,
        false,
      );
    }),
  ),
  row(7, 'custom emoji name who added them by id', all(tells('emoji.1.author_id', 'integer'), lacks('emoji.1.author'))),
  row(
    6,
    'pictures have a version',
    all(
      tells('users.[].avatar_version', 'integer'),
      play(async ({ as, events, users }) => {
        const heard = await events('bob', () => upload(as('alice'), '/users/me/avatar', [png(1)]));
        const { person } = includes(heard, { type: 'realm_user', op: 'update', person: { user_id: users.alice.id } });
        assert.ok(person.avatar_version > 1);
      }),
    ),
  ),
  row(
    5,
    'bots name their owner by id',
    all(tells('register.realm_bots.[].owner_id', 'integer'), lacks('register.realm_bots.[].owner')),
  ),
  row(
    4,
    'limits and properties of the server are for every client',
    all(
      ...[
        'jitsi_server_url',
        'development_environment',
        'server_generation',
        'password_min_length',
        'password_min_guesses',
        'max_file_upload_size_mib',
        'max_avatar_file_size_mib',
        'server_inline_image_preview',
        'server_inline_url_embed_preview',
        'server_avatar_changes_disabled',
        'server_name_changes_disabled',
      ].map((name) => tells(`register.${name}`, 'any')),
    ),
  ),
  row(
    3,
    'the version is told to whoever registers',
    play(async ({ state }) => {
      has(await state('alice', { event_types: [] }), { zulip_feature_level: 473 });
      assert.equal(typeof (await state('alice', { event_types: [] })).zulip_version, 'string');
    }),
  ),
  row(3, 'presence is shown, or not', ownSetting('presence_enabled', false)),
  row(
    2,
    'reactions need no type',
    play(async ({ ok, as, send, message, users }) => {
      await upload(as('admin'), '/realm/emoji/heart', [png(1)]);
      await upload(as('admin'), '/realm/emoji/soup', [png(1)]);
      const id = await send('bob', 'x');
      await ok(`alice POST /messages/${id}/reactions`, { emoji_name: 'soup' });
      await ok(`alice POST /messages/${id}/reactions`, { emoji_name: 'car' });
      has((await message('bob', id)).reactions, [
        { emoji_name: 'soup', reaction_type: 'realm_emoji', user_id: users.alice.id },
        { emoji_name: 'car', reaction_type: 'unicode_emoji', user_id: users.alice.id },
      ]);
    }),
  ),
  row(
    1,
    'messages move to another channel, which their history says',
    play(async ({ ok, send, message, users }) => {
      const { id: stream_id } = await ok('alice POST /channels/create', {
        name: 'design',
        subscribers: [users.alice.id],
      });
      const id = await send('alice', 'x');
      await ok(`alice PATCH /messages/${id}`, { stream_id });
      has(await message('alice', id), { stream_id, edit_history: [{ prev_stream: 1 }] });
    }),
  ),
  row(
    1,
    'the level is told',
    all(tells('register.zulip_feature_level', 'integer'), tells('server.zulip_feature_level', 'integer')),
  ),
  row(
    1,
    'bots name their owner',
    play(async ({ ok, users }) => {
      has(await ok(`bob GET /users/${users.bot.id}`), { user: { bot_owner_id: users.alice.id } });
    }),
  ),
  row(
    1,
    'somebody is asked for by id',
    play(async ({ ok, users }) => {
      has(await ok(`bob GET /users/${users.alice.id}`), { user: { full_name: 'Alice Member' } });
    }),
  ),
  row(
    1,
    'pages begin at words',
    play(async ({ ok, send }) => {
      const id = await send('bob', 'x');
      const page = { num_before: 0, num_after: 0 };
      for (const anchor of ['newest', 'oldest', 'first_unread'])
        assert.ok('anchor' in (await ok('alice GET /messages', { ...page, anchor })));
      has(await ok('alice GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 }), { messages: [{ id }] });
    }),
  ),
  row(
    1,
    'links of topics are called `topic_links`',
    all(
      tells('messages.[].topic_links', { '[]': { text: 'string', url: 'string' } }),
      lacks('messages.[].subject_links'),
    ),
  ),
  row(1, 'who writes in a channel, in its older form', tells('streams.[].stream_post_policy', 'integer')),
  row(
    1,
    'files have an address for a while',
    play(async ({ ok, as }) => {
      const file = await uploadFile(as('alice'));
      const { url } = await ok(`alice GET ${file as `/${string}`}`);
      assert.match(url, /^\/user_uploads\/temporary\//);
    }),
  ),
  replaced(1, 'the organization says who sees addresses', 163),
  replaced(1, 'the organization says who writes to whom', 270),
  row(1, 'there may be no calls', tells('register.realm_available_video_chat_providers.disabled.id', 0)),
  row(1, 'muted topics say since when', tells('register.muted_topics.[].2', 'integer')),
  row(1, 'whether GitLab logs people in', tells('server.authentication_methods.gitlab', 'boolean')),
];
