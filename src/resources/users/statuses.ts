import { doChangeUserSetting } from '../../accounts/setting-change.ts';
import { doChangeStatus, isStatusTooLong, maxStatusLength, noEmoji, type StatusChange } from '../../accounts/status.ts';
import type { Database } from '../../db/database.ts';
import { checkEmoji, completeEmoji, emojiErrors, findReactionType, invalidEmojiType } from '../../emoji/emoji.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { errorKind, insufficientPermission, parameterInvalid } from '../../http/errors.ts';
import { problems } from '../../http/parameter-problems.ts';
import { boolean, integer, optional, required, text, time } from '../../http/params.ts';
import { accessUser } from '../../users/access.ts';
import { ensureAhead } from '../../users/availability-record.ts';
import { presentStatus, type StatusEmoji } from '../../users/status-record.ts';
import { ensureActive, isAdministrator, isBot, noSuchUser, type User, userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const nothingNew = errorKind('Client did not pass any new values.');
const emojiNameMissing = errorKind('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
const statusErrors = [nothingNew, emojiNameMissing, ...emojiErrors] as const;

const statusParams = {
  status_text: optional(text(), `Text of the status, at most ${maxStatusLength} characters; empty for none.`),
  emoji_name: optional(text(), 'Name of the emoji; empty for none.'),
  emoji_code: optional(text(), 'Code of the emoji.'),
  reaction_type: optional(text(), 'Kind of the emoji; empty for none.'),
};
const user_id = required(integer(), 'The user.');

export const updateStatus: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/status',
  summary: 'Change your status',
  access: 'user',
  onlyPeople: true,
  params: {
    ...statusParams,
    ends_at: optional(nullable(time()), 'When the status ends by itself, in UNIX seconds; null or missing: it stays.'),
    away: optional(boolean(), 'Whether to hide your presence; the opposite of the setting `presence_enabled`.'),
  },
  errors: statusErrors,
  handler({ app, db, user }, { away, ends_at = null, ...wanted }) {
    if (away === undefined && isNothing(wanted)) throw nothingNew();
    ensureAhead(app, 'ends_at', ends_at);
    const change = { ...readChange(db, wanted), ends_at };
    if (away !== undefined) doChangeUserSetting(app, user, 'presence_enabled', !away);
    if (!isNothing(wanted)) doChangeStatus(app, user, change);
    return {};
  },
});

export const getUserStatus: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}/status',
  summary: "Get a user's status",
  access: 'user',
  scoped: 'reads',
  params: { user_id },
  errors: [noSuchUser, userIsDeactivated],
  handler({ app, db, user }, params) {
    return { status: presentStatus(db, ensurePresent(accessUser(app, user, params.user_id))) };
  },
});

export const updateUserStatus: Endpoint = endpoint({
  method: 'POST',
  path: '/users/{user_id}/status',
  summary: "Change another user's status",
  access: 'user',
  params: { user_id, ...statusParams },
  errors: [noSuchUser, userIsDeactivated, insufficientPermission, ...statusErrors],
  handler({ app, db, user: actor }, params) {
    const user = ensurePresent(accessUser(app, actor, params.user_id));
    if (!isAdministrator(actor)) throw insufficientPermission();
    if (isNothing(params)) throw nothingNew();
    doChangeStatus(app, user, { ...readChange(db, params), ends_at: null });
    return {};
  },
});

interface Wanted {
  status_text: string | undefined;
  emoji_name: string | undefined;
  emoji_code: string | undefined;
  reaction_type: string | undefined;
}

// Only people have a status.
function ensurePresent(user: User): User {
  if (isBot(user)) throw noSuchUser();
  return ensureActive(user);
}

/** The requested change. Throws one of statusErrors. */
function readChange(db: Database, { emoji_name, status_text: sent, ...given }: Wanted): Omit<StatusChange, 'ends_at'> {
  const status_text = sent?.trim();
  if (status_text !== undefined && isStatusTooLong(status_text)) {
    throw parameterInvalid({ name: 'status_text', problem: problems.longCharacters({ limit: maxStatusLength }) });
  }
  if (emoji_name === undefined && (given.emoji_code !== undefined || given.reaction_type !== undefined)) {
    throw emojiNameMissing();
  }
  return { status_text, emoji: emoji_name === undefined ? undefined : readEmoji(db, { emoji_name, ...given }) };
}

function isNothing({ status_text, emoji_name }: Wanted): boolean {
  return status_text === undefined && emoji_name === undefined;
}

function readEmoji(
  db: Database,
  {
    emoji_name,
    emoji_code,
    reaction_type: word,
  }: Pick<Wanted, 'emoji_code' | 'reaction_type'> & { emoji_name: string },
): StatusEmoji {
  if (emoji_name === '') return noEmoji;
  const reaction_type = word === undefined ? undefined : findReactionType(word);
  if (word !== undefined && reaction_type === undefined) throw invalidEmojiType();
  const emoji = completeEmoji(db, { emoji_name, emoji_code, reaction_type });
  checkEmoji(db, emoji);
  return emoji;
}
