import { statSync } from 'node:fs';
import type { Reading } from '../archive.ts';
import { type ArchiveFolder, outside } from '../archive-folder.ts';
import { Faults } from '../faults.ts';
import type { Fields } from '../fields.ts';
import { NamedEmoji } from '../named-emoji.ts';
import { PostIndex } from '../post-index.ts';
import { RecordFile, readObject } from '../record-file.ts';
import { SharedFiles } from '../shared-files.ts';
import { Tally } from '../tally.ts';
import { listFiles, readConversations, readList, type SlackConversation } from './conversations.ts';
import { People } from './people.ts';
import { scanPost } from './scan.ts';
import type { SlackExport } from './source.ts';

/** Throws UnusableArchive. */
export function openSlackExport(folder: ArchiveFolder, reading: Reading): SlackExport {
  const left = new Tally();
  const faults = new Faults(left, reading.onFault);
  const people = new People(listUsers({ folder, faults }), listAvatars(folder), { left, faults });
  const conversations = readConversations({ folder, faults }, people);
  const days = listDays(folder, conversations, left);
  const source: SlackExport = {
    folder,
    people,
    conversations,
    byId: new Map(conversations.map((one) => [one.slack_id, one])),
    posts: new PostIndex(reading.scratch),
    emoji: readEmoji(folder, { left, faults }),
    files: new SharedFiles('slack'),
    downloads: listDownloads(folder),
    left,
    faults,
    bytes: days.reduce((sum, { size }) => sum + size, 0),
  };
  try {
    scan(source, days, reading);
  } catch (error) {
    source.posts.close();
    throw error;
  }
  return source;
}

/** The users of the workspace, and of its organization those who are not among them. */
function listUsers(sources: { folder: ArchiveFolder; faults: Faults }): Fields[] {
  const users = readList(sources, 'users.json', 'users');
  if (!sources.folder.has('org_users.json')) return users;
  const ids = new Set(users.map((one) => one.raw('id')));
  return [...users, ...readList(sources, 'org_users.json', 'users').filter((one) => !ids.has(one.raw('id')))];
}

/** The messages of a conversation on one day, or in one file. */
interface Day {
  conversation: SlackConversation;
  name: string;
  size: number;
}

/** Folders around those of conversations, in archives that people or other programs have sorted. */
const around = '(?:(?:channels|groups|dms|mpims|messages)/)?';

function listDays(folder: ArchiveFolder, conversations: readonly SlackConversation[], left: Tally): Day[] {
  const names = folder.list(new RegExp(`^${around}[^/]+/\\d{4}-\\d\\d-\\d\\d[^/]*\\.json$`));
  const others = folder.list(/^(?:[^/]+\/)+[^/]+\.json$/).filter((name) => !names.includes(name) && !isDownload(name));
  for (const name of others) left.leave('files of messages', reasonForOther(name), name);
  const byFolder = Map.groupBy(names, (name) => name.split('/').at(-2) as string);
  const days = conversations.flatMap((conversation) => {
    const named = [conversation.folder, conversation.slack_id].map((one) => folder.listed(one));
    const own = named.find((one) => byFolder.has(one)) ?? '';
    const files = byFolder.get(own) ?? [];
    byFolder.delete(own);
    const all = [...files, ...filesOf(conversation).filter((name) => folder.has(name))];
    return all.map((name) => ({ conversation, name, size: statSync(folder.find(name) as string).size }));
  });
  for (const [name, { length }] of byFolder) {
    left.leave('files of messages', 'their folder belongs to no listed conversation', name, length);
  }
  return days;
}

/** The files that can have all messages of a conversation, as other programs write them. */
export function filesOf({ folder, slack_id }: SlackConversation): string[] {
  return [folder, slack_id].map((name) => `${name}.json`).filter((name) => !listsOfExport.includes(name));
}

/** The files of an export that list something else than messages. */
export const listsOfExport: readonly string[] = ['users.json', 'org_users.json', 'emoji.json', ...listFiles];

function isDownload(name: string): boolean {
  return new RegExp(`^${placesOfFiles}`).test(name);
}

function reasonForOther(name: string): string {
  return /canvas/i.test(name) ? 'there are no canvases' : 'they are not named by a day';
}

function scan(source: SlackExport, days: readonly Day[], { onProgress }: Reading): void {
  let done = 0;
  const onRead = (bytes: number) => {
    done += bytes;
    onProgress(done, 2 * source.bytes);
  };
  for (const { conversation, name } of days) {
    source.faults.attempt('files of messages', () => {
      const file = new RecordFile(source.folder.find(name) as string, name, source.faults);
      const table = file.mainTable('ts') ?? file.fail('it is not a list of messages');
      for (const located of file.located(table, { noun: 'messages', onRead })) {
        source.faults.attempt('messages', () => scanPost(source, conversation, { ...located, file: name }));
      }
    });
  }
  source.posts.sort();
  source.people.dateSilent();
}

/** Folders with downloaded files: exporters use these names; people choose a folder of their own. */
const placesOfFiles = '(?:__uploads/|[^/]+/attachments/|attachments/|files/|canvases/)';
const fileName = /(?:^|\/)(F[A-Z0-9]{4,30})(?=[/._-]|$)/;

function listDownloads(folder: ArchiveFolder): Map<string, string> {
  const names = folder.list(new RegExp(`^(?:${placesOfFiles}|${outside}).*F[A-Z0-9]`));
  return new Map(
    names.flatMap((name) => {
      const id = fileName.exec(name)?.[1];
      return id === undefined ? [] : [[id, name]];
    }),
  );
}

/** Pictures of users by their Slack ids. */
function listAvatars(folder: ArchiveFolder): Map<string, string[]> {
  const pattern = new RegExp(`^(?:${outside}(?:.*/)?)?(?:__)?avatars/([UW][A-Z0-9]+)[/.]`);
  return Map.groupBy(folder.list(pattern), (name) => pattern.exec(name)?.[1] as string);
}

function readEmoji(folder: ArchiveFolder, { left, faults }: { left: Tally; faults: Faults }): NamedEmoji {
  const emoji = new NamedEmoji();
  const path = folder.find('emoji.json');
  const whole = path && faults.attempt('emoji', () => readObject(path, 'emoji.json', faults));
  if (!whole) return emoji;
  const from = whole.maybeRecord('emoji') ?? whole;
  const pattern = new RegExp(`^(?:${outside}(?:.*/)?)?(?:__)?emojis?/([^/]+)\\.(?:png|gif|jpe?g|webp)$`);
  const pictures = new Map(folder.list(pattern).map((name) => [pattern.exec(name)?.[1], name]));
  for (const name of from.names.filter((one) => one !== 'ok' && one !== 'cache_ts')) {
    const url = from.text(name, '');
    if (url.startsWith('alias:')) emoji.addAlias(name, url.slice('alias:'.length));
    else emoji.add({ from, name, path: pictures.get(name) }, left);
  }
  return emoji;
}
