import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Api } from './api.ts';
import { quotationNote } from './messages.ts';
import { findChannel, listPeople } from './place.ts';
import { addTool, fitRows } from './tool.ts';

const words = z.string().optional().describe('Only those whose name contains this');
const limit = z.number().int().min(1).max(1000).default(100);

/** Tools that list channels, topics, people, and where something is unread. */
export function addDirectoryTools(server: McpServer, api: Api): void {
  addListChannels(server, api);
  addListTopics(server, api);
  addListPeople(server, api);
  addListUnread(server, api);
}

function addListChannels(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'list_channels',
    title: 'List channels',
    says: 'The channels that the account can see, and whether it is subscribed to them.',
    effect: 'reads',
    params: { words, limit },
    async run({ words, limit }) {
      const [{ streams }, { subscriptions }] = await Promise.all([
        api.call<{ streams: Stream[] }>('GET', '/streams'),
        api.call<{ subscriptions: { stream_id: number }[] }>('GET', '/users/me/subscriptions'),
      ]);
      const subscribed = new Set(subscriptions.map(({ stream_id }) => stream_id));
      const rows = streams.filter(contains(words)).map(({ stream_id, name, description }) => ({
        channel_id: stream_id,
        name,
        description: description.slice(0, 300),
        is_subscribed: subscribed.has(stream_id),
      }));
      return listed('channels', rows, limit);
    },
  });
}

function addListTopics(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'list_topics',
    title: 'List topics',
    says: 'The topics of a channel, the newest first, each with the id of its newest message.',
    effect: 'reads',
    params: { channel: z.string().describe('Name of the channel'), words, limit },
    async run({ channel, words, limit }) {
      const found = await findChannel(api, channel);
      const { topics } = await api.call<{ topics: { name: string; max_id: number }[] }>(
        'GET',
        `/users/me/${found.channel_id}/topics`,
        { allow_empty_topic_name: true },
      );
      const rows = topics.filter(contains(words)).map(({ name, max_id }) => ({ topic: name, newest_message: max_id }));
      return { ...found, ...listed('topics', rows, limit) };
    },
  });
}

function addListPeople(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'list_people',
    title: 'List people',
    says: 'People and bots of the organization, with ids and e-mail addresses.',
    effect: 'reads',
    params: { words, limit },
    async run({ words, limit }) {
      const people = await listPeople(api);
      const rows = people
        .map(({ user_id, full_name, email, delivery_email, is_bot }) => ({
          user_id,
          name: full_name,
          email: delivery_email ?? email,
          ...(is_bot && { is_bot }),
        }))
        .filter(contains(words));
      return listed('people', rows, limit);
    },
  });
}

function addListUnread(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'list_unread',
    title: 'List what is unread',
    says: 'The conversations with unread messages, and how many; catch_up reads them.',
    effect: 'reads',
    params: {},
    run: () => listUnread(api),
  });
}

interface Stream {
  stream_id: number;
  name: string;
  description: string;
}

interface Unread {
  count: number;
  mentions: number[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  pms: { other_user_id: number; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
}

/** The counts are part of the initial state of a client, whose queue is not needed afterwards. */
async function listUnread(api: Api): Promise<object> {
  const { queue_id, unread_msgs: unread } = await api.call<{ queue_id: string; unread_msgs: Unread }>(
    'POST',
    '/register',
    {
      event_types: ['heartbeat'],
      fetch_event_types: ['message', 'update_message_flags'],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    },
  );
  await api.call('DELETE', '/events', { queue_id });
  const places = [
    ...unread.streams.map(({ stream_id, topic, unread_message_ids: ids }) => ({ channel_id: stream_id, topic, ids })),
    ...unread.pms.map(({ other_user_id, unread_message_ids: ids }) => ({ user_ids: [other_user_id], ids })),
    ...unread.huddles.map(({ user_ids_string, unread_message_ids: ids }) => ({
      user_ids: user_ids_string.split(',').map(Number),
      ids,
    })),
  ];
  const rows = places.map(({ ids, ...place }) => ({ ...place, unread: ids.length, first: ids[0] }));
  return { unread: unread.count, mentions: unread.mentions.length, ...listed('conversations', rows) };
}

function contains(words = ''): (row: { name: string }) => boolean {
  const wanted = words.toLowerCase();
  return ({ name }) => name.toLowerCase().includes(wanted);
}

/** The rows under their name, and how many there are beyond what the answer can hold. */
function listed(name: string, all: readonly object[], limit = all.length): object {
  const rows = fitRows(all.slice(0, limit));
  const left_out = all.length - rows.length;
  return { note: quotationNote, [name]: rows, ...(left_out > 0 && { left_out }) };
}
