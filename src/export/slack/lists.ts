import { roles } from '../../users/user.ts';
import { isExportedBot, listExportedUsers } from '../exported-users.ts';
import { rowsOf } from '../rows.ts';
import { slackId } from './ids.ts';
import type { Job } from './job.ts';

/** users.json */
export function* listUsers({ db, users, team }: Job): Generator<object> {
  for (const user of listExportedUsers(db)) {
    const { id, email, full_name, role, is_active, timezone, joined_at } = user;
    const isBot = isExportedBot(user);
    yield {
      id: slackId('U', id),
      team_id: team,
      name: users.get(id),
      deleted: is_active === 0,
      real_name: full_name,
      tz: timezone,
      profile: { real_name: full_name, display_name: full_name, ...(isBot ? {} : { email }), team },
      is_admin: role <= roles.administrator,
      is_owner: role === roles.owner,
      is_primary_owner: false,
      is_restricted: role === roles.guest,
      is_ultra_restricted: false,
      is_bot: isBot,
      updated: joined_at,
    };
  }
}

interface ChannelRow {
  id: number;
  description: string;
  creator_id: number | null;
  created_at: number;
  is_archived: number;
}

const channelsSql = `SELECT id, description, creator_id, created_at, is_archived FROM channels
  WHERE invite_only = ? ORDER BY id`;
const membersSql = 'SELECT user_id FROM subscriptions WHERE channel_id = ? AND is_active = 1 ORDER BY user_id';

/** channels.json, or groups.json for private ones. */
export function* listChannels(job: Job, isPrivate: boolean): Generator<object> {
  for (const { id, description, creator_id, created_at, is_archived } of rowsOf<ChannelRow>(
    job.db,
    channelsSql,
    Number(isPrivate),
  )) {
    yield {
      id: job.channelIds.get(id),
      name: job.channels.get(id),
      created: created_at,
      creator: creator_id === null ? '' : slackId('U', creator_id),
      is_archived: is_archived === 1,
      is_general: id === job.general,
      members: job.db.values<number>(membersSql, id).map((user_id) => slackId('U', user_id)),
      topic: { value: '', creator: '', last_set: 0 },
      purpose: { value: description.replace(/\s+/g, ' '), creator: '', last_set: 0 },
    };
  }
}

interface DirectRow {
  id: number;
  members_key: string;
}

const directSql = `SELECT id, members_key FROM conversations
  WHERE channel_id IS NULL AND max_message_id IS NOT NULL ORDER BY id`;

/** dms.json for conversations of one or two, mpims.json for all others. */
export function* listDirect({ db, users }: Job, isGroup: boolean): Generator<object> {
  for (const { id, members_key } of rowsOf<DirectRow>(db, directSql)) {
    const ids = members_key.split(',').map(Number);
    if (ids.length > 2 !== isGroup) continue;
    const members = ids.map((one) => slackId('U', one));
    const name = groupName(
      id,
      ids.map((one) => users.get(one)),
    );
    yield isGroup
      ? { id: slackId('G', id), name, created: 0, creator: members[0], is_archived: false, members }
      : { id: slackId('D', id), created: 0, members };
  }
}

/** The name of a conversation of more than two, which is also that of its folder. */
export function groupName(id: number, names: readonly string[]): string {
  return `mpdm-${names.join('--').slice(0, 150)}-${id}`;
}
