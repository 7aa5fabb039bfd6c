import type { ArchivedChannel, ArchivedPlace, ArchivedSubscription } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { plainChannel, plainSubscription } from '../plain.ts';
import { RecordFile } from '../record-file.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import type { People } from './people.ts';

/** A channel, or a direct conversation, whose `channel` is undefined. */
export interface SlackConversation {
  from: Fields;
  slack_id: string;
  /** The folder of its messages. */
  folder: string;
  name: string;
  channel: { id: number; isPrivate: boolean } | undefined;
  member_ids: number[];
}

const lists = [
  { file: 'channels.json', isDirect: false, isPrivate: false },
  { file: 'groups.json', isDirect: false, isPrivate: true },
  { file: 'mpims.json', isDirect: true, isPrivate: true },
  { file: 'dms.json', isDirect: true, isPrivate: true },
] as const;

export const listFiles: readonly string[] = lists.map(({ file }) => file);

/** Throws UnusableArchive. */
export function readConversations(folder: ArchiveFolder, people: People): SlackConversation[] {
  const present = lists.filter(({ file }) => folder.has(file));
  if (present.length === 0) throw new UnusableArchive('The archive has no channels.json.');
  const conversations: SlackConversation[] = [];
  const known = new Set<string>();
  let channels = 0;
  for (const list of present) {
    for (const record of readList(folder, list.file)) {
      const isDirect = list.isDirect || record.bool('is_mpim', false) || record.bool('is_im', false);
      const isPrivate = list.isPrivate || record.bool('is_private', false);
      const one = readConversation(record, people, isDirect);
      if (known.has(one.slack_id)) record.fail(`the conversation ${one.slack_id} is there twice`);
      known.add(one.slack_id);
      conversations.push(isDirect ? one : { ...one, channel: { id: ++channels, isPrivate } });
    }
  }
  return conversations;
}

/** A file that holds one list. Throws UnusableArchive. */
export function readList(folder: ArchiveFolder, name: string): Fields[] {
  const file = new RecordFile(folder.find(name) as string, name);
  if (!file.tables.includes('')) throw new UnusableArchive(`${name}, line 1: it is not a list.`);
  return [...file.records('')];
}

function readConversation(record: Fields, people: People, isDirect: boolean): SlackConversation {
  const slack_id = record.text('id');
  const members = record.texts('members');
  if (isDirect && members.length === 0) record.fail('it has no members');
  // Direct conversations of two users have no names: their folders are named by their ids.
  const name = isDirect ? record.text('name', slack_id) : record.text('name');
  if (name.trim() === '') record.fail('its "name" is empty');
  const member_ids = [...new Set(members)].map((id) => people.get(record, id).id);
  return { from: record, slack_id, folder: name, name, channel: undefined, member_ids };
}

/** Replaces the name of a conversation in messages elsewhere whose readers may not know it. */
export const hiddenName = '(private conversation)';

/** Whether messages of one conversation must not reveal the name of another one. */
export function isHiddenFrom({ slack_id }: SlackConversation, other: SlackConversation): boolean {
  return other.slack_id !== slack_id && other.channel?.isPrivate !== false;
}

export function readChannels(conversations: readonly SlackConversation[], people: People): ArchivedChannel[] {
  return conversations.flatMap(({ from, name, channel }) => {
    if (!channel) return [];
    const creator = people.find(from.text('creator', ''));
    return plainChannel({
      from,
      id: channel.id,
      name,
      description: describe(from),
      creator_id: creator?.id ?? null,
      created_at: from.maybeTime('created') ?? 0,
      invite_only: channel.isPrivate,
      is_archived: from.bool('is_archived', false),
      is_default: from.bool('is_general', false),
    });
  });
}

/** The purpose and topic of a channel. */
function describe(record: Fields): string {
  const texts = ['purpose', 'topic'].map((name) => record.maybeRecord(name)?.text('value', '') ?? '');
  const lines = texts.map((text) => plainText(text));
  return [...new Set(lines)].filter(Boolean).join(' — ');
}

/** A text without Slack's tags, on one line. */
export function plainText(text: string): string {
  return text
    .replace(/<(?:[^<>|]*\|)?([^<>|]+)>/g, '$1')
    .replace(/&(lt|gt|amp);/g, (_, name: 'lt' | 'gt' | 'amp') => ({ lt: '<', gt: '>', amp: '&' })[name])
    .replace(/\s+/g, ' ')
    .trim();
}

export function* readSubscriptions(conversations: readonly SlackConversation[]): Generator<ArchivedSubscription> {
  for (const { from, channel, member_ids } of conversations) {
    for (const user_id of channel ? member_ids : [])
      yield plainSubscription(from, user_id, (channel as { id: number }).id);
  }
}

/** The place of a message by its sender. */
export function placeOf(
  { channel, member_ids }: SlackConversation,
  sender_id: number,
  topic: string | null,
): ArchivedPlace {
  if (channel) return { channel_id: channel.id, topic: topic ?? '' };
  return { user_ids: [...new Set([sender_id, ...member_ids])] };
}
