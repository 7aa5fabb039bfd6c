import { findDirectConversation } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';
import { findUserByEmail, getSystemBot } from '../users/user.ts';
import { AddressBook, addressHere } from './accounts.ts';
import type { Archive, ArchivedMessage } from './archive.ts';
import type { Origins, RecordKind, RelationKind } from './origins.ts';
import type { Tally } from './tally.ts';

// Schemas before 25 have no origins. What was imported then is recognized by its messages: their times never change, nor
// do their senders and the channels that they were sent to. Texts decide nothing, because they were edited here, or
// converted otherwise by an older program; they only choose among messages of the same second.

interface Recognizing {
  archive: Archive;
  format: string;
  origins: Origins;
  tally: Tally;
}

/** Notes the origins of what an older chatd imported from the source of an archive, if it did. */
export function recognize(db: Database, { archive, format, origins, tally }: Recognizing): void {
  if (origins.isKnown) return;
  const users = findUsers(db, archive, format);
  const channels = findChannels(db, archive, users);
  const { newest, count } = noteMessages(db, { archive, origins, users, channels });
  if (count === 0) return;
  origins.isKnown = true;
  noteDeleted(archive, origins, newest);
  noteRows(origins, 'user', archive.users, users);
  noteRows(origins, 'channel', archive.channels, channels);
  noteNamed(db, archive, origins);
  noteRelations({ archive, origins, users, channels });
  tally.change('messages', 'an older chatd imported them: recognized by sender, time and place', '', count);
}

/** Ids here by ids in the archive. */
type Here = ReadonlyMap<number, number>;

/** Counts how often ids of the archive and ids here occur together. */
class Votes {
  readonly #counts = new Map<number, Map<number, number>>();
  readonly #total = new Map<number, number>();

  /** Of one occurrence, with all ids here that it can mean. */
  add(id: number, here: Iterable<number>): void {
    const counts = this.#counts.get(id) ?? new Map<number, number>();
    const distinct = new Set(here);
    for (const own of distinct) counts.set(own, (counts.get(own) ?? 0) + 1);
    if (distinct.size > 0) this.#total.set(id, (this.#total.get(id) ?? 0) + 1);
    this.#counts.set(id, counts);
  }

