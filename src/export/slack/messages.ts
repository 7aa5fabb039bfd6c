import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { slackNameOf } from '../../emoji/slack.ts';
import {
  actionIn,
  type ChatFile,
  type ChatMessage,
  listByDay,
  listFiles,
  listReactions,
  safeName,
  withTopic,
} from '../chat-messages.ts';
import { ListWriter } from '../list-writer.ts';
import { slackId, timestampOf } from './ids.ts';
import type { Job } from './job.ts';
import { groupName } from './lists.ts';
import { toSlack } from './text.ts';

/** Writes a file for each conversation and day; returns their paths below the folder, and the number of messages. */
export async function writeDays(job: Job, folder: string): Promise<{ paths: string[]; count: number }> {
  const paths: string[] = [];
  let writer: ListWriter | undefined;
  let count = 0;
  for (const message of listByDay(job.db)) {
    const path = `${folderOf(job, message)}/${new Date(message.sent_at * 1000).toISOString().slice(0, 10)}.json`;
    if (path !== paths.at(-1)) {
      writer?.end();
      mkdirSync(join(folder, path, '..'), { recursive: true, mode: 0o700 });
      writer = new ListWriter(join(folder, path));
      paths.push(path);
    }
    writer?.add(messageOf(job, message));
    count++;
    if (job.progress.isDue) await job.progress.rest();
  }
  writer?.end();
  return { paths, count };
}

const membersSql = 'SELECT user_id FROM direct_members WHERE conversation_id = ? ORDER BY user_id';

function folderOf({ db, channels, users }: Job, { channel_id, conversation_id }: ChatMessage): string {
  if (channel_id !== null) return channels.get(channel_id);
  const ids = db.values<number>(membersSql, conversation_id);
  return ids.length > 2
    ? groupName(
        conversation_id,
        ids.map((id) => users.get(id)),
      )
    : slackId('D', conversation_id);
}

interface ThreadRow {
  id: number;
  sent_at: number;
  replies: number;
}

const threadSql = `SELECT id, sent_at, (SELECT count(*) - 1 FROM messages r WHERE r.conversation_id = m.conversation_id) AS replies
  FROM messages m WHERE m.conversation_id = ? ORDER BY id LIMIT 1`;
const firstSql = 'SELECT id, sent_at, 0 AS replies FROM messages WHERE conversation_id = ? ORDER BY id LIMIT 1';

/** The first message of a topic, and for itself the number of its replies; undefined outside of topics. */
function threadOf({ db }: Job, { id, topic, conversation_id }: ChatMessage): ThreadRow | undefined {
  if (!topic) return undefined;
  const first = db.get<ThreadRow>(firstSql, conversation_id);
  return first?.id === id ? db.get<ThreadRow>(threadSql, conversation_id) : first;
}

function messageOf(job: Job, message: ChatMessage): object {
  const { db, missing, team } = job;
  const { id, sender_id, edited_at, editor_id } = message;
  const thread = threadOf(job, message);
  const isFirst = thread?.id === id;
  const isAlone = isFirst && thread.replies === 0;
  const files = listFiles(db, id);
  const ts = timestampOf(message);
  return {
    type: 'message',
    user: slackId('U', sender_id),
    ...wordsOf(job, message, isFirst),
    ts,
    team,
    ...(thread && !isAlone ? { thread_ts: timestampOf(thread) } : {}),
    ...(isFirst && !isAlone ? { reply_count: thread.replies } : {}),
    ...(edited_at === null
      ? {}
      : { edited: { user: slackId('U', editor_id ?? sender_id), ts: `${edited_at}.000000` } }),
    ...reactionsOf(job, id),
    ...(files.length === 0 ? {} : { files: files.map((file) => fileOf(file, sender_id, missing)) }),
  };
}

/** The text, and the kind of a message that says what its sender does. */
function wordsOf({ names, channelIds }: Job, { content, topic }: ChatMessage, isFirst: boolean) {
  const action = actionIn(content);
  return {
    ...(action === undefined || isFirst ? {} : { subtype: 'me_message' }),
    text: withTopic(topic, isFirst, toSlack(action ?? content, names, channelIds), '*').trim(),
  };
}

/** Each emoji with all users who used it. */
function reactionsOf({ db }: Job, id: number): { reactions?: object[] } {
  const byName = Map.groupBy(listReactions(db, id), ({ emoji_name }) => emoji_name);
  if (byName.size === 0) return {};
  const reactions = Array.from(byName, ([name, all]) => {
    const users = all.map(({ user_id }) => slackId('U', user_id));
    return { name: slackNameOf(name), users, count: users.length };
  });
  return { reactions };
}

function fileOf(
  { id, name, size, content_type, created_at, sha256 }: ChatFile,
  sender_id: number,
  missing: ReadonlySet<string>,
): object {
  const key = slackId('F', id);
  const common = {
    id: key,
    name,
    title: name,
    mimetype: content_type,
    size,
    created: created_at,
    user: slackId('U', sender_id),
  };
  return missing.has(sha256)
    ? { ...common, mode: 'tombstone' }
    : { ...common, mode: 'hosted', url_private: pathOf({ id, name }) };
}

/** Where the file is in the archive. */
export function pathOf({ id, name }: { id: number; name: string }): string {
  return `__uploads/${slackId('F', id)}/${safeName(name)}`;
}
