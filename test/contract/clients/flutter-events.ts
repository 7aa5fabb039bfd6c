import { events } from './flutter-models.ts';
import { type Kind, type Needs, unmet, within } from './needs.ts';
import type { Body } from './talker.ts';

const on = 'boolean';
const perhaps = 'integer or null';

/** What the phone app casts a new value to, by the property that it is of; others it passes over. */
const values: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  'stream/update': {
    name: 'string',
    is_archived: on,
    description: 'string',
    first_message_id: perhaps,
    invite_only: on,
    message_retention_days: perhaps,
    stream_post_policy: [1, 2, 3, 4],
    folder_id: perhaps,
    can_add_subscribers_group: 'group',
    can_delete_any_message_group: 'group',
    can_delete_own_message_group: 'group',
    can_send_message_group: 'group',
    can_subscribe_group: 'group',
    is_recently_active: on,
    stream_weekly_traffic: perhaps,
  },
  'subscription/update': {
    color: 'string',
    is_muted: on,
    pin_to_top: on,
    desktop_notifications: on,
    audible_notifications: on,
    push_notifications: on,
    email_notifications: on,
    wildcard_mentions_notify: on,
  },
  'user_settings/update': {
    twenty_four_hour_time: 'boolean or null',
    display_emoji_reaction_users: on,
    emojiset: 'string',
    presence_enabled: on,
  },
};

const channelPlace: Needs = { stream_id: 'integer', topic: 'string' };
const changes: Readonly<Record<string, Needs>> = {
  'stream/update': { history_public_to_subscribers: 'boolean?', is_web_public: 'boolean?' },
  'user_group/update': { 'data.name': 'string?', 'data.description': 'string?', 'data.deactivated': 'boolean?' },
  'user_group/remove': { group_id: 'integer' },
  'realm_user/remove': { 'person.user_id': 'integer' },
  'realm_user/update': {
    'person.full_name': 'string?',
    'person.avatar_url': 'string?',
    'person.avatar_version': 'integer?',
    'person.timezone': 'string?',
    'person.bot_owner_id': 'integer?',
    'person.role': 'integer?',
    'person.delivery_email': 'string?',
    'person.new_email': 'string?',
    'person.is_active': 'boolean?',
  },
  'channel_folder/reorder': { 'order[]': 'integer' },
  'channel_folder/update': {
    'data.name': 'string?',
    'data.description': 'string?',
    'data.rendered_description': 'string?',
    'data.is_archived': 'boolean?',
  },
  presence: {
    server_timestamp: 'number',
    ...within('presence{}', {
      client: 'string',
      status: ['active', 'idle'],
      timestamp: 'integer',
      pushable: 'boolean',
    }),
  },
};

/** What the phone app misses in an event, a line each: it throws then, and starts anew. */
export function lacksOfEvent(event: Body): string[] {
  const kind = event.op === undefined ? event.type : `${event.type}/${event.op}`;
  const needs: Needs = {
    id: 'integer',
    ...events[kind],
    ...changes[kind],
    ...valueNeeds(kind, event),
    ...placeNeeds(event),
  };
  // What a list without items lacks in its items, nobody misses.
  const lacks = unmet(event, needs).filter((lack) => !lack.includes('of which there is none'));
  return lacks.map((lack) => `event ${kind}: ${lack}`);
}

function valueNeeds(kind: string, { property }: Body): Needs {
  const value = values[kind]?.[property];
  return value ? { value } : {};
}

/** What follows from where a message is. */
function placeNeeds(event: Body): Needs {
  switch (event.type) {
    case 'message':
      return event.message.type === 'stream'
        ? { 'message.stream_id': 'integer', 'message.display_recipient': 'string' }
        : { 'message.display_recipient[].id': 'integer' };
    case 'update_message':
      return event.propagate_mode === undefined && event.subject === undefined && event.new_stream_id === undefined
        ? {}
        : moveNeeds(event);
    case 'delete_message':
      return event.message_type === 'stream' ? channelPlace : {};
    case 'typing':
      return event.message_type === 'stream' ? channelPlace : { 'recipients[].user_id': 'integer' };
    case 'update_message_flags':
      return event.op === 'remove' && event.flag === 'read' ? detailNeeds(event) : {};
    default:
      return {};
  }
}

function moveNeeds({ new_stream_id }: Body): Needs {
  return {
    propagate_mode: ['change_one', 'change_later', 'change_all'],
    stream_id: 'integer',
    orig_subject: 'string',
    ...(new_stream_id === undefined ? { subject: 'string' } : {}),
  };
}

function detailNeeds({ messages, message_details }: Body): Needs {
  const needs = messages.map((id: number) => {
    const isInChannel = message_details?.[id]?.type === 'stream';
    const place: Needs = isInChannel ? channelPlace : { 'user_ids[]': 'integer' };
    return within(`message_details.${id}`, { type: ['stream', 'private'], ...place });
  });
  return Object.assign({}, ...needs);
}
