import { announce, announcement, type Context } from '../context.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { errorKind } from '../http/errors.ts';
import { doDeleteMessages } from '../messages/deletion.ts';
import { doSendMessage } from '../messages/message.ts';
import { getUser, isBot, type User } from '../users/user.ts';
import { canFollow, listFollowerIds, publishCall, publishLoss } from './audience.ts';
import {
  type Call,
  conversationOf,
  findCallIn,
  getCall,
  isRinging,
  listMembers,
  listRungIds,
  type Member,
  nextCallId,
  type Sends,
  sendsOf,
} from './call.ts';
import { doWriteEnd, doWriteLine, findVainLine, firstLine, writer } from './line.ts';

/** Calls no longer ring for a user. */
export const ringingEnded = announcement<{ user_id: number; message_ids: readonly number[] }>('ringingEnded');

/** Each member sends to all others, so a call has at most so many, and so many of them with a picture. */
const most = { members: 12, pictures: 8 };

export const callStartRefused = errorKind('You do not have permission to start calls.');
const callFull = errorKind(`The call is full (limit: ${most.members} members).`, { code: 'CALL_FULL' });
const pictureRefused = errorKind(`Too many members of the call send a picture (limit: ${most.pictures}).`, {
  code: 'CALL_VIDEO_FULL',
});
const inOtherCall = errorKind('You are in a call on another device or in another window.', { code: 'ALREADY_IN_CALL' });
const notInCall = errorKind('You are not in this call.', { code: 'NOT_IN_CALL' });

export const joinErrors = [callFull, pictureRefused, inOtherCall] as const;
export const memberErrors = [notInCall] as const;
export const changeErrors = [notInCall, pictureRefused] as const;

/**
 * The live call of a conversation, or a new one with its message. The caller has checked that the user may write there.
 * Where there is a call that the user could not see, theirs is over at once. Throws callStartRefused.
 */
export function doStartCall(app: Context, user: User, conversation: Conversation): Call {
  const live = findCallIn(app.db, conversation.id);
  if (live && canFollow(app, user, conversation)) return live;
  if (!hasRealmPermission(app, user, 'can_start_calls_group')) throw callStartRefused();
  const id = nextCallId(app.db);
  const message_id = doSendLine(app, user, conversation, firstLine(app, id));
  const sql = 'INSERT INTO calls (id, message_id, started_by, started_at) VALUES (?, ?, ?, ?)';
  app.db.run(sql, id, message_id, user.id, app.clock.now());
  insertRings(app.db, id, conversation, user);
  const call = getCall(app.db, id);
  if (live) doEndCall(app, call, []);
  else publishCall(app, 'add', call);
  return call;
}

/** Sends the message of a call. Returns its id. */
function doSendLine(app: Context, sender: User, conversation: Conversation, content: string): number {
  const vain_id = findVainLine(app, sender, conversation);
  const { id } = doSendMessage(app, { sender, conversation, content, client: writer, read_by_sender: true });
  if (vain_id !== undefined) doDeleteMessages(app, conversation, [vain_id], sender);
  return id;
}

function insertRings(db: Database, call_id: number, conversation: Conversation, starter: User): void {
  if (!isRinging(conversation)) return;
  const others = memberIds(conversation).map((id) => getUser(db, id));
  for (const other of others) {
    if (other.id === starter.id || isBot(other) || !other.is_active) continue;
    db.run("INSERT INTO call_people (call_id, user_id, state) VALUES (?, ?, 'rung')", call_id, other.id);
  }
}

/** A user's wish to be in a call. */
interface Joining extends Sends {
  session: string;
  /** The browser's login; null for an API key. */
  login_id: number | null;
  /** Whether the user leaves the call, or the session, in which they are. */
  take_over: boolean;
}

/** Makes a user a member of a call, or replaces their session. Throws one of joinErrors. */
export function doJoinCall(app: Context, user: User, call: Call, joining: Joining): void {
  const present = findPresence(app.db, user.id);
  if (present && present.session !== joining.session && !joining.take_over) throw inOtherCall();
  ensureRoom(app.db, call, user, joining);
  if (present && present.call_id !== call.id) doLeaveCall(app, getCall(app.db, present.call_id), [user.id]);
  const wasRung = listRungIds(app.db, call).includes(user.id);
  app.db.run(
    `INSERT INTO call_people (call_id, user_id, state, session, login_id, joined_at, audio, video, screen, hand)
     VALUES (?1, ?2, 'present', ?3, ?4, ?5, ?6, ?7, ?8, ?9)
     ON CONFLICT DO UPDATE SET state = 'present', session = ?3, login_id = ?4,
       joined_at = iif(state = 'present', joined_at, ?5), audio = ?6, video = ?7, screen = ?8, hand = ?9`,
    call.id,
    user.id,
    joining.session,
    joining.login_id,
    app.clock.now(),
    ...columnsOf(joining),
  );
  if (wasRung) announce(app, ringingEnded, { user_id: user.id, message_ids: [call.message_id] });
  doShow(app, call);
}

