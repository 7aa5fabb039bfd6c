import { inLine } from '../../external/slack-text.ts';
import type { ArchivedSubscription } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import { plainChannel, plainSubscription } from '../plain.ts';
import { RecordFile } from '../record-file.ts';
import { topicOfText } from '../thread-topic.ts';
import { UnusableArchive } from '../unusable-archive.ts';
import type { ChannelFile, DiscordExport } from './source.ts';

/**
 * Opens the files of channels, and registers channels, categories and threads. One channel can be in several files.
 * Throws UnusableArchive if there is none.
 */
export function readChannelFiles(source: Omit<DiscordExport, 'bytes'>): ChannelFile[] {
  const { faults, left, folder } = source;
  const opened = [...faults.each('files of the export', listJson(folder), (name) => openFile(source, name))];
  for (const { name } of opened.filter(({ channel }) => !channel)) {
    left.leave('files of the export', 'they are not channels', name);
  }
  const files = opened.flatMap(({ channel, ...rest }) => (channel ? [{ channel, ...rest }] : []));
  if (files.length === 0) {
    const [problem = ''] = left.left.flatMap(({ examples }) => examples);
    throw new UnusableArchive(`The archive holds no exported channel. ${problem}`.trim());
  }
  // The newest version of a message is read first, and channels come before their threads.
  files.sort((one, other) => other.exported_at - one.exported_at);
  const isThread = ({ channel }: { channel: Fields }) => /Thread$/.test(channel.text('type', ''));
  const [threads, others] = [files.filter(isThread), files.filter((one) => !isThread(one))];
  return [
    ...faults.each('files of the export', others, ({ channel, ...rest }) => {
      return { ...rest, place: addChannel(source, channel), thread: null };
    }),
    ...faults.each('files of the export', threads, ({ channel, ...rest }) => {
      return { ...rest, ...addThread(source, channel) };
    }),
  ];
}

/** Downloaded files are in separate folders. */
function listJson(folder: ArchiveFolder): string[] {
  const names = folder.list(/^(?!\/\/).*\.json$/i);
  return names.filter((name) => !/_Files\//.test(name));
}

/** A file of messages; without a channel if it is another file. */
function openFile({ folder, faults }: Pick<DiscordExport, 'folder' | 'faults'>, name: string) {
  const file = new RecordFile(folder.find(name) as string, name, faults);
  const channel = file.tables.includes('messages') ? file.top('channel').maybeRecord('channel') : undefined;
  const exported_at = channel === undefined ? 0 : (file.top('exportedAt').maybeMoment('exportedAt') ?? 0);
  return { name, file, channel, exported_at };
}

type Source = Pick<DiscordExport, 'channels' | 'categories' | 'writers' | 'threads'>;

/** Registers a channel; returns the place of its messages. */
function addChannel(source: Source, from: Fields): string {
  const { writers } = source;
  const id = from.key('id');
  if (writers.has(id)) return id;
  if (from.text('type').startsWith('Direct')) {
    writers.set(id, new Set());
    return id;
  }
  const category = from.maybeKey('categoryId');
  if (category) addCategory(source, from, category);
  insertChannel(source, from, { id, name: from.or('', () => from.text('name')).trim() || `Channel ${id}`, category });
  return id;
}

interface Named {
  id: string;
  name: string;
  category: string | null;
}

function insertChannel({ channels, categories, writers }: Source, from: Fields, { id, name, category }: Named): void {
  writers.set(id, new Set());
  channels.set(
    id,
    plainChannel({
      from,
      id: channels.size + 1,
      key: id,
      name,
      description: inLine(from.text('topic', '')),
      creator_id: null,
      created_at: createdAt(id),
      // Exports do not contain the readers of a channel.
      invite_only: true,
      is_archived: false,
      is_default: false,
      folder_id: category === null ? null : (categories.get(category)?.id ?? null),
    }),
  );
}

/** Ids of Discord begin with their creation time, in milliseconds since 2015. */
function createdAt(id: string): number {
  return /^\d{15,20}$/.test(id) ? Math.floor((Number(BigInt(id) >> 22n) + 1_420_070_400_000) / 1000) : 0;
}

function addCategory({ categories }: Source, from: Fields, id: string): void {
  if (categories.has(id)) return;
  const name = from.text('category', '').trim() || id;
  const position = categories.size;
  const times = { creator_id: null, created_at: createdAt(id) };
  categories.set(id, {
    from,
    id: position + 1,
    key: id,
    name,
    description: '',
    position,
    is_archived: false,
    ...times,
  });
}

/** A thread is a topic of its channel. Forums have no file of their own. */
function addThread(source: Source, from: Fields): { place: string; thread: string } {
  const place = from.key('categoryId');
  if (!source.channels.has(place)) {
    insertChannel(source, from, {
      id: place,
      name: from.text('category', '').trim() || `Channel ${place}`,
      category: null,
    });
  }
  const thread = from.key('id');
  source.threads.set(thread, topicOfText(from.text('name', '')));
  return { place, thread };
}

/** All authors of messages in a channel are its members. */
export function* readSubscriptions({ channels, writers }: DiscordExport): Generator<ArchivedSubscription> {
  for (const [place, { from, id }] of channels) {
    for (const user_id of writers.get(place) ?? []) yield plainSubscription(from, user_id, id);
  }
}
