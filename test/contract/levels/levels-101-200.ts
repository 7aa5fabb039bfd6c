import assert from 'node:assert/strict';
import { systemGroupId } from '../../../src/realm/group.ts';
import { castPassword } from '../../support/server.ts';
import { givePassword } from '../call.ts';
import { noEndpoint, noRealmSetting, realmSetting, userSetting } from './kinds.ts';
import { type Row, replaced, row, shown, unchanged } from './row.ts';
import { lacks, tells } from './seen.ts';
import { all, has, includes, play } from './stage.ts';

const tomorrow = Date.UTC(2026, 0, 6, 9, 0) / 1000;
const old = { client_capabilities: { notification_settings_null: true } };
const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

export const rows: readonly Row[] = [
  row(
    200,
    'channels become default channels when they are made or edited',
    play(async ({ ok, state }) => {
      const { subscribed } = await ok('admin POST /users/me/subscriptions', {
        subscriptions: [{ name: 'design' }],
        is_default_stream: true,
      });
      assert.ok(subscribed);
      const { id } = await ok('admin POST /channels/create', { name: 'plans', subscribers: [] });
      await ok(`admin PATCH /streams/${id}`, { is_default_stream: true });
      assert.equal((await state('alice')).realm_default_streams.length, 3);
    }),
  ),
  row(
    199,
    'channels and subscriptions tell their traffic',
    all(
      tells('register.subscriptions.[].stream_weekly_traffic', ['integer', 'null']),
      tells('streams.[].stream_weekly_traffic', ['integer', 'null']),
    ),
  ),
  row(
    198,
    'who mentions a group, under its present name',
    all(
      tells('groups.[].can_mention_group', [
        'integer',
        { direct_members: { '[]': 'integer' }, direct_subgroups: { '[]': 'integer' } },
      ]),
      lacks('groups.[].can_mention_group_id'),
    ),
  ),
  row(197, 'who removes subscribers, under its present name', lacks('streams.[].can_remove_subscribers_group_id')),
  row(
    196,
    'playgrounds have a template of their URL',
    play(async ({ ok, events }) => {
      const playground = { name: 'Play', pygments_language: 'Python', url_template: 'https://example.com/{code}' };
      const heard = await events('alice', () => ok('admin POST /realm/playgrounds', playground));
      has(includes(heard, { type: 'realm_playgrounds' }).realm_playgrounds, [playground]);
    }),
  ),
  row(
    195,
    'no language of code blocks is an empty text',
    all(
      tells('register.realm_default_code_block_language', '='),
      realmSetting('default_code_block_language', 'python'),
    ),
  ),
  row(
    194,
    'narrow: a message by its id as number or text',
    play(async ({ send, ids }) => {
      const id = await send('bob', 'x');
      for (const operand of [id, String(id)]) assert.deepEqual(await ids('alice', [{ operator: 'id', operand }]), [id]);
    }),
  ),
  row(
    193,
    'reactions that are there, or are not, have errors of their own',
    play(async ({ ok, fails, send }) => {
      const id = await send('bob', 'x');
      await fails(
        `alice DELETE /messages/${id}/reactions`,
        { emoji_name: 'heart' },
        { code: 'REACTION_DOES_NOT_EXIST' },
      );
      await ok(`alice POST /messages/${id}/reactions`, { emoji_name: 'heart' });
      await fails(`alice POST /messages/${id}/reactions`, { emoji_name: 'heart' }, { code: 'REACTION_ALREADY_EXISTS' });
    }),
  ),
  row(
    192,
    'guests who are subscribed to public channels hear of them',
    play(async ({ ok, events, users }) => {
      const heard = await events('guest', async () => {
        await ok('alice POST /users/me/subscriptions', {
          subscriptions: [{ name: 'design' }],
          principals: [users.guest.id],
        });
      });
      const types = heard.map(({ type, op }) => `${type} ${op}`);
      assert.ok(
        types.indexOf('stream create') >= 0 && types.indexOf('stream create') < types.indexOf('subscription add'),
        types.join(),
      );
    }),
  ),
  replaced(191, 'groups say who mentions them', 198),
  row(
    190,
    'a custom emoji that is not there is not found',
    play(async ({ fails }) => {
      await fails('admin DELETE /realm/emoji/nothing', {}, { status: 404 });
    }),
  ),
  row(
    189,
    'followed topics have notifications of their own',
    all(
      ...['email', 'push', 'desktop', 'audible'].map((way) =>
        userSetting(`enable_followed_topic_${way}_notifications`, false),
      ),
      userSetting('enable_followed_topic_wildcard_mentions_notify', false),
    ),
  ),
  row(
    188,
    'bots are muted',
    play(async ({ ok, users }) => {
      await ok(`bob POST /users/me/muted_users/${users.bot.id}`);
      await ok(`bob DELETE /users/me/muted_users/${users.bot.id}`);
    }),
  ),
  ...unchanged(187, 186, 185),
  row(
    184,
    'messages that wait are edited where they are',
    play(async ({ ok }) => {
      const later = { type: 'channel', to: 1, topic: 'x', content: 'x', scheduled_delivery_timestamp: tomorrow };
      const { scheduled_message_id } = await ok('alice POST /scheduled_messages', later);
      await ok(`alice PATCH /scheduled_messages/${scheduled_message_id}`, { content: 'y' });
      has(await ok('alice GET /scheduled_messages'), { scheduled_messages: [{ scheduled_message_id, content: 'y' }] });
      const { ignored_parameters_unsupported } = await ok('alice POST /scheduled_messages', {
        ...later,
        scheduled_message_id,
      });
      assert.deepEqual(ignored_parameters_unsupported, ['scheduled_message_id']);
    }),
  ),
  row(
    183,
    'there is no time limit for topics of others',
    lacks('register.realm_community_topic_editing_limit_seconds'),
  ),
  row(
    182,
    'a new export has an id',
    play(async ({ ok }) => {
      assert.ok((await ok('admin POST /export/realm')).id > 0);
    }),
  ),
  shown(
    181,
    'messages that could not be sent say so',
    'later/delivery.test.ts',
    'checks again what its sender may do: …',
  ),
  row(
    180,
    'people are invited to no channels',
    play(async ({ ok }) => {
      await ok('admin POST /invites', { invitee_emails: 'new@example.com', stream_ids: [] });
    }),
  ),
  shown(
    179,
    'messages are sent later',
    'later/scheduled-messages.test.ts',
    'keeps a channel message for later, and tells its sender alone',
  ),
  shown(
    179,
    'messages that wait are edited',
    'later/scheduled-messages.test.ts',
    'changes what is given, and tells its sender alone',
  ),
  shown(
    179,
    'messages that wait are deleted',
    'later/scheduled-messages.test.ts',
    'forgets the message for good, and tells its sender alone',
  ),
  row(
    178,
    'presence in its older form has two keys',
    play(async ({ ok, users }) => {
      await ok('bob POST /users/me/presence', { status: 'active', new_user_input: true });
      const { presence } = await ok(`alice GET /users/${users.bob.id}/presence`);
      assert.deepEqual(Object.keys(presence).sort(), ['aggregated', 'website']);
    }),
  ),
  row(
    177,
    'narrow: direct messages, by present and older words',
    play(async ({ send, ids, users }) => {
      const one = await send('bob', 'x', { type: 'direct', to: [users.alice.id] });
      const two = await send('bob', 'x', { type: 'direct', to: [users.alice.id, users.owner.id] });
      for (const operand of ['dm', 'private'])
        assert.deepEqual(await ids('alice', [{ operator: 'is', operand }]), [one, two]);
      for (const operator of ['dm', 'pm-with'])
        assert.deepEqual(await ids('alice', [{ operator, operand: [users.bob.id] }]), [one]);
      assert.deepEqual(await ids('alice', [{ operator: 'dm-including', operand: users.bob.id }]), [one, two]);
      assert.deepEqual(await ids('alice', [{ operator: 'group-pm-with', operand: users.bob.id }]), [two]);
    }),
  ),
  row(
    176,
    'linkifiers have a template of their URL, for clients that know it',
    play(async ({ ok, state, events }) => {
      const add = () => ok('admin POST /realm/filters', linkifier);
      has(includes(await events('alice', add), { type: 'realm_linkifiers' }).realm_linkifiers, [linkifier]);
      const { realm_linkifiers, realm_filters } = await state('alice', old);
      assert.deepEqual([realm_linkifiers, realm_filters], [[], []]);
      assert.deepEqual(await events('alice', () => ok('admin DELETE /realm/filters/1'), old), []);
    }),
  ),
  row(175, 'whether scrolling reads', userSetting('web_mark_read_on_scroll_policy', 3)),
  row(
    174,
    'the type of messages to people is direct',
    play(async ({ ok, users }) => {
      for (const type of ['direct', 'private'])
        await ok('alice POST /messages', { type, to: [users.bob.id], content: 'x' });
      await ok('alice POST /typing', { type: 'direct', op: 'start', to: [users.bob.id] });
    }),
  ),
  row(
    173,
    'messages that wait are listed and cancelled',
    play(async ({ ok }) => {
      const later = { type: 'channel', to: 1, topic: 'x', content: 'x', scheduled_delivery_timestamp: tomorrow };
      const { scheduled_message_id } = await ok('alice POST /scheduled_messages', later);
      has(await ok('alice GET /scheduled_messages'), { scheduled_messages: [{ scheduled_message_id }] });
      await ok(`alice DELETE /scheduled_messages/${scheduled_message_id}`);
      assert.deepEqual((await ok('alice GET /scheduled_messages')).scheduled_messages, []);
    }),
  ),
  row(
    172,
    'a topic that is too old is moved by moderators alone',
    play(async ({ ok, fails, send, clock }) => {
      await send('alice', 'x');
      clock.advance(8 * 86_400);
      const id = await send('alice', 'y');
      const move = { topic: 'dinner', propagate_mode: 'change_all' };
      await fails(`alice PATCH /messages/${id}`, move, {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: id,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      });
      await ok(`moderator PATCH /messages/${id}`, move);
    }),
  ),
  row(
    172,
    'messages of the empty topic are moved by the same rules',
    play(async ({ ok, fails, send, db }) => {
      const id = await send('bob', 'x', { topic: '' });
      await ok('owner PATCH /realm', {
        can_move_messages_between_topics_group: { new: systemGroupId(db, 'role:moderators') },
      });
      await fails(`alice PATCH /messages/${id}`, { topic: 'named' });
    }),
  ),
  row(
    171,
    'who logs in gets their id',
    play(async (stage) => {
      await givePassword(stage, 'alice');
      const { user_id } = await stage.ok('anonymous POST /fetch_api_key', {
        username: 'alice@example.com',
        password: castPassword,
      });
      assert.equal(user_id, stage.users.alice.id);
    }),
  ),
  row(171, 'nobody logs in without a password', noEndpoint('POST /dev_fetch_api_key', 'GET /dev_list_users')),
  row(
    170,
    'topics have a policy each',
    play(async ({ ok, state, events }) => {
      for (const visibility_policy of [1, 2]) {
        const set = () => ok('alice POST /user_topics', { stream_id: 1, topic: 'x', visibility_policy });
        includes(await events('alice', set), { type: 'user_topic', topic_name: 'x', visibility_policy });
        includes((await state('alice')).user_topics, { topic_name: 'x', visibility_policy });
      }
      await ok('alice PATCH /users/me/subscriptions/muted_topics', { stream_id: 1, topic: 'y', op: 'add' });
    }),
  ),
  row(
    169,
    'topics are muted and unmuted twice',
    play(async ({ ok }) => {
      for (const op of ['add', 'add', 'remove', 'remove'])
        await ok('alice PATCH /users/me/subscriptions/muted_topics', { stream_id: 1, topic: 'x', op });
    }),
  ),
  row(168, 'when subjects of mails name the organization', userSetting('realm_name_in_email_notifications_policy', 3)),
  row(
    167,
    'what a request has beyond what is known is listed',
    play(async ({ ok }) => {
      assert.deepEqual((await ok('alice GET /users/me', { b: 1, a: 2 })).ignored_parameters_unsupported, ['a', 'b']);
    }),
  ),
  row(
    166,
    'messages are sent in no other organization',
    play(async ({ ok }) => {
      const { ignored_parameters_unsupported } = await ok('alice POST /messages', {
        type: 'channel',
        to: 'general',
        topic: 'x',
        content: 'x',
        realm_str: 'other',
      });
      assert.deepEqual(ignored_parameters_unsupported, ['realm_str']);
    }),
  ),
  row(
    165,
    'a group changes its name or its description',
    play(async ({ ok }) => {
      const { group_id } = await ok('alice POST /user_groups/create', {
        name: 'cooks',
        description: 'They cook',
        members: [],
      });
      await ok(`alice PATCH /user_groups/${group_id}`, { name: 'chefs' });
      await ok(`alice PATCH /user_groups/${group_id}`, { description: 'They cook well' });
      includes((await ok('alice GET /user_groups')).user_groups, {
        id: group_id,
        name: 'chefs',
        description: 'They cook well',
      });
    }),
  ),
  row(
    164,
    'times of presence are told',
    all(
      tells('register.server_presence_ping_interval_seconds', 'integer'),
      tells('register.server_presence_offline_threshold_seconds', 'integer'),
    ),
  ),
  row(
    163,
    'who sees an address is a setting of its own',
    all(userSetting('email_address_visibility', 3), noRealmSetting('email_address_visibility', 1)),
  ),
  row(
    163,
    'an address is null for those who may not see it, who hear when that changes',
    play(async ({ ok, events, users }) => {
      const record = async (name: 'alice' | 'owner') =>
        includes((await ok(`${name} GET /users`)).members, { user_id: users.bob.id });
      const hide = () => ok('bob PATCH /settings', { email_address_visibility: 3 });
      includes(await events('alice', hide), {
        type: 'realm_user',
        op: 'update',
        person: { user_id: users.bob.id, delivery_email: null },
      });
      assert.equal((await record('alice')).delivery_email, null);
      assert.equal((await record('owner')).delivery_email, 'bob@example.com');
    }),
  ),
  row(162, 'time to move messages between topics', realmSetting('move_messages_within_stream_limit_seconds', 3600)),
  row(162, 'time to move messages between channels', realmSetting('move_messages_between_streams_limit_seconds', 3600)),
  row(
    161,
    'who may remove subscribers does so',
    play(async ({ ok, fails, users }) => {
      const remove = { subscriptions: ['general'], principals: [users.moderator.id] };
      await fails('bob DELETE /users/me/subscriptions', remove);
      await ok('owner PATCH /streams/1', {
        can_remove_subscribers_group: { new: { direct_members: [users.bob.id], direct_subgroups: [] } },
      });
      await ok('bob DELETE /users/me/subscriptions', remove);
    }),
  ),
  row(160, 'no key is given for tokens of another program', noEndpoint('POST /jwt/fetch_api_key')),
  replaced(159, 'nobody may move messages, by policies that were numbers', 316),
  row(
    159,
    'moving needs no right to edit, and senders have none of their own',
    play(async ({ ok, fails, send, db }) => {
      await ok('owner PATCH /realm', { allow_message_editing: false });
      const id = await send('alice', 'x');
      await ok(`bob PATCH /messages/${id}`, { topic: 'dinner' });
      await ok('owner PATCH /realm', {
        can_move_messages_between_topics_group: { new: systemGroupId(db, 'role:nobody') },
      });
      await fails(`alice PATCH /messages/${id}`, { topic: 'lunch' });
    }),
  ),
  ...unchanged(158, 156),
  row(
    157,
    'people are invited to no channels',
    play(async ({ ok }) => {
      await ok('admin POST /invites', { invitee_emails: 'new@example.com', stream_ids: [] });
    }),
  ),
  row(
    155,
    'a page begins behind its anchor',
    play(async ({ ok, send }) => {
      const id = await send('bob', 'x');
      const next = await send('bob', 'y');
      const page = { anchor: id, num_before: 0, num_after: 1 };
      has(await ok('alice GET /messages', { ...page, include_anchor: false }), {
        found_anchor: false,
        messages: [{ id: next }],
      });
      has(await ok('alice GET /messages', { ...page, include_anchor: true }), {
        found_anchor: true,
        messages: [{ id }, { id: next }],
      });
    }),
  ),
  row(
    155,
    'a part of a narrow is flagged, and the event lists what changed',
    play(async ({ ok, send, events }) => {
      const ids = [await send('bob', 'x'), await send('bob', 'y')];
      await ok('alice POST /messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' });
      const range = { anchor: 'oldest', num_before: 0, num_after: 50, narrow: [], op: 'add', flag: 'read' };
      const heard = await events('alice', () => ok('alice POST /messages/flags/narrow', range));
      const { messages } = includes(heard, { type: 'update_message_flags', op: 'add', flag: 'read' });
      assert.ok(messages.includes(ids[1]) && !messages.includes(ids[0]));
    }),
  ),
  replaced(154, 'a topic that is deleted in part says so', 211),
  row(
    153,
    'everything is read at once',
    play(async ({ ok, send, state }) => {
      await send('alice', 'x');
      has(await ok('bob POST /mark_all_as_read'), { complete: true });
      assert.equal((await state('bob')).unread_msgs.count, 0);
    }),
  ),
  replaced(153, 'what is read in part says so', 211),
  row(
    152,
    'a move is told where the messages come, and where they went if asked for',
    play(async ({ ok, send, events }) => {
      const id = await send('alice', 'x');
      const heard = await events('bob', () => ok(`alice PATCH /messages/${id}`, { topic: 'dinner' }));
      const told = heard.filter(({ type }) => type === 'message').map(({ message }) => message.subject);
      assert.deepEqual(told, ['dinner']);
      const both = await events('bob', () =>
        ok(`alice PATCH /messages/${id}`, {
          topic: 'supper',
          send_notification_to_old_thread: true,
          send_notification_to_new_thread: false,
        }),
      );
      assert.deepEqual(
        both.filter(({ type }) => type === 'message').map(({ message }) => message.subject),
        ['dinner'],
      );
    }),
  ),
  row(151, 'profiles have pronouns', tells('register.custom_profile_field_types.PRONOUNS.id', 8)),
  row(
    150,
    'settings that change are an event each, and the answer names them alone',
    play(async ({ ok, events }) => {
      const heard = await events('alice', async () => {
        assert.deepEqual(await ok('owner PATCH /realm', { allow_message_editing: false }), {
          result: 'success',
          msg: '',
          allow_message_editing: false,
        });
      });
      assert.equal(heard.length, 1);
    }),
  ),
  row(
    149,
    'who has no account gets no initial state, with subscribers or without',
    play(async ({ fails }) => {
      for (const include_subscribers of [true, false]) {
        await fails('anonymous POST /register', { include_subscribers }, { status: 401, code: 'UNAUTHORIZED' });
      }
    }),
  ),
  row(
    148,
    'being away is the setting of presence, turned around',
    play(async ({ ok, state, events, users }) => {
      const heard = await events('alice', () => ok('alice POST /users/me/status', { away: true }));
      includes(heard, { type: 'user_settings', property: 'presence_enabled', value: false });
      has((await state('alice')).user_status, { [users.alice.id]: { away: true } });
    }),
  ),
  shown(
    147,
    'a topic is deleted in steps, from its end',
    'messages/deletion.test.ts',
    'goes in several requests, the newest messages first, and at last its policies',
  ),
  row(
    146,
    'profile fields are shown in the summary',
    play(async ({ ok }) => {
      const { id } = await ok('admin POST /realm/profile_fields', {
        name: 'Desk',
        field_type: 1,
        display_in_profile_summary: true,
      });
      includes((await ok('alice GET /realm/profile_fields')).custom_fields, { id, display_in_profile_summary: true });
    }),
  ),
  row(
    145,
    'people remove their bots',
    play(async ({ ok, users }) => {
      await ok('alice POST /users/me/subscriptions', {
        subscriptions: [{ name: 'design' }],
        principals: [users.bot.id, users.alice.id],
      });
      has(await ok('alice DELETE /users/me/subscriptions', { subscriptions: ['design'], principals: [users.bot.id] }), {
        removed: ['design'],
      });
    }),
  ),
  shown(
    144,
    'who mutes somebody is no reader',
    'users/muted-users.test.ts',
    'leaves out whom the one who asks mutes, and who mutes them',
  ),
  row(
    143,
    'owners alone decide who joins',
    play(async ({ ok, fails }) => {
      const settings = {
        disallow_disposable_email_addresses: false,
        emails_restricted_to_domains: true,
        invite_required: false,
        waiting_period_threshold: 3,
      };
      for (const [name, value] of Object.entries(settings)) {
        await fails('admin PATCH /realm', { [name]: value });
        if (name !== 'emails_restricted_to_domains') await ok('owner PATCH /realm', { [name]: value });
      }
      await fails('admin POST /realm/domains', { domain: 'example.org', allow_subdomains: false });
      await ok('owner POST /realm/domains', { domain: 'example.org', allow_subdomains: false });
      await fails('admin DELETE /realm/domains/example.org', {});
    }),
  ),
  replaced(142, 'channels say who removes subscribers', 197),
  row(141, 'how people are listed', userSetting('user_list_style', 1)),
  row(140, 'where the names of emoji are', tells('register.server_emoji_data_url', 'string')),
  row(
    139,
    'muting a channel is told under both names',
    play(async ({ ok, events }) => {
      const change = { subscription_data: [{ stream_id: 1, property: 'is_muted', value: true }] };
      const heard = await events('alice', () => ok('alice POST /users/me/subscriptions/properties', change));
      includes(heard, { type: 'subscription', op: 'update', property: 'is_muted', value: true });
      includes(heard, { type: 'subscription', op: 'update', property: 'in_home_view', value: false });
    }),
  ),
  row(
    138,
    'time to edit is without limit as null',
    realmSetting('message_content_edit_limit_seconds', null, 'unlimited'),
  ),
  row(
    137,
    'who read a message',
    all(
      realmSetting('enable_read_receipts', false),
      play(async ({ ok, send, users }) => {
        const id = await send('alice', 'x');
        await ok('bob POST /messages/flags', { messages: [id], op: 'add', flag: 'read' });
        assert.deepEqual((await ok(`alice GET /messages/${id}/read_receipts`)).user_ids, [users.bob.id]);
      }),
    ),
  ),
  row(
    136,
    'the history of a channel is opened by itself, and is open where the channel is',
    play(async ({ ok, fails, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
      });
      await ok(`alice PATCH /streams/${id}`, { history_public_to_subscribers: true });
      assert.equal((await ok(`alice GET /streams/${id}`)).stream.history_public_to_subscribers, true);
      await fails(`alice PATCH /streams/${id}`, { is_private: false, history_public_to_subscribers: false });
    }),
  ),
  shown(
    135,
    'who is deactivated gets a mail',
    'users/accounts.test.ts',
    'mails what the administrator has to say where mails can be sent',
  ),
  row(
    134,
    'policies of topics replace muted topics for clients that ask for them',
    play(async ({ ok, state, events }) => {
      const mute = () => ok('alice POST /user_topics', { stream_id: 1, topic: 'x', visibility_policy: 1 });
      const heard = await events('alice', mute, { event_types: ['user_topic', 'muted_topics'] });
      assert.deepEqual(
        heard.map(({ type }) => type),
        ['user_topic'],
      );
      const asking = await state('alice', { event_types: ['user_topic', 'muted_topics'] });
      assert.equal('muted_topics' in asking, false);
      assert.equal((await state('alice', { event_types: ['muted_topics'] })).muted_topics.length, 1);
    }),
  ),
  row(
    134,
    'a private channel that is opened comes with its subscribers',
    play(async ({ ok, events, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
      });
      const heard = await events('bob', () => ok(`alice PATCH /streams/${id}`, { is_private: false }));
      includes(heard, { type: 'stream', op: 'create', streams: [{ stream_id: id }] });
      includes(heard, { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [users.alice.id] });
    }),
  ),
  row(133, 'subscriptions have no role', lacks('subscriptions.[].role', 'register.subscriptions.[].role')),
  replaced(133, 'administrators of channels are no choice for who mentions everyone', 352),
  row(
    132,
    'a channel is asked for',
    play(async ({ ok }) => {
      has(await ok('alice GET /streams/1'), { stream: { stream_id: 1, name: 'general' } });
    }),
  ),
  row(
    131,
    'groups have subgroups, under their present name',
    all(
      tells('groups.[].direct_subgroup_ids', { '[]': 'integer' }),
      lacks('groups.[].subgroups'),
      play(async ({ ok, events }) => {
        const { group_id } = await ok('alice POST /user_groups/create', {
          name: 'cooks',
          description: '',
          members: [],
        });
        const { group_id: other } = await ok('alice POST /user_groups/create', {
          name: 'artists',
          description: '',
          members: [],
        });
        const heard = await events('bob', () => ok(`alice POST /user_groups/${group_id}/subgroups`, { add: [other] }));
        includes(heard, { type: 'user_group', op: 'add_subgroups', group_id, direct_subgroup_ids: [other] });
      }),
    ),
  ),
  row(
    130,
    'bots get a role',
    play(async ({ ok, users }) => {
      await ok(`admin PATCH /bots/${users.bot.id}`, { role: 300 });
      assert.equal((await ok(`alice GET /users/${users.bot.id}`)).user.role, 300);
    }),
  ),
  row(129, 'the organization is listed, or not', realmSetting('want_advertise_in_communities_directory', true)),
  row(128, 'what kind of organization it is', realmSetting('org_type', 10)),
  row(
    127,
    'groups contain groups',
    play(async ({ ok, events, users }) => {
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'staff', description: '', members: [] });
      const { group_id: cooks } = await ok('alice POST /user_groups/create', {
        name: 'cooks',
        description: '',
        members: [users.bob.id],
      });
      const path = `/user_groups/${group_id}` as const;
      const heard = await events('bob', async () => {
        await ok(`alice POST ${path}/subgroups`, { add: [cooks] });
        assert.deepEqual((await ok(`alice GET ${path}/subgroups`)).subgroups, [cooks]);
        assert.deepEqual((await ok(`alice GET ${path}/members`)).members, [users.bob.id]);
        assert.deepEqual((await ok(`alice GET ${path}/members`, { direct_member_only: true })).members, []);
        assert.equal((await ok(`alice GET ${path}/members/${users.bob.id}`)).is_user_group_member, true);
        await ok(`alice POST ${path}/subgroups`, { delete: [cooks] });
      });
      assert.deepEqual(
        heard.map(({ op }) => op),
        ['add_subgroups', 'remove_subgroups'],
      );
    }),
  ),
  row(
    126,
    'invitations end after minutes',
    play(async ({ ok, clock }) => {
      await ok('admin POST /invites/multiuse', { invite_expires_in_minutes: 60 });
      await ok('admin POST /invites', {
        invitee_emails: 'new@example.com',
        stream_ids: [],
        invite_expires_in_minutes: 60,
      });
      const { invites } = await ok('admin GET /invites');
      assert.deepEqual(
        invites.map((one: { expiry_date: number }) => one.expiry_date),
        [clock.now() + 3600, clock.now() + 3600],
      );
      const { ignored_parameters_unsupported } = await ok('admin POST /invites/multiuse', {
        invite_expires_in_days: 1,
      });
      assert.deepEqual(ignored_parameters_unsupported, ['invite_expires_in_days']);
    }),
  ),
  row(125, 'reactions show names, or not', userSetting('display_emoji_reaction_users', false)),
  ...unchanged(124, 123, 122),
  row(
    121,
    'messages that become unread come with where they are',
    play(async ({ ok, send, events }) => {
      const id = await send('alice', 'x');
      await ok('bob POST /messages/flags', { messages: [id], op: 'add', flag: 'read' });
      const heard = await events('bob', () =>
        ok('bob POST /messages/flags', { messages: [id], op: 'remove', flag: 'read' }),
      );
      includes(heard, {
        type: 'update_message_flags',
        op: 'remove',
        message_details: { [id]: { type: 'stream', stream_id: 1, topic: 'lunch' } },
      });
    }),
  ),
  row(
    120,
    'one message is got as a whole',
    play(async ({ send, message, users }) => {
      const id = await send('alice', '**x**');
      has(await message('bob', id), {
        id,
        content: '<p><strong>x</strong></p>',
        sender_id: users.alice.id,
        stream_id: 1,
        subject: 'lunch',
      });
    }),
  ),
  row(
    119,
    'unread direct messages name the other person',
    tells('register.unread_msgs.pms.[]', {
      other_user_id: 'integer',
      sender_id: 'integer',
      unread_message_ids: { '[]': 'integer' },
    }),
  ),
  row(
    118,
    'former places name channel and topic, before and after',
    play(async ({ ok, send, message }) => {
      const { id: stream } = await ok('alice POST /channels/create', { name: 'design', subscribers: [4, 6, 7] });
      const id = await send('alice', 'x');
      await ok(`alice PATCH /messages/${id}`, { stream_id: stream, topic: 'dinner' });
      const moved = { prev_stream: 1, stream, prev_topic: 'lunch', topic: 'dinner' };
      const { edit_history } = await message('alice', id);
      has(edit_history, [moved]);
      assert.equal('prev_subject' in edit_history[0], false);
      const { message_history } = await ok(`alice GET /messages/${id}/history`);
      has(message_history[1], moved);
    }),
  ),
  row(
    117,
    'invitations without end',
    play(async ({ ok }) => {
      await ok('admin POST /invites/multiuse', { invite_expires_in_minutes: null });
      assert.equal((await ok('admin GET /invites')).invites[0].expiry_date, null);
    }),
  ),
  row(116, 'whether the web may look in', tells('server.realm_web_public_access_enabled', 'boolean')),
  shown(
    115,
    'notifications of channel messages name the channel',
    'push/notifications.test.ts',
    'of a channel message tells channel and topic',
  ),
  row(
    114,
    'an edit says when it was, by whom, and whether it is none',
    play(async ({ ok, send, events, users, clock }) => {
      const id = await send('alice', 'x');
      const heard = await events('bob', () => ok(`alice PATCH /messages/${id}`, { content: 'y' }));
      includes(heard, {
        type: 'update_message',
        rendering_only: false,
        user_id: users.alice.id,
        edit_timestamp: clock.now(),
      });
    }),
  ),
  row(113, 'custom emoji that stand still have no still picture', tells('emoji.1.still_url', 'null')),
  row(
    112,
    'every edit in a channel names the channel',
    play(async ({ ok, send, events }) => {
      const id = await send('alice', 'x');
      includes(await events('bob', () => ok(`alice PATCH /messages/${id}`, { content: 'y' })), {
        type: 'update_message',
        stream_id: 1,
      });
      includes(await events('bob', () => ok(`alice PATCH /messages/${id}`, { topic: 'dinner' })), {
        type: 'update_message',
        stream_id: 1,
      });
    }),
  ),
  row(
    111,
    'settings of subscriptions are answered without them',
    play(async ({ ok }) => {
      const change = { subscription_data: [{ stream_id: 1, property: 'pin_to_top', value: true }], other: 1 };
      assert.deepEqual(await ok('alice POST /users/me/subscriptions/properties', change), {
        result: 'success',
        msg: '',
        ignored_parameters_unsupported: ['other'],
      });
    }),
  ),
  row(110, 'channels can be open to the web', tells('register.server_web_public_streams_enabled', 'boolean')),
  row(109, 'the web may look in, or not', realmSetting('enable_spectator_access', true)),
  shown(
    108,
    'who logs in on a phone gets their id',
    'sso/openid.test.ts',
    'ends in the app of a phone, with a key that only this app can read',
  ),
  replaced(107, 'the Escape key opens the home view', 219),
  row(
    106,
    'names are plain texts',
    play(async ({ ok, users }) => {
      await ok(`admin PATCH /users/${users.bob.id}`, { full_name: 'Bob the Builder' });
      assert.equal((await ok(`alice GET /users/${users.bob.id}`)).user.full_name, 'Bob the Builder');
    }),
  ),
  row(105, 'typing in direct messages is private, or not', userSetting('send_private_typing_notifications', false)),
  row(105, 'typing in channels is private, or not', userSetting('send_stream_typing_notifications', false)),
  row(105, 'reading is private, or not', userSetting('send_read_receipts', false)),
  row(104, 'the API does not change the address of the organization', noRealmSetting('string_id', 'other')),
  row(
    103,
    'whether one may open channels to the web',
    all(
      tells('register.can_create_web_public_streams', 'boolean'),
      play(async ({ ok, state }) => {
        assert.equal((await state('owner')).can_create_web_public_streams, false);
        await ok('owner PATCH /realm', { enable_spectator_access: true });
        assert.equal((await state('owner')).can_create_web_public_streams, true);
        assert.equal((await state('alice')).can_create_web_public_streams, false);
      }),
    ),
  ),
  replaced(103, 'who opens channels to the web', 280),
  replaced(102, 'who makes private channels, and who public ones', 266),
  replaced(101, 'who deletes their own messages', 291),
];
