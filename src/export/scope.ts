import { specialPermissions } from '../accounts/special-permission.ts';
import type { Database } from '../db/database.ts';
import { channelSettings } from '../organization/setting-change.ts';

/** The extent of an export. */
export type Scope = { kind: 'everything' } | { kind: 'public' } | { kind: 'user'; email: string };

/** The omissions of every export of a scope, for people. */
export const leftOutOf: Readonly<Record<Scope['kind'], string>> = {
  everything: 'passwords, API keys, invitations and links, registered phones and browsers',
  public:
    'private channels and direct messages, personal data (settings, drafts, stars, read messages), the ' +
    'audit log, passwords, keys and links',
  user:
    'messages of others, also in direct conversations with this person; entries of the audit log about others; ' +
    'settings of the organization; passwords and keys',
};

/** The rows of a table that an export contains. */
interface Part {
  /** A condition; all rows unless given. */
  where?: string;
  /** SQL expressions that replace columns. */
  columns?: Readonly<Record<string, string>>;
  /** Omitted columns. */
  hides?: readonly string[];
}

/** The contents of an export, by table: rows, or the reason for omitting them. */
export type Rules = Readonly<Record<string, Part | string>>;

const server = 'keys and links are valid for one server';
const moment = 'it is temporary';
const registered = 'phones and browsers register again';
const derived = 'it is derived from other data';

/** The rules for the whole organization. */
export const wholeRules: Rules = {
  users: { hides: ['password_hash'] },
  api_keys: server,
  sessions: server,
  second_factors: server,
  passkeys: server,
  invitations: server,
  invitation_channels: server,
  invitation_groups: server,
  address_confirmations: server,
  login_failures: moment,
  sent_names: moment,
  calls: moment,
  call_people: moment,
  outbox: moment,
  saved_queues: moment,
  saved_events: moment,
  webhook_calls: moment,
  mail_generations: server,
  waiting_mails: moment,
  mail_progress: moment,
  digest_mails: moment,
  posted_mails: moment,
  realm_exports: server,
  devices: registered,
  plaintext_tokens: registered,
  browsers: registered,
  notified_messages: registered,
  push_tasks: registered,
  push_service: registered,
  search_changes: derived,
  upload_space: derived,
  dropped_contents: 'it describes one disk',
  // The rows of an imported export are noted as its organization's, and again by the next import.
  import_sources: { where: "format <> 'zulip' OR name <> (SELECT uuid FROM main.realm)" },
  import_origins: { where: 'EXISTS (SELECT 1 FROM import_sources s WHERE s.id = source_id)' },
};

const personal = 'it is personal';
const operators = 'it is for administrators';
const ofChannel = { where: 'EXISTS (SELECT 1 FROM channels c WHERE c.id = channel_id)' };
const ofMessage = { where: 'EXISTS (SELECT 1 FROM messages m WHERE m.id = message_id)' };
const ofGroup = { where: 'EXISTS (SELECT 1 FROM groups g WHERE g.id = group_id)' };
const isPublic = (id: string) => `EXISTS (SELECT 1 FROM channels c WHERE c.id = ${id})`;
const historyPolicy = `coalesce((SELECT value FROM main.realm_settings
  WHERE name = 'message_edit_history_visibility_policy'), '"all"')`;
/** An earlier text; empty if the organization does not show it. */
const shownText = (column: string) => `iif(${historyPolicy} = '"all"' OR ${column} IS NULL, ${column}, '')`;

/** Of each person's settings, those that protect them or restrict their permissions. */
const keptUserSettings = ['email_address_visibility', ...specialPermissions];

