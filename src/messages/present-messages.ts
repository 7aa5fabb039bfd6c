import type { Context } from '../context.ts';
import { reachOf, readStates } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { RawJson } from '../http/endpoint.ts';
import type { User } from '../users/user.ts';
import type { CachesMessages, FlaggedRef } from './message-cache.ts';
import { readTexts } from './message-texts.ts';
import type { MessageVariant } from './message-writer.ts';
import { userFlags } from './user-flags.ts';

/** The ports needed to present messages. */
export type Presenting = Context & CachesMessages;

/** A message as a user sees it, with flags, reactions and edits. It must exist. */
export function presentMessage(app: Presenting, user: User, id: number, variant: MessageVariant): RawJson {
  return new RawJson(presentEach(app, user, [id], variant).flatMap((message) => piecesOf(message, true)));
}

/** A message as one user sees it. */
export interface Presented {
  id: number;
  /** Without the fields below, and the closing brace. */
  json: Buffer;
  /** The fields of a search match. */
  match: Buffer | undefined;
  flags: readonly string[];
}

/**
 * Messages as a user sees them, ascending. All ids must exist. `found` has the fields of search matches by message id, as
 * JSON.
 */
export function presentEach(
  app: Presenting,
  user: User,
  ids: readonly number[],
  variant: MessageVariant,
  found?: ReadonlyMap<number, string>,
): Presented[] {
  const messages = readTexts(app, user, ids, variant);
  const flagsOf = flagLists(app.db, user, messages);
  return messages.map((message) => {
    const match = found?.get(message.id);
    const { id, json } = message;
    return { id, json, match: match === undefined ? undefined : Buffer.from(`,${match}`), flags: flagsOf(message) };
  });
}

const listStart = Buffer.from('[');
const listEnd = Buffer.from(']');

/** Messages as a JSON list. */
export function listOf(messages: readonly Presented[]): RawJson {
  const pieces: Buffer[] = [listStart];
  const last = messages.at(-1);
  for (const message of messages) pieces.push(...piecesOf(message, message === last));
  pieces.push(listEnd);
  return new RawJson(pieces);
}

function piecesOf({ json, match, flags }: Presented, isLast: boolean): Buffer[] {
  const end = messageEnd(flags, isLast);
  return match ? [json, match, end] : [json, end];
}

const ends = { last: new Map<string, Buffer>(), others: new Map<string, Buffer>() };

// Messages have few distinct ends; each is encoded once.
function messageEnd(flags: readonly string[], isLast: boolean): Buffer {
  const known = isLast ? ends.last : ends.others;
  const key = flags.length > 1 ? flags.join() : (flags[0] ?? '');
  let end = known.get(key);
  if (!end) {
    end = Buffer.from(`,"flags":${JSON.stringify(flags)}}${isLast ? '' : ','}`);
    known.set(key, end);
  }
  return end;
}

function flagLists(
  db: Database,
  user: User,
  messages: readonly FlaggedRef[],
): (message: FlaggedRef) => readonly string[] {
  const { first, last } = reachOf(messages);
  const stored = db.cachedAll<{ message_id: number; flag: string }>(
    `SELECT message_id, flag FROM message_flags
     WHERE user_id = ? AND flag IN ('starred', 'collapsed', 'mentioned', 'topic_wildcard_mentioned', 'has_alert_word')
       AND message_id BETWEEN ? AND ?`,
    user.id,
    first,
    last,
  );
  const set = Map.groupBy(stored, ({ message_id }) => message_id);
  const stateOf = readStates(db, user.id, messages);
  return (message) => {
    const own = set.get(message.id)?.map(({ flag }) => flag) ?? [];
    return userFlags(stateOf(message), own, message.mentions_channel);
  };
}
