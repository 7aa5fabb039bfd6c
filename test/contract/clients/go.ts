import type { Needs } from './needs.ts';
import { type ExistingClient, stir } from './scene.ts';
import { type Body, Talker } from './talker.ts';

const channel: Needs = {
  stream_id: 'integer',
  name: 'string',
  description: 'string',
  rendered_description: 'string',
  creator_id: 'integer or null',
  date_created: 'integer',
  invite_only: 'boolean',
  is_web_public: 'boolean',
  is_archived: 'boolean',
  history_public_to_subscribers: 'boolean',
  first_message_id: 'integer or null',
  is_recently_active: 'boolean',
  message_retention_days: 'integer or null',
  topics_policy: 'string',
  folder_id: 'integer or null',
  subscriber_count: 'integer',
  stream_weekly_traffic: 'integer or null',
  stream_post_policy: [1, 2, 3, 4],
  is_announcement_only: 'boolean',
};

const channelGroups = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_remove_subscribers_group',
  'can_resolve_topics_group',
  'can_send_message_group',
  'can_subscribe_group',
];

const group: Needs = {
  id: 'integer',
  name: 'string',
  description: 'string',
  members: 'list',
  direct_subgroup_ids: 'list',
  creator_id: 'integer or null',
  date_created: 'integer or null',
  is_system_group: 'boolean',
  deactivated: 'boolean',
};

const groupGroups = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
];

const snapshot: Needs = {
  topic: 'string',
  prev_topic: 'string?',
  stream: 'integer?',
  prev_stream: 'integer?',
  content: 'string',
  rendered_content: 'string',
  prev_content: 'string?',
  prev_rendered_content: 'string?',
  content_html_diff: 'string?',
  user_id: 'integer or null',
  timestamp: 'integer',
};

const presence: Needs = { status: ['active', 'idle', 'offline'], timestamp: 'integer' };
const refusal: Needs = { result: ['error'], msg: 'string', code: 'string' };
const noQueue = { queue_id: 'no-such-queue', last_event_id: -1 };

const notForBots = 'This endpoint does not accept bot requests.';

/**
 * What the library's own suite requests as a bot and expects to get. Servers of the original refuse it with these
 * words, as the recordings beside the tests of answers have it, so these sub-tests fail there as well.
 */
export const refusedToBots: readonly (readonly [test: string, method: string, path: string, msg: string])[] = [
  ['CreateUserGroup', 'POST', 'user_groups/create', notForBots],
  // All that follow up to the presence begin with a new group of the bot.
  ['DeactivateUserGroup', 'POST', 'user_groups/create', notForBots],
  ['GetIsUserGroupMember', 'GET', 'user_groups/{group}/members/{bot}', notForBots],
  ['GetUserGroupMembers', 'GET', 'user_groups/{group}/members', notForBots],
  ['GetUserGroupSubgroups', 'GET', 'user_groups/{group}/subgroups', notForBots],
  ['GetUserGroups', 'GET', 'user_groups', notForBots],
  ['UpdateUserGroup', 'PATCH', 'user_groups/{group}', notForBots],
  ['UpdateUserGroupMembers', 'POST', 'user_groups/{group}/members', notForBots],
  ['UpdateUserGroupSubgroups', 'POST', 'user_groups/{group}/subgroups', notForBots],
  ['GetUserPresence', 'GET', 'users/{bot}/presence', 'Presence is not supported for bot users.'],
  ['UpdatePresence', 'POST', 'users/me/presence', notForBots],
  ['UpdateSettings', 'PATCH', 'settings', notForBots],
  ['UpdateStatus', 'POST', 'users/me/status', notForBots],
];

