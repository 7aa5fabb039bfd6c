import { hasSpecialPermission } from '../../accounts/special-permission.ts';
import { systemBots } from '../../realm/system-bots.ts';
import { findBotSettings } from '../../users/bot.ts';
import { findUserSettings } from '../../users/settings.ts';
import { isAdministrator, type User, userColumns } from '../../users/user.ts';
import { rowsOf } from '../rows.ts';
import { addressOf, inRealm, isTrue, type Job, numbered, realm_id, recipientOf } from './job.ts';
import { knownUserSettings } from './settings.ts';

type Records = Iterable<object>;

const usersSql = `SELECT ${userColumns} FROM users WHERE is_system_bot = 0 ORDER BY id`;

export function* listUsers(job: Job): Records {
  for (const user of rowsOf<User>(job.db, usersSql)) yield presentUser(job, user);
}

function presentUser(job: Job, user: User): object {
  const { db } = job;
  const email = addressOf(job, user);
  const settings = findUserSettings(db, user.id);
  const bot = findBotSettings(db, user.id);
  return {
    id: user.id,
    ...Object.fromEntries(knownUserSettings.map((name) => [name, settings[name]])),
    ...constants,
    last_login: user.joined_at,
    delivery_email: email,
    email: settings.email_address_visibility === 1 ? email : `user${user.id}@chatd.invalid`,
    realm: realm_id,
    recipient: recipientOf.user(user.id),
    full_name: user.full_name,
    date_joined: user.joined_at,
    is_active: isTrue(user.is_active),
    is_bot: user.bot_type !== null,
    bot_type: user.bot_type,
    bot_owner: user.bot_owner_id,
    role: user.role,
    can_create_users: isAdministrator(user) && hasSpecialPermission(db, user.id, 'can_create_users'),
    can_change_user_emails: isAdministrator(user) && hasSpecialPermission(db, user.id, 'can_change_user_emails'),
    default_sending_stream: bot.default_sending_channel_id,
    default_events_register_stream: bot.default_events_channel_id,
    default_all_public_streams: isTrue(bot.default_all_public_streams),
    timezone: user.timezone,
    avatar_source: user.avatar_image_id === null ? 'G' : 'U',
    avatar_version: user.avatar_version,
  };
}

/** Columns that are the same for all users. */
const constants = {
  is_superuser: false,
  tos_version: null,
  is_staff: false,
  long_term_idle: false,
  last_active_message_id: null,
  is_mirror_dummy: false,
  can_forge_sender: false,
  last_reminder: null,
  rate_limits: '',
  avatar_hash: null,
  zoom_token: null,
  groups: [],
  user_permissions: [],
} as const;

/** The bots that send the server's own messages; every server has its own. */
export function listSystemBots({ db }: Job): Records {
  return Object.entries(systemBots).flatMap(([name, { email }]) => {
    const id = db.value<number>('SELECT id FROM users WHERE email_key = ?', email);
    return id === undefined ? [] : [{ email: `${name}-bot@zulip.com`, id, recipient_id: recipientOf.user(id) }];
  });
}

export function listServices({ db }: Job): Records {
  const sql = `SELECT u.full_name AS name, b.user_id AS user_profile, b.payload_url AS base_url,
      coalesce(b.service_token, '') AS token, coalesce(b.service_interface, 1) AS interface
    FROM bots b JOIN users u ON u.id = b.user_id WHERE b.payload_url IS NOT NULL ORDER BY b.user_id`;
  return numbered(rowsOf<object>(db, sql));
}

export function listBotStorage({ db }: Job): Records {
  const sql = 'SELECT user_id AS bot_profile, key, value FROM bot_storage ORDER BY user_id, key';
  return numbered(rowsOf<object>(db, sql));
}

export function listAlertWords({ db }: Job): Records {
  const sql = `SELECT user_id AS user_profile, word FROM alert_words ORDER BY user_id, word_key`;
  return inRealm(numbered(rowsOf<object>(db, sql)));
}

export function listMutedUsers({ db }: Job): Records {
  const sql = `SELECT user_id AS user_profile, muted_user_id AS muted_user, muted_at AS date_muted FROM muted_users
    ORDER BY user_id, muted_user_id`;
  return numbered(rowsOf<object>(db, sql));
}

export function listSnippets({ db }: Job): Records {
  const sql = `SELECT id, user_id AS user_profile, title, content, created_at AS date_created
    FROM saved_snippets ORDER BY id`;
  return inRealm(rowsOf<object>(db, sql));
}

export function listPresences({ db }: Job): Records {
  const sql = `SELECT user_id AS user_profile, update_id AS last_update_id,
      connected_at AS last_connected_time, active_at AS last_active_time
    FROM presence ORDER BY user_id`;
  return inRealm(numbered(rowsOf<object>(db, sql)));
}

/** The number of the last update of a presence. */
export function listPresenceSequence({ db }: Job): Records {
  const last_update_id = db.value<number | null>('SELECT max(update_id) FROM presence') ?? 0;
  return [{ id: 1, realm: realm_id, last_update_id }];
}

interface StatusRow {
  user_profile: number;
  reaction_type: string;
  emoji_name: string;
  emoji_code: string;
  status_text: string;
}

/** Each record requires the client and the time of the status, which chatd does not store. */
export function* listStatuses({ db, now, clientIds }: Job): Records {
  const sql = `SELECT user_id AS user_profile, reaction_type, emoji_name, emoji_code, status_text FROM user_status
    ORDER BY user_id`;
  for (const row of numbered(rowsOf<StatusRow>(db, sql))) {
    yield {
      ...row,
      reaction_type: row.reaction_type || 'unicode_emoji',
      timestamp: now,
      client: clientIds.get('Internal'),
    };
  }
}

export function* listTopicPolicies({ db }: Job): Records {
  const sql = `SELECT user_id AS user_profile, channel_id AS stream, topic AS topic_name, updated_at AS last_updated,
      visibility_policy FROM user_topics ORDER BY user_id, channel_id, topic_key`;
  for (const row of numbered(rowsOf<{ stream: number }>(db, sql))) {
    yield { ...row, recipient: recipientOf.channel(row.stream) };
  }
}
