import type { ArchivedUser } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import type { History } from '../history.ts';

/** Answers of Microsoft Graph, of which all but messages were read. */
export interface TeamsExport {
  history: History;
  folder: ArchiveFolder;
  teams: Map<string, Team>;
  channels: Map<string, Channel>;
  /** Topics of group chats by their ids; empty for chats of two. */
  chats: Map<string, { from: Fields; topic: string; isDirect: boolean }>;
  /** Paths of hosted contents and other files by their names without an ending. */
  files: ReadonlyMap<string, string>;
}

export interface Team {
  from: Fields;
  name: string;
  description: string;
  created_at: number;
  isPublic: boolean;
  isArchived: boolean;
  /** Ids of users. */
  members: Set<string>;
}

export interface Channel {
  from: Fields;
  name: string;
  description: string;
  created_at: number;
  /** Whether all members of its team may read it. */
  isStandard: boolean;
  /** Empty if no file tells it. */
  team: string;
  members: Set<string>;
}

/** The account of an identity with `id` and `displayName`: a user, or with `isBot` an application. */
export function userOf({ history }: TeamsExport, identity: Fields, isBot = false): ArchivedUser {
  const id = identity.key('id');
  const known = history.accounts.find(id);
  if (known) return known;
  const full_name = identity.text('displayName', '').trim() || undefined;
  if (!isBot) return history.accounts.get(identity, id, full_name);
  return history.accounts.add(id, {
    from: identity,
    email: undefined,
    full_name: full_name ?? 'Application',
    is_active: true,
    isBot,
  });
}
