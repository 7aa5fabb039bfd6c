import type { Context } from '../context.ts';
import type { Conversation } from '../conversations/conversation.ts';
import { getMessage } from '../conversations/message.ts';
import type { Texts } from '../ground/texts.ts';
import { doReplaceLine } from '../messages/replaced-line.ts';
import { organizationTexts } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import { getUser, type User } from '../users/user.ts';
import { type Call, conversationOf, isRinging, listParticipantIds, listRungIds } from './call.ts';

/** The message of a call that has just begun. */
export function firstLine({ db }: Context, call_id: number): string {
  return organizationTexts(db).markdown('calls.started', { address: addressOf(call_id) });
}

/** The name of the program that writes the messages of calls: this server. */
export const writer = 'Internal';

/** In seconds: how long the next call takes the place of one that nobody joined. */
const vainFor = 3600;

/**
 * The newest message of a conversation, if it tells of a call of the user that nobody joined within the last hour, and
 * nobody has reacted to it. The next call of the user takes its place.
 */
export function findVainLine(app: Context, user: User, { max_message_id }: Conversation): number | undefined {
  const texts = organizationTexts(app.db);
  return app.db.value<number>(
    `SELECT id FROM messages
     WHERE id = ? AND sender_id = ? AND client = ? AND sent_at > ? AND content IN (?, ?)
       AND NOT EXISTS (SELECT 1 FROM reactions WHERE message_id = messages.id)`,
    max_message_id,
    user.id,
    writer,
    app.clock.now() - vainFor,
    texts.t('calls.missed'),
    texts.t('calls.nobodyJoined'),
  );
}

/** Writes into the message of a live call where it stands. */
export function doWriteLine(app: Context, call: Call): void {
  doReplaceLine(app, getMessage(app.db, call.message_id), liveLine(app, call));
}

/** Writes into the message of a call that it is over, who took part, and how long it was. */
export function doWriteEnd(app: Context, call: Call): void {
  doReplaceLine(app, getMessage(app.db, call.message_id), lastLine(app, call));
}

function liveLine({ db }: Context, call: Call): string {
  const isMissed = isUnanswered({ db }, call) && listRungIds(db, call).length === 0;
  const key = isMissed ? 'calls.missedWaiting' : 'calls.started';
  return organizationTexts(db).markdown(key, { address: addressOf(call.id) });
}

function lastLine({ db, clock }: Context, call: Call): string {
  const texts = organizationTexts(db);
  if (isUnanswered({ db }, call)) return texts.t('calls.missed');
  const people = listParticipantIds(db, call).map((id) => mention(getUser(db, id)));
  if (people.length < 2) return texts.t('calls.nobodyJoined');
  const length = durationIn(texts, Math.max(1, clock.now() - call.started_at));
  return texts.markdown('calls.ended', { length, people: texts.list(people) });
}

/** Whether a call rang, and nobody but the one who started it has joined. */
function isUnanswered({ db }: Pick<Context, 'db'>, call: Call): boolean {
  const joined = listParticipantIds(db, call).some((id) => id !== call.started_by);
  return !joined && isRinging(conversationOf(db, call));
}

// A relative address: every client resolves it at the organization that the message comes from.
function addressOf(call_id: number): string {
  return `#call/${call_id}`;
}

/** A length of time in words, to the minute; below one, to the second. */
function durationIn({ language }: Texts, seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts =
    minutes === 0
      ? { second: seconds }
      : minutes < 60
        ? { minute: minutes }
        : { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  const said = Object.entries(parts).map(([unit, count]) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
  );
  return new Intl.ListFormat(language, { type: 'unit' }).format(said);
}
