import { roles } from '../../users/user.ts';
import { type ExportedUser, isExportedBot, listExportedUsers } from '../exported-users.ts';
import type { Job } from './job.ts';

/** In characters. */
const longestName = 64;

/** People with their channels. Bots have records of another kind there. */
export function* listUsers(job: Job): Generator<object> {
  for (const user of listExportedUsers(job.db)) {
    if (!isExportedBot(user)) yield { type: 'user', user: userOf(job, user) };
  }
}

function userOf(job: Job, { id, email, full_name, role, is_active, joined_at }: ExportedUser): object {
  const isAdministrator = role <= roles.administrator;
  const isGuest = role === roles.guest;
  return {
    username: job.users.get(id),
    email,
    nickname: [...full_name].slice(0, longestName).join(''),
    first_name: [...full_name].slice(0, longestName).join(''),
    last_name: '',
    roles: isGuest ? 'system_guest' : `system_user${isAdministrator ? ' system_admin' : ''}`,
    ...(is_active === 1 ? {} : { delete_at: Math.max(job.now, joined_at) * 1000 }),
    ...(job.avatars.has(id) ? { profile_image: job.avatars.get(id) } : {}),
    teams: [
      {
        name: job.team,
        roles: isGuest ? 'team_guest' : `team_user${isAdministrator ? ' team_admin' : ''}`,
        channels: listMemberships(job, id, isGuest),
      },
    ],
  };
}

interface SubscriptionRow {
  channel_id: number;
  is_muted: number;
  pin_to_top: number;
}

const subscriptionsSql = `SELECT s.channel_id, s.is_muted, s.pin_to_top FROM subscriptions s JOIN channels c ON c.id = s.channel_id
  WHERE s.user_id = ? AND s.is_active = 1 ORDER BY s.channel_id`;

function listMemberships({ db, channels }: Job, user_id: number, isGuest: boolean): object[] {
  return db.all<SubscriptionRow>(subscriptionsSql, user_id).map(({ channel_id, is_muted, pin_to_top }) => ({
    name: channels.get(channel_id),
    roles: isGuest ? 'channel_guest' : 'channel_user',
    notify_props: { mark_unread: is_muted ? 'mention' : 'all' },
    favorite: pin_to_top === 1,
  }));
}

export function* listBots({ db, users, now, joint }: Job): Generator<object> {
  for (const user of listExportedUsers(db)) {
    if (!isExportedBot(user)) continue;
    const { id, full_name, is_active, bot_owner_id } = user;
    const owner = users.find(bot_owner_id ?? 0) ?? joint;
    const display_name = [...full_name].slice(0, longestName).join('');
    yield {
      type: 'bot',
      bot: {
        username: users.get(id),
        display_name,
        description: '',
        owner,
        delete_at: is_active === 1 ? 0 : now * 1000,
      },
    };
  }
}