/** Throws callFull or pictureRefused if there is no room for a user who sends this. */
function ensureRoom(db: Database, call: Call, user: User, sends: Pick<Sends, 'video' | 'screen'>): void {
  const others = listMembers(db, call).filter(({ user_id }) => user_id !== user.id);
  if (others.length >= most.members) throw callFull();
  const pictures = others.filter(({ video, screen }) => video || screen);
  if ((sends.video || sends.screen) && pictures.length >= most.pictures) throw pictureRefused();
}

/** The call in which a user is, and their session. */
function findPresence(db: Database, user_id: number): { call_id: number; session: string } | undefined {
  return db.get("SELECT call_id, session FROM call_people WHERE user_id = ? AND state = 'present'", user_id);
}

/** The user as a member of a call from a session. Throws notInCall. */
export function accessMember(app: Context, user: User, call: Call, session: string): Member {
  const member = listMembers(app.db, call).find(({ user_id }) => user_id === user.id);
  if (member?.session !== session) throw notInCall();
  return member;
}

/** What a member sends from now on; undefined where nothing changes. */
type Changes = { [Name in keyof Sends]: boolean | undefined };

/** Changes what a member sends. Throws pictureRefused. */
export function doChangeSends(app: Context, user: User, call: Call, member: Member, changes: Changes): void {
  const before = sendsOf(member);
  const after = {
    audio: changes.audio ?? before.audio,
    video: changes.video ?? before.video,
    screen: changes.screen ?? before.screen,
    hand: changes.hand ?? before.hand,
  };
  if (columnsOf(after).join() === columnsOf(before).join()) return;
  ensureRoom(app.db, call, user, after);
  app.db.run(
    'UPDATE call_people SET audio = ?, video = ?, screen = ?, hand = ? WHERE call_id = ? AND user_id = ?',
    ...columnsOf(after),
    call.id,
    user.id,
  );
  publishCall(app, 'update', call);
}

function columnsOf({ audio, video, screen, hand }: Sends): [number, number, number, number] {
  return [Number(audio), Number(video), Number(screen), Number(hand)];
}

/** Ends a call's ringing for a user. */
export function doDecline(app: Context, user: User, call: Call): void {
  if (!listRungIds(app.db, call).includes(user.id)) return;
  doStopRinging(app, call, [user.id]);
  doSettle(app, call);
}

/** Takes members out of a call. */
export function doLeaveCall(app: Context, call: Call, user_ids: readonly number[]): void {
  storeLeft(app.db, call, user_ids);
  doSettle(app, call);
}

/** Marks members as having left; doSettle() follows. */
export function storeLeft(db: Database, call: Call, user_ids: readonly number[]): void {
  for (const user_id of user_ids) {
    db.run(
      `UPDATE call_people SET state = 'left', session = NULL, login_id = NULL, audio = 0, video = 0, screen = 0, hand = 0
       WHERE call_id = ? AND user_id = ? AND state = 'present'`,
      call.id,
      user_id,
    );
  }
}

/** Ends the ringing for users; doSettle() follows. */
export function doStopRinging(app: Context, call: Call, user_ids: readonly number[]): void {
  for (const user_id of user_ids) {
    app.db.run("DELETE FROM call_people WHERE call_id = ? AND user_id = ? AND state = 'rung'", call.id, user_id);
    announce(app, ringingEnded, { user_id, message_ids: [call.message_id] });
  }
}

/** Shows what is new in a call. One whose last member left ends. */
export function doSettle(app: Context, call: Call): void {
  const had = app.db.value<number>("SELECT 1 FROM call_people WHERE call_id = ? AND state = 'left' LIMIT 1", call.id);
  if (had !== undefined && listMembers(app.db, call).length === 0) {
    doEndCall(app, call);
    return;
  }
  doShow(app, call);
}

function doShow(app: Context, call: Call): void {
  doWriteLine(app, call);
  publishCall(app, 'update', call);
}

/** Ends a call: its message tells how long it was and who took part. By default, all who see it are told. */
export function doEndCall(app: Context, call: Call, seen_by?: readonly number[]): void {
  doStopRinging(app, call, listRungIds(app.db, call));
  doWriteEnd(app, call);
  app.db.run('DELETE FROM calls WHERE id = ?', call.id);
  publishLoss(app, call, seen_by ?? listFollowerIds(app, conversationOf(app.db, call)));
}
