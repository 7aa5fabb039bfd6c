import type { ArchivedChannel, ArchivedPlace, ArchivedSubscription } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Faults } from '../faults.ts';
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

interface Sources {
  folder: ArchiveFolder;
  faults: Faults;
}

export function readConversations(sources: Sources, people: People): SlackConversation[] {
  const conversations = new Map<string, SlackConversation>();
  let channels = 0;
  const present = lists.filter(({ file }) => sources.folder.has(file));
  if (present.length === 0) sources.faults.leave('files of the export', 'channels.json is missing.');
  for (const list of present) {
    for (const record of readList(sources, list.file, 'conversations')) {
      sources.faults.attempt('conversations', () => {
        const { isDirect, isPrivate } = kindOf(record, list);
        const one = readConversation(sources.faults, record, { people, isDirect });
        if (conversations.has(one.slack_id)) record.fail(`the conversation ${one.slack_id} is there twice`);
        conversations.set(one.slack_id, isDirect ? one : { ...one, channel: { id: ++channels, isPrivate } });
      });
    }
  }
  return [...conversations.values()];
}

/** A conversation of an unknown kind is left out, because its readers are unknown. */
function kindOf(record: Fields, { isDirect, isPrivate }: (typeof lists)[number]) {
  const { strict } = record;
  return {
    isDirect: isDirect || strict.bool('is_mpim', false) || strict.bool('is_im', false),
    isPrivate: isPrivate || record.or(true, () => strict.bool('is_private', false)),
  };
}

/** The records of a file that holds one list; none if it is missing or broken. */
export function readList({ folder, faults }: Sources, name: string, noun: string): Fields[] {
  const records = faults.attempt('files of the export', () => {
    const path = folder.find(name);
    if (path === undefined) throw new UnusableArchive(`${name} is missing.`);
    const file = new RecordFile(path, name, faults);
    const table = file.mainTable('id') ?? file.fail('it is not a list');
    return [...file.records(table, { noun })];
  });
  return records ?? [];
}

interface Reading {
  people: People;
  isDirect: boolean;
}

function readConversation(faults: Faults, record: Fields, { people, isDirect }: Reading): SlackConversation {
  const slack_id = record.text('id');
  // A direct conversation without one of its members would be another conversation.
  const members = isDirect ? record.strict.texts('members') : record.texts('members');
  if (isDirect && members.length === 0) record.fail('it has no members');
  // Direct conversations of two users have no names: their folders are named by their ids.
  const name = isDirect ? record.text('name', slack_id) : record.text('name');
  if (name.trim() === '') record.fail('its "name" is empty');
  const idOf = (member: string) => people.get(record, member).id;
  const member_ids = isDirect ? members.map(idOf) : [...faults.each('members of channels', members, idOf)];
  return { from: record, slack_id, folder: name, name, channel: undefined, member_ids: [...new Set(member_ids)] };
}

/** Replaces the name of a conversation in messages elsewhere whose readers may not know it. */
export const hiddenName = '(private conversation)';

/** Whether messages of one conversation must not reveal the name of another one. */
export function isHiddenFrom({ slack_id }: SlackConversation, other: SlackConversation): boolean {
  return other.slack_id !== slack_id && other.channel?.isPrivate !== false;
}

export function readChannels(conversations: readonly SlackConversation[], people: People): ArchivedChannel[] {
  return conversations.flatMap(({ from, slack_id, name, channel }) => {
    if (!channel) return [];
    const creator = people.find(from.text('creator', ''));
    return plainChannel({
      from,
      id: channel.id,
      key: slack_id,
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
