import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Api } from './api.ts';
import type { Message } from './message.ts';
import { fetchMessage, fetchMessages, type Page, presentConversations, quotationNote } from './messages.ts';
import {
  findChannel,
  findPeople,
  messageIdIn,
  narrowTo,
  type Place,
  placeInLink,
  placeOf,
  readPlace,
} from './place.ts';
import { parseSince } from './since.ts';
import { addTool } from './tool.ts';

/** Messages that one call of catch_up takes. */
const mostCaughtUp = 500;

const channel = z.string().optional().describe('Name of a channel');
const people = z.array(z.string()).max(50).optional().describe('Names, e-mail addresses or ids of people');

/** Tools that read messages. */
export function addReadingTools(server: McpServer, api: Api): void {
  addCatchUp(server, api);
  addSearch(server, api);
  addReadConversation(server, api);
}

function addCatchUp(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'catch_up',
    title: 'Catch up',
    says:
      'What happened, by conversation: since a time, or all that is unread. Long texts are cut; read_conversation shows ' +
      `them whole. At most ${mostCaughtUp} messages: to go on, call it again with next_after of the answer as after.`,
    effect: 'reads',
    params: {
      since: z.string().optional().describe('A time such as 2026-11-26T08:00Z, or a span such as 12h or 3d'),
      channel,
      after: z.number().int().min(0).optional().describe('Id of the last message that is known already'),
    },
    async run({ since, channel, after }) {
      const terms = channel === undefined ? [] : [channelTerm(await findChannel(api, channel))];
      if (since === undefined) terms.push(isTerm('unread'));
      const page = await fetchMessages(api, terms, {
        ...startOf(since, after, api.now()),
        num_before: 0,
        num_after: mostCaughtUp,
      });
      return { ...present(api, page), next_after: page.found_newest ? undefined : page.messages.at(-1)?.id };
    },
  });
}

function addSearch(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'search_messages',
    title: 'Search messages',
    says: 'Messages that contain words, or fulfil all conditions given; the newest that match. Pass older_than to go on.',
    effect: 'reads',
    params: {
      words: z.string().optional().describe('Words that the message contains; "in quotes" as they stand'),
      channel,
      topic: z.string().optional().describe('Topic, together with a channel'),
      sender: z.string().optional().describe('Name, e-mail address or id of who wrote it'),
      people: people.describe('The others in a direct conversation'),
      has: z.enum(['link', 'attachment', 'image', 'reaction']).optional(),
      is: z.enum(['unread', 'mentioned', 'starred', 'followed', 'resolved', 'dm']).optional(),
      older_than: z.number().int().min(1).optional().describe('Only messages before the one with this id'),
      limit: z.number().int().min(1).max(200).default(20),
    },
    async run({ older_than, limit, ...wanted }) {
      const narrow = await readNarrow(api, wanted);
      const page = await fetchMessages(api, narrow, {
        anchor: older_than ?? 'newest',
        include_anchor: older_than === undefined,
        num_before: limit,
        num_after: 0,
      });
      return { ...present(api, page), older_than: page.found_oldest ? undefined : page.messages[0]?.id };
    },
  });
}

function addReadConversation(server: McpServer, api: Api): void {
  addTool(server, {
    name: 'read_conversation',
    title: 'Read a conversation',
    says:
      'The messages of a topic or a direct conversation: around a message (by link or id), or the newest. Name the ' +
      'conversation by a link, by a message, by channel and topic, or by people.',
    effect: 'reads',
    params: {
      link: z.string().optional().describe('A link to a message or a conversation'),
      message_id: z.number().int().optional(),
      channel,
      topic: z.string().optional(),
      people,
      before: z.number().int().min(0).max(200).default(30).describe('Messages before it'),
      after: z.number().int().min(0).max(200).default(10).describe('Messages after it'),
    },
    async run({ link, message_id, before, after, ...named }) {
      const around = message_id ?? (link === undefined ? undefined : messageIdIn(link));
      const place = await findPlace(api, around, link, named);
      const anchor = around === undefined ? ('newest' as const) : around;
      const page = await fetchMessages(api, narrowTo(place), { anchor, num_before: before, num_after: after });
      return { ...present(api, page), ...outside(page) };
    },
  });
}

async function findPlace(
  api: Api,
  message_id: number | undefined,
  link: string | undefined,
  named: { channel?: string | undefined; topic?: string | undefined; people?: string[] | undefined },
): Promise<Place> {
  if (message_id !== undefined) return placeOf(await fetchMessage(api, message_id));
  return link === undefined ? readPlace(api, named) : placeInLink(api, link);
}

async function idOf(api: Api, name: string): Promise<number | undefined> {
  const [person] = await findPeople(api, [name]);
  return person?.user_id;
}

interface Wanted {
  words?: string | undefined;
  channel?: string | undefined;
  topic?: string | undefined;
  sender?: string | undefined;
  people?: string[] | undefined;
  has?: string | undefined;
  is?: string | undefined;
}

async function readNarrow(api: Api, { channel, people, sender, words, ...plain }: Wanted): Promise<object[]> {
  const narrow = people ? narrowTo(await readPlace(api, { people })) : [];
  if (channel !== undefined) narrow.push(channelTerm(await findChannel(api, channel)));
  for (const [operator, operand] of Object.entries(plain))
    if (operand !== undefined) narrow.push({ operator, operand });
  if (sender !== undefined) narrow.push({ operator: 'sender', operand: await idOf(api, sender) });
  return words === undefined ? narrow : [...narrow, { operator: 'search', operand: words }];
}

function present(api: Api, { messages }: Page) {
  return {
    note: quotationNote,
    messages: messages.length,
    conversations: presentConversations(api, messages),
  };
}

function startOf(since: string | undefined, after: number | undefined, now: number) {
  if (after !== undefined) return { anchor: after, include_anchor: false };
  return since === undefined ? { anchor: 'oldest' } : { anchor: 'date', anchor_date: parseSince(since, now) };
}

/** The ids to read on from, where there is more. */
function outside({ messages, found_oldest, found_newest }: Page): { more_before?: number; more_after?: number } {
  const [first, last]: (Message | undefined)[] = [messages[0], messages.at(-1)];
  return {
    ...(!found_oldest && first && { more_before: first.id }),
    ...(!found_newest && last && { more_after: last.id }),
  };
}

function channelTerm({ channel_id }: { channel_id: number }): object {
  return { operator: 'channel', operand: channel_id };
}

function isTerm(operand: string): object {
  return { operator: 'is', operand };
}
