import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEntries } from '../../src/audit/entries.ts';
import { auditedTables } from '../../src/audit/tables.ts';
import type { CapturedTable } from '../../src/db/change-capture.ts';
import type { Database } from '../../src/db/database.ts';
import { endpoints } from '../../src/endpoints.ts';
import { startServer } from '../support/server.ts';
import { make, validCall } from './requests.ts';

/** Calls that find everything as it shall be, or change nothing that is stored. */
const changeless = ['addDefaultStream', 'resetPassword', 'testWelcomeMessage'];

/** Tables whose rows are of one person, follow from something recorded, or are what people write to each other. */
const unrecorded = [
  'address_confirmations',
  'alert_words',
  'attachment_messages',
  'attachments',
  'audit_concerned',
  'audit_entries',
  'availability',
  'awaited_attachments',
  'bot_storage',
  'browsers',
  'call_people',
  'calls',
  'conversations',
  'devices',
  'direct_members',
  'drafts',
  'dropped_contents',
  'external_accounts',
  'images',
  'import_origins',
  'import_sources',
  'joined_places',
  'login_failures',
  'mentions',
  'message_buttons',
  'message_edits',
  'message_flags',
  'muted_users',
  'notified_messages',
  'outbox',
  'own_sections',
  'mail_generations',
  'waiting_mails',
  'mail_progress',
  'digest_mails',
  'posted_mails',
  'pictures',
  'plaintext_tokens',
  'navigation_views',
  'presence',
  'push_service',
  'push_tasks',
  'reactions',
  'read_exceptions',
  'read_floors',
  'read_watermarks',
  'reminders',
  'saved_events',
  'saved_queues',
  'saved_snippets',
  'scheduled_messages',
  'search_changes',
  'sent_names',
  'submessages',
  'subscription_spans',
  'unclaimed_attachments',
  'upload_space',
  'user_topics',
  'webhook_calls',
];

/** Columns that follow from others, never change, or are what people write to each other. */
const unrecordedColumns: Record<string, readonly string[]> = {
  realm: ['id', 'uuid', 'created_at'],
  realm_images: ['version'],
  users: ['email_key', 'is_system_bot', 'timezone', 'avatar_version', 'joined_at'],
  api_keys: ['key_hmac', 'created_at', 'used_at'],
  second_factors: ['salt', 'last_step', 'recovery_hmacs'],
  passkeys: ['credential_id', 'public_key', 'sign_count', 'created_at', 'used_at'],
  sessions: ['token_hmac', 'created_at', 'seen_at'],
  bots: ['service_interface'],
  user_status: ['emoji_code', 'reaction_type'],
  profile_fields: ['name_key'],
  profile_values: ['rendered_value'],
  groups: ['is_system_group', 'creator_id', 'created_at', 'name_key'],
  channel_folders: ['name_key', 'rendered_description', 'creator_id', 'created_at'],
  channels: ['name_key', 'rendered_description', 'creator_id', 'created_at'],
  pinned_messages: ['pinned_at'],
  subscriptions: [
    'color',
    'is_muted',
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ],
  realm_emoji: ['author_id', 'image_id', 'still_image_id'],
  realm_exports: ['requested_at', 'started_at', 'finished_at', 'failed_at', 'key'],
  invitations: [
    'salt',
    'key_hmac',
    'email_key',
    'created_at',
    'include_default_channels',
    'notify_inviter',
    'welcome_message',
  ],
};

for (const [id, endpoint] of Object.entries(endpoints)) {
  if (!endpoint.writes || !/^(administrator|owner)$/.test(endpoint.access)) continue;
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    it('leaves an entry in the audit log: who did what to which rows, and from where', async (t) => {
      const server = await startServer(t);
      const call = await validCall(server, id);
      server.db.run('DELETE FROM audit_entries');

      const { status } = await make(server, endpoint, call);

      const [entry, ...others] = listEntries(server.db, {}, 10);
      assert.deepEqual([status, others], [200, []]);
      assert.deepEqual(
        {
          action: entry?.action,
          by: entry?.acting_user_id,
          from: entry?.address,
          changes: entry?.changes.length !== 0,
        },
        {
          action: id,
          by: call.as === 'anonymous' ? null : server.users[call.as].id,
          from: '127.0.0.1',
          changes: !changeless.includes(id),
        },
      );
    });
  });
}

describe('the tables of the audit log', () => {
  it('are all those that hold more than what is of one person', async (t) => {
    const { db } = await startServer(t);

    const decided = [...Object.keys(auditedTables), ...unrecorded].sort();

    assert.deepEqual(listTables(db), decided);
  });

  it('have every column, but those that follow from others', async (t) => {
    const { db } = await startServer(t);

    const left = Object.entries<CapturedTable>(auditedTables).flatMap(([table, captured]) => {
      if (table === 'messages') return [];
      const { key, columns, json = [], concealed = [] } = captured;
      const known = [...key, ...columns, ...json, ...concealed, ...(unrecordedColumns[table] ?? [])];
      return listColumns(db, table)
        .filter((column) => !known.includes(column))
        .map((column) => `${table}.${column}`);
    });

    assert.deepEqual(left, []);
  });
});

function listTables(db: Database): string[] {
  return db.values(
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
}

function listColumns(db: Database, table: string): string[] {
  return db.values('SELECT name FROM pragma_table_info(?)', table);
}
