import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Api, Params } from './api.ts';
import { fetchMessage } from './messages.ts';
import { conversationUrl, narrowTo, type Place, placeOf, readPlace } from './place.ts';
import { parseMoment } from './since.ts';
import { addTool } from './tool.ts';

const text = z.string().describe('The message, in Markdown');
const message_id = z.number().int().describe('Id of the message');
const place = {
  channel: z.string().optional().describe('Name of a channel, together with a topic'),
  topic: z.string().optional(),
  people: z.array(z.string()).max(50).optional().describe('For a direct message: names, e-mail addresses or ids'),
};

/** Tools that write messages, and what the account says of those of others. */
export function addWritingTools(server: McpServer, api: Api): void {
  addSend(server, api);
  addReply(server, api);
  addSchedule(server, api);
  addReact(server, api);
  addEdit(server, api);
  addMarkRead(server, api);
}

function addSend(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'send_message',
    title: 'Send a message',
    says: 'Sends a message to a topic of a channel, or to people.',
    effect: 'adds',
    params: { ...place, text },
    async run({ text, ...named }) {
      return sendMessage(api, await readPlace(api, named), text);
    },
  });
}

function addReply(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'reply',
    title: 'Reply',
    says: 'Sends a message to the conversation of another message.',
    effect: 'adds',
    params: { message_id, text },
    async run({ message_id, text }) {
      return sendMessage(api, placeOf(await fetchMessage(api, message_id)), text);
    },
  });
}

function addSchedule(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'schedule_message',
    title: 'Schedule a message',
    says: 'Sends a message later.',
    effect: 'adds',
    params: { ...place, text, at: z.string().describe('When, as in 2026-11-27T09:00+01:00') },
    async run({ text, at, ...named }) {
      const { type, to, topic } = recipientOf(await readPlace(api, named));
      const scheduled_delivery_timestamp = parseMoment(at);
      const params = { type, to, topic, content: text, scheduled_delivery_timestamp };
      return api.call('POST', '/scheduled_messages', params);
    },
  });
}

function addReact(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'react',
    title: 'React to a message',
    says: 'Adds an emoji to a message, or takes it back.',
    effect: 'adds',
    params: {
      message_id,
      emoji: z.string().describe('Its name, as in thumbs_up'),
      remove: z.boolean().default(false),
    },
    async run({ message_id, emoji, remove }) {
      const params = { emoji_name: emoji.replaceAll(':', '') };
      return api.call(remove ? 'DELETE' : 'POST', `/messages/${message_id}/reactions`, params);
    },
  });
}

function addEdit(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'edit_message',
    title: 'Edit a message',
    says: "Replaces the text of one of the account's own messages.",
    effect: 'changes',
    params: { message_id, text },
    run: ({ message_id, text }) => api.call('PATCH', `/messages/${message_id}`, { content: text }),
  });
}

function addMarkRead(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'mark_read',
    title: 'Mark as read',
    says: 'Marks messages by their ids, or a whole conversation, as read by the account.',
    effect: 'changes',
    params: { message_ids: z.array(z.number().int()).max(1000).optional(), ...place },
    async run({ message_ids, ...named }) {
      if (message_ids) return markRead(api, '/messages/flags', { messages: message_ids });
      const narrow = narrowTo(await readPlace(api, named));
      const newest = { anchor: 'newest', num_before: 5000, num_after: 0 };
      return markRead(api, '/messages/flags/narrow', { narrow, ...newest });
    },
  });
}

function markRead(api: Api, path: string, params: Params): Promise<object> {
  return api.call('POST', path, { ...params, op: 'add', flag: 'read' });
}

/** Throws Refused. */
export async function sendMessage(
  api: Api,
  place: Place,
  content: string,
): Promise<{ message_id: number; link: string }> {
  const { id } = await api.call<{ id: number }>('POST', '/messages', { ...recipientOf(place), content });
  return { message_id: id, link: conversationUrl(api.site, place, id) };
}

function recipientOf(place: Place) {
  return 'user_ids' in place
    ? { type: 'direct', to: place.user_ids }
    : { type: 'channel', to: place.channel_id, topic: place.topic };
}
