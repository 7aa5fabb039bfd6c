import { channelIdDoesNotExist } from '../../conversations/channel.ts';
import { topicErrors } from '../../conversations/conversation.ts';
import { integerOr } from '../../http/combined-kinds.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, integer, list, notListed, optional, required, text, time } from '../../http/params.ts';
import {
  accessScheduled,
  alreadySent,
  checkPlan,
  doReschedule,
  doSchedule,
  doUnschedule,
  dueInPast,
  ensureInFuture,
  isForSenderAlone,
  listScheduled,
  type Plan,
  planOf,
  presentScheduled,
  type ScheduledMessage,
  scheduledMissing,
} from '../../later/scheduled-message.ts';
import { contentErrors, messageContent } from '../../messages/content.ts';
import { mentionErrors } from '../../messages/mentions.ts';
import { isTypedByHand } from '../../messages/message.ts';
import {
  channelRefusals,
  directRefusals,
  invalidUserId,
  isDirectType,
  type MessageType,
  messageType,
  mostNames,
  oneChannelExpected,
  recipientsInvalid,
  recipientsMissing,
  topicMissing,
} from '../../messages/recipient.ts';
import { htmlTooLong } from '../../messages/rendering.ts';
import { listFull } from '../../users/own-list.ts';
import { userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const nothingToChange = errorKind('Nothing to change');
const recipientRequired = errorKind('Recipient required when updating type of scheduled message.');
const topicRequired = errorKind('Topic required when updating scheduled message type to channel.');

/** Errors of a plan that cannot be sent. */
const planErrors = [
  ...contentErrors,
  htmlTooLong,
  recipientsMissing,
  recipientsInvalid,
  oneChannelExpected,
  invalidUserId,
  userIsDeactivated,
  channelIdDoesNotExist,
  ...channelRefusals,
  ...directRefusals,
  ...topicErrors,
  ...mentionErrors,
];

const recipientById = integerOr(list(integer(), { max: mostNames }), Array.isArray);
const scheduled_message_id = required(integer(), 'The scheduled message.');

export const getScheduledMessages: Endpoint = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  summary: 'Get your scheduled messages, including those that could not be sent',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler: ({ db, user }) => ({ scheduled_messages: listScheduled(db, user).map(presentScheduled) }),
});

export const createScheduledMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  summary: 'Schedule a message',
  access: 'user',
  scoped: 'writes',
  params: {
    type: required(messageType(notListed), 'Whether `to` is a channel or users.'),
    to: required(recipientById, 'Id of a channel; or ids of users.'),
    content: required(messageContent(), 'The message, in Markdown.'),
    topic: optional(text(), 'Topic of a channel message.', { aliases: ['subject'] }),
    scheduled_delivery_timestamp: required(time(), 'When to send it, in UNIX seconds.'),
    read_by_sender: optional(boolean(), 'Whether the sender has read it; by default, whether a person typed it.'),
  },
  errors: [...planErrors, topicMissing, dueInPast, listFull],
  handler({ app, user, client }, params) {
    const { scheduled_delivery_timestamp: due_at } = params;
    ensureInFuture(app, due_at);
    const plan = checkPlan(app, user, params);
    // A note to oneself arrives unread, to be noticed.
    const read_by_sender = params.read_by_sender ?? (isTypedByHand(user, client) && !isForSenderAlone(plan));
    return { scheduled_message_id: doSchedule(app, user, { plan, due_at, client, read_by_sender }) };
  },
});

export const updateScheduledMessage: Endpoint = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Edit a scheduled message',
  access: 'user',
  scoped: 'writes',
  params: {
    scheduled_message_id,
    type: optional(messageType(notListed), 'Whether `to` is a channel or users.'),
    to: optional(recipientById, 'Id of a channel; or ids of users.'),
    content: optional(messageContent(), 'New content, in Markdown.'),
    topic: optional(text(), 'New topic of a channel message.', { aliases: ['subject'] }),
    scheduled_delivery_timestamp: optional(time(), 'When to send it, in UNIX seconds.'),
  },
  errors: [
    scheduledMissing,
    alreadySent,
    nothingToChange,
    recipientRequired,
    topicRequired,
    dueInPast,
    listFull,
    ...planErrors,
  ],
  handler({ app, db, user }, { scheduled_message_id, scheduled_delivery_timestamp: due_at, ...changes }) {
    const message = accessScheduled(db, user, scheduled_message_id);
    const isPlanChanged = Object.values(changes).some((value) => value !== undefined);
    if (!isPlanChanged && due_at === undefined) throw nothingToChange();
    // The time of a failed message is in the past.
    if (due_at !== undefined || message.failed) ensureInFuture(app, due_at ?? message.due_at);
    const plan = isPlanChanged ? checkPlan(app, user, changePlan(message, changes)) : undefined;
    doReschedule(app, user, message, { plan, due_at });
    return {};
  },
});

export const deleteScheduledMessage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  summary: 'Delete a scheduled message',
  access: 'user',
  scoped: 'writes',
  params: { scheduled_message_id },
  errors: [scheduledMissing, alreadySent],
  handler({ app, db, user }, { scheduled_message_id }) {
    doUnschedule(app, accessScheduled(db, user, scheduled_message_id));
    return {};
  },
});

interface PlanChanges {
  type: MessageType | undefined;
  to: number | number[] | undefined;
  content: string | undefined;
  topic: string | undefined;
}

/** The changed plan. Throws recipientRequired or topicRequired if a new type lacks its recipient or topic. */
function changePlan(message: ScheduledMessage, { type, to, content, topic }: PlanChanges): Plan {
  if (type !== undefined && to === undefined) throw recipientRequired();
  if (type !== undefined && !isDirectType(type) && topic === undefined) throw topicRequired();
  const before = planOf(message);
  return {
    type: type ?? before.type,
    to: to ?? before.to,
    topic: topic ?? before.topic,
    content: content ?? before.content,
  };
}
