import type { Context } from '../../context.ts';
import { accessChannel, invalidChannelId } from '../../conversations/channel.ts';
import { maxTopicLength, topicTooLong } from '../../conversations/conversation.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { errorKind, parameterInvalid } from '../../http/errors.ts';
import { problems } from '../../http/parameter-problems.ts';
import {
  integer,
  isLongerThan,
  type Kind,
  list,
  object,
  oneOf,
  optional,
  type Params,
  required,
  text,
  time,
  type Values,
} from '../../http/params.ts';
import {
  type DraftContent,
  doAddDrafts,
  doEditDraft,
  doRemoveDraft,
  draftMissing,
  draftsDisabled,
  ensureDraftsSynchronized,
  ensureOwnDraft,
  listDrafts,
} from '../../later/draft.ts';
import { contentErrors, messageContent } from '../../messages/content.ts';
import { invalidUserId, mostNames } from '../../messages/recipient.ts';
import { canAccessUser } from '../../users/access.ts';
import { listFull } from '../../users/own-list.ts';
import { ensureActive, findUser, type User, userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const oneChannel = errorKind('Must specify exactly 1 channel ID for channel messages');
const timestampNegative = errorKind('Timestamp must not be negative.');
const draftErrors = [
  draftsDisabled,
  ...contentErrors,
  oneChannel,
  timestampNegative,
  topicTooLong,
  invalidChannelId,
  invalidUserId,
  userIsDeactivated,
];

const draftFields = {
  type: required(oneOf(['', 'stream', 'private']), 'Whether `to` names a channel, users, or nobody yet.'),
  to: required(list(integer(), { max: mostNames }), 'The channel, or the users.'),
  topic: required(text(), 'The topic of a channel message.'),
  content: required(draftContent(), 'The content, in Markdown.'),
  timestamp: optional(nullable(seconds()), 'Time of the last edit, in UNIX seconds; by default now.'),
};
const draft = knownFields(draftFields);
const draft_id = required(integer(), 'The draft.');

export const getDrafts: Endpoint = endpoint({
  method: 'GET',
  path: '/drafts',
  summary: 'Get your drafts',
  access: 'user',
  params: {},
  errors: [draftsDisabled],
  handler({ db, user }) {
    ensureDraftsSynchronized(db, user);
    const drafts = listDrafts(db, user);
    return { count: drafts.length, drafts };
  },
});

export const createDrafts: Endpoint = endpoint({
  method: 'POST',
  path: '/drafts',
  summary: 'Keep drafts',
  access: 'user',
  params: { drafts: required(list(draft, { max: 1000 }), 'The drafts.') },
  errors: [...draftErrors, listFull],
  handler({ app, db, user }, { drafts }) {
    ensureDraftsSynchronized(db, user);
    const contents = drafts.map((given) => readDraft(app, user, given));
    return { ids: doAddDrafts(app, user, contents) };
  },
});

export const editDraft: Endpoint = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  summary: 'Replace a draft',
  access: 'user',
  params: { draft_id, draft: required(draft, 'The new draft.') },
  errors: [draftMissing, ...draftErrors, listFull],
  handler({ app, db, user }, { draft_id, draft }) {
    ensureDraftsSynchronized(db, user);
    ensureOwnDraft(db, user, draft_id);
    doEditDraft(app, user, { id: draft_id, ...readDraft(app, user, draft) });
    return {};
  },
});

export const deleteDraft: Endpoint = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  summary: 'Delete a draft',
  access: 'user',
  params: { draft_id },
  errors: [draftMissing, draftsDisabled],
  handler({ app, db, user }, { draft_id }) {
    ensureDraftsSynchronized(db, user);
    ensureOwnDraft(db, user, draft_id);
    doRemoveDraft(app, user, draft_id);
    return {};
  },
});

function readDraft(app: Context, user: User, given: Values<typeof draftFields>): DraftContent {
  const { type, content } = given;
  const timestamp = given.timestamp ?? app.clock.now();
  if (timestamp < 0) throw timestampNegative();
  return {
    type,
    to: readRecipient(app, user, type, given.to),
    topic: readTopic(type, given.topic),
    content,
    timestamp,
  };
}

/** Recipient ids of a draft: a channel, or active users, that its writer may see. */
function readRecipient(app: Context, user: User, type: DraftContent['type'], to: readonly number[]): number[] {
  if (type === '') return [];
  if (type === 'private') return [...new Set(to)].map((id) => readUser(app, user, id));
  const [channel_id] = to;
  if (channel_id === undefined || to.length !== 1) throw oneChannel();
  return [accessChannel(app, user, channel_id).id];
}

function readUser(app: Context, user: User, id: number): number {
  const found = findUser(app.db, id);
  if (!found || !canAccessUser(app, user, found)) throw invalidUserId({ id });
  return ensureActive(found).id;
}

function readTopic(type: DraftContent['type'], topic: string): string {
  if (type !== 'stream') return '';
  if (isLongerThan(topic, maxTopicLength)) throw topicTooLong();
  return topic;
}

/** The content of a message. Without any, the field is to blame. */
function draftContent(): Kind<string> {
  const content = messageContent();
  return {
    ...content,
    read(raw, name) {
      if (raw === '') throw parameterInvalid({ name, problem: problems.blank });
      return content.read(raw, name);
    },
  };
}

/** Whole seconds. Some clients send fractions, which are dropped. */
function seconds(): Kind<number> {
  const whole = time();
  return {
    ...whole,
    schema: { type: 'number' },
    read: (raw, name) => whole.read(typeof raw === 'number' ? Math.floor(raw) : raw, name),
  };
}

/** A JSON object with these fields and no others. */
function knownFields<P extends Params>(fields: P): Kind<Values<P>> {
  const kind = object(fields);
  return {
    ...kind,
    schema: { ...kind.schema, additionalProperties: false },
    read(raw, name) {
      const value = kind.read(raw, name);
      const given = (typeof raw === 'string' ? JSON.parse(raw) : raw) as object;
      const stray = Object.keys(given).find((field) => !Object.hasOwn(fields, field));
      if (stray === undefined) return value;
      throw parameterInvalid({ name: `Argument "${stray}" at ${name}["${stray}"]`, problem: problems.unexpected });
    },
  };
}
