import type { Context } from '../context.ts';
import { getConversation } from '../conversations/conversation.ts';
import { inJsonList } from '../db/database.ts';
import { canSendMail, isRefused, type SendsMail } from '../mail/mail.ts';
import { isUnread } from '../push/fan-out.ts';
import { isQuietNow } from '../users/availability-record.ts';
import { longestBatchingPeriod } from '../users/setting-kinds.ts';
import { findUser } from '../users/user.ts';
import { writeMissedMail } from './missed-mail.ts';

/** Messages of one conversation about which a user will be mailed. */
interface DueMail {
  user_id: number;
  conversation_id: number;
  /** JSON list. */
  message_ids: string;
}

/** Maximum number of mails in one run. */
const batch = 20;
/** The pause after a failure, in seconds, and the maximum number of attempts. */
const pause = 300;
const mostAttempts = 50;

/**
 * What is kept for somebody who is not to be disturbed: the newest mails of so many seconds, and so many of them. A
 * week later, nobody wants a mail for each of a thousand messages.
 */
const longestWait = 7 * 24 * 60 * 60;
const mostWaiting = 500;

/** Sends the due mails, one for each conversation, unless their messages were read meanwhile. */
export async function mailMissed(app: Context & SendsMail, signal: AbortSignal): Promise<void> {
  if (!canSendMail(app)) return;
  for (const due of listDue(app)) {
    if (signal.aborted) return;
    await mailOne(app, due);
  }
}

// A mail that is due later than the longest batching period was enqueued while the clock was ahead: it is due now.
function listDue({ db, clock }: Context): DueMail[] {
  const now = clock.now();
  return db.all<DueMail>(
    `SELECT waiting_mails.user_id, conversation_id, json_group_array(message_id) AS message_ids
     FROM waiting_mails JOIN messages ON messages.id = message_id
     GROUP BY waiting_mails.user_id, conversation_id HAVING min(due_at) <= ? OR min(due_at) > ?
     ORDER BY min(due_at) LIMIT ?`,
    now,
    now + longestBatchingPeriod,
    batch,
  );
}

async function mailOne(app: Context & SendsMail, due: DueMail): Promise<void> {
  const ids = (JSON.parse(due.message_ids) as number[]).sort((a, b) => a - b);
  const user = findUser(app.db, due.user_id);
  if (isQuietNow(app, due.user_id)) return wait(app, due);
  const unread = user?.is_active ? ids.filter((id) => isUnread(app.db, user.id, id)) : [];
  // Before the mail is sent: if nothing could be stored afterwards, it would be sent again and again.
  postpone(app, due);
  try {
    if (user && unread.length > 0) {
      const conversation = getConversation(app.db, due.conversation_id);
      await app.mailer?.send(writeMissedMail(app, user, conversation, unread));
    }
  } catch (error) {
    app.log.warn('a mail about missed messages was not sent', {
      user_id: due.user_id,
      error: error instanceof Error ? error.message : error,
    });
    if (!isRefused(error)) return;
  }
  forget(app, due);
}

function forget({ db }: Context, { user_id, message_ids }: DueMail): void {
  const sql = `DELETE FROM waiting_mails WHERE user_id = ? AND message_id ${inJsonList}`;
  db.transaction(() => db.run(sql, user_id, message_ids));
}

/**
 * Leaves the mail for later, with all others that are due to this user, so that mails to other users do not wait behind
 * them. They are looked at again, and sent unless their messages were read by then. Only the newest ones are kept.
 */
function wait({ db, clock }: Context, { user_id, message_ids }: DueMail): void {
  const next = clock.now() + pause;
  const sql = `UPDATE waiting_mails SET due_at = ? WHERE user_id = ? AND (due_at < ? OR message_id ${inJsonList})`;
  const drop = `DELETE FROM waiting_mails WHERE user_id = ?1 AND message_id NOT IN (
      SELECT message_id FROM waiting_mails JOIN messages ON messages.id = message_id
      WHERE user_id = ?1 AND sent_at > ?2 ORDER BY message_id DESC LIMIT ?3)`;
  db.transaction(() => {
    db.run(sql, next, user_id, next, message_ids);
    db.run(drop, user_id, clock.now() - longestWait, mostWaiting);
  });
}

/** Counts an attempt; after the last one, the mail is given up. */
function postpone({ db, clock }: Context, { user_id, message_ids }: DueMail): void {
  const late = `DELETE FROM waiting_mails WHERE user_id = ? AND message_id ${inJsonList} AND attempts >= ?`;
  const again = `UPDATE waiting_mails SET attempts = attempts + 1, due_at = ? WHERE user_id = ? AND message_id ${inJsonList}`;
  db.transaction(() => {
    db.run(late, user_id, message_ids, mostAttempts);
    db.run(again, clock.now() + pause, user_id, message_ids);
  });
}
