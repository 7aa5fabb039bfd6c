import type { Database } from '../db/database.ts';

// Rules between tables that foreign keys and constraints cannot express.

interface Rule {
  /** The table of the rows that break the rule. */
  table: string;
  problem: string;
  /** Selects the ids of the rows that break the rule, as text. */
  sql: string;
}

type Rules = Readonly<Record<'conversations' | 'read state' | 'attachments', readonly Rule[]>>;

export const rules: Rules = {
  conversations: [
    {
      table: 'conversations',
      problem: 'has a wrong newest message',
      sql: `SELECT 'conversation ' || id FROM conversations c
        WHERE max_message_id IS NOT (SELECT max(id) FROM messages m WHERE m.conversation_id = c.id)`,
    },
    {
      table: 'messages',
      problem: 'has another channel than its conversation',
      sql: `SELECT 'message ' || m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.channel_id IS NOT c.channel_id`,
    },
    {
      table: 'conversations',
      problem: 'has members that differ from its key',
      sql: `SELECT 'conversation ' || c.id FROM conversations c WHERE members_key IS NOT (
          SELECT group_concat(user_id, ',' ORDER BY user_id) FROM direct_members d WHERE d.conversation_id = c.id)`,
    },
    {
      table: 'messages',
      problem: 'belongs to a place of another conversation',
      sql: `SELECT 'message ' || m.id FROM messages m JOIN joined_places p ON p.id = m.joined_place_id
        WHERE m.conversation_id <> p.conversation_id`,
    },
    {
      table: 'joined_places',
      problem: 'has a wrong newest message',
      sql: `SELECT 'place ' || id FROM joined_places p
        WHERE max_message_id IS NOT (SELECT max(id) FROM messages m WHERE m.joined_place_id = p.id)`,
    },
    {
      table: 'joined_places',
      problem: 'has another channel than its conversation',
      sql: `SELECT 'place ' || p.id FROM joined_places p JOIN conversations c ON c.id = p.conversation_id
        WHERE p.channel_id IS NOT c.channel_id`,
    },
  ],
  'read state': [
    {
      table: 'read_watermarks',
      problem: 'belongs to neither a conversation nor a joined place',
      sql: `SELECT 'watermark of user ' || user_id || ' in ' || place_id FROM read_watermarks
        WHERE place_id NOT IN (SELECT id FROM conversations) AND place_id NOT IN (SELECT id FROM joined_places)`,
    },
    {
      table: 'read_floors',
      problem: 'is beyond the newest message',
      sql: `SELECT 'floor of user ' || user_id || ' in channel ' || channel_id FROM read_floors
        WHERE message_id > (SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'messages')`,
    },
    {
      table: 'read_watermarks',
      problem: 'is beyond the newest message',
      sql: `SELECT 'watermark of user ' || user_id || ' in ' || place_id FROM read_watermarks
        WHERE message_id > (SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'messages')`,
    },
    {
      table: 'subscriptions',
      problem: 'is active without an open span, or has one without being active',
      sql: `SELECT 'subscription of user ' || user_id || ' to channel ' || channel_id FROM subscriptions s
        WHERE is_active <> (SELECT count(*) FROM subscription_spans p
          WHERE p.user_id = s.user_id AND p.channel_id = s.channel_id AND until_message_id IS NULL)`,
    },
    {
      table: 'subscription_spans',
      problem: 'ends before it begins',
      sql: `SELECT 'span of user ' || user_id || ' in channel ' || channel_id FROM subscription_spans
        WHERE until_message_id < from_message_id`,
    },
  ],
  attachments: [
    {
      table: 'upload_space',
      problem: 'differs from the size of all attachments',
      sql: `SELECT 'the upload space of ' || used || ' bytes' FROM upload_space
        WHERE used <> (SELECT ifnull(sum(size), 0) FROM attachments)`,
    },
    {
      table: 'attachments',
      problem: 'is both referred to and unclaimed, or neither',
      sql: `SELECT 'attachment ' || id FROM attachments a
        WHERE EXISTS (SELECT 1 FROM attachment_messages m WHERE m.attachment_id = a.id)
          = EXISTS (SELECT 1 FROM unclaimed_attachments u WHERE u.attachment_id = a.id)`,
    },
    {
      table: 'dropped_contents',
      problem: 'is to be deleted, though an attachment has it',
      sql: `SELECT 'content ' || sha256 FROM dropped_contents WHERE sha256 IN (SELECT sha256 FROM attachments)`,
    },
    {
      table: 'pictures',
      problem: 'belongs to no attachment',
      sql: `SELECT 'picture ' || sha256 FROM pictures WHERE sha256 NOT IN (SELECT sha256 FROM attachments)`,
    },
  ],
};

/** The rows that break a rule. */
export function findBroken(db: Database, { sql }: Rule): string[] {
  return db.values<string>(sql);
}

/** The problems of broken rules, in sentences. */
export function listBroken(db: Database, broken: readonly Rule[]): string[] {
  return broken.flatMap((rule) => findBroken(db, rule).map((row) => `${row} ${rule.problem}`));
}
