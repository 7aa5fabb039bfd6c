import type { Archive, Reading } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import { emptyArchive } from '../plain.ts';
import { answersOf } from '../post-index.ts';
import type { Tally } from '../tally.ts';
import { readChannels, readSubscriptions } from './conversations.ts';
import { readMessages, readReactions, readStars } from './posts.ts';
import { filesOf, listsOfExport, openSlackExport } from './slack-export.ts';
import type { SlackExport } from './source.ts';

/** The export of a Slack workspace. Throws UnusableArchive. */
export function readSlackArchive(folder: ArchiveFolder, reading: Reading): Archive {
  const source = openSlackExport(folder, reading);
  const { people, conversations, emoji, files, posts } = source;
  return {
    ...emptyArchive,
    users: people.list(),
    channels: readChannels(conversations, people),
    emoji: emoji.list(),
    files: files.list(posts),
    fields: () => people.fields(),
    fieldValues: () => people.fieldValues(),
    subscriptions: () => readSubscriptions(conversations),
    messages: (onRead) => readMessages(source, onRead),
    ...answersOf(posts),
    flags: () => readStars(source),
    reactions: () => readReactions(source),
    personal: () => people.statuses(emoji),
    bytes: source.bytes,
    scanned: source.bytes,
    tellRest: (tally) => tellRest(source, tally),
    close: () => posts.close(),
  };
}

/** The reasons for omitting known files. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'integration_logs.json': 'added apps are not recorded here',
    'canvases.json': 'there are no canvases; downloaded canvases become files',
    'content_flags.json': 'reports of messages are not stored',
  }),
);

function tellRest({ folder, left, conversations }: SlackExport, tally: Tally): void {
  const known = [...listsOfExport, ...conversations.flatMap(filesOf)];
  for (const name of folder.list(/^[^/]+\.json$/).filter((one) => !known.includes(one))) {
    left.leave('files of the export', reasons.get(name) ?? 'chatd has no equivalent', name);
  }
  tally.include(left);
}
