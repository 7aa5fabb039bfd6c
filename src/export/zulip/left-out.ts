import type { Database } from '../../db/database.ts';
import type { Remark } from '../remark.ts';
import { missingPermissions } from './channels.ts';
import type { Job } from './job.ts';
import { missingSettings, missingUserSettings } from './settings.ts';

const noPlace = 'the format has no place for them';

interface Counted extends Omit<Remark, 'count'> {
  /** SQL that counts them. */
  sql: string;
  /** Names that the query binds as a JSON list. */
  names?: readonly string[];
}

/** Data that the format cannot express. */
const rest: readonly Counted[] = [
  {
    noun: 'settings of the organization',
    reason: 'Zulip 10.2 does not know them',
    sql: 'SELECT count(*) FROM realm_settings WHERE name IN (SELECT value FROM json_each(?))',
    names: missingSettings,
  },
  {
    noun: 'personal settings',
    reason: 'Zulip 10.2 does not know them',
    sql: 'SELECT count(*) FROM user_settings WHERE name IN (SELECT value FROM json_each(?))',
    names: missingUserSettings,
  },
  {
    noun: 'permissions of channels',
    reason: 'Zulip 10.2 does not know them',
    sql: 'SELECT count(*) FROM channel_permissions WHERE setting IN (SELECT value FROM json_each(?))',
    names: missingPermissions,
  },
  {
    noun: 'policies of topics of channels',
    reason: 'Zulip 10.2 does not know them',
    sql: "SELECT count(*) FROM channels WHERE topics_policy <> 'inherit'",
  },
  { noun: 'folders of channels', reason: 'Zulip 10.2 does not know them', sql: 'SELECT count(*) FROM channel_folders' },
  {
    noun: 'hours without notifications, and ends of statuses',
    reason: noPlace,
    sql: 'SELECT count(*) FROM availability',
  },
  { noun: 'buttons of messages', reason: noPlace, sql: 'SELECT count(*) FROM message_buttons' },
  { noun: 'commands of bots', reason: noPlace, sql: 'SELECT count(*) FROM bot_commands' },
  { noun: 'limits of the rights of bots', reason: noPlace, sql: 'SELECT count(*) FROM bot_scopes' },
  { noun: 'own sections of channels', reason: noPlace, sql: 'SELECT count(*) FROM own_sections' },
  { noun: 'links at the heads of channels', reason: noPlace, sql: 'SELECT count(*) FROM channel_bookmarks' },
  { noun: 'pinned messages', reason: noPlace, sql: 'SELECT count(*) FROM pinned_messages' },
  { noun: 'drafts', reason: noPlace, sql: 'SELECT count(*) FROM drafts' },
  { noun: 'reminders', reason: noPlace, sql: 'SELECT count(*) FROM reminders' },
  { noun: 'entries of the list of views', reason: noPlace, sql: 'SELECT count(*) FROM navigation_views' },
  {
    noun: 'votes and other steps of widgets',
    reason: 'only chatd reads them in the export',
    sql: `SELECT count(*) FROM submessages s
      WHERE EXISTS (SELECT 1 FROM submessages e WHERE e.message_id = s.message_id AND e.id < s.id)`,
  },
  { noun: 'entries of the audit log', reason: noPlace, sql: 'SELECT count(*) FROM audit_entries' },
  {
    noun: 'examples and reverse templates of linkifiers',
    reason: 'Zulip 10.2 does not know them',
    sql: `SELECT count(*) FROM linkifiers WHERE example_input IS NOT NULL OR reverse_template IS NOT NULL
      OR alternative_url_templates <> '[]'`,
  },
  {
    noun: 'scheduled messages',
    reason: 'they are for people who have not written to each other yet',
    sql: `SELECT count(*) FROM scheduled_messages s WHERE sent_at IS NULL AND json_array_length(user_ids) > 1
      AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.max_message_id IS NOT NULL AND c.members_key = (
        SELECT group_concat(id, ',' ORDER BY id) FROM (
          SELECT value AS id FROM json_each(s.user_ids) UNION SELECT s.sender_id)))
      AND (SELECT count(*) FROM (SELECT value FROM json_each(s.user_ids) UNION SELECT s.sender_id)) > 2`,
  },
];

export function listRest({ db, replaced }: Job): Remark[] {
  const counted = rest.map(({ noun, reason, sql, names }) => ({ count: count(db, sql, names), noun, reason }));
  const addresses = { count: replaced.size, noun: 'e-mail addresses', reason: 'Zulip accepts only others for them' };
  return [...counted, addresses].filter(({ count }) => count > 0);
}

function count(db: Database, sql: string, names?: readonly string[]): number {
  return db.value<number>(sql, ...(names ? [JSON.stringify(names)] : [])) as number;
}
