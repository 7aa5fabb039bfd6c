import { propertyNames } from '../conversations/channel-properties.ts';
import type { CapturedTable, Values } from '../db/change-capture.ts';

/** A table whose changes are recorded in the audit log. */
interface AuditedTable extends CapturedTable {
  /** The kind of row, in the words of the log. */
  noun: string;
  /** The column with the user to whom a row belongs: changes by this user are not recorded. */
  own?: string;
}

/** All tables with data that concerns more than one person, except texts that people write to each other. */
export const auditedTables = {
  realm: { noun: 'organization', key: [], columns: ['name', 'description'], events: ['UPDATE'] },
  realm_settings: { noun: 'setting', key: ['name'], columns: [], json: ['value'] },
  realm_images: { noun: 'organization picture', key: ['purpose'], columns: ['image_id'] },
  realm_exports: { noun: 'export of public data', key: ['id'], columns: ['user_id', 'deleted_at'] },
  realm_domains: { noun: 'domain', key: ['domain'], columns: ['allow_subdomains'] },
  linkifiers: {
    noun: 'linkifier',
    key: ['id'],
    columns: ['pattern', 'url_template', 'example_input', 'reverse_template', 'position'],
    json: ['alternative_url_templates'],
  },
  playgrounds: { noun: 'playground', key: ['id'], columns: ['name', 'pygments_language', 'url_template'] },
  users: {
    noun: 'user',
    own: 'id',
    key: ['id'],
    columns: ['email', 'full_name', 'role', 'is_active', 'bot_type', 'bot_owner_id', 'avatar_image_id'],
    concealed: ['password_hash'],
    events: ['INSERT', 'UPDATE'],
  },
  user_settings: { noun: 'personal setting', own: 'user_id', key: ['user_id', 'name'], columns: [], json: ['value'] },
  api_keys: { noun: 'API key', own: 'user_id', key: ['id'], columns: ['user_id'], events: ['INSERT', 'DELETE'] },
  second_factors: {
    noun: 'second step',
    own: 'user_id',
    key: ['user_id'],
    columns: ['created_at'],
    events: ['INSERT', 'DELETE'],
  },
  passkeys: {
    noun: 'passkey',
    own: 'user_id',
    key: ['id'],
    columns: ['user_id', 'name'],
    events: ['INSERT', 'DELETE'],
  },
  sessions: { noun: 'browser', own: 'user_id', key: ['id'], columns: ['user_id', 'browser'], events: ['DELETE'] },
  new_user_settings: { noun: 'default setting of new users', key: ['name'], columns: [], json: ['value'] },
  bots: {
    noun: 'bot',
    key: ['user_id'],
    columns: ['default_sending_channel_id', 'default_events_channel_id', 'default_all_public_streams', 'payload_url'],
    concealed: ['service_token', 'webhook_secret'],
    events: ['INSERT', 'UPDATE'],
  },
  bot_commands: {
    noun: 'command of a bot',
    own: 'bot_id',
    key: ['name'],
    columns: ['bot_id', 'description', 'parameters'],
  },
  bot_scopes: { noun: 'scope of a bot', key: ['user_id'], columns: ['writing'], json: ['channel_ids'] },
  user_status: {
    noun: 'status',
    own: 'user_id',
    key: ['user_id'],
    columns: ['status_text', 'emoji_name'],
  },
  profile_fields: {
    noun: 'profile field',
    key: ['id'],
    columns: [
      'field_type',
      'name',
      'hint',
      'field_data',
      'position',
      'display_in_profile_summary',
      'required',
      'editable_by_user',
      'use_for_user_matching',
    ],
  },
  profile_values: { noun: 'profile value', own: 'user_id', key: ['user_id', 'field_id'], columns: ['value'] },
  groups: { noun: 'group', key: ['id'], columns: ['name', 'description', 'deactivated'] },
  group_members: { noun: 'group member', key: ['group_id', 'user_id'], columns: [], events: ['INSERT', 'DELETE'] },
  group_subgroups: { noun: 'subgroup', key: ['group_id', 'subgroup_id'], columns: [], events: ['INSERT', 'DELETE'] },
  group_permissions: { noun: 'group permission', key: ['group_id', 'setting'], columns: ['allowed_group_id'] },
  channel_folders: { noun: 'folder', key: ['id'], columns: ['name', 'description', 'position', 'is_archived'] },
  channels: {
    noun: 'channel',
    key: ['id'],
    columns: [
      'name',
      'description',
      'invite_only',
      'is_web_public',
      'history_public_to_subscribers',
      'is_archived',
      'is_default',
      ...propertyNames,
    ],
    events: ['INSERT', 'UPDATE'],
  },
  channel_permissions: { noun: 'channel permission', key: ['channel_id', 'setting'], columns: ['group_id'] },
  subscriptions: {
    noun: 'subscription',
    own: 'user_id',
    key: ['user_id', 'channel_id'],
    columns: ['is_active'],
    events: ['INSERT', 'UPDATE'],
  },
  messages: {
    noun: 'message',
    own: 'sender_id',
    key: ['id'],
    columns: ['sender_id', 'channel_id'],
    events: ['DELETE'],
  },
  pinned_messages: {
    noun: 'pin',
    own: 'user_id',
    key: ['message_id'],
    columns: ['channel_id', 'pinned_to', 'user_id'],
  },
  channel_bookmarks: { noun: 'link of a channel', key: ['channel_id', 'position'], columns: ['title', 'url'] },
  realm_emoji: { noun: 'emoji', key: ['id'], columns: ['name', 'deactivated'], events: ['INSERT', 'UPDATE'] },
  invitations: {
    noun: 'invitation',
    key: ['id'],
    columns: ['email', 'inviter_id', 'invited_as', 'expires_at', 'ended_at'],
    events: ['INSERT', 'UPDATE'],
  },
  invitation_channels: {
    noun: 'channel of an invitation',
    key: ['invitation_id', 'channel_id'],
    columns: [],
    events: ['INSERT'],
  },
  invitation_groups: {
    noun: 'group of an invitation',
    key: ['invitation_id', 'group_id'],
    columns: [],
    events: ['INSERT'],
  },
} as const satisfies Record<string, AuditedTable>;

export type AuditedTableName = keyof typeof auditedTables;

/** The kinds of rows, in the words of the log. */
export const auditedObjects: readonly string[] = Object.values(auditedTables).map(({ noun }) => noun);

/** Columns of these tables, except the key of `users`, that refer to a user. */
const userColumns = ['user_id', 'bot_owner_id', 'sender_id', 'inviter_id'];

/** The users that a row belongs to or is about. */
export function usersOf(table: AuditedTableName, row: Values): number[] {
  const columns = table === 'users' ? ['id', ...userColumns] : userColumns;
  return columns.map((column) => row[column]).filter((id) => typeof id === 'number');
}

export function nounOf(table: AuditedTableName): string {
  return auditedTables[table].noun;
}

/** The column with the user to whom a row belongs; undefined if rows belong to more than one. */
export function ownColumnOf(table: AuditedTableName): string | undefined {
  const { own }: AuditedTable = auditedTables[table];
  return own;
}
