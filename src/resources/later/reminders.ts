import { accessMessage, invalidMessage } from '../../conversations/readable.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, isLongerThan, optional, required, text, time } from '../../http/params.ts';
import {
  accessReminder,
  doAddReminder,
  doRemoveReminder,
  listReminders,
  maxNoteLength,
  presentReminder,
  reminderMissing,
} from '../../later/reminder.ts';
import { dueInPast, ensureInFuture } from '../../later/scheduled-message.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const noteTooLong = errorKind(`Maximum reminder note length: ${maxNoteLength} characters`);

export const getReminders: Endpoint = endpoint({
  method: 'GET',
  path: '/reminders',
  summary: 'Get your reminders',
  access: 'user',
  weight: () => 5,
  params: {},
  errors: [],
  handler: ({ app, db, user }) => ({
    reminders: listReminders(db, user).map((reminder) => presentReminder(app, user, reminder)),
  }),
});

export const createReminder: Endpoint = endpoint({
  method: 'POST',
  path: '/reminders',
  summary: 'Create a reminder of a message',
  access: 'user',
  params: {
    message_id: required(integer(), 'The message.'),
    scheduled_delivery_timestamp: required(time(), 'Time of the reminder, in UNIX seconds.'),
    note: optional(text(), 'Note that is sent with the reminder.', { fallback: '' }),
  },
  errors: [dueInPast, noteTooLong, invalidMessage, listFull],
  handler({ app, user }, { message_id, scheduled_delivery_timestamp: due_at, note }) {
    ensureInFuture(app, due_at);
    if (isLongerThan(note, maxNoteLength)) throw noteTooLong();
    accessMessage(app, user, message_id);
    return { reminder_id: doAddReminder(app, user, { message_id, note: note.trim(), due_at }) };
  },
});

export const deleteReminder: Endpoint = endpoint({
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  summary: 'Delete a reminder',
  access: 'user',
  params: { reminder_id: required(integer(), 'The reminder.') },
  errors: [reminderMissing],
  handler({ app, db, user }, { reminder_id }) {
    doRemoveReminder(app, accessReminder(db, user, reminder_id));
    return {};
  },
});
