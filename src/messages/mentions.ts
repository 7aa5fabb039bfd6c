import type { Context } from '../context.ts';
import { listReceiversAmong } from '../conversations/audience.ts';
import { listSubscriberIds } from '../conversations/channel.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { listParticipantIds } from '../conversations/readable.ts';
import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';
import { listGroupUserIds } from '../groups/membership.ts';
import { hasGroupPermission } from '../groups/permissions.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { accessGroup } from '../groups/user-group.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import type { Mentions, Rendering } from './rendering.ts';

const channelWildcardRefused = errorKind(
  'You do not have permission to use channel wildcard mentions in this channel.',
  { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
);
const topicWildcardRefused = errorKind('You do not have permission to use topic wildcard mentions in this topic.', {
  code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
});
const groupMentionRefused = errorKind<{ name: string }>("You are not allowed to mention user group '{name}'.");
/** Errors of mentions. */
export const mentionErrors = [channelWildcardRefused, topicWildcardRefused, groupMentionRefused] as const;

/** A wildcard mention of more people than this requires a permission. */
const manyPeople = 15;

/** Throws unless the sender may use all mentions of the message. */
export function ensureMentionsAllowed(
  app: Context,
  sender: User,
  conversation: Conversation,
  mentions: Mentions,
): void {
  const { channel_id } = conversation;
  const groups = mentions.group_ids.map((id) => accessGroup(app.db, id));
  const refused = groups.find((group) => !hasGroupPermission(app, sender, group, 'can_mention_group'));
  if (refused) throw groupMentionRefused({ name: refused.name });
  if (channel_id === null || (!mentions.channel && !mentions.topic)) return;
  if (hasRealmPermission(app, sender, 'can_mention_many_users_group')) return;
  if (mentions.channel && listSubscriberIds(app.db, channel_id).length > manyPeople) throw channelWildcardRefused();
  if (mentions.topic && listParticipantIds(app, sender, conversation).length > manyPeople) throw topicWildcardRefused();
}

/**
 * Flags that a new or edited message sets, by user; only for its receivers. A mention of the topic reaches the
 * participants whom the author sees: the others are no part of the number that a permission decides about.
 */
export function flagsByUser(
  app: Context,
  author: User,
  conversation: Conversation,
  { mentions, spoken }: Pick<Rendering, 'mentions' | 'spoken'>,
): Map<number, string[]> {
  const flags = new Map<number, string[]>();
  const add = (flag: string, user_ids: readonly number[]) => {
    for (const user_id of user_ids) flags.set(user_id, [...(flags.get(user_id) ?? []), flag]);
  };
  add('mentioned', [...new Set([...mentions.user_ids, ...listGroupMembers(app, mentions.group_ids)])]);
  if (mentions.topic && conversation.channel_id !== null) {
    add('topic_wildcard_mentioned', listParticipantIds(app, author, conversation));
  }
  add('has_alert_word', listAlerted(app.db, spoken));
  const receiver_ids = listReceiversAmong(app.db, conversation, [...flags.keys()]);
  return new Map(receiver_ids.map((user_id) => [user_id, flags.get(user_id) ?? []]));
}

/** Ids of the active members of some groups, subgroups included. */
function listGroupMembers(app: Context, group_ids: readonly number[]): number[] {
  return group_ids.flatMap((group_id) => listGroupUserIds(app, group_id));
}

/** In words. */
export const longestAlert = 5;

// Looks up the words and short phrases of the text among all alert words: the cost does not depend on their number.
function listAlerted(db: Database, spoken: string): number[] {
  if (db.cachedValue<number>('SELECT 1 FROM alert_words LIMIT 1') === undefined) return [];
  const words = foldName(spoken).split(/\s+/).filter(Boolean);
  const phrases = new Set(words.filter((word) => !isUrl(word)).flatMap((word) => word.split(separators)));
  for (const spelling of [words, words.map(withoutPunctuation), words.map(lettersOf)]) {
    for (let start = 0; start < spelling.length; start++) {
      for (let length = 1; length <= longestAlert && start + length <= spelling.length; length++) {
        phrases.add(spelling.slice(start, start + length).join(' '));
      }
    }
  }
  return db.values(
    `SELECT DISTINCT user_id FROM alert_words WHERE word_key IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...phrases]),
  );
}

// Leaves words such as `c++` and `.net` whole.
function withoutPunctuation(word: string): string {
  return word.replace(/^[("'[{<]+|[)"'\]}>.,:;!?]+$/g, '');
}

function lettersOf(word: string): string {
  return isUrl(word) ? word : word.replace(leading, '').replace(trailing, '');
}

function isUrl(word: string): boolean {
  return word.includes('://');
}

// Hyphens, slashes and signs join the words of a name, a path or an address, which then are none by themselves.
const joined = String.raw`\p{L}\p{M}\p{N}_\-\/\\@=&%+~$`;
const separators = new RegExp(`[^${joined}]+`, 'u');
const leading = new RegExp(`^[^${joined}]+`, 'u');
const trailing = new RegExp(`[^${joined}]+$`, 'u');