/** Data that all members can see. Table names without a schema refer to the exported rows. */
const publicRules: Rules = {
  ...wholeRules,
  realm_settings: { where: `name NOT IN (${quoted(channelSettings)}) OR ${isPublic('CAST(value AS INTEGER)')}` },
  user_settings: { where: `name IN (${quoted(keptUserSettings)})` },
  external_accounts: personal,
  bots: personal,
  bot_commands: personal,
  bot_scopes: personal,
  bot_storage: personal,
  user_status: personal,
  availability: personal,
  presence: personal,
  muted_users: personal,
  groups: {
    where: `name IS NOT NULL OR id IN (SELECT group_id FROM channel_permissions
      UNION SELECT allowed_group_id FROM main.group_permissions
      UNION SELECT CAST(value AS INTEGER) FROM main.realm_settings WHERE name LIKE '%\\_group%' ESCAPE '\\'
        OR name LIKE 'can\\_%' ESCAPE '\\')`,
  },
  group_members: ofGroup,
  group_subgroups: ofGroup,
  group_permissions: ofGroup,
  channels: { where: 'invite_only = 0' },
  channel_permissions: ofChannel,
  subscriptions: {
    ...ofChannel,
    columns: {
      color: `'#c2c2c2'`,
      is_muted: '0',
      pin_to_top: '0',
      desktop_notifications: 'NULL',
      audible_notifications: 'NULL',
      push_notifications: 'NULL',
      email_notifications: 'NULL',
      wildcard_mentions_notify: 'NULL',
    },
  },
  subscription_spans: ofChannel,
  conversations: ofChannel,
  direct_members: 'direct messages are not public',
  messages: {
    ...ofChannel,
    columns: { sent_channel_id: `iif(${isPublic('sent_channel_id')}, sent_channel_id, channel_id)` },
  },
  joined_places: ofChannel,
  // Everything counts as read.
  read_floors: {
    ...ofChannel,
    columns: { message_id: `coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'messages'), 0)` },
  },
  read_watermarks: personal,
  read_exceptions: personal,
  message_flags: personal,
  mentions: ofMessage,
  reactions: ofMessage,
  message_buttons: ofMessage,
  pinned_messages: ofMessage,
  channel_bookmarks: ofChannel,
  user_topics: personal,
  alert_words: personal,
  navigation_views: personal,
  own_sections: personal,
  submessages: ofMessage,
  attachments: {
    where: `EXISTS (SELECT 1 FROM attachment_messages r WHERE r.attachment_id = attachments.id)`,
  },
  unclaimed_attachments: personal,
  attachment_messages: ofMessage,
  pictures: { where: 'EXISTS (SELECT 1 FROM attachments a WHERE a.sha256 = pictures.sha256)' },
  scheduled_messages: personal,
  reminders: personal,
  drafts: personal,
  saved_snippets: personal,
  awaited_attachments: personal,
  message_edits: {
    where: `${ofMessage.where} AND (prev_content IS NOT NULL OR prev_topic IS NOT NULL
      OR (${isPublic('prev_channel_id')} AND ${isPublic('channel_id')}))`,
    columns: {
      prev_content: shownText('prev_content'),
      prev_rendered_content: shownText('prev_rendered_content'),
      prev_topic: `iif(${historyPolicy} = '"none"', topic, prev_topic)`,
      prev_channel_id: `iif(${isPublic('prev_channel_id')} AND ${isPublic('channel_id')}, prev_channel_id, NULL)`,
      channel_id: `iif(${isPublic('prev_channel_id')} AND ${isPublic('channel_id')}, channel_id, NULL)`,
    },
  },
  audit_entries: operators,
  audit_concerned: operators,
  import_sources: operators,
  import_origins: operators,
};

const others = 'it does not belong to this person';

const own = { where: 'user_id = (SELECT id FROM person)' };
const sent = { where: 'sender_id = (SELECT id FROM person)' };
const concernsOthers = `EXISTS (SELECT 1 FROM main.audit_concerned o
  WHERE o.entry_id = audit_entries.id AND o.user_id <> (SELECT id FROM person))`;

