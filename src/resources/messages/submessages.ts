import type { Context } from '../../context.ts';
import { messageAudience } from '../../conversations/audience.ts';
import { getConversation } from '../../conversations/conversation.ts';
import type { MessageRef } from '../../conversations/message.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import type { Database } from '../../db/database.ts';
import { publish } from '../../events/event.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, required, text } from '../../http/params.ts';
import { doFollowOnParticipation } from '../../messages/automatic-policy.ts';
import { ensureStepFits, ensureWidget, invalidWidget, stepErrors } from '../../messages/widget.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const notAttachable = errorKind('You cannot attach a submessage to this message.');
const invalidSubmessage = errorKind('Invalid json for submessage');
const stepsFull = errorKind('This message has as many submessages as it can have.');

/** Maximum total of a message's submessages, in bytes: every client that fetches the message receives them. */
const mostOfSteps = 500_000;

export const addSubmessage: Endpoint = endpoint({
  method: 'POST',
  path: '/submessage',
  summary: 'Take part in a poll or to-do list',
  access: 'user',
  scoped: 'writes',
  params: {
    message_id: required(integer(), 'The message that carries the widget.'),
    msg_type: required(text({ max: 30 }), 'Type of the step: `widget`.'),
    content: required(text({ max: 10_000 }), 'The step, as JSON.'),
  },
  errors: [invalidMessage, notAttachable, invalidSubmessage, invalidWidget, stepsFull, ...stepErrors],
  handler({ app, db, user }, { message_id, msg_type, content }) {
    const message = accessChangeableMessage(app, user, message_id);
    const sql = 'SELECT content FROM submessages WHERE message_id = ? ORDER BY id LIMIT 1';
    const first = db.value<string>(sql, message.id);
    const isAuthor = message.sender_id === user.id;
    // The first submessage turns the message into a widget, which only its sender may do.
    if (first === undefined && !isAuthor) throw notAttachable();
    const step = parseStep(content);
    if (first === undefined) ensureWidget(step);
    else ensureStepFits(first, step, isAuthor);
    if (sizeOfSteps(db, message.id) + content.length > mostOfSteps) throw stepsFull();
    doAddSubmessage(app, user, message, { msg_type, content });
    return {};
  },
});

function sizeOfSteps(db: Database, message_id: number): number {
  return db.value<number>('SELECT sum(octet_length(content)) FROM submessages WHERE message_id = ?', message_id) ?? 0;
}

function doAddSubmessage(
  app: Context,
  user: User,
  message: MessageRef,
  step: { msg_type: string; content: string },
): void {
  const { id } = app.db.run(
    'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)',
    message.id,
    user.id,
    step.msg_type,
    step.content,
  );
  const event = { message_id: message.id, submessage_id: id, sender_id: user.id, ...step };
  publish(app, { type: 'submessage', ...event }, messageAudience(app, message));
  doFollowOnParticipation(app, user, getConversation(app.db, message.conversation_id));
}

function parseStep(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    throw invalidSubmessage();
  }
}
