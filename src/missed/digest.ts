import type { Context } from '../context.ts';
import { answerTo, canReceiveMail, canSendMail, isRefused, type Mail, type SendsMail } from '../mail/mail.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { isQuietNow } from '../users/availability-record.ts';
import { getUser, type User } from '../users/user.ts';
import { type BusyTopic, listBusyTopics, writeDigest } from './digest-mail.ts';

const day = 86_400;
/** In seconds: users who were online within a week get no summary, and after the longest absence there are no more. */
const week = 7 * day;
const longestAbsence = 12 * week;
/** On their day, summaries are sent from this hour on, in UTC. */
const firstHour = 8;
/** In seconds, until a user's next summary: after a sent one, even if the day is changed; after a temporary failure. */
const pauses = { sent: 6 * day, untaken: 1800 };
/** Maximum number of mails in one run. */
const batch = 50;

/** Mails a summary to people who were away for a week, on the organization's weekday. Stops when the signal aborts. */
export async function mailDigests(app: Context & SendsMail, signal: AbortSignal): Promise<void> {
  if (!canSendMail(app) || !isDue(app)) return;
  const user_ids = listAway(app);
  const busy = user_ids.length === 0 ? [] : listBusyTopics(app, app.clock.now() - week);
  for (const user_id of user_ids) {
    if (signal.aborted) return;
    // Before the summary is sent: if nothing could be stored afterwards, it would be sent again and again.
    storePause(app, user_id, pauses.untaken);
    const pause = await mailOne(app, user_id, busy);
    storePause(app, user_id, pause ?? 0);
    if (pause === undefined) return;
  }
}

/** Returns the seconds until the user's next summary; undefined if the mail server currently accepts no mails. */
async function mailOne(
  app: Context & SendsMail,
  user_id: number,
  busy: readonly BusyTopic[],
): Promise<number | undefined> {
  let mail: Mail | undefined;
  try {
    if (isQuietNow(app, user_id)) return pauses.untaken;
    mail = findDigest(app, getUser(app.db, user_id), busy);
    if (mail) await app.mailer?.send(mail);
    return pauses.sent;
  } catch (error) {
    app.log.warn('a summary was not sent', { user_id, error: error instanceof Error ? error.message : error });
    // A summary that cannot be written must not hold up those of others.
    if (mail && answerTo(error) === undefined) return undefined;
    return isRefused(error) ? pauses.sent : pauses.untaken;
  }
}

function findDigest(app: Context, user: User, busy: readonly BusyTopic[]): Mail | undefined {
  return canReceiveMail(user.email) ? writeDigest(app, user, { since: app.clock.now() - week, busy }) : undefined;
}

function isDue({ db, clock }: Context): boolean {
  if (!findRealmSetting(db, 'digest_emails_enabled')) return false;
  const now = new Date(clock.now() * 1000);
  // JavaScript counts from Sunday, the setting from Monday.
  const weekday = (now.getUTCDay() + 6) % 7;
  return weekday === findRealmSetting(db, 'digest_weekday') && now.getUTCHours() >= firstHour;
}

/** Ids of the people who want a summary, were away for a week, and had none recently. */
function listAway({ db, clock }: Context): number[] {
  const now = clock.now();
  return db.values(
    `SELECT id FROM (
       SELECT users.id, max(joined_at,
         coalesce((SELECT connected_at FROM presence WHERE user_id = users.id), 0),
         coalesce((SELECT max(used_at) FROM api_keys WHERE user_id = users.id), 0),
         coalesce((SELECT max(seen_at) FROM sessions WHERE user_id = users.id), 0)) AS here_at
       FROM users WHERE is_active = 1 AND bot_type IS NULL
         AND id NOT IN (SELECT user_id FROM user_settings WHERE name = 'enable_digest_emails' AND value = 'false')
         AND id NOT IN (SELECT user_id FROM digest_mails WHERE next_at > ?1))
     WHERE here_at BETWEEN ?2 AND ?3 ORDER BY id LIMIT ?4`,
    now,
    now - longestAbsence,
    now - week,
    batch,
  );
}

function storePause({ db, clock }: Context, user_id: number, pause: number): void {
  const sql =
    'INSERT INTO digest_mails (user_id, next_at) VALUES (?1, ?2) ON CONFLICT (user_id) DO UPDATE SET next_at = ?2';
  db.transaction(() => db.run(sql, user_id, clock.now() + pause));
}