  /** Pairs that occur together most of the time, each id once, the most frequent first. */
  elect(taken: Iterable<number>): Map<number, number> {
    const pairs = [...this.#counts].flatMap(([id, counts]) =>
      Array.from(counts, ([own, count]) => ({ id, own, count })).filter(
        ({ count }) => 2 * count > (this.#total.get(id) ?? 0),
      ),
    );
    const elected = new Map<number, number>();
    const used = new Set(taken);
    for (const { id, own } of pairs.sort((a, b) => b.count - a.count)) {
      if (elected.has(id) || used.has(own)) continue;
      elected.set(id, own);
      used.add(own);
    }
    return elected;
  }
}

/** Users by their addresses, and those whose address was changed here by the texts of their messages. */
function findUsers(db: Database, archive: Archive, format: string): Map<number, number> {
  const addresses = new AddressBook();
  const users = new Map<number, number>();
  for (const user of archive.users) {
    const known = user.system
      ? getSystemBot(db, user.system)
      : findUserByEmail(db, addressHere(addresses, user, format).email);
    if (known) users.set(user.id, known.id);
  }
  if (users.size === archive.users.length) return users;
  const votes = new Votes();
  for (const { sender_id, sent_at, content } of archive.messages(() => {})) {
    if (!users.has(sender_id)) votes.add(sender_id, db.values<number>(sameTextSql, sent_at, content));
  }
  return new Map([...users, ...votes.elect(users.values())]);
}

const sameTextSql = 'SELECT sender_id FROM messages WHERE sent_at = ? AND content = ?';

/**
 * Channels by the messages that were sent to them, because they can have other names here; those without messages by
 * name and time.
 */
function findChannels(db: Database, archive: Archive, users: Here): Map<number, number> {
  const votes = new Votes();
  for (const message of archive.messages(() => {})) {
    const channel_id = channelOf(message);
    const sender = users.get(message.sender_id);
    if (channel_id === null || sender === undefined) continue;
    votes.add(channel_id, db.values<number>(channelsSql, message.sent_at, sender));
  }
  const channels = votes.elect([]);
  for (const { id, name, created_at } of archive.channels) {
    const own = db.value<number>(sameChannelSql, foldName(name), created_at);
    if (own !== undefined && !channels.has(id)) channels.set(id, own);
  }
  return channels;
}

const sameChannelSql = 'SELECT id FROM channels WHERE name_key = ? AND created_at = ?';

const channelsSql =
  'SELECT sent_channel_id FROM messages WHERE sent_at = ? AND sender_id = ? AND sent_channel_id NOT NULL';

function channelOf({ sent_channel_id, place }: ArchivedMessage): number | null {
  return sent_channel_id ?? ('channel_id' in place ? place.channel_id : null);
}

interface Found {
  archive: Archive;
  origins: Origins;
  users: Here;
  channels: Here;
}

interface Candidate {
  id: number;
  content: string;
}

interface Noted {
  /** The time of the newest message of each place of the archive. */
  newest: ReadonlyMap<string, number>;
  count: number;
}

/** Notes the messages that are here. */
function noteMessages(db: Database, found: Found): Noted {
  const newest = new Map<string, number>();
  let count = 0;
  for (const messages of bySecond(found.archive)) {
    for (const [message, id] of match(db, messages, found)) {
      found.origins.note('message', found.archive.messageKey(message.id) as string, id);
      newest.set(placeKey(message), Math.max(newest.get(placeKey(message)) ?? 0, message.sent_at));
      count++;
    }
  }
  return { newest, count };
}

/** Maximum number of messages that are compared with each other. */
const mostCompared = 500;

/** The messages of an archive, in pieces of the same second. */
function* bySecond(archive: Archive): Generator<ArchivedMessage[]> {
  let messages: ArchivedMessage[] = [];
  for (const message of archive.messages(() => {})) {
    const isSame = message.sent_at === messages[0]?.sent_at && messages.length < mostCompared;
    if (!isSame && messages.length > 0) yield messages;
    messages = isSame ? [...messages, message] : [message];
  }
  if (messages.length > 0) yield messages;
}

/** The ids here of messages of one second: those with the same text first, the others in their order. */
function match(db: Database, messages: readonly ArchivedMessage[], found: Found): Map<ArchivedMessage, number> {
  const matched = new Map<ArchivedMessage, number>();
  const candidates = new Map(messages.map((message) => [message, listCandidates(db, message, found)]));
  const taken = new Set<number>();
  const take = (message: ArchivedMessage, isLike: (candidate: Candidate) => boolean) => {
    const own = matched.has(message)
      ? undefined
      : candidates.get(message)?.find((one) => !taken.has(one.id) && isLike(one));
    if (own === undefined) return;
    matched.set(message, own.id);
    taken.add(own.id);
  };
  for (const message of messages) take(message, ({ content }) => content === message.content);
  for (const message of messages) take(message, () => true);
  return matched;
}

function placeKey(message: ArchivedMessage): string {
  return 'user_ids' in message.place ? message.place.user_ids.join() : `channel ${channelOf(message)}`;
}

/** The messages here of the same sender, second and place. */
function listCandidates(
  db: Database,
  message: ArchivedMessage,
  { users, channels }: Pick<Found, 'users' | 'channels'>,
): Candidate[] {
  const sender = users.get(message.sender_id);
  if (sender === undefined) return [];
  const { place, sent_at } = message;
  if (!('user_ids' in place)) {
    const channel_id = channels.get(channelOf(message) ?? 0);
    return channel_id === undefined ? [] : db.all<Candidate>(inChannelSql, sent_at, sender, channel_id);
  }
  const members = place.user_ids.flatMap((id) => users.get(id) ?? []);
  if (members.length < place.user_ids.length) return [];
  const conversation = findDirectConversation(db, members);
  return conversation ? db.all<Candidate>(inConversationSql, sent_at, sender, conversation.id) : [];
}

const inChannelSql =
  'SELECT id, content FROM messages WHERE sent_at = ? AND sender_id = ? AND sent_channel_id = ? ORDER BY id LIMIT 500';
const inConversationSql =
  'SELECT id, content FROM messages WHERE sent_at = ? AND sender_id = ? AND conversation_id = ? ORDER BY id LIMIT 500';

/** The id of a row that is gone. */
const gone = 0;

/** Messages that are not here although newer ones of their place are were deleted here, and do not come back. */
function noteDeleted(archive: Archive, origins: Origins, newest: ReadonlyMap<string, number>): void {
  for (const message of archive.messages(() => {})) {
    const key = archive.messageKey(message.id) as string;
    if (message.sent_at > (newest.get(placeKey(message)) ?? -1) || origins.find('message', key) !== undefined) continue;
    origins.note('message', key, gone);
  }
}

type Keyed = Iterable<{ id: number; key: string }>;

function noteRows(origins: Origins, kind: RecordKind, records: Keyed, here: Here): void {
  for (const { id, key } of records) {
    const own = here.get(id);
    if (own !== undefined) origins.note(kind, key, own);
  }
}

/** Notes records that are known by their names. */
function noteNamed(db: Database, archive: Archive, origins: Origins): void {
  const note = (kind: RecordKind, { key, name }: { key: string; name: string }, sql: string) => {
    const own = db.value<number>(sql, foldName(name));
    if (own !== undefined) origins.note(kind, key, own);
  };
  for (const group of archive.groups.filter(({ isSystem }) => !isSystem)) note('group', group, groupSql);
  for (const folder of archive.folders) note('folder', folder, 'SELECT id FROM channel_folders WHERE name_key = ?');
  for (const emoji of archive.emoji) note('emoji', emoji, 'SELECT id FROM realm_emoji WHERE name = ? ORDER BY id DESC');
  for (const field of archive.fields()) note('field', field, 'SELECT id FROM profile_fields WHERE name_key = ?');
}

const groupSql = 'SELECT id FROM groups WHERE name_key = ? AND is_system_group = 0';

/**
 * Notes the relations that give rights or are settings: what is missing of them was undone here. Reactions and stars can
 * be new there, so those that were removed here come again.
 */
function noteRelations({ archive, origins, users, channels }: Found): void {
  const note = (kind: RelationKind, ...ids: (number | string | undefined)[]) => {
    if (!ids.includes(undefined)) origins.note(kind, ids.join(' '));
  };
  for (const { channel_id, user_id } of archive.subscriptions()) {
    note('subscription', channels.get(channel_id), users.get(user_id));
  }
  const groups = new Map(archive.groups.map(({ id, key }) => [id, origins.find('group', key)]));
  for (const { id, member_ids, subgroup_ids } of archive.groups) {
    for (const user_id of member_ids) note('member', groups.get(id), users.get(user_id));
    for (const subgroup_id of subgroup_ids) note('subgroup', groups.get(id), groups.get(subgroup_id));
  }
  for (const { pattern, url_template } of archive.linkifiers()) note('linkifier', pattern, url_template);
  for (const { pygments_language, name } of archive.playgrounds()) note('playground', pygments_language, name);
}
