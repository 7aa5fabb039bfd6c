import type { Context } from '../../context.ts';
import { messageAudience } from '../../conversations/audience.ts';
import { getConversation } from '../../conversations/conversation.ts';
import type { MessageRef } from '../../conversations/message.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import {
  checkEmoji,
  completeEmoji,
  type Emoji,
  type EmojiParts,
  emojiErrors,
  findReactionType,
  reactionType,
  unknownEmojiName,
} from '../../emoji/emoji.ts';
import type { Audience } from '../../events/event.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, optional, required, text } from '../../http/params.ts';
import { doFollowOnParticipation } from '../../messages/automatic-policy.ts';
import { publishNaming } from '../../users/public-identity.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const reactionExists = errorKind('Reaction already exists.', { code: 'REACTION_ALREADY_EXISTS' });
const reactionMissing = errorKind("Reaction doesn't exist.", { code: 'REACTION_DOES_NOT_EXIST' });
const emojiMissing = errorKind('At least one of the following arguments must be present: emoji_name, emoji_code');

/** Different emoji with which one account can react to one message. */
const mostOfAccount = 50;
const tooManyOfAccount = errorKind(`You have used as many emoji on this message as one can (limit: ${mostOfAccount}).`);
/** In bytes of JSON: every page with the message contains all its reactions. */
const mostOfMessage = 1_000_000;
const tooManyOfMessage = errorKind('This message has as many reactions as it can have.');

const message_id = required(integer(), 'The message.');
const emoji_code = optional(text(), 'Code of the emoji; unlike the name, it never changes.');
const reaction_type = optional(reactionType(), 'Kind of the emoji.');

export const addReaction: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  summary: 'Add an emoji reaction',
  access: 'user',
  scoped: 'writes',
  params: { message_id, emoji_name: required(text(), 'Name of the emoji.'), emoji_code, reaction_type },
  errors: [invalidMessage, reactionExists, tooManyOfAccount, tooManyOfMessage, ...emojiErrors],
  handler({ app, user }, params) {
    const message = accessChangeableMessage(app, user, params.message_id);
    const emoji = chooseEmoji(app, message, params);
    if (hasReaction(app, message, user, emoji)) throw reactionExists();
    ensureRoom(app, message, user);
    doAddReaction(app, user, message, emoji);
    return {};
  },
});

export const removeReaction: Endpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  summary: 'Remove an emoji reaction',
  access: 'user',
  scoped: 'writes',
  params: {
    message_id,
    emoji_name: optional(text(), 'Name of the emoji; required without its code.'),
    emoji_code,
    reaction_type: optional(text(), 'Kind of the emoji.'),
  },
  errors: [invalidMessage, reactionMissing, emojiMissing, unknownEmojiName],
  handler({ app, user }, { reaction_type: word, ...params }) {
    const message = accessChangeableMessage(app, user, params.message_id);
    const reaction_type = word === undefined ? undefined : findReactionType(word);
    if (word !== undefined && reaction_type === undefined) throw reactionMissing();
    const emoji = nameEmoji(app, user, message, { ...params, reaction_type });
    if (!hasReaction(app, message, user, emoji)) throw reactionMissing();
    doRemoveReaction(app, user, message, emoji);
    return {};
  },
});

/** Throws tooManyOfAccount or tooManyOfMessage. */
function ensureRoom({ db }: Context, message: MessageRef, user: User): void {
  const own = db.value<number>(ownCountSql, message.id, user.id) ?? 0;
  if (own >= mostOfAccount) throw tooManyOfAccount();
  if ((db.value<number>(bytesSql, message.id) ?? 0) >= mostOfMessage) throw tooManyOfMessage();
}

const ownCountSql = 'SELECT count(*) FROM reactions WHERE message_id = ? AND user_id = ?';
const bytesSql = `SELECT sum(90 + octet_length(emoji_name) + octet_length(emoji_code))
  FROM reactions WHERE message_id = ?`;

/** The emoji to add: that of an existing reaction, under the name of its first use, or else a checked one. */
function chooseEmoji(app: Context, message: MessageRef, parts: EmojiParts): Emoji {
  const wanted = completeEmoji(app.db, parts);
  const first = app.db.get<Emoji>(
    `SELECT emoji_name, emoji_code, reaction_type FROM reactions
     WHERE message_id = ? AND reaction_type = ? AND emoji_code = ? ORDER BY id LIMIT 1`,
    message.id,
    wanted.reaction_type,
    wanted.emoji_code,
  );
  if (!first) checkEmoji(app.db, wanted);
  return first ?? wanted;
}

/** The emoji to remove. It may be deactivated. */
function nameEmoji(
  app: Context,
  user: User,
  message: MessageRef,
  { emoji_name, emoji_code, reaction_type }: Omit<EmojiParts, 'emoji_name'> & { emoji_name: string | undefined },
): Emoji {
  if (emoji_code !== undefined) {
    return { emoji_name: emoji_name ?? '', emoji_code, reaction_type: reaction_type ?? 'unicode_emoji' };
  }
  if (emoji_name === undefined) throw emojiMissing();
  const own = app.db.all<Emoji>(
    `SELECT emoji_name, emoji_code, reaction_type FROM reactions
     WHERE message_id = ? AND user_id = ? AND emoji_name = ?`,
    message.id,
    user.id,
    emoji_name,
  );
  const named = own.find((emoji) => reaction_type === undefined || emoji.reaction_type === reaction_type);
  return named ?? completeEmoji(app.db, { emoji_name, emoji_code, reaction_type });
}

function doAddReaction(app: Context, user: User, message: MessageRef, emoji: Emoji): void {
  app.db.run(
    'INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES (?, ?, ?, ?, ?)',
    message.id,
    user.id,
    emoji.emoji_name,
    emoji.emoji_code,
    emoji.reaction_type,
  );
  doFollowOnParticipation(app, user, getConversation(app.db, message.conversation_id));
  publishReaction(app, 'add', user, message, emoji);
}

function doRemoveReaction(app: Context, user: User, message: MessageRef, emoji: Emoji): void {
  const removed = app.db.get<Emoji>(
    `DELETE FROM reactions WHERE message_id = ? AND user_id = ? AND emoji_code = ? AND reaction_type = ?
     RETURNING emoji_name, emoji_code, reaction_type`,
    message.id,
    user.id,
    emoji.emoji_code,
    emoji.reaction_type,
  );
  publishReaction(app, 'remove', user, message, removed ?? emoji);
}

function hasReaction(app: Context, message: MessageRef, user: User, emoji: Emoji): boolean {
  const found = app.db.value<number>(
    'SELECT 1 FROM reactions WHERE message_id = ? AND user_id = ? AND emoji_code = ? AND reaction_type = ?',
    message.id,
    user.id,
    emoji.emoji_code,
    emoji.reaction_type,
  );
  return found !== undefined;
}

function publishReaction(app: Context, op: 'add' | 'remove', user: User, message: MessageRef, emoji: Emoji): void {
  const { id: message_id } = message;
  publishNaming(
    app,
    [user],
    (identityOf) => {
      const { email, full_name } = identityOf(user);
      const legacy = { user_id: user.id, email, full_name };
      return { type: 'reaction', op, message_id, user_id: user.id, user: legacy, ...emoji };
    },
    withActor(messageAudience(app, message), user),
  );
}

// A user can react in public channels that they are not subscribed to.
function withActor(audience: Audience, { id }: User): Audience {
  if (audience === 'everyone' || 'user_ids' in audience) return audience;
  return { ...audience, other_ids: [...(audience.other_ids ?? []), id] };
}
