import type { OwnSection } from '../api/types.ts';
import type { Client } from '../client.ts';
import { type ChannelGroup, groupChannels, nameless, pinnedKey } from './channel-groups.ts';

type Sections = readonly OwnSection[];

/** The sections of the user's side bar, in order. */
export function ownSections(client: Client): Sections {
  return listsOf(client).filter(({ name }) => name !== nameless);
}

/** The sections, and before them the order of the channels outside them. */
function listsOf({ store }: Client): Sections {
  // The state of spectators has none.
  return store.read('personal').state.own_sections ?? [];
}

/** The section of a channel. */
export function sectionOf(client: Client, stream_id: number): OwnSection | undefined {
  return ownSections(client).find(({ channel_ids }) => channel_ids.includes(stream_id));
}

/** Puts a channel at the end of a section, which may be new; without one, into none. */
export function placeChannel(client: Client, stream_id: number, name?: string): Promise<boolean> {
  return store(client, placed(listsOf(client), stream_id, name));
}

/** Puts a channel into a group of the side bar, before another one or at its end. */
export function moveChannel(client: Client, stream_id: number, group: ChannelGroup, before?: number): Promise<boolean> {
  const lists = listsOf(client);
  if (group.isOwn) return store(client, placed(lists, stream_id, group.title, before));
  // A pinned channel stays in its section, where it is shown again when it is unpinned.
  const left = group.key === pinnedKey ? lists : placed(lists, stream_id);
  return store(client, before === undefined ? left : ordered(left, group, stream_id, before));
}

/** Moves a channel up or down among those that the side bar shows around it. */
export function stepChannel(client: Client, stream_id: number, step: 1 | -1): void {
  const group = groupOf(client, stream_id);
  const other = neighborOf(client, stream_id, step);
  if (!group || other === undefined) return;
  const [moved, before] = step === 1 ? [other, stream_id] : [stream_id, other];
  void moveChannel(client, moved, group, before);
}

/** The channel that the side bar shows below (1) or above (-1) a channel, in the same group. */
export function neighborOf(client: Client, stream_id: number, step: 1 | -1): number | undefined {
  const channels = groupOf(client, stream_id)?.channels ?? [];
  return channels[channels.findIndex((one) => one.stream_id === stream_id) + step]?.stream_id;
}

/** The group in which the side bar shows a channel. */
function groupOf(client: Client, stream_id: number): ChannelGroup | undefined {
  return groupChannels(client).find(({ channels }) => channels.some((one) => one.stream_id === stream_id));
}

export function renameSection(client: Client, name: string, next: string): Promise<boolean> {
  return store(
    client,
    listsOf(client).map((one) => (one.name === name ? { ...one, name: next } : one)),
  );
}

/** Moves a section up or down. */
export function stepSection(client: Client, name: string, step: 1 | -1): void {
  const lists = [...listsOf(client)];
  const at = lists.findIndex((one) => one.name === name);
  const taken = lists.splice(at, 1);
  lists.splice(Math.max(0, at + step), 0, ...taken);
  void store(client, lists);
}

/** Deletes a section; its channels stay. */
export function removeSection(client: Client, name: string): void {
  void store(
    client,
    listsOf(client).filter((one) => one.name !== name),
  );
}

/** A channel is in one section, so it leaves all others. */
function placed(lists: Sections, stream_id: number, name?: string, before?: number): Sections {
  const without = lists.map((one) => ({ ...one, channel_ids: one.channel_ids.filter((id) => id !== stream_id) }));
  if (name === undefined) return without;
  if (!lists.some((one) => one.name === name)) return [...without, { name, channel_ids: [stream_id] }];
  return without.map((one) => {
    if (one.name !== name) return one;
    const at = before === undefined ? -1 : one.channel_ids.indexOf(before);
    return { ...one, channel_ids: one.channel_ids.toSpliced(at < 0 ? one.channel_ids.length : at, 0, stream_id) };
  });
}

/**
 * Puts a channel before another one of a group that is no section. The list ends with the last channel that the user
 * placed, so that those below stay sorted by name.
 */
function ordered(lists: Sections, { channels }: ChannelGroup, stream_id: number, before: number): Sections {
  const rest = channels.map((one) => one.stream_id).filter((id) => id !== stream_id);
  const at = rest.indexOf(before);
  const next = rest.toSpliced(at < 0 ? rest.length : at, 0, stream_id);
  const former = lists.find(({ name }) => name === nameless)?.channel_ids ?? [];
  const last = next.findLastIndex((id) => id === stream_id || former.includes(id));
  const channel_ids = [...former.filter((id) => !next.includes(id)), ...next.slice(0, last + 1)];
  return [{ name: nameless, channel_ids }, ...lists.filter(({ name }) => name !== nameless)];
}

/** Stores the sections without the channels that the user has left, which would fill them in the course of years. */
function store(client: Client, sections: Sections): Promise<boolean> {
  const { value: followed } = client.store.subscriptions;
  const own_sections = sections.map(({ name, channel_ids }) => ({
    name,
    channel_ids: channel_ids.filter((id) => followed.has(id)),
  }));
  return client.attempt(client.call('PUT', '/users/me/own_sections', { own_sections }));
}