/** Data about one person, whose id is in the view "person": their own rows, and the rows needed to understand them. */
const userRules: Rules = {
  ...wholeRules,
  realm_settings: others,
  realm_images: others,
  realm_domains: others,
  linkifiers: others,
  playgrounds: others,
  new_user_settings: others,
  images: {
    where: `id IN (SELECT avatar_image_id FROM users UNION SELECT image_id FROM realm_emoji
      UNION SELECT still_image_id FROM realm_emoji)`,
  },
  users: { where: `id = (SELECT id FROM person) OR bot_owner_id = (SELECT id FROM person)`, hides: ['password_hash'] },
  user_settings: own,
  external_accounts: own,
  api_keys: { ...own, hides: ['key_hmac'] },
  sessions: { ...own, hides: ['token_hmac'] },
  second_factors: { ...own, hides: ['salt', 'recovery_hmacs'] },
  passkeys: { ...own, hides: ['credential_id', 'public_key'] },
  login_failures: { where: `email_key = (SELECT email_key FROM main.users WHERE id = (SELECT id FROM person))` },
  devices: { ...own, hides: ['push_key', 'encrypted_push_registration', 'bouncer_public_key'] },
  plaintext_tokens: { ...own, hides: ['token'] },
  browsers: { ...own, hides: ['p256dh', 'auth'] },
  bots: { where: 'EXISTS (SELECT 1 FROM users u WHERE u.id = user_id)', hides: ['service_token', 'webhook_secret'] },
  bot_commands: { where: 'EXISTS (SELECT 1 FROM users u WHERE u.id = bot_id)' },
  bot_scopes: { where: 'EXISTS (SELECT 1 FROM users u WHERE u.id = user_id)' },
  bot_storage: own,
  user_status: own,
  availability: own,
  presence: own,
  muted_users: own,
  profile_values: own,
  groups: { where: `id IN (SELECT group_id FROM group_members) AND name IS NOT NULL` },
  group_members: own,
  group_subgroups: others,
  group_permissions: others,
  channels: {
    where: `id IN (SELECT channel_id FROM subscriptions UNION SELECT channel_id FROM messages
      UNION SELECT channel_id FROM scheduled_messages) OR creator_id = (SELECT id FROM person)`,
  },
  channel_folders: others,
  channel_permissions: others,
  subscriptions: own,
  subscription_spans: own,
  conversations: { where: `EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = conversations.id)` },
  direct_members: { where: 'EXISTS (SELECT 1 FROM conversations c WHERE c.id = conversation_id)' },
  messages: sent,
  joined_places: others,
  read_floors: own,
  read_watermarks: own,
  read_exceptions: own,
  message_flags: own,
  mentions: others,
  reactions: own,
  message_buttons: ofMessage,
  pinned_messages: own,
  channel_bookmarks: others,
  user_topics: own,
  alert_words: own,
  navigation_views: own,
  own_sections: own,
  submessages: sent,
  attachments: { where: `owner_id = (SELECT id FROM person)` },
  unclaimed_attachments: { where: 'EXISTS (SELECT 1 FROM attachments a WHERE a.id = attachment_id)' },
  attachment_messages: {
    where: `EXISTS (SELECT 1 FROM attachments a WHERE a.id = attachment_id) AND ${ofMessage.where}`,
  },
  pictures: { where: 'EXISTS (SELECT 1 FROM attachments a WHERE a.sha256 = pictures.sha256)' },
  scheduled_messages: sent,
  reminders: own,
  drafts: own,
  saved_snippets: own,
  awaited_attachments: derived,
  realm_emoji: { where: `author_id = (SELECT id FROM person)` },
  invitations: { where: `inviter_id = (SELECT id FROM person)`, hides: ['salt', 'key_hmac', 'email', 'email_key'] },
  message_edits: { where: `user_id = (SELECT id FROM person) OR ${ofMessage.where}` },
  // An entry may also concern other people, whose data is omitted.
  audit_entries: {
    where: `actor_id = (SELECT id FROM person) OR id IN (SELECT entry_id FROM audit_concerned)`,
    columns: {
      address: `iif(actor_id = (SELECT id FROM person), address, NULL)`,
      about: `iif(${concernsOthers}, '{}', about)`,
      changes: `iif(${concernsOthers}, '[]', changes)`,
    },
  },
  audit_concerned: own,
  import_sources: others,
  import_origins: others,
};

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

export class NoSuchUser extends Error {}

/** The rules of a scope. */
export function rulesOf({ kind }: Scope): Rules {
  return { everything: wholeRules, public: publicRules, user: userRules }[kind];
}

/**
 * Hides all rows outside an export from the queries of a connection, by temporary views with the names of the tables,
 * so that all formats read every scope in the same way. Throws NoSuchUser.
 */
export function hideRest(db: Database, scope: Scope): void {
  if (scope.kind === 'user')
    db.connection.exec(`CREATE TEMP VIEW person AS SELECT ${findUserId(db, scope.email)} AS id`);
  for (const [table, rule] of Object.entries(rulesOf(scope))) {
    // The whole is read table by table, so that tables that are left out need no view.
    if (scope.kind === 'everything' && typeof rule === 'string') continue;
    const part = typeof rule === 'string' ? { where: '0' } : rule;
    if (part.where !== undefined || part.columns !== undefined) db.connection.exec(viewSql(db, table, part));
  }
}

function findUserId(db: Database, email: string): number {
  const id = db.value<number>('SELECT id FROM main.users WHERE email_key = ?', email.toLowerCase());
  if (id === undefined) throw new NoSuchUser(`There is no account ${email}.`);
  return id;
}

function viewSql(db: Database, table: string, { where = '1', columns = {} }: Part): string {
  const all = db.values<string>(`SELECT name FROM pragma_table_xinfo(?, 'main')`, table);
  const list = all.map((name) => (columns[name] === undefined ? `"${name}"` : `${columns[name]} AS "${name}"`));
  return `CREATE TEMP VIEW "${table}" AS SELECT ${list.join(', ')} FROM main."${table}" WHERE ${where}`;
}
