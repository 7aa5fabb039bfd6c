import { slackNameOf } from '../../emoji/slack.ts';
import {
  actionIn,
  type ChatMessage,
  listFiles,
  listOfConversation,
  listReactions,
  safeName,
  withTopic,
} from '../chat-messages.ts';
import { rowsOf } from '../rows.ts';
import type { Job } from './job.ts';
import { toMattermost } from './text.ts';

/** A line of the file holds a post with all replies, and is read as a whole: a longer topic becomes several threads. */
const mostReplies = 500;
/** The members that a group conversation can have there. */
export const mostMembers = 8;

interface ConversationRow {
  id: number;
  channel_id: number | null;
  topic: string | null;
  members_key: string | null;
}

const conversationsSql = `SELECT id, channel_id, topic, members_key FROM conversations
  WHERE max_message_id IS NOT NULL AND (channel_id IS NULL) = ? ORDER BY id`;

/** The posts of channels. */
export function* listPosts(job: Job): Generator<object> {
  for (const conversation of rowsOf<ConversationRow>(job.db, conversationsSql, 0)) {
    const channel = job.channels.get(conversation.channel_id as number);
    for (const [root, replies] of threadsOf(job, conversation)) {
      yield {
        type: 'post',
        post: {
          team: job.team,
          channel,
          ...postOf(job, root, true),
          replies: replies.map((one) => postOf(job, one, false)),
        },
      };
    }
  }
}

/** A topic is a thread; what is in no topic has no replies. */
function* threadsOf(
  { db }: Job,
  { id, topic }: ConversationRow,
): Generator<[root: ChatMessage, replies: ChatMessage[]]> {
  let thread: [ChatMessage, ChatMessage[]] | undefined;
  for (const message of listOfConversation(db, id)) {
    if (thread && topic && thread[1].length < mostReplies) thread[1].push(message);
    else {
      if (thread) yield thread;
      thread = [message, []];
    }
  }
  if (thread) yield thread;
}

function postOf(job: Job, message: ChatMessage, isFirst: boolean): object {
  const { db, users, names, missing, channels } = job;
  const { id, sender_id, edited_at, topic, content, is_pinned } = message;
  const action = actionIn(content);
  const text = toMattermost(action ?? content, names, { users, channels });
  const shown = action === undefined || text.includes('\n') ? text : `*${text}*`;
  const created = timeOf(message);
  const files = listFiles(db, id).filter(({ sha256 }) => !missing.has(sha256));
  return {
    user: users.get(sender_id),
    message: withTopic(topic, isFirst, shown, '**').trim(),
    ...(action === undefined || (topic && isFirst) ? {} : { type: 'me' }),
    create_at: created,
    ...(edited_at === null ? {} : { edit_at: Math.max(edited_at * 1000, created) }),
    ...(is_pinned ? { is_pinned: true } : {}),
    reactions: listReactions(db, id).map(({ user_id, emoji_name }) => ({
      user: users.get(user_id),
      emoji_name: slackNameOf(emoji_name),
      create_at: created + 1,
    })),
    attachments: files.map((file) => ({ path: pathOf(file) })),
    flagged_by: db.values<number>(starsSql, id).map((user_id) => users.get(user_id)),
  };
}

const starsSql = "SELECT user_id FROM message_flags WHERE message_id = ? AND flag = 'starred' ORDER BY user_id";

/**
 * Milliseconds. Posts have no ids there, and are told apart by their times, so the rest of the id stands for the
 * milliseconds: the same in each export.
 */
function timeOf({ sent_at, id }: Pick<ChatMessage, 'sent_at' | 'id'>): number {
  return sent_at * 1000 + (id % 1000);
}

/** The path of a file, below `data/` of the archive. */
export function pathOf({ id, name }: { id: number; name: string }): string {
  return `files/${id}/${safeName(name)}`;
}

export function* listDirectChannels(job: Job): Generator<object> {
  for (const members of listDirect(job)) yield { type: 'direct_channel', direct_channel: { members: members.names } };
}

/** Direct conversations; those with more members than a group can have there are left out. */
function* listDirect({ db, users }: Job): Generator<{ row: ConversationRow; names: string[] }> {
  for (const row of rowsOf<ConversationRow>(db, conversationsSql, 1)) {
    const ids = (row.members_key ?? '').split(',').map(Number);
    const names = ids.flatMap((id) => users.find(id) ?? []);
    // Notes to oneself are a conversation of two there.
    if (ids.length <= mostMembers && names.length === ids.length)
      yield { row, names: ids.length === 1 ? [...names, ...names] : names };
  }
}

export function* listDirectPosts(job: Job): Generator<object> {
  for (const { row, names } of listDirect(job)) {
    for (const message of listOfConversation(job.db, row.id)) {
      yield {
        type: 'direct_post',
        direct_post: { channel_members: names, ...postOf(job, message, false), replies: [] },
      };
    }
  }
}
