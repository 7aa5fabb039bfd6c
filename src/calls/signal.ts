import type { Context } from '../context.ts';
import { completeEmoji } from '../emoji/emoji.ts';
import { publish } from '../events/event.ts';
import type { Clock } from '../ground/clock.ts';
import { errorKind, rateLimitHit } from '../http/errors.ts';
import { RateLimit } from '../http/rate-limits.ts';
import type { User } from '../users/user.ts';
import { type Call, listMembers } from './call.ts';

/** Limits of a member's signals: bytes of one, and their number and bytes in a minute. */
const signalLimits = { bytes: 32 * 1024, number: 600, bytesOfMinute: 4 * 1024 * 1024 };

const receiverNotInCall = errorKind('The receiver is not in this call.', { code: 'RECEIVER_NOT_IN_CALL' });
const signalTooLong = errorKind(`The signal is too long (limit: ${signalLimits.bytes} bytes).`);
export const signalErrors = [receiverNotInCall, signalTooLong, rateLimitHit] as const;

/** A port for code that limits the signals of members. */
export interface LimitsSignals {
  signalRates: SignalRates;
}

/** Counts the signals of each user. */
export class SignalRates {
  #number: RateLimit;
  #bytes: RateLimit;

  constructor(clock: Clock) {
    this.#number = new RateLimit(clock, signalLimits.number, 60);
    this.#bytes = new RateLimit(clock, signalLimits.bytesOfMinute, 60);
  }

  /** Counts a signal. If it is above a limit, throws rateLimitHit and counts nothing. */
  count({ id }: User, bytes: number): void {
    const seconds = Math.max(this.#number.wait(`${id}`, 1), this.#bytes.wait(`${id}`, bytes));
    if (seconds > 0) throw rateLimitHit({ seconds });
    this.#number.add(`${id}`, 1);
    this.#bytes.add(`${id}`, bytes);
  }
}

/** What a session of a member says to that of another. */
interface Signal {
  session: string;
  to: number;
  to_session: string;
  data: string;
}

/** Hands a signal of a member to another one. It is not stored. Throws one of signalErrors. */
export function doSignal(
  app: Context & LimitsSignals,
  user: User,
  call: Call,
  { session: from_session, to, to_session, data }: Signal,
): void {
  const bytes = Buffer.byteLength(data);
  if (bytes > signalLimits.bytes) throw signalTooLong();
  app.signalRates.count(user, bytes);
  const isThere = listMembers(app.db, call).some(({ user_id, session }) => user_id === to && session === to_session);
  if (!isThere) throw receiverNotInCall();
  const event = { type: 'call_signal', call_id: call.id, from: user.id, from_session, to_session, data } as const;
  publish(app, event, { user_ids: [to] });
}

/** Shows an emoji to the members of a call for a moment. Throws unknownEmojiName. */
export function doReact(app: Context, user: User, call: Call, emoji_name: string): void {
  completeEmoji(app.db, { emoji_name, emoji_code: undefined, reaction_type: undefined });
  const event = { type: 'call_reaction', call_id: call.id, from: user.id, emoji: emoji_name } as const;
  publish(app, event, { user_ids: listMembers(app.db, call).map(({ user_id }) => user_id) });
}
