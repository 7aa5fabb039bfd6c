import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { importPrefix } from '../db/data-dir.ts';
import type { Archive, Reading } from './archive.ts';
import { type ArchiveFolder, openArchiveFolder } from './archive-folder.ts';
import { readCampfireArchive } from './campfire/campfire-archive.ts';
import { adviceOn, chooseDecisive, detectFormat } from './detect.ts';
import { readDiscordArchive } from './discord/discord-archive.ts';
import { readMatrixArchive } from './matrix/matrix-archive.ts';
import { readMattermostArchive } from './mattermost/mattermost-archive.ts';
import { prepareDump } from './rocketchat/dump.ts';
import { readRocketChatArchive } from './rocketchat/rocketchat-archive.ts';
import { readSlackArchive } from './slack/slack-archive.ts';
import { readTeamsArchive } from './teams/teams-archive.ts';
import { readTelegramArchive } from './telegram/telegram-archive.ts';
import { UnusableArchive } from './unusable-archive.ts';
import { readWhatsAppArchive } from './whatsapp/whatsapp-archive.ts';
import { readZulipArchive } from './zulip/zulip-archive.ts';

/** The reader for archives of another server. */
export interface ArchiveFormat {
  /** Files that identify the top folder of an archive, the surest one first; none if there is no such folder. */
  markers: readonly string[];
  /** Whether a single file can be the whole archive. */
  takesFile: boolean;
  /** Throws UnusableArchive. */
  read(folder: ArchiveFolder, reading: Reading): Archive;
  /** Files that a dry run unpacks too, beside JSON. */
  records?: RegExp;
  /** Unpacks what the reader needs to an empty folder. */
  prepare?(folder: ArchiveFolder, scratch: string): ArchiveFolder;
}

export const formats = {
  zulip: { markers: ['realm.json'], takesFile: false, read: readZulipArchive, records: /\.json\.partial$/ },
  discord: { markers: [], takesFile: true, read: readDiscordArchive },
  mattermost: { markers: [], takesFile: true, read: readMattermostArchive },
  slack: { markers: ['users.json', 'channels.json'], takesFile: false, read: readSlackArchive },
  rocketchat: {
    markers: [],
    takesFile: true,
    read: readRocketChatArchive,
    // A dump in one file has any name.
    records: /\.bson$|^[^.]+$|\.(?:archive|dump|mongo\w*)$/,
    prepare: prepareDump,
  },
  matrix: { markers: [], takesFile: true, read: readMatrixArchive, records: /(?:^|\/)events$/ },
  campfire: { markers: [], takesFile: true, read: readCampfireArchive, records: /\.(?:sqlite3?|db)(?:-wal)?$/i },
  teams: { markers: [], takesFile: true, read: readTeamsArchive },
  telegram: { markers: [], takesFile: true, read: readTelegramArchive },
  whatsapp: { markers: [], takesFile: true, read: readWhatsAppArchive, records: /\.txt$/i },
} satisfies Record<string, ArchiveFormat>;

export type Format = keyof typeof formats | 'chatd';
export const formatNames = [...Object.keys(formats), 'chatd'] as Format[];

/** Reads an archive of a format. Throws UnusableArchive, with what to do if the files are known. */
export function readArchive(format: ArchiveFormat, folder: ArchiveFolder, reading: Reading): Archive {
  try {
    return format.read(folder, reading);
  } catch (error) {
    if (!(error instanceof UnusableArchive)) throw error;
    throw new UnusableArchive(`${error.message}${adviceOn(folder)}`, error.problem);
  }
}

/** The format of an archive. Throws UnusableArchive if it cannot be told. */
export async function findFormat(file: string, data_dir: string): Promise<Format> {
  const scratch = mkdtempSync(join(data_dir, importPrefix));
  try {
    const folder = await openArchiveFolder(file, { scratch, markers: [], takesFile: true, unpacks: chooseDecisive() });
    const format = detectFormat(folder);
    if (format === undefined) throw new UnusableArchive(`${file} looks like no known archive.${adviceOn(folder)}`);
    return format;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
