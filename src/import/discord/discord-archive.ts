import { Accounts } from '../accounts.ts';
import type { Archive, ArchivedGroup, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { Faults } from '../faults.ts';
import { NamedEmoji } from '../named-emoji.ts';
import { emptyArchive } from '../plain.ts';
import { answersOf, PostIndex, RecordReader } from '../post-index.ts';
import { SharedFiles } from '../shared-files.ts';
import { Tally } from '../tally.ts';
import { readChannelFiles, readSubscriptions } from './channels.ts';
import { readMessages, readReactions, readStars } from './posts.ts';
import { scanPost } from './scan.ts';
import type { ChannelFile, DiscordExport, DiscordRole } from './source.ts';

/** Channels exported as JSON by DiscordChatExporter. Throws UnusableArchive. */
export function readDiscordArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const source = openExport(folder, reading);
  const { accounts, categories, channels, emoji, files, posts, reader, left, bytes } = source;
  return {
    ...emptyArchive,
    users: accounts.list(),
    groups: [...source.roles.values()].map(groupOf),
    folders: [...categories.values()],
    channels: [...channels.values()],
    emoji: emoji.list(),
    files: files.list(posts),
    subscriptions: () => readSubscriptions(source),
    messages: (onRead) => readMessages(source, onRead),
    ...answersOf(posts),
    flags: () => readStars(source),
    reactions: () => readReactions(source),
    bytes,
    scanned: bytes,
    tellRest: (tally) => tally.include(left),
    close() {
      posts.close();
      reader.close();
    },
  };
}

function openExport(folder: ArchiveFolder, reading: Reading): DiscordExport {
  const left = new Tally();
  const faults = new Faults(left, reading.onFault);
  const parts = {
    folder,
    accounts: new Accounts('discord', left),
    roles: new Map(),
    categories: new Map(),
    channels: new Map(),
    writers: new Map(),
    threads: new Map(),
    pinners: new Map(),
    emoji: new NamedEmoji(),
    files: new SharedFiles('discord'),
    posts: new PostIndex(reading.scratch),
    reader: new RecordReader({ folder, faults }),
    left,
    faults,
  };
  try {
    const files = readChannelFiles(parts);
    const source = { ...parts, bytes: files.reduce((sum, { file }) => sum + file.size, 0) };
    scan(source, files, reading);
    return source;
  } catch (error) {
    parts.posts.close();
    throw error;
  }
}

function scan(source: DiscordExport, files: readonly ChannelFile[], { onProgress }: Reading): void {
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 2 * source.bytes);
  };
  for (const channel of files) {
    for (const located of channel.file.located('messages', { noun: 'messages', onRead })) {
      source.faults.attempt('messages', () => scanPost(source, channel, located));
    }
  }
  source.posts.sort();
  source.accounts.dateSilent(() => null);
  for (const { name } of source.channels.values()) {
    source.left.change(
      'channels',
      'no export lists their readers: they are private, with their authors as members',
      name,
    );
  }
}

function groupOf({ from, id, key, name, member_ids }: DiscordRole): ArchivedGroup {
  return {
    from,
    id,
    key,
    name,
    description: '',
    creator_id: null,
    created_at: null,
    deactivated: false,
    isSystem: false,
    member_ids: [...member_ids],
    subgroup_ids: [],
    permissions: {},
  };
}
