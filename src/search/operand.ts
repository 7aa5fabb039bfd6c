import type { Context } from '../context.ts';
import { type Channel, canSeeChannel, findChannel, findChannelByName } from '../conversations/channel.ts';
import { excerpt } from '../http/params.ts';
import { accessUser, accessUserByEmail } from '../users/access.ts';
import type { User } from '../users/user.ts';
import { badNarrow, termProblems } from './term.ts';

/** The channel with the name or id of an operand, if the user may see it. Throws badNarrow. */
export function accessNarrowChannel(app: Context, user: User, operand: unknown): Channel {
  const id = asId(operand);
  // If a text is one channel's name and another's id, the name counts.
  const candidates = [
    typeof operand === 'string' ? findChannelByName(app.db, operand) : undefined,
    id === undefined ? undefined : findChannel(app.db, id),
  ];
  const channel = candidates.find((candidate) => candidate && canSeeChannel(app, user, candidate));
  if (!channel) throw badNarrow({ desc: termProblems.unknownChannel({ operand: excerpt(operand) }) });
  return channel;
}

/** Whether an operand is the id of a channel to which the user was subscribed, and which they may not see any longer. */
export function isLostChannel(app: Context, user: User, operand: unknown): boolean {
  const channel = findChannel(app.db, asId(operand) ?? 0);
  if (!channel || canSeeChannel(app, user, channel)) return false;
  const sql = 'SELECT 1 FROM subscriptions WHERE user_id = ? AND channel_id = ?';
  return app.db.value(sql, user.id, channel.id) !== undefined;
}

/** The user with the id or address of an operand, if `viewer` may see them. Throws badNarrow. */
export function accessNarrowUser(app: Context, viewer: User, operand: unknown): User {
  const found = findNarrowUser(app, viewer, operand);
  if (!found) throw badNarrow({ desc: termProblems.unknownUser({ operand: excerpt(operand) }) });
  return found;
}

function findNarrowUser(app: Context, viewer: User, operand: unknown): User | undefined {
  try {
    const id = asId(operand);
    if (id !== undefined) return accessUser(app, viewer, id);
    return typeof operand === 'string' ? accessUserByEmail(app, viewer, operand.trim()) : undefined;
  } catch {
    // All failures to find a user get the same error.
    return undefined;
  }
}

/** The users of an operand: an id, a list of ids, or addresses joined by commas. Throws badNarrow. */
export function accessNarrowUsers(app: Context, viewer: User, operand: unknown): User[] {
  const list = Array.isArray(operand) ? operand : String(operand).split(',');
  if (list.length === 0) throw badNarrow({ desc: termProblems.noUsers });
  return list.map((one: unknown) => {
    const found = findNarrowUser(app, viewer, one);
    if (!found) throw badNarrow({ desc: termProblems.unknownUserIn({ operand: excerptOfList(operand) }) });
    return found;
  });
}

function excerptOfList(operand: unknown): string {
  return excerpt(Array.isArray(operand) ? `[${operand.join(', ')}]` : operand);
}

/** A message id as a number or in digits; undefined for anything else. */
export function asMessageId(operand: unknown): number | undefined {
  const id = asId(operand);
  return id === undefined || id < 0 ? undefined : id;
}

function asId(operand: unknown): number | undefined {
  if (typeof operand === 'string' && /^\d{1,15}$/.test(operand.trim())) return Number(operand);
  return typeof operand === 'number' && Number.isSafeInteger(operand) ? operand : undefined;
}
