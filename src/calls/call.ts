import { type Conversation, getConversation, memberIds } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';

/** A live call. It takes place where its message is, also after the message was moved. */
export interface Call {
  id: number;
  message_id: number;
  conversation_id: number;
  started_by: number;
  /** UNIX seconds. */
  started_at: number;
}

/** What a member sends now, and whether they raise a hand. */
export interface Sends {
  audio: boolean;
  video: boolean;
  screen: boolean;
  hand: boolean;
}

/** A member of a call, with what they send as 0 or 1. */
export type Member = Record<keyof Sends, 0 | 1> & {
  user_id: number;
  /** Chosen by the member's tab. */
  session: string;
  /** The browser's login; null for an API key. */
  login_id: number | null;
  /** UNIX seconds. */
  joined_at: number;
};

/** What a member sends. */
export function sendsOf({ audio, video, screen, hand }: Member): Sends {
  return { audio: audio === 1, video: video === 1, screen: screen === 1, hand: hand === 1 };
}

/** In a direct conversation of at most so many people, a call rings. */
const mostRung = 5;
/** In seconds: how long a call rings, and waits for its first member. */
export const patience = 30;

const columns = 'calls.id, message_id, conversation_id, started_by, started_at';
const liveSql = `SELECT ${columns} FROM calls JOIN messages ON messages.id = message_id`;

/** All live calls, oldest first. */
export function listCalls(db: Database): readonly Call[] {
  // Nearly always there are none, which costs no query.
  if (db.cachedValue<number>('SELECT 1 FROM calls LIMIT 1') === undefined) return [];
  return db.all<Call>(`${liveSql} ORDER BY calls.id`);
}

export function findCall(db: Database, id: number): Call | undefined {
  return db.get<Call>(`${liveSql} WHERE calls.id = ?`, id);
}

/** A call that must be live. */
export function getCall(db: Database, id: number): Call {
  const call = findCall(db, id);
  if (!call) throw new Error(`there is no call ${id}`);
  return call;
}

/** The id of the next call, which its message names. No id is used twice. */
export function nextCallId(db: Database): number {
  return (db.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'calls'") ?? 0) + 1;
}

/** The live call of a conversation. */
export function findCallIn(db: Database, conversation_id: number): Call | undefined {
  return listCalls(db).find((call) => call.conversation_id === conversation_id);
}

export function conversationOf(db: Database, call: Call): Conversation {
  return getConversation(db, call.conversation_id);
}

/** The members of a call, in the order of their coming. */
export function listMembers(db: Database, { id }: Call): Member[] {
  return db.all<Member>(
    `SELECT user_id, session, login_id, joined_at, audio, video, screen, hand FROM call_people
     WHERE call_id = ? AND state = 'present' ORDER BY joined_at, user_id`,
    id,
  );
}

/** Ids of the users whom a call rings. */
export function listRungIds(db: Database, { id }: Call): number[] {
  return db.values("SELECT user_id FROM call_people WHERE call_id = ? AND state = 'rung' ORDER BY user_id", id);
}

/** Whether a message is that of a call that rings for a user. */
export function isRung(db: Database, user_id: number, message_id: number): boolean {
  const call = listCalls(db).find((one) => one.message_id === message_id);
  return call !== undefined && listRungIds(db, call).includes(user_id);
}

/** Ids of all who are or were members of a call, in the order of their coming. */
export function listParticipantIds(db: Database, { id }: Call): number[] {
  const sql = "SELECT user_id FROM call_people WHERE call_id = ? AND state <> 'rung' ORDER BY joined_at, user_id";
  return db.values(sql, id);
}

/** Whether calls ring in a conversation: in direct ones of a few people. */
export function isRinging(conversation: Conversation): boolean {
  if (conversation.channel_id !== null) return false;
  const { length } = memberIds(conversation);
  return length > 1 && length <= mostRung;
}
