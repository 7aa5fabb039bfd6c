import { nameOfSlackEmoji } from '../../emoji/slack.ts';
import { type Role, roles } from '../../users/user.ts';
import type { Fields } from '../fields.ts';
import { cutValue, plainSubscription } from '../plain.ts';
import { channelPlace, findFile, isGone, type MattermostExport } from './source.ts';

export function readUser(source: MattermostExport, record: Fields): void {
  const username = record.text('username');
  const picture = findFile(source, record.text('profile_image', ''));
  const user = source.accounts.add(username, {
    from: record,
    email: record.text('email', ''),
    full_name: nameOf(record),
    is_active: !isGone(record, 'delete_at'),
    isBot: record.bool('is_bot', false),
    role: roleOf(source, record),
    avatars: picture === undefined ? [] : [picture],
  });
  const position = cutValue(record.text('position', ''));
  if (position !== '') source.values.push({ from: record, user_id: user.id, field_id: 1, value: position });
  readStatus(source, record, user.id);
  for (const team of record.records('teams')) {
    source.faults.attempt('memberships', () => readMemberships(source, team, user.id));
  }
}

/** A bot created by a user; its posts contain its name. */
export function readBot(source: MattermostExport, record: Fields): void {
  const username = record.text('username');
  const is_active = !isGone(record, 'delete_at');
  const full_name = record.text('display_name', '').trim() || username;
  const user = source.accounts.add(username, { from: record, email: undefined, full_name, is_active, isBot: true });
  user.bot_owner_id = source.accounts.find(record.text('owner', ''))?.id ?? null;
}

function nameOf(record: Fields): string {
  const full = ['first_name', 'last_name'].map((name) => record.text(name, '').trim()).filter(Boolean);
  return full.join(' ') || record.text('nickname', '').trim() || record.text('username');
}

function roleOf({ teams, left }: MattermostExport, record: Fields): Role {
  const own = record.or('system_guest', ({ strict }) => strict.text('roles', '')).split(/\s+/);
  const ofTeams = record.records('teams').flatMap((team) => team.text('roles', '').split(/\s+/));
  if (own.includes('system_admin')) return roles.owner;
  if (ofTeams.includes('team_admin')) {
    if (teams.size === 1) return roles.administrator;
    left.change('users', 'they administered teams, not the server: they are not administrators here', nameOf(record));
  }
  return own.includes('system_guest') ? roles.guest : roles.member;
}

function readStatus({ statuses }: MattermostExport, record: Fields, user_id: number): void {
  const status = record.maybeRecord('custom_status');
  if (!status) return;
  const emoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' as const };
  const mark = status.text('emoji', '');
  const status_text = `${mark === '' ? '' : `:${nameOfSlackEmoji(mark)}: `}${status.text('text', '')}`.trim();
  if (status_text !== '') statuses.push({ from: record, user_id, kind: 'status', status_text, ...emoji });
}

function readMemberships(source: MattermostExport, team: Fields, user_id: number): void {
  const name = team.text('name');
  const memberships = source.faults.each('memberships', team.records('channels'), (membership) => {
    const place = channelPlace(name, membership.text('name'));
    const channel = source.channels.get(place) ?? membership.fail(`there is no channel ${place.slice(0, 100)}`);
    return {
      ...plainSubscription(membership, user_id, channel.id),
      is_muted: membership.maybeRecord('notify_props')?.raw('mark_unread') === 'mention',
      pin_to_top: membership.bool('favorite', false),
    };
  });
  source.subscriptions.push(...memberships);
}
