import type { Database } from '../db/database.ts';

/** Numbers of waiting tasks. */
export type Waiting = ReturnType<typeof countWaiting>;

export function countWaiting(db: Database) {
  const count = (sql: string) => db.value<number>(sql) ?? 0;
  return {
    notifications: count('SELECT count(*) FROM push_tasks'),
    mails: count('SELECT count(*) FROM waiting_mails'),
    webhooks: count('SELECT count(*) FROM webhook_calls'),
    scheduled_messages: count('SELECT count(*) FROM scheduled_messages WHERE failed = 0 AND sent_at IS NULL'),
    reminders: count('SELECT count(*) FROM reminders WHERE failed = 0'),
    thumbnails: count("SELECT count(*) FROM pictures WHERE thumbnail = 'waiting'"),
  };
}
