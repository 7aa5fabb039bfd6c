import type { App } from '../context.ts';
import { accessChannel, type Channel, canReadChannel, invalidChannelId } from '../conversations/channel.ts';
import { mayAddSubscribers } from '../conversations/channel-permissions.ts';
import { ensureCanAddMembers } from '../groups/group-members.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { accessGroup, groupDeactivated, invalidGroup } from '../groups/user-group.ts';
import { administratorRequired, errorKind, insufficientPermission, isKind, ownerRequired } from '../http/errors.ts';
import { isAdministrator, type Role, roles, type User } from '../users/user.ts';
import type { Terms } from './invitation.ts';

/** In minutes: how long an invitation lasts unless its inviter says so. */
export const defaultValidity = 14_400;
/** In minutes. */
export const longestValidity = 2_147_483_647;

const invalidChannel = errorKind<{ id: number }>('Invalid channel ID {id}. No invites were sent.');
const subscribingRefused = errorKind('You do not have permission to subscribe other users to channels.');

/** What an inviter wants for those who come, by the names of the API. */
export interface WantedTerms {
  invite_expires_in_minutes: number | null;
  invite_as: Role;
  stream_ids: readonly number[];
  group_ids: readonly number[];
  include_realm_default_subscriptions: boolean;
  welcome_message_custom_text: string | null;
}

/** Everything that can be wrong with them. */
export const termsErrors = [
  ownerRequired,
  administratorRequired,
  invalidChannel,
  subscribingRefused,
  invalidGroup,
  groupDeactivated,
  insufficientPermission,
] as const;

/** The terms an inviter may offer. Throws one of termsErrors. */
export function checkTerms(app: App, inviter: User, wanted: WantedTerms): Omit<Terms, 'notify_inviter'> {
  const { invite_expires_in_minutes, invite_as, welcome_message_custom_text } = wanted;
  ensureMayGiveRole(inviter, invite_as);
  if (welcome_message_custom_text !== null && !isAdministrator(inviter)) throw administratorRequired();
  ensureMaySubscribe(app, inviter, wanted.stream_ids);
  for (const id of wanted.group_ids) ensureMayAddToGroup(app, inviter, id);
  return {
    invited_as: invite_as,
    channel_ids: wanted.stream_ids,
    group_ids: wanted.group_ids,
    include_default_channels: wanted.include_realm_default_subscriptions,
    welcome_message: welcome_message_custom_text,
    expires_at: invite_expires_in_minutes === null ? null : app.clock.now() + invite_expires_in_minutes * 60,
  };
}

function ensureMayGiveRole(inviter: User, role: Role): void {
  if (inviter.role <= role) return;
  throw role === roles.owner ? ownerRequired() : administratorRequired();
}

function ensureMaySubscribe(app: App, inviter: User, channel_ids: readonly number[]): void {
  if (channel_ids.length === 0) return;
  const channels = channel_ids.map((id) => accessInvitable(app, inviter, id));
  const isTrusted = hasRealmPermission(app, inviter, 'can_add_subscribers_group');
  const open = channels.filter((channel) => {
    return canReadChannel(app, inviter, channel) && mayAddSubscribers(app, inviter, channel.id);
  });
  const others = channels.filter((channel) => !channel.is_default && !open.includes(channel));
  // Default channels may be asked for by whoever may subscribe others at all.
  if (others.length > 0 || (open.length === 0 && !isTrusted)) throw subscribingRefused();
}

function accessInvitable(app: App, inviter: User, id: number): Channel {
  try {
    const channel = accessChannel(app, inviter, id);
    if (!channel.is_archived) return channel;
  } catch (error) {
    if (!isKind(error, invalidChannelId)) throw error;
  }
  throw invalidChannel({ id });
}

function ensureMayAddToGroup(app: App, inviter: User, id: number): void {
  const group = accessGroup(app.db, id);
  if (group.deactivated) throw groupDeactivated();
  ensureCanAddMembers(app, inviter, group, []);
}