/** The library for Go: a key it does not know is a fault, in all that it decodes strictly. */
export const go: ExistingClient = {
  name: 'go-zulip',
  async talk(server, furnished) {
    const talker = new Talker(server, 'alice', 'go-zulip/0.1.0');
    const get = (path: string, query = {}) => talker.send('GET', `/api/v1/${path}`, { query });
    const { stream_id, message_id } = furnished;
    talker.read('server_settings', await get('server_settings'), {
      zulip_version: 'string',
      zulip_feature_level: 'integer',
    });
    talker.readStrictly('streams', await get('streams'), 'streams[]', withGroups(channel, channelGroups));
    talker.readStrictly('stream', await get(`streams/${stream_id}`), 'stream', withGroups(channel, channelGroups));
    talker.readStrictly('user_groups', await get('user_groups'), 'user_groups[]', withGroups(group, groupGroups));
    talker.readStrictly('history', await get(`messages/${message_id}/history`), 'message_history[]', snapshot);
    const present = await get(`users/${server.users.bob.id}/presence`);
    talker.readStrictly('presence', present, 'presence{}', presence);
    const page = {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: stream_id }],
    };
    talker.read('messages', await get('messages', page), { 'messages[].id': 'integer', found_newest: 'boolean' });

    for (const { as, needs } of await refusals(talker)) talker.readStrictly('refusal', { as }, 'as', needs);
    const form = { event_types: ['message', 'reaction', 'typing', 'update_message'], client_gravatar: true };
    const { queue_id, last_event_id } = await talker.send('POST', '/api/v1/register', { form });
    await stir(server, furnished);
    const { events } = await get('events', { queue_id, last_event_id });
    for (const event of events.filter(isReaction)) talker.readStrictly('event', { event }, 'event', reaction);
    for (const event of events.filter(isTyping)) talker.readStrictly('event', { event }, 'event', typing);
    return talker.lacks;
  },
};

const reaction: Needs = {
  id: 'integer',
  type: ['reaction'],
  op: ['add', 'remove'],
  message_id: 'integer',
  user_id: 'integer',
  user: 'object',
  emoji_name: 'string',
  emoji_code: 'string',
  reaction_type: 'string',
};

const typing: Needs = {
  id: 'integer',
  type: ['typing'],
  op: ['start', 'stop'],
  message_type: ['direct', 'stream'],
  sender: 'object',
  recipients: 'list?',
  stream_id: 'integer?',
  topic: 'string?',
};

/** Refusals of each shape, with what is in it. */
async function refusals(talker: Talker): Promise<{ as: Body; needs: Needs }[]> {
  const toNowhere = { type: 'stream', to: 'no such channel', topic: 'a', content: 'b' };
  return [
    {
      as: await talker.fail('POST', '/api/v1/messages', { form: toNowhere }),
      needs: { ...refusal, code: ['STREAM_DOES_NOT_EXIST'], stream: 'string' },
    },
    {
      as: await talker.fail('POST', '/api/v1/messages', { form: { ...toNowhere, to: 999 } }),
      needs: { ...refusal, code: ['STREAM_DOES_NOT_EXIST'], stream_id: 'integer' },
    },
    {
      as: await talker.fail('GET', '/api/v1/events', { query: noQueue }),
      needs: { ...refusal, code: ['BAD_EVENT_QUEUE_ID'], queue_id: 'string' },
    },
    {
      as: await talker.fail('POST', '/api/v1/messages', { form: { type: 'stream' } }),
      needs: { ...refusal, code: ['REQUEST_VARIABLE_MISSING'], var_name: 'string' },
    },
    {
      as: await talker.fail('GET', '/api/v1/messages', {
        query: { narrow: [['no-such-operator', 'x']], anchor: 'newest', num_before: 1, num_after: 0 },
      }),
      needs: { ...refusal, code: ['BAD_NARROW'], desc: 'string' },
    },
    { as: await talker.fail('GET', '/api/v1/messages/999999'), needs: { ...refusal, code: ['BAD_REQUEST'] } },
  ];
}

function withGroups(needs: Needs, names: readonly string[]): Needs {
  return { ...needs, ...Object.fromEntries(names.map((name) => [name, 'group' as const])) };
}

function isReaction(event: Body): boolean {
  return event.type === 'reaction';
}

function isTyping(event: Body): boolean {
  return event.type === 'typing';
}
