import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A record of an export. */
export type Record_ = Record<string, unknown>;
export type Tables = Record<string, Record_[]>;

/** The files of an export by name: tables, lists of records, or bytes. */
export type ExportFiles = Record<string, Tables | Record_[] | Buffer | string>;

/** A time in the exports, in UNIX seconds. */
export const epoch = 1_700_000_000;

export const ids = { realm: 7, owner: 50, alice: 61, bob: 72, bot: 83, gone: 94, notification: 6 } as const;
const groupIds = { nobody: 300, owners: 301, administrators: 302, moderators: 303, fullmembers: 304, members: 305 };
export const groups = { ...groupIds, everyone: 306, internet: 307, team: 320, alone: 321 } as const;
export const channels = { general: 40, secret: 41, old: 42 } as const;

const recipientOf = (channel_id: number) => channel_id + 1000;
/** Recipients of direct messages: of one user, and of a set. */
const recipientOfUser = (user_id: number) => user_id + 2000;
export const trio = 3001;

/** A user as exports have them. */
export function user(id: number, full_name: string, fields: Record_ = {}): Record_ {
  const email = `${full_name.toLowerCase().split(' ')[0]}@example.com`;
  return {
    id,
    delivery_email: email,
    email,
    full_name,
    date_joined: epoch + 0.25,
    is_active: true,
    is_bot: false,
    bot_type: null,
    bot_owner: null,
    role: 400,
    timezone: 'Europe/Berlin',
    avatar_source: 'G',
    long_term_idle: false,
    last_active_message_id: null,
    is_mirror_dummy: false,
    enter_sends: false,
    ...fields,
  };
}

export function channel(id: number, name: string, fields: Record_ = {}): Record_ {
  return {
    id,
    name,
    date_created: epoch + 1.5,
    creator: ids.owner,
    deactivated: false,
    description: `About *${name}*`,
    recipient: recipientOf(id),
    invite_only: false,
    history_public_to_subscribers: true,
    is_web_public: false,
    message_retention_days: null,
    can_add_subscribers_group: groups.nobody,
    can_administer_channel_group: groups.alone,
    can_remove_subscribers_group: groups.administrators,
    can_send_message_group: groups.everyone,
    can_subscribe_group: groups.nobody,
    ...fields,
  };
}

export function subscription(user_profile: number, channel_id: number, fields: Record_ = {}): Record_ {
  return { user_profile, recipient: recipientOf(channel_id), active: true, color: '#76ce90', ...fields };
}

/** The entry of the log that somebody joined (301, 302) or left (303) a channel. */
export function joined(
  user_id: number,
  modified_stream: number,
  event_last_message_id: number,
  event_type = 301,
): Record_ {
  return { event_type, modified_user: user_id, modified_stream, event_last_message_id };
}

export function channelMessage(id: number, sender: number, channel_id: number, fields: Record_ = {}): Record_ {
  return message(id, sender, { recipient: recipientOf(channel_id), subject: 'plans', ...fields });
}

export function directMessage(id: number, sender: number, to: number, fields: Record_ = {}): Record_ {
  const recipient = to === trio ? trio : recipientOfUser(to);
  return message(id, sender, { recipient, subject: '', ...fields });
}

function message(id: number, sender: number, fields: Record_): Record_ {
  return {
    id,
    sender,
    content: `Message ${id}`,
    rendered_content: '<p>Not as chatd renders it</p>',
    date_sent: epoch + id + 0.5,
    sending_client: 1,
    edit_history: null,
    ...fields,
  };
}

/** What a user has on a message. Bits: 1 read, 2 starred, 8 mentioned, 1024 historical, 2048 direct. */
export function flags(user_profile: number, message_id: number, flags_mask: number): Record_ {
  return { user_profile, message: message_id, flags_mask };
}

/** Tables of an organization with five people and bots, three channels, and no messages. */
export function realmTables(): Tables {
  const named = Object.entries(groups).filter(([name]) => name !== 'alone');
  const users = [ids.owner, ids.alice, ids.bob, ids.bot, ids.gone];
  return {
    zerver_realm: [
      {
        id: ids.realm,
        name: 'Old Home',
        description: 'Where we were',
        date_created: epoch,
        invite_required: false,
        message_content_edit_limit_seconds: null,
        message_edit_history_visibility_policy: 2,
        giphy_rating: 3,
        can_create_groups: groups.moderators,
        can_invite_users_group: groups.alone,
        new_stream_announcements_stream: channels.general,
      },
    ],
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_userprofile: [
      user(ids.owner, 'Olga Owner', { role: 100 }),
      user(ids.alice, 'Alice Adams', { enter_sends: true }),
      user(ids.bob, 'Bob *Star*'),
      user(ids.bot, 'Helper', {
        is_bot: true,
        bot_type: 1,
        bot_owner: ids.alice,
        default_sending_stream: channels.general,
      }),
      user(ids.gone, 'Gustav Gone', { is_active: false }),
    ],
    zerver_userprofile_crossrealm: [{ id: ids.notification, email: 'notification-bot@zulip.com', recipient_id: 6 }],
    zerver_namedusergroup: named.map(([name, id]) => ({
      id,
      name: name === 'team' ? 'team' : `role:${name}`,
      description: name,
      is_system_group: name !== 'team',
      creator: name === 'team' ? ids.owner : null,
      date_created: name === 'team' ? epoch + 2 : null,
      deactivated: false,
      can_manage_group: groups.alone,
      can_mention_group: groups.everyone,
    })),
    zerver_usergroup: Object.values(groups).map((id) => ({ id })),
    zerver_usergroupmembership: [
      { user_group: groups.team, user_profile: ids.alice },
      { user_group: groups.team, user_profile: ids.bob },
      { user_group: groups.alone, user_profile: ids.owner },
    ],
    zerver_groupgroupmembership: [{ supergroup: groups.team, subgroup: groups.moderators }],
    zerver_recipient: [
      ...Object.values(channels).map((id) => ({ id: recipientOf(id), type: 2, type_id: id })),
      ...users.map((id) => ({ id: recipientOfUser(id), type: 1, type_id: id })),
      { id: trio, type: 3, type_id: 1 },
    ],
    zerver_stream: [
      channel(channels.general, 'general'),
      channel(channels.secret, 'secret', { invite_only: true, history_public_to_subscribers: false }),
      channel(channels.old, 'old', { deactivated: true }),
    ],
    zerver_defaultstream: [{ stream: channels.general }],
    zerver_subscription: [
      ...[ids.owner, ids.alice, ids.bob].map((id) => subscription(id, channels.general)),
      subscription(ids.owner, channels.secret),
      ...[ids.owner, ids.alice, ids.bob].map((user_profile) => ({ user_profile, recipient: trio, active: true })),
    ],
    zerver_realmauditlog: [],
  };
}

/** Writes the files of an export into a folder. */
export function writeExport(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(path, isRaw ? content : JSON.stringify(content, undefined, 2));
  }
}
