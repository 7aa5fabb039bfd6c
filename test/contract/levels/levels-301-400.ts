import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { systemGroupId } from '../../../src/realm/group.ts';
import { uploadFile } from '../../support/files.ts';
import { png } from '../../support/pictures.ts';
import {
  callsWith,
  channelPermission,
  groupPermission,
  noEndpoint,
  noRealmSetting,
  noUserSetting,
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
const group = ['integer', { direct_members: { '[]': 'integer' }, direct_subgroups: { '[]': 'integer' } }];

export const rows: readonly Row[] = [
  shown(
    400,
    'a link to a topic names its newest message',
    'messages/render.test.ts',
    'of topics lead to their newest message, where the writer may read them all',
  ),
  row(
    399,
    'reminders are listed and cancelled, and are events',
    play(async ({ ok, send, events }) => {
      const message_id = await send('alice', 'soup');
      const heard = await events('alice', async () => {
        const { reminder_id } = await ok('alice POST /reminders', {
          message_id,
          scheduled_delivery_timestamp: tomorrow,
        });
        has(await ok('alice GET /reminders'), { reminders: [{ reminder_id, reminder_target_message_id: message_id }] });
        await ok(`alice DELETE /reminders/${reminder_id}`);
      });
      includes(heard, { type: 'reminders', op: 'add' });
      includes(heard, { type: 'reminders', op: 'remove' });
      assert.deepEqual((await ok('alice GET /reminders')).reminders, []);
    }),
  ),
  row(
    398,
    'sums of unread messages in the side bar, or not',
    userSetting('web_left_sidebar_unreads_count_summary', false),
  ),
  row(
    397,
    'people who are added to channels get a message, or not',
    play(async ({ ok, state, users }) => {
      assert.equal((await state('alice')).max_bulk_new_subscription_messages, 100);
      const add = { subscriptions: [{ name: 'design' }], principals: [users.bob.id] };
      has(await ok('alice POST /users/me/subscriptions', add), { new_subscription_messages_sent: true });
      const quiet = await ok('alice POST /users/me/subscriptions', { ...add, send_new_subscription_messages: false });
      assert.equal('new_subscription_messages_sent' in quiet, false);
    }),
  ),
  row(396, 'channels say who moves messages within them', channelPermission('can_move_messages_within_channel_group')),
  row(396, 'channels say who moves messages out of them', channelPermission('can_move_messages_out_of_channel_group')),
  row(
    395,
    'albums of Dropbox have no preview of their own',
    play(async ({ ok }) => {
      const content = 'https://www.dropbox.com/scl/fo/tea/album?rlkey=soup';
      assert.doesNotMatch((await ok('alice POST /messages/render', { content })).rendered, /message_inline_image|<img/);
    }),
  ),
  row(
    394,
    'channels count their subscribers',
    all(
      tells('register.subscriptions.[].subscriber_count', 'integer'),
      tells('streams.[].subscriber_count', 'integer'),
      play(async ({ ok, users }) => {
        const { id } = await ok('alice POST /channels/create', {
          name: 'design',
          subscribers: [users.alice.id, users.bob.id],
        });
        assert.equal((await ok(`alice GET /streams/${id}`)).stream.subscriber_count, 2);
      }),
    ),
  ),
  row(
    393,
    'events list messages in the order of their ids',
    play(async ({ ok, send, events }) => {
      const ids: number[] = [];
      for (let n = 0; n < 4; n++) ids.push(await send('alice', 'soup'));
      const move = { topic: 'dinner', propagate_mode: 'change_all' };
      const heard = await events('alice', async () => {
        await ok(`alice PATCH /messages/${ids[2]}`, { ...move, send_notification_to_new_thread: false });
        await ok('owner POST /streams/1/delete_topic', { topic_name: 'dinner' });
      });
      includes(heard, { type: 'update_message', message_ids: ids });
      assert.deepEqual(includes(heard, { type: 'delete_message' }).message_ids, ids);
    }),
  ),
  row(
    392,
    'channels say whether the empty topic is allowed',
    play(async ({ ok, fails }) => {
      await ok('alice POST /channels/create', {
        name: 'design',
        subscribers: [],
        topics_policy: '"disable_empty_topic"',
      });
      await fails('alice POST /messages', { type: 'channel', to: 'design', topic: '', content: 'x' });
      has(includes((await ok('alice GET /streams')).streams, { name: 'design' }), {
        topics_policy: 'disable_empty_topic',
      });
    }),
  ),
  row(
    392,
    'the organization says whether the empty topic is allowed',
    realmSetting('topics_policy', 'disable_empty_topic'),
  ),
  row(392, 'the organization says who decides that for channels', realmPermission('can_set_topics_policy_group')),
  row(
    392,
    'the older setting of mandatory topics can be read alone',
    noRealmSetting('mandatory_topics', true, 'readable'),
  ),
  row(
    391,
    'deactivated groups get members',
    play(async ({ ok, users }) => {
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      const { group_id: other } = await ok('alice POST /user_groups/create', {
        name: 'artists',
        description: '',
        members: [],
      });
      await ok(`alice POST /user_groups/${group_id}/deactivate`);
      await ok(`alice POST /user_groups/${group_id}/members`, { add: [users.bob.id] });
      await ok(`alice POST /user_groups/${group_id}/subgroups`, { add: [other] });
    }),
  ),
  row(
    390,
    'people keep views to go to',
    play(async ({ ok, state, events }) => {
      const heard = await events('alice', async () => {
        await ok('alice POST /navigation_views', { fragment: 'narrow/has/link', is_pinned: true, name: 'Links' });
        await ok('alice PATCH /navigation_views/narrow%2Fhas%2Flink', { is_pinned: false });
        has(await ok('alice GET /navigation_views'), { navigation_views: [{ name: 'Links', is_pinned: false }] });
        assert.equal((await state('alice')).navigation_views.length, 1);
        await ok('alice DELETE /navigation_views/narrow%2Fhas%2Flink');
      });
      assert.deepEqual(
        heard.map(({ type, op }) => `${type} ${op}`),
        ['navigation_view add', 'navigation_view update', 'navigation_view remove'],
      );
    }),
  ),
  row(
    389,
    'channels stand in folders',
    play(async ({ ok, state, events }) => {
      const heard = await events('guest', async () => {
        const { channel_folder_id } = await ok('admin POST /channel_folders/create', { name: 'Work', description: '' });
        await ok(`admin PATCH /channel_folders/${channel_folder_id}`, { name: 'Jobs' });
        await ok('admin PATCH /streams/1', { folder_id: channel_folder_id });
        await ok('admin PATCH /streams/1', { folder_id: 'null' });
        await ok('admin POST /channels/create', { name: 'design', subscribers: [], folder_id: channel_folder_id });
      });
      for (const op of ['add', 'update']) includes(heard, { type: 'channel_folder', op });
      includes(heard, { type: 'stream', op: 'update', property: 'folder_id', value: 1 });
      includes(heard, { type: 'stream', op: 'update', property: 'folder_id', value: null });
      has(includes((await state('alice')).never_subscribed, { name: 'design' }), { folder_id: 1 });
      has((await state('alice')).channel_folders, [{ id: 1, name: 'Jobs' }]);
    }),
  ),
  row(
    388,
    'an archived channel comes back',
    play(async ({ ok }) => {
      await ok('admin DELETE /streams/1');
      await ok('admin PATCH /streams/1', { is_archived: false });
      assert.equal((await ok('alice GET /streams/1')).stream.is_archived, false);
    }),
  ),
  row(
    387,
    'those without an account get no users, as the specification says',
    play(async ({ fails }) => fails('anonymous GET /users', {}, { status: 401, code: 'UNAUTHORIZED' })),
  ),
  row(
    386,
    'a deactivated group comes back',
    play(async ({ ok }) => {
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      await ok(`alice POST /user_groups/${group_id}/deactivate`);
      await ok(`alice PATCH /user_groups/${group_id}`, { deactivated: false });
      includes((await ok('alice GET /user_groups')).user_groups, { id: group_id, deactivated: false });
    }),
  ),
  row(
    385,
    'notices of resolved topics are read by themselves, or not',
    userSetting('resolved_topic_notice_auto_read_policy', 'never'),
  ),
  row(
    384,
    'some users are asked for',
    play(async ({ ok, users }) => {
      const { members } = await ok('alice GET /users', { user_ids: [users.bob.id] });
      assert.deepEqual(
        members.map((one: { user_id: number }) => one.user_id),
        [users.bob.id],
      );
    }),
  ),
  row(383, 'a channel opens with its topics', userSetting('web_channel_default_view', 3)),
  shown(
    382,
    'messages are reported to moderators',
    'messages/reports.test.ts',
    'posts a copy in the moderation channel, with the reason, what the reporter says, and a link',
  ),
  row(
    381,
    'reminders of messages',
    play(async ({ ok, send }) => {
      const message_id = await send('bob', 'soup');
      const { reminder_id } = await ok('alice POST /reminders', { message_id, scheduled_delivery_timestamp: tomorrow });
      assert.ok(reminder_id > 0);
    }),
  ),
  row(
    380,
    'administrators are moderators, too',
    play(async ({ state }) => {
      for (const name of ['moderator', 'admin', 'owner'] as const) assert.equal((await state(name)).is_moderator, true);
      assert.equal((await state('alice')).is_moderator, false);
    }),
  ),
  row(
    379,
    'an edit of a text that somebody else has changed is refused',
    play(async ({ ok, fails, send }) => {
      const id = await send('alice', 'soup');
      const hash = (text: string) => createHash('sha256').update(text).digest('hex');
      await fails(
        `alice PATCH /messages/${id}`,
        { content: 'tea', prev_content_sha256: hash('stew') },
        { code: 'EXPECTATION_MISMATCH' },
      );
      await ok(`alice PATCH /messages/${id}`, { content: 'tea', prev_content_sha256: hash('soup') });
    }),
  ),
  row(
    378,
    'clients that know archived channels see them archived, others see them go',
    play(async ({ ok, events, state }) => {
      const archive = () => ok('admin DELETE /streams/1');
      includes(await events('alice', archive), { type: 'stream', op: 'update', property: 'is_archived', value: true });
      includes((await state('alice')).streams, { stream_id: 1, is_archived: true });
      const back = () => ok('admin PATCH /streams/1', { is_archived: false });
      includes(await events('alice', back), { type: 'stream', op: 'update', property: 'is_archived', value: false });
      const old = { client_capabilities: { notification_settings_null: true } };
      includes(await events('alice', archive, old), { type: 'stream', op: 'delete' });
      excludes((await state('alice', old)).streams, { stream_id: 1 });
      includes(await events('alice', back, old), { type: 'stream', op: 'create' });
    }),
  ),
  row(
    377,
    'who is deactivated leaves their channels',
    play(async ({ ok, events, users }) => {
      const heard = await events('alice', () => ok(`owner DELETE /users/${users.bob.id}`));
      includes(heard, { type: 'subscription', op: 'peer_remove', stream_ids: [1], user_ids: [users.bob.id] });
    }),
  ),
  ...unchanged(376, 375, 374, 373),
  row(
    372,
    'typing in `(no topic)` is typing in the empty topic',
    play(async ({ ok, events }) => {
      const heard = await events('bob', () =>
        ok('alice POST /typing', { type: 'stream', op: 'start', stream_id: 1, topic: '(no topic)' }),
      );
      includes(heard, { type: 'typing', topic: '' });
    }),
  ),
  ...unchanged(371),
  row(
    370,
    'messages to `(no topic)` go to the empty topic',
    play(async ({ ok, send, message }) => {
      const id = await send('alice', 'soup', { topic: '(no topic)' });
      has(await message('alice', id, { allow_empty_topic_name: true }), { subject: '' });
      const later = { type: 'channel', to: 1, content: 'x', scheduled_delivery_timestamp: tomorrow };
      const { scheduled_message_id } = await ok('alice POST /scheduled_messages', { ...later, topic: '(no topic)' });
      const waiting = async () => (await ok('alice GET /scheduled_messages')).scheduled_messages[0].topic;
      assert.equal(await waiting(), '');
      await ok(`alice PATCH /scheduled_messages/${scheduled_message_id}`, { topic: 'tea' });
      assert.equal(await waiting(), 'tea');
      await ok(`alice PATCH /scheduled_messages/${scheduled_message_id}`, { topic: '(no topic)' });
      assert.equal(await waiting(), '');
    }),
  ),
  row(369, 'there is no film of a tour', tells('register.navigation_tour_video_url', 'null')),
  row(
    368,
    'saved snippets are edited',
    play(async ({ ok, events }) => {
      const { saved_snippet_id: id } = await ok('alice POST /saved_snippets', { title: 'Hi', content: 'Hello' });
      const heard = await events('alice', () => ok(`alice PATCH /saved_snippets/${id}`, { title: 'Hello' }));
      includes(heard, { type: 'saved_snippets', op: 'update', saved_snippet: { id, title: 'Hello' } });
    }),
  ),
  row(367, 'the organization says who resolves topics', realmPermission('can_resolve_topics_group')),
  row(
    366,
    'narrow: muted',
    play(async ({ ok, send, ids }) => {
      const id = await send('bob', 'x', { topic: 'noise' });
      await send('bob', 'x');
      await ok('alice POST /user_topics', { stream_id: 1, topic: 'noise', visibility_policy: 1 });
      assert.deepEqual(await ids('alice', [{ operator: 'is', operand: 'muted' }]), [id]);
    }),
  ),
  row(
    365,
    'messages tell apart when they were moved and when edited',
    play(async ({ ok, send, message, clock }) => {
      const id = await send('alice', 'x');
      await ok(`alice PATCH /messages/${id}`, { topic: '✔ lunch', propagate_mode: 'change_all' });
      const resolved = await message('alice', id);
      for (const key of ['last_moved_timestamp', 'last_edit_timestamp']) assert.equal(key in resolved, false);
      await ok(`alice PATCH /messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' });
      const moved = await message('alice', id);
      assert.equal('last_edit_timestamp' in moved, false);
      assert.equal(moved.last_moved_timestamp, clock.now());
      await ok(`alice PATCH /messages/${id}`, { content: 'y' });
      assert.equal((await message('alice', id)).last_edit_timestamp, clock.now());
    }),
  ),
  row(364, 'there is no dense mode', noUserSetting('dense_mode', true)),
  row(363, 'the organization says who manages bills', realmPermission('can_manage_billing_group')),
  row(
    363,
    'users say nothing of bills',
    lacks('users.[].is_billing_admin', 'register.realm_users.[].is_billing_admin'),
  ),
  shown(
    362,
    'people follow and leave archived channels',
    'channels/channel-edits.test.ts',
    'lets people leave, follow and edit what is archived, which only knowing clients hear of',
  ),
  row(
    362,
    'archived channels that one never followed are listed',
    play(async ({ ok, state, users }) => {
      const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [users.alice.id] });
      await ok(`alice DELETE /streams/${id}`);
      includes((await state('bob')).never_subscribed, { stream_id: id, is_archived: true });
      excludes((await state('bob', { client_capabilities: undefined })).never_subscribed, { stream_id: id });
    }),
  ),
  row(
    361,
    'typing in a message that is edited',
    play(async ({ ok, send, events }) => {
      const message_id = await send('alice', 'x');
      const heard = await events('bob', () => ok(`alice POST /messages/${message_id}/typing`, { op: 'start' }));
      includes(heard, { type: 'typing_edit_message', op: 'start', message_id });
    }),
  ),
  row(
    360,
    'messages of archived channels are read',
    play(async ({ ok, send, message }) => {
      const id = await send('alice', 'x');
      await ok('admin DELETE /streams/1');
      assert.equal((await message('bob', id)).id, id);
      assert.ok(Array.isArray((await ok(`bob GET /messages/${id}/read_receipts`)).user_ids));
    }),
  ),
  row(
    359,
    'a bot keeps its channels when its owner changes',
    play(async ({ ok, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id, users.bot.id],
        invite_only: true,
      });
      await ok(`alice PATCH /bots/${users.bot.id}`, { bot_owner_id: users.bob.id });
      assert.equal((await ok(`alice GET /users/${users.bot.id}/subscriptions/${id}`)).is_subscribed, true);
    }),
  ),
  row(
    358,
    'the organization says who sees former texts',
    realmSetting('message_edit_history_visibility_policy', 'moves'),
  ),
  row(
    358,
    'the older setting of that can be read alone',
    all(
      noRealmSetting('allow_edit_history', false, 'readable'),
      play(async ({ ok, state }) => {
        await ok('owner PATCH /realm', { message_edit_history_visibility_policy: 'moves' });
        assert.equal((await state('alice')).realm_allow_edit_history, true);
        await ok('owner PATCH /realm', { message_edit_history_visibility_policy: 'none' });
        assert.equal((await state('alice')).realm_allow_edit_history, false);
      }),
    ),
  ),
  row(357, 'channels say who may subscribe', channelPermission('can_subscribe_group')),
  row(
    356,
    'channels are listed by what one may read, or all',
    play(async ({ ok, users }) => {
      const { id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
      });
      const list = async (name: 'admin' | 'alice' | 'bob', values: object) =>
        (await ok(`${name} GET /streams`, { ...values })).streams
          .map((one: { stream_id: number }) => one.stream_id)
          .sort();
      assert.deepEqual(await list('admin', { include_all: true }), [1, id]);
      assert.deepEqual(await list('admin', { include_can_access_content: true, include_public: false }), [1]);
      assert.deepEqual(await list('bob', { include_all: true }), [1]);
      assert.deepEqual(await list('alice', { include_can_access_content: true }), [1, id]);
    }),
  ),
  row(
    355,
    'channels are named whose messages stay read',
    play(async ({ ok, send }) => {
      const id = await send('alice', 'x');
      await ok('bob POST /messages/flags', { messages: [id], op: 'add', flag: 'read' });
      await ok('bob DELETE /users/me/subscriptions', { subscriptions: ['general'] });
      const unread = { op: 'remove', flag: 'read' };
      const passed = { ignored_because_not_subscribed_channels: [1] };
      has(await ok('bob POST /messages/flags', { messages: [id], ...unread }), passed);
      has(
        await ok('bob POST /messages/flags/narrow', {
          anchor: id,
          num_before: 0,
          num_after: 0,
          narrow: [{ operator: 'channel', operand: 1 }],
          ...unread,
        }),
        passed,
      );
    }),
  ),
  row(
    354,
    'a group that opens a private channel opens its messages',
    play(async ({ ok, send, message, users, db }) => {
      const { id: stream_id } = await ok('alice POST /channels/create', {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
        history_public_to_subscribers: true,
        can_subscribe_group: systemGroupId(db, 'role:members'),
      });
      const id = await send('alice', '/poll Tea?\nyes', { to: stream_id, topic: 'plans' });
      assert.equal((await message('bob', id)).id, id);
      const narrow = [{ operator: 'channel', operand: stream_id }];
      const { messages } = await ok('bob GET /messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow });
      assert.ok(messages.some((one: { id: number }) => one.id === id));
      await ok('bob POST /messages/flags/narrow', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow,
        op: 'add',
        flag: 'starred',
      });
      await ok(`bob GET /messages/${id}/read_receipts`);
      await ok(`bob POST /messages/${id}/reactions`, { emoji_name: 'heart' });
      await ok('bob POST /submessage', {
        message_id: id,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,0","vote":1}',
      });
      await ok(`bob PATCH /messages/${id}`, { topic: 'plan' });
      const own = await send('bob', 'x', { to: stream_id, topic: 'plans' });
      await ok(`bob POST /messages/${own}/typing`, { op: 'start' });
    }),
  ),
  row(353, 'Zoom cannot be chosen, whoever logs in to it', callsWith('zoom', 'Zoom')),
  row(352, 'the organization says who mentions many', realmPermission('can_mention_many_users_group')),
  row(352, 'the older setting of that can be read alone', noRealmSetting('wildcard_mention_policy', 1, 'readable')),
  replaced(351, 'typing in a message that is edited, at another address', 361),
  row(350, 'summaries by AI: whether there are any', tells('register.server_can_summarize_topics', 'boolean')),
  row(350, 'summaries by AI: who may have them', realmPermission('can_summarize_topics_group')),
  row(350, 'summaries by AI: who wants to see nothing of them', userSetting('hide_ai_features', true)),
  row(
    349,
    'those who may add subscribers need not be subscribed',
    play(async ({ ok, users }) => {
      const values = {
        name: 'secret',
        subscribers: [users.alice.id],
        invite_only: true,
        can_add_subscribers_group: { direct_members: [users.bob.id], direct_subgroups: [] },
      };
      const { id } = await ok('alice POST /channels/create', values);
      await ok('bob POST /users/me/subscriptions', {
        subscriptions: [{ name: 'secret' }],
        principals: [users.moderator.id],
      });
      assert.equal((await ok(`alice GET /users/${users.moderator.id}/subscriptions/${id}`)).is_subscribed, true);
    }),
  ),
  row(
    349,
    'who administers a private channel unsubscribes others, edits it, and gets its events',
    play(async ({ ok, users, events, state }) => {
      const values = {
        name: 'secret',
        subscribers: [users.alice.id, users.moderator.id],
        invite_only: true,
        can_administer_channel_group: { direct_members: [users.bob.id], direct_subgroups: [] },
      };
      const { id } = await ok('alice POST /channels/create', values);
      includes((await state('bob')).never_subscribed, { stream_id: id });
      const heard = await events('bob', async () => {
        await ok('bob DELETE /users/me/subscriptions', { subscriptions: ['secret'], principals: [users.moderator.id] });
        await ok(`bob PATCH /streams/${id}`, { description: 'Hidden' });
      });
      includes(heard, { type: 'subscription', op: 'peer_remove', stream_ids: [id] });
      includes(heard, { type: 'stream', op: 'update', property: 'description' });
      await ok(`bob DELETE /streams/${id}`);
    }),
  ),
  row(
    348,
    'people are warned before they write to a guest, or not',
    realmSetting('enable_guest_user_dm_warning', false),
  ),
  row(
    347,
    'links to topics follow moves',
    play(async ({ ok, send }) => {
      const id = await send('alice', 'x');
      const { rendered } = await ok('alice POST /messages/render', { content: '#**general>lunch**' });
      assert.match(rendered, new RegExp(`href="/#narrow/channel/1-general/topic/lunch/with/${id}"`));
    }),
  ),
  row(
    346,
    'links lead to the empty topic',
    renders(
      '#**general>**',
      /href="\/#narrow\/channel\/1-general\/topic\/[^"]*"[^>]*>#general &gt; <em>general chat<\/em><\/a>/,
    ),
  ),
  row(
    346,
    'links lead to messages of the empty topic',
    play(async ({ ok, send }) => {
      const id = await send('alice', 'x', { topic: '' });
      const { rendered } = await ok('alice POST /messages/render', { content: `#**general>@${id}**` });
      assert.match(rendered, new RegExp(`class="message-link"[^>]*href="[^"]*/near/${id}"`));
    }),
  ),
  row(
    345,
    'nothing registers servers here',
    noEndpoint('POST /remotes/server/register', 'POST /remotes/server/register/transfer'),
  ),
  row(344, 'the organization says who makes bots', realmPermission('can_create_bots_group')),
  row(344, 'the organization says who makes bots that only send', realmPermission('can_create_write_only_bots_group')),
  row(344, 'the older setting of that is gone', noRealmSetting('bot_creation_policy', 1)),
  row(
    343,
    'channels that go are named by id',
    play(async ({ ok, events }) => {
      const old = { client_capabilities: { notification_settings_null: true } };
      const heard = await events('alice', () => ok('admin DELETE /streams/1'), old);
      has(includes(heard, { type: 'stream', op: 'delete' }), { stream_ids: [1], streams: [{ stream_id: 1 }] });
    }),
  ),
  row(342, 'channels say who adds others', channelPermission('can_add_subscribers_group')),
  shown(
    342,
    'invitations lead to default channels',
    'invites/invites.test.ts',
    'takes channels that its maker may add people to, and default channels',
  ),
  row(341, 'the organization says who adds others to channels', realmPermission('can_add_subscribers_group')),
  row(
    341,
    'the older setting of that is gone',
    all(noRealmSetting('invite_to_stream_policy', 1), lacks('register.can_subscribe_other_users')),
  ),
  row(
    340,
    'deactivated groups are edited',
    play(async ({ ok, users }) => {
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      await ok(`alice POST /user_groups/${group_id}/deactivate`);
      const can_mention_group = { new: { direct_members: [users.bob.id], direct_subgroups: [] } };
      await ok(`alice PATCH /user_groups/${group_id}`, { description: 'They cooked', can_mention_group });
      const { user_groups } = await ok('alice GET /user_groups', { include_deactivated_groups: true });
      includes(user_groups, { id: group_id, description: 'They cooked', can_mention_group: can_mention_group.new });
    }),
  ),
  row(
    339,
    'events of reactions have the older object of the user',
    play(async ({ ok, send, events, users }) => {
      const id = await send('alice', 'x');
      const heard = await events('alice', () => ok(`bob POST /messages/${id}/reactions`, { emoji_name: 'heart' }));
      includes(heard, {
        type: 'reaction',
        op: 'add',
        user_id: users.bob.id,
        user: { user_id: users.bob.id, full_name: 'Bob Member' },
      });
    }),
  ),
  row(338, 'the longest password is told', tells('register.password_max_length', 100)),
  row(337, 'calls on BigBlueButton are not configured', callsWith('bigbluebutton', 'BigBlueButton')),
  row(
    336,
    'previews tell the type of the picture',
    play(async ({ ok, as }) => {
      const file = await uploadFile(as('alice'), png(1), 'soup.png');
      const { rendered } = await ok('alice POST /messages/render', { content: `[soup](${file})` });
      assert.match(rendered, /data-original-content-type="image\/png"/);
    }),
  ),
  row(
    335,
    'the address of a channel is in the name of somebody',
    play(async ({ ok, users }) => {
      for (const sender_id of [users.alice.id, users.bot.id]) {
        assert.equal(typeof (await ok('alice GET /streams/1/email_address', { sender_id })).email, 'string');
      }
    }),
  ),
  row(
    334,
    'the empty topic is a topic, with a name for clients that do not know it',
    play(async ({ ok, send, message, state, events }) => {
      assert.equal((await state('alice')).realm_empty_topic_display_name, 'general chat');
      const id = await send('bob', 'x', { topic: '' });
      for (const [values, topic] of [
        [{}, 'general chat'],
        [{ allow_empty_topic_name: true }, ''],
      ] as const) {
        assert.equal((await message('alice', id, values)).subject, topic);
        has(await ok('alice GET /messages', { anchor: id, num_before: 0, num_after: 0, ...values }), {
          messages: [{ subject: topic }],
        });
        has(await ok(`alice GET /messages/${id}/history`, values), { message_history: [{ topic }] });
        includes((await ok('alice GET /users/me/1/topics', values)).topics, { name: topic });
      }
      const old = { client_capabilities: { notification_settings_null: true } };
      includes((await state('alice', old)).unread_msgs.streams, { topic: 'general chat' });
      includes((await state('alice')).unread_msgs.streams, { topic: '' });
      const follow = () => ok('alice POST /user_topics', { stream_id: 1, topic: '', visibility_policy: 3 });
      includes(await events('alice', follow, old), { type: 'user_topic', topic_name: 'general chat' });
    }),
  ),
  row(
    333,
    'system groups are mentioned silently',
    renders('@_*role:moderators*', /<span class="user-group-mention silent"[^>]*>Moderators<\/span>/),
  ),
  row(333, 'channels say who writes', channelPermission('can_send_message_group')),
  row(
    333,
    'the older settings of that can be read alone',
    play(async ({ ok }) => {
      const { ignored_parameters_unsupported } = await ok('admin PATCH /streams/1', {
        stream_post_policy: 2,
        is_announcement_only: true,
        description: 'x',
      });
      assert.deepEqual(ignored_parameters_unsupported, ['is_announcement_only', 'stream_post_policy']);
      has((await ok('alice GET /streams/1')).stream, { stream_post_policy: 1, is_announcement_only: false });
    }),
  ),
  row(
    332,
    'the time until a closed organization is deleted has bounds',
    all(
      tells('register.server_min_deactivated_realm_deletion_days', ['integer', 'null']),
      tells('register.server_max_deactivated_realm_deletion_days', ['integer', 'null']),
    ),
  ),
  row(332, 'the API does not close the organization', noEndpoint('POST /realm/deactivate')),
  row(
    331,
    'the organization has a channel for reports',
    play(async ({ ok, events, users }) => {
      const { id } = await ok('owner POST /channels/create', {
        name: 'reports',
        subscribers: [users.owner.id],
        invite_only: true,
      });
      const heard = await events('alice', () => ok('owner PATCH /realm', { moderation_request_channel_id: id }));
      includes(heard, { type: 'realm', property: 'moderation_request_channel_id', value: id });
    }),
  ),
  row(
    330,
    'default channels are told by their ids',
    play(async ({ ok, state, events, users }) => {
      assert.deepEqual((await state('alice')).realm_default_streams, [1]);
      const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [users.alice.id] });
      const heard = await events('alice', () => ok('admin POST /default_streams', { stream_id: id }));
      includes(heard, { type: 'default_streams', default_streams: [1, id] });
    }),
  ),
  row(329, 'people are asked about another time zone, or not', userSetting('web_suggest_update_timezone', false)),
  row(
    328,
    'reactions of messages have no object of the user',
    all(tells('message.reactions.[].user_id', 'integer'), lacks('message.reactions.[].user')),
  ),
  row(
    327,
    'both directions of a conversation have one recipient',
    play(async ({ send, message, users }) => {
      const one = await send('alice', 'x', { type: 'direct', to: [users.bob.id] });
      const two = await send('bob', 'y', { type: 'direct', to: [users.alice.id] });
      assert.equal((await message('alice', one)).recipient_id, (await message('bob', two)).recipient_id);
    }),
  ),
  row(
    326,
    'what permissions can be given to says nothing of owners and names',
    lacks(
      'register.server_supported_permission_settings.realm.[].allow_owners_group',
      'register.server_supported_permission_settings.realm.[].id_field_name',
    ),
  ),
  row(325, 'channels say who administers them', channelPermission('can_administer_channel_group')),
  row(324, 'groups say who removes members', groupPermission('can_remove_members_group')),
  row(
    323,
    'channels say whether they are in use',
    all(
      tells('register.subscriptions.[].is_recently_active', 'boolean'),
      tells('streams.[].is_recently_active', 'boolean'),
    ),
  ),
  shown(322, 'invitations lead to groups', 'invites/invites.test.ts', 'takes groups that its maker may add people to'),
  row(321, 'the organization says who invites', realmPermission('can_invite_users_group')),
  row(321, 'the older setting of that is gone', noRealmSetting('invite_to_realm_policy', 1)),
  row(320, 'channels say who removes subscribers, groups or people', channelPermission('can_remove_subscribers_group')),
  row(
    319,
    'links to messages are marked',
    play(async ({ ok, send }) => {
      const id = await send('alice', 'x');
      const { rendered } = await ok('alice POST /messages/render', { content: `#**general>lunch@${id}**` });
      assert.match(rendered, /<a class="message-link" href=/);
    }),
  ),
  row(
    318,
    'incoming webhooks list their options',
    tells('register.realm_incoming_webhook_bots.[].config_options', { '[]': 'any' }),
  ),
  row(
    317,
    'a new group has an id',
    play(async ({ ok }) => {
      const { group_id } = await ok('alice POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      includes((await ok('alice GET /user_groups')).user_groups, { id: group_id, name: 'cooks' });
    }),
  ),
  row(
    316,
    'the organization says who moves messages between topics',
    realmPermission('can_move_messages_between_topics_group'),
  ),
  row(316, 'the older setting of that is gone', noRealmSetting('edit_topic_policy', 1)),
  row(
    315,
    'archived channels say so, and are listed when asked for',
    play(async ({ ok, users }) => {
      const { id } = await ok('alice POST /channels/create', { name: 'design', subscribers: [users.alice.id] });
      await ok(`alice DELETE /streams/${id}`);
      excludes((await ok('alice GET /streams')).streams, { stream_id: id });
      includes((await ok('alice GET /streams', { exclude_archived: false })).streams, {
        stream_id: id,
        is_archived: true,
      });
    }),
  ),
  row(
    315,
    'channels and subscriptions say whether they are archived',
    all(tells('register.subscriptions.[].is_archived', 'boolean'), tells('streams.[].is_archived', 'boolean')),
  ),
  row(
    314,
    'the organization says who makes invitation links, groups or people',
    realmPermission('create_multiuse_invite_group'),
  ),
  row(
    314,
    'the organization says who sees everybody, as a setting of groups',
    realmPermissionOfRoles('can_access_all_users_group', 'role:members'),
  ),
  shown(
    313,
    'addresses of others are changed',
    'users/accounts.test.ts',
    'changes an address for owners, and tells those who see it',
  ),
  shown(
    313,
    'users are changed by their address',
    'users/accounts.test.ts',
    'finds by real and by placeholder address',
  ),
  shown(
    312,
    'consents to exports are events',
    'realm/export-consents.test.ts',
    'lists the consent of people who are here, for administrators, who hear of each change',
  ),
  row(
    311,
    'groups get subgroups with their members',
    play(async ({ ok }) => {
      const { group_id: cooks } = await ok('alice POST /user_groups/create', {
        name: 'cooks',
        description: '',
        members: [],
      });
      const { group_id } = await ok('alice POST /user_groups/create', {
        name: 'staff',
        description: '',
        members: [],
        subgroups: [cooks],
      });
      const subgroups = async () => (await ok(`alice GET /user_groups/${group_id}/subgroups`)).subgroups;
      assert.deepEqual(await subgroups(), [cooks]);
      await ok(`alice POST /user_groups/${group_id}/members`, { delete_subgroups: [cooks] });
      assert.deepEqual(await subgroups(), []);
      await ok(`alice POST /user_groups/${group_id}/members`, { add_subgroups: [cooks] });
      assert.deepEqual(await subgroups(), [cooks]);
    }),
  ),
  row(
    310,
    'the organization says who moves messages between channels',
    realmPermission('can_move_messages_between_channels_group'),
  ),
  row(310, 'the older setting of that is gone', noRealmSetting('move_messages_between_streams_policy', 1)),
  row(
    309,
    'permissions hold groups or people',
    all(tells('register.realm_can_create_groups', group), groupPermission('can_mention_group')),
  ),
  row(308, 'groups say who leaves', groupPermission('can_leave_group')),
  row(307, 'the organization says who adds emoji', realmPermission('can_add_custom_emoji_group')),
  row(307, 'the older setting of that is gone', noRealmSetting('add_custom_emoji_policy', 1)),
  row(
    306,
    'events of the organization have no further data',
    play(async ({ ok, events }) => {
      for (const event of await events('alice', () =>
        ok('owner PATCH /realm', { name: 'Kitchen', invite_required: false }),
      )) {
        assert.equal('extra_data' in event, false);
      }
    }),
  ),
  row(306, 'the plan never changes', noRealmSetting('plan_type', 2, 'readable')),
  row(305, 'groups say who adds members', groupPermission('can_add_members_group')),
  row(
    305,
    'who manages all groups does so whatever their role',
    play(async ({ ok, users }) => {
      const { group_id } = await ok('owner POST /user_groups/create', { name: 'cooks', description: '', members: [] });
      await ok('owner PATCH /realm', {
        can_manage_all_groups: { new: { direct_members: [users.alice.id], direct_subgroups: [] } },
      });
      await ok(`alice POST /user_groups/${group_id}/members`, { add: [users.bob.id] });
    }),
  ),
  replaced(304, 'kinds of exports are numbers', 449),
  shown(
    303,
    'who is deactivated leaves groups and permissions, and returns to them',
    'groups/membership-event.test.ts',
    'leaves its groups quietly but for permissions that name it, and comes back before everyone',
  ),
  shown(
    303,
    'who is deactivated leaves permissions of the organization',
    'groups/membership-event.test.ts',
    'leaves the permissions of the organization that name it, and comes back to them',
  ),
  shown(
    302,
    'which address finds somebody follows who may see it',
    'users/users.test.ts',
    'answers for a hidden address as for none',
  ),
  row(301, 'groups say who joins', groupPermission('can_join_group')),
];
