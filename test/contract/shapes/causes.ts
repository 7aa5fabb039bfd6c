import { doRenderAgain } from '../../../src/messages/render-again.ts';
import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import { join, leave, start } from '../../calls/scene.ts';
import { runBot } from '../../support/answering-bot.ts';
import { send } from '../../support/scene.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

/** What makes the server send an event: an endpoint, whose call that succeeds does, or a story. */
export type Cause = string | ((server: TestServer) => unknown);

/** A cause for each described event that the server sends, by type and operation. */
export const causes: Readonly<Record<string, Cause>> = {
  alert_words: 'addAlertWords',
  'attachment/add': 'uploadFile',
  'attachment/remove': 'deleteAttachment',
  'attachment/update': shareFile,
  'channel_folder/add': 'createChannelFolder',
  'channel_folder/reorder': 'reorderChannelFolders',
  'channel_folder/update': 'updateChannelFolder',
  custom_profile_fields: 'createProfileField',
  default_streams: 'removeDefaultStream',
  delete_message: 'deleteMessage',
  'device/add': 'registerClientDevice',
  'device/remove': 'removeClientDevice',
  'device/update': 'registerPushDevice',
  'drafts/add': 'createDrafts',
  'drafts/remove': 'deleteDraft',
  'drafts/update': 'editDraft',
  heartbeat: waitForNews,
  invites_changed: 'createInviteLink',
  message: 'sendMessage',
  muted_topics: 'muteTopic',
  muted_users: 'muteUser',
  'navigation_view/add': 'addNavigationView',
  'navigation_view/remove': 'removeNavigationView',
  'navigation_view/update': 'editNavigationView',
  availability: 'changeAvailability',
  own_sections: 'setOwnSections',
  bot_call: callBot,
  message_buttons: 'setButtons',
  bot_commands: 'setCommands',
  'call/add': 'startCall',
  'call/remove': endCall,
  'call/update': 'joinCall',
  call_reaction: 'reactInCall',
  call_signal: 'sendCallSignal',
  pinned_messages: 'pinMessage',
  channel_bookmarks: 'setBookmarks',
  presence: 'updatePresence',
  'reaction/add': 'addReaction',
  'reaction/remove': 'removeReaction',
  'realm/update': 'updateRealm',
  'realm/update_dict': 'deleteIcon',
  'realm_bot/add': 'createBot',
  'realm_bot/delete': ({ as, users }) => as('admin').patch(`/bots/${users.bot.id}`, { bot_owner_id: users.bob.id }),
  'realm_bot/update': ({ as, users }) => as('alice').patch(`/bots/${users.bot.id}`, { full_name: 'Test Bot' }),
  'realm_domains/add': 'addDomain',
  'realm_domains/change': 'updateDomain',
  'realm_domains/remove': 'removeDomain',
  'realm_emoji/update': 'uploadCustomEmoji',
  realm_export: ({ as }) => as('owner').post('/export/realm'),
  realm_export_consent: ({ as }) => as('alice').patch('/settings', { allow_private_data_export: true }),
  realm_linkifiers: 'addLinkifier',
  realm_playgrounds: 'addPlayground',
  'realm_user/add': 'createUser',
  'realm_user/remove': hidePeopleFromGuests,
  'realm_user/update': 'updateUser',
  'realm_user_settings_defaults/update': 'updateUserSettingsDefaults',
  'reminders/add': 'createReminder',
  'reminders/remove': 'deleteReminder',
  'saved_snippets/add': 'createSavedSnippet',
  'saved_snippets/remove': 'deleteSavedSnippet',
  'saved_snippets/update': 'editSavedSnippet',
  'scheduled_messages/add': 'createScheduledMessage',
  'scheduled_messages/remove': 'deleteScheduledMessage',
  'scheduled_messages/update': 'updateScheduledMessage',
  'stream/create': 'createChannel',
  'stream/delete': 'archiveStream',
  'stream/update': 'updateStream',
  submessage: 'addSubmessage',
  'subscription/add': 'subscribe',
  'subscription/peer_add': 'subscribe',
  'subscription/peer_remove': 'unsubscribe',
  'subscription/remove': 'unsubscribe',
  'subscription/update': 'patchSubscriptionSettings',
  'typing/start': 'setTypingStatus',
  'typing/stop': ({ as, users }) => as('alice').post('/typing', { op: 'stop', to: [users.bob.id] }),
  'typing_edit_message/start': 'setTypingStatusForMessageEdit',
  'typing_edit_message/stop': stopEditing,
  update_message: 'updateMessage',
  'update_message_flags/add': 'updateMessageFlags',
  'update_message_flags/remove': forgetReading,
  'user_group/add': 'createUserGroup',
  'user_group/add_members': 'updateUserGroupMembers',
  'user_group/add_subgroups': 'updateUserGroupSubgroups',
  'user_group/remove': 'deactivateUserGroup',
  'user_group/remove_members': 'updateUser',
  'user_group/remove_subgroups': splitGroups,
  'user_group/update': 'updateUserGroup',
  'user_settings/update': 'updateSettings',
  user_status: 'updateStatus',
  user_topic: 'muteTopic',
  web_reload_client: renderAgain,
};

