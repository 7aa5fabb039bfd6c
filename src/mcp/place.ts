import { narrowUrl } from '../markdown/narrow-url.ts';
import { type Api, Refused } from './api.ts';
import type { Message } from './message.ts';

/** A conversation, as tools name it. */
export type Place =
  | { channel: string; channel_id: number; topic: string }
  | { direct_with: string[]; user_ids: number[] };

/** A conversation among the arguments of a tool. */
interface PlaceArguments {
  channel?: string | undefined;
  topic?: string | undefined;
  people?: readonly string[] | undefined;
}

export function placeOf({ display_recipient, stream_id = 0, subject }: Message): Place {
  if (typeof display_recipient === 'string')
    return { channel: display_recipient, channel_id: stream_id, topic: subject };
  return {
    direct_with: display_recipient.map(({ full_name }) => full_name),
    user_ids: display_recipient.map(({ id }) => id),
  };
}

/** The terms that select a conversation. */
export function narrowTo(place: Place): object[] {
  if ('user_ids' in place) return [{ operator: 'dm', operand: place.user_ids }];
  return [
    { operator: 'channel', operand: place.channel_id },
    { operator: 'topic', operand: place.topic },
  ];
}

/** Where people see a conversation, or one message in it. */
export function conversationUrl(site: string, place: Place, message_id?: number): string {
  if ('user_ids' in place) {
    const near = message_id === undefined ? '' : `/near/${message_id}`;
    return `${site}/#narrow/dm/${place.user_ids.join(',')}${near}`;
  }
  const message = message_id === undefined ? undefined : ({ operator: 'near', id: message_id } as const);
  return site + narrowUrl({ id: place.channel_id, name: place.channel }, place.topic, message);
}

/** The id of the message in a link to it; undefined if the link names none. */
export function messageIdIn(link: string): number | undefined {
  const [, id] = /#narrow\/.*\/(?:near|with|id)\/(\d+)/.exec(link) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The conversation that a link names. Throws Refused. */
export async function placeInLink(api: Api, link: string): Promise<Place> {
  const [, channel, topic] = /#narrow\/(?:channel|stream)\/(\d+)[^/]*\/(?:topic|subject)\/([^/]*)/.exec(link) ?? [];
  if (channel !== undefined && topic !== undefined)
    return { ...(await findChannel(api, Number(channel))), topic: decodeOperand(topic) };
  const [, ids] = /#narrow\/(?:dm|pm-with)\/([\d,]+)/.exec(link) ?? [];
  if (ids !== undefined) return directPlace(api, ids.split(','));
  throw new Refused('This is no link to a message, a topic or a direct conversation.');
}

function decodeOperand(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}

interface Channel {
  channel: string;
  channel_id: number;
}

/** The channel with a name or an id. Throws Refused. */
export async function findChannel(api: Api, name: string | number): Promise<Channel> {
  const found =
    typeof name === 'number'
      ? { stream_id: name }
      : await api.call<{ stream_id: number }>('GET', '/get_stream_id', { stream: name.replace(/^#/, '') });
  const { stream } = await api.call<{ stream: { name: string; stream_id: number } }>(
    'GET',
    `/streams/${found.stream_id}`,
  );
  return { channel: stream.name, channel_id: stream.stream_id };
}

/** Throws Refused if the arguments name no conversation. */
export async function readPlace(api: Api, { channel, topic, people = [] }: PlaceArguments): Promise<Place> {
  if (channel !== undefined) {
    if (topic === undefined) throw new Refused('A channel needs a topic.');
    return { ...(await findChannel(api, channel)), topic };
  }
  if (people.length > 0) return directPlace(api, people);
  throw new Refused('Name a channel with a topic, or people.');
}

async function directPlace(api: Api, names: readonly string[]): Promise<Place> {
  const people = await findPeople(api, names);
  return {
    direct_with: people.map(({ full_name }) => full_name),
    user_ids: people.map(({ user_id }) => user_id),
  };
}

interface Person {
  user_id: number;
  full_name: string;
  email: string;
  delivery_email: string | null;
  is_bot: boolean;
  is_active: boolean;
}

export async function listPeople(api: Api): Promise<Person[]> {
  const { members } = await api.call<{ members: Person[] }>('GET', '/users');
  return members.filter(({ is_active }) => is_active);
}

/** People by name, e-mail address or id. Throws Refused for a name that nobody has, or several. */
export async function findPeople(api: Api, names: readonly string[]): Promise<Person[]> {
  const people = await listPeople(api);
  return names.map((name) => findPerson(people, name));
}

function findPerson(people: readonly Person[], name: string): Person {
  const wanted = name.replace(/^@/, '').trim().toLowerCase();
  const found = people.filter(({ user_id, full_name, email, delivery_email }) =>
    [String(user_id), full_name, email, delivery_email ?? ''].some((one) => one.toLowerCase() === wanted),
  );
  const [person] = found;
  if (person && found.length === 1) return person;
  if (!person) throw new Refused(`Nobody is called '${name}'.`);
  const choices = found.map(({ user_id, email }) => `${user_id} (${email})`).join(', ');
  throw new Refused(`Several people are called '${name}': use an id, one of ${choices}.`);
}
