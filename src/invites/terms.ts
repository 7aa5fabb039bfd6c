import type { Context } from '../context.ts';
import { accessActiveChannel, type Channel, invalidChannelId } from '../conversations/channel.ts';
import { mayAddSubscribers } from '../conversations/channel-permissions.ts';
import { ensureCanAddMembers } from '../groups/group-members.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { accessGroup, groupDeactivated } from '../groups/user-group.ts';
import {
  ApiError,
  administratorRequired,
  errorKind,
  insufficientPermission,
  isKind,
  ownerRequired,
} from '../http/errors.ts';
import { invalidGroup } from '../realm/group.ts';
import type { RealmPermission } from '../realm/settings.ts';
import { isAdministrator, type Role, roles, type User } from '../users/user.ts';
import type { Invitation, Terms } from './invitation.ts';

/** Default validity of an invitation, in minutes. */
export const defaultValidity = 14_400;
/** In minutes. */
export const longestValidity = 2_147_483_647;

const invalidChannel = errorKind<{ id: number }>('Invalid channel ID {id}. No invites were sent.');
const subscribingRefused = errorKind('You do not have permission to subscribe other users to channels.');

/** The terms that an inviter requests, by their names in the API. */
interface WantedTerms {
  invite_expires_in_minutes: number | null;
  invite_as: Role;
  stream_ids: readonly number[];
  group_ids: readonly number[];
  include_realm_default_subscriptions: boolean;
  welcome_message_custom_text: string | null;
}

export const termsErrors = [
  ownerRequired,
  administratorRequired,
  invalidChannel,
  subscribingRefused,
  invalidGroup,
  groupDeactivated,
  insufficientPermission,
] as const;

/** Checks and converts requested terms. Throws one of termsErrors. */
export function checkTerms(app: Context, inviter: User, wanted: WantedTerms): Omit<Terms, 'notify_inviter'> {
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

/**
 * The part of an invitation's terms that the inviter may still grant. Undefined if they may no longer invite, or no
 * channel and group of the invitation is left.
 */
export function findRemainingTerms(
  app: Context,
  inviter: User,
  { email }: Invitation,
  terms: Terms,
): Terms | undefined {
  if (!hasRealmPermission(app, inviter, invitingPermission(email))) return undefined;
  const channel_ids = listRemainingChannels(app, inviter, terms.channel_ids);
  const group_ids = terms.group_ids.filter((id) => isAllowed(() => ensureMayAddToGroup(app, inviter, id)));
  if (isEmpty({ ...terms, channel_ids, group_ids }) && !isEmpty(terms)) return undefined;
  const welcome_message = isAdministrator(inviter) ? terms.welcome_message : null;
  return { ...terms, channel_ids, group_ids, welcome_message };
}

export function invitingPermission(email: string | null): RealmPermission {
  return email === null ? 'create_multiuse_invite_group' : 'can_invite_users_group';
}

// Default channels may be granted together with a channel to which the inviter may add people.
function listRemainingChannels(app: Context, inviter: User, ids: readonly number[]): number[] {
  const alone = ids.filter((id) => isAllowed(() => ensureMaySubscribe(app, inviter, [id])));
  return ids.filter((id) => isAllowed(() => ensureMaySubscribe(app, inviter, [...alone, id])));
}

function isEmpty({ channel_ids, group_ids, include_default_channels }: Terms): boolean {
  return channel_ids.length === 0 && group_ids.length === 0 && !include_default_channels;
}

function isAllowed(ensure: () => void): boolean {
  try {
    ensure();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function ensureMayGiveRole(inviter: User, role: Role): void {
  if (inviter.role <= role) return;
  throw role === roles.owner ? ownerRequired() : administratorRequired();
}

function ensureMaySubscribe(app: Context, inviter: User, channel_ids: readonly number[]): void {
  if (channel_ids.length === 0) return;
  const channels = channel_ids.map((id) => accessInvitable(app, inviter, id));
  const isTrusted = hasRealmPermission(app, inviter, 'can_add_subscribers_group');
  const open = channels.filter((channel) => mayAddSubscribers(app, inviter, channel.id));
  const others = channels.filter((channel) => !channel.is_default && !open.includes(channel));
  // Anyone who may subscribe others at all may grant default channels.
  if (others.length > 0 || (open.length === 0 && !isTrusted)) throw subscribingRefused();
}

function accessInvitable(app: Context, inviter: User, id: number): Channel {
  try {
    return accessActiveChannel(app, inviter, id);
  } catch (error) {
    throw isKind(error, invalidChannelId) ? invalidChannel({ id }) : error;
  }
}

function ensureMayAddToGroup(app: Context, inviter: User, id: number): void {
  const group = accessGroup(app.db, id);
  if (group.deactivated) throw groupDeactivated();
  ensureCanAddMembers(app, inviter, group, []);
}
