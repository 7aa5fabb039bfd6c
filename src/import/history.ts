import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { escapeText } from '../markdown/escape.ts';
import { Accounts, noteWritten } from './accounts.ts';
import type {
  ArchivedChannel,
  ArchivedFile,
  ArchivedFolder,
  ArchivedReaction,
  ArchivedUser,
  Reading,
} from './archive.ts';
import { Faults } from './faults.ts';
import { NamedEmoji } from './named-emoji.ts';
import { plainChannel, withoutCommand } from './plain.ts';
import { type Post, PostIndex } from './post-index.ts';
import { writtenOf } from './preview.ts';
import { SharedFiles } from './shared-files.ts';
import { Tally } from './tally.ts';
import type { Source } from './unusable-archive.ts';

/** A message as the reader of a format hands it over. */
export type HistoryMessage = Pick<Post, 'place' | 'key' | 'steady' | 'thread' | 'sent_at' | 'title'> & {
  from: Source;
  sender: ArchivedUser;
  /** UNIX seconds; undefined if it was never edited. */
  edited_at?: number | undefined;
  /** Markdown with references. */
  content: string;
  /** Whether it says what its sender does, after their name. */
  isAction?: boolean;
  /** As its program wrote it, if that is in no field of `from`. */
  written?: string;
  /** The beginning as plain text, for quotations. */
  start: string;
  /** The key of the message in the same place that it answers. */
  answered?: string | null | undefined;
  reactions?: readonly HistoryReaction[];
  /** Ids of users who get a star, because the message is pinned. */
  starred_by?: readonly number[];
  /** Files whose content is in the archive. The content links them. */
  files?: readonly HistoryFile[];
};

/** A file of a message. */
export interface Attached {
  name: string;
  /** Undefined if the archive lacks its content. */
  file: HistoryFile | undefined;
}

/** The key has letters, digits, dashes and underscores. */
export type HistoryFile = Pick<ArchivedFile, 'from' | 'key' | 'path' | 'name'>;

export type HistoryReaction = Pick<ArchivedReaction, 'emoji_name' | 'emoji_code' | 'reaction_type' | 'user_id'>;

type ChannelParts = Pick<ArchivedChannel, 'from' | 'name' | 'description' | 'created_at' | 'invite_only'> &
  Partial<Pick<ArchivedChannel, 'creator_id' | 'is_archived' | 'is_default' | 'folder_id'>>;

/** In characters: no such program lets people write longer texts. The rest of a longer one is left out. */
const longestText = 100_000;

/**
 * The history of another program, collected while its files are read once, in whatever order. Texts are converted at
 * once, and wait in a file until all messages are known; so memory holds people, places and files, but no messages.
 */
export class History {
  readonly format: string;
  readonly accounts: Accounts;
  /** By place. */
  readonly channels = new Map<string, ArchivedChannel>();
  readonly folders = new Map<string, ArchivedFolder>();
  /** Ids of the members of channels and direct conversations by place, to which all authors are added. */
  readonly members = new Map<string, Set<number>>();
  readonly emoji = new NamedEmoji();
  readonly files: SharedFiles;
  readonly posts: PostIndex;
  readonly left = new Tally();
  readonly faults: Faults;
  /** The file with the collected messages. */
  readonly path: string;
  readonly #descriptor: number;
  readonly #keepsWritten: boolean;
  /** Its size. */
  bytes = 0;

  constructor(
    format: string,
    { scratch, onFault, keepsWritten }: Pick<Reading, 'scratch' | 'onFault' | 'keepsWritten'>,
  ) {
    this.#keepsWritten = keepsWritten;
    this.format = format;
    this.faults = new Faults(this.left, onFault);
    this.accounts = new Accounts(format, this.left);
    this.files = new SharedFiles(format);
    this.posts = new PostIndex(scratch);
    this.path = join(scratch, 'history.jsonl');
    this.#descriptor = openSync(this.path, 'w', 0o600);
  }

  /** Registers a channel; a second one of the same place changes nothing. */
  addChannel(place: string, parts: ChannelParts): ArchivedChannel {
    const known = this.channels.get(place);
    if (known) return known;
    const id = this.channels.size + 1;
    const defaults = { creator_id: null, is_archived: false, is_default: false };
    const channel = plainChannel({ ...defaults, ...parts, id, key: place });
    this.channels.set(place, channel);
    return channel;
  }

  /** Registers a folder of channels. */
  addFolder(key: string, parts: Pick<ArchivedFolder, 'from' | 'name' | 'description' | 'created_at'>): ArchivedFolder {
    const known = this.folders.get(key);
    const position = this.folders.size;
    const id = position + 1;
    const folder = known ?? { creator_id: null, ...parts, id, key, position, is_archived: false };
    this.folders.set(key, folder);
    return folder;
  }

  addMember(place: string, { id }: ArchivedUser): void {
    const members = this.members.get(place) ?? new Set();
    this.members.set(place, members.add(id));
  }

  /** Adds a message. Returns false, and counts it, if its place already has one with its key. */
  addMessage(message: HistoryMessage): boolean {
    const { from, sender, place, key, steady, thread, sent_at, title, ...rest } = message;
    const { edited_at, isAction, start, answered, reactions = [], starred_by = [], files = [] } = rest;
    const content = isAction ? `/me ${rest.content}` : withoutCommand(rest.content);
    if (content === '')
      this.left.change('messages', 'their program shows what chatd has no form for', `${place} ${key}`);
    if (content.length > longestText) this.left.change('messages', 'they are too long, so their end is missing', start);
    const line = Buffer.from(
      `${JSON.stringify({
        sender_id: sender.id,
        sent_at,
        edited_at,
        content: content.slice(0, longestText).toWellFormed(),
        start: start.slice(0, 300).toWellFormed(),
        answered,
        reactions,
        starred_by,
        ...(this.#keepsWritten ? { written: rest.written ?? writtenOf(from) } : {}),
      })}\n`,
    );
    const isMarked = reactions.length + starred_by.length > 0;
    const where = { file: 'history.jsonl', start: this.bytes, length: line.length - 1, part: 0, isMarked };
    const post = { place, key, thread, sent_at, title, ...where, ...(steady === undefined ? {} : { steady }) };
    if (!this.posts.add(post)) {
      this.left.leave('messages', 'they occur twice', start);
      return false;
    }
    writeSync(this.#descriptor, line);
    this.bytes += line.length;
    noteWritten(sender, sent_at);
    this.addMember(place, sender);
    const shared = { owner_id: sender.id, created_at: Math.floor(sent_at) };
    for (const file of files) this.files.note({ ...file, ...shared }, { place, key });
    return true;
  }

  /** The Markdown of a file: a link, or its name alone, which is counted. */
  writeFile({ name, file }: Attached): string {
    if (file) return this.files.link(file.key, file.name);
    this.left.leave('files', 'the archive lacks their content', name);
    return `(file: ${escapeText(name)})`;
  }

  /** Ends the reading: after this, messages have their order and threads their topics. */
  finish(): void {
    closeSync(this.#descriptor);
    this.posts.sort();
    this.accounts.dateSilent(() => null);
  }
}