/** Described events that the server never sends, and why. */
export const neverSent: Readonly<Record<string, string>> = {
  default_stream_groups: 'there are no groups of default channels',
  has_zoom_token: 'there is no such provider of calls',
  onboarding_steps: 'no steps are shown to those who begin',
  'realm/deactivated': 'the organization of a server cannot be deactivated',
  realm_filters: 'clients know realm_linkifiers instead',
  'realm_bot/remove': 'an update says that a bot is deactivated',
  restart: 'no queue outlives a restart, so every client registers again',
  update_display_settings: 'gone after 10: clients know user_settings instead',
  update_global_notifications: 'gone after 10: clients know user_settings instead',
};

async function shareFile({ as }: TestServer): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob(['Buy tea']), 'note.txt');
  const { body: uploaded } = await as('alice').send('POST', '/user_uploads', { body });
  await send(as('alice'), { to: 'general', content: `[note](${uploaded.url})` });
}

async function endCall(server: TestServer): Promise<void> {
  const { id } = await start(server, 'alice');
  await join(server, 'alice', id);
  await leave(server, 'alice', id);
}

async function waitForNews({ app, as, clock, users }: TestServer): Promise<void> {
  const { body } = await as('alice').post('/register', { fetch_event_types: [] });
  const answer = as('alice').get('/events', { queue_id: body.queue_id, last_event_id: -1 });
  await until(() => app.queues.access(body.queue_id, users.alice.id).outlet !== undefined);
  clock.advance(60);
  app.queues.sweep();
  await answer;
}

/** Guests know from now on only those whom they write with. */
async function hidePeopleFromGuests({ as, app, users }: TestServer): Promise<void> {
  setRealmSetting(app.db, 'can_access_all_users_group', systemGroupId(app.db, 'role:members'));
  await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
  await as('admin').patch(`/users/${users.guest.id}`, { full_name: 'Gus the Guest' });
}

async function stopEditing({ as }: TestServer): Promise<void> {
  const id = await send(as('alice'), { to: 'general' });
  await as('alice').post(`/messages/${id}/typing`, { op: 'stop' });
}

async function forgetReading({ as }: TestServer): Promise<void> {
  const id = await send(as('alice'), { to: 'general' });
  await as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  await as('bob').post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
}

async function splitGroups({ as }: TestServer): Promise<void> {
  const make = async (name: string) =>
    (await as('alice').post('/user_groups/create', { name, description: '', members: [] })).body.group_id;
  const [outer, inner] = [await make('outer'), await make('inner')];
  await as('alice').post(`/user_groups/${outer}/subgroups`, { add: [inner] });
  await as('alice').post(`/user_groups/${outer}/subgroups`, { delete: [inner] });
}

async function renderAgain({ app, as }: TestServer): Promise<void> {
  await send(as('alice'), { to: 'general' });
  doRenderAgain(app, { all: true });
}

async function callBot(server: TestServer): Promise<void> {
  await runBot(server);
  await server.as('alice').post('/commands/deploy/calls', { type: 'channel', to: 'general', topic: 'lunch' });
}
