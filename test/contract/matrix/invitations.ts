import { doInvite } from '../../../src/invites/invitation.ts';
import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import { findUser, type Role, roles, type User } from '../../../src/users/user.ts';
import {
  about,
  adminOnly,
  always,
  type Id,
  insufficient,
  type Matrix,
  type Noun,
  notForBots,
  notForGuests,
  type Outcome,
  ownerOnly,
  type Row,
} from './row.ts';
import type { Cell } from './stage.ts';

const neither = { [notForGuests]: 'guest', [notForBots]: 'bot' };

/** Invitations of one kind by who made them, and what they give. */
function invitations(kind: 'mail' | 'link'): Noun<'own' | "Bob's" | "another owner's, as an owner"> {
  const made = (cell: Cell, inviter_id: number, role: Role) => invite(cell, kind, inviter_id, role);
  return {
    missing: 99_999,
    things: {
      own: (cell) => made(cell, cell.me.id, roles.member),
      "Bob's": (cell) => made(cell, cell.world.users.bob.id, roles.member),
      "another owner's, as an owner": (cell) => made(cell, cell.world.users.otherOwner.id, roles.owner),
    },
  };
}

const managed = {
  own: { ok: 'member+ -bot', refused: neither },
  "Bob's": { ok: 'admin+', refused: { ...neither, [adminOnly]: 'member full moderator' } },
  "another owner's, as an owner": { ok: 'owner', refused: { ...neither, [ownerOnly]: 'member full moderator admin' } },
};

/** The roles and channels that users with the permission to invite may offer. */
const offers: readonly (Outcome & { when: string; values: (cell: Cell) => object })[] = [
  { when: 'as a guest', values: () => ({ invite_as: 600 }), ok: 'member+ -bot', refused: neither },
  { when: 'as a member', values: () => ({ invite_as: 400 }), ok: 'member+ -bot', refused: neither },
  {
    when: 'as a moderator',
    values: () => ({ invite_as: 300 }),
    ok: 'moderator+',
    refused: { ...neither, [adminOnly]: 'member full' },
  },
  {
    when: 'as an administrator',
    values: () => ({ invite_as: 200 }),
    ok: 'admin+',
    refused: { ...neither, [adminOnly]: 'member full moderator' },
  },
  {
    when: 'as an owner',
    values: () => ({ invite_as: 100 }),
    ok: 'owner',
    refused: { ...neither, [ownerOnly]: 'member full moderator admin' },
  },
  {
    when: 'with a welcome of their own',
    values: () => ({ welcome_message_custom_text: 'Hello' }),
    ok: 'admin+',
    refused: { ...neither, [adminOnly]: 'member full moderator' },
  },
  {
    when: 'to a public channel',
    values: ({ world }) => ({ stream_ids: [world.channels['public, not subscribed'].id] }),
    ok: 'member+ -bot',
    refused: neither,
  },
  {
    when: 'to a private channel one is in',
    values: ({ world }) => ({ stream_ids: [world.channels['private, subscribed'].id] }),
    ok: 'member+ -bot',
    refused: neither,
  },
  {
    when: 'to a group one manages',
    values: ({ world, actor }) => ({ group_ids: [world.groups[actor]] }),
    ok: 'member+ -bot',
    refused: neither,
  },
  {
    when: "to a group of Bob's",
    values: ({ world }) => ({ group_ids: [world.groups.bob] }),
    ok: 'owner',
    refused: { ...neither, [insufficient]: 'member full moderator admin' },
  },
];

/** A private channel that one is not in does not exist, for administrators neither. */
const toHidden: Outcome = { ok: '', hidden: 'member full moderator admin owner', refused: neither };

function offering(make: (values: object) => Record<string, unknown>, arrange?: Row['arrange']): Row[] {
  const rows = offers.map(({ when, values, ...outcome }): Row => {
    return { when, ...outcome, request: (cell) => ({ values: make(values(cell)) }) };
  });
  const hidden: Row = {
    when: 'to a private channel one is not in',
    ...toHidden,
    request: ({ world }) => ({ values: make({ stream_ids: [world.channels['private, not subscribed'].id] }) }),
    requestMissing: () => ({ values: make({ stream_ids: [99_999] }) }),
  };
  return [...rows, hidden].map((row) => (arrange ? { ...row, arrange } : row));
}

const path = (invite_id: Id) => ({ path: { invite_id } });

/** Who may do what with invitations. */
export const matrix: Matrix = {
  getInvites: always({ ok: 'member+ -bot', refused: neither }),
  sendInvites: offering((values) => ({ invitee_emails: 'new@example.com', stream_ids: [], ...values })),
  createInviteLink: [
    {
      when: 'as long as it is for administrators',
      ok: 'admin+',
      refused: { ...neither, [insufficient]: 'member full moderator' },
      request: () => ({}),
    },
    ...offering(
      (values) => ({ ...values }),
      ({ db }) => setRealmSetting(db, 'create_multiuse_invite_group', systemGroupId(db, 'role:members')),
    ),
  ],
  resendInvite: about(invitations('mail'), path, managed),
  revokeInvite: about(invitations('mail'), path, managed),
  revokeInviteLink: about(invitations('link'), path, managed),
};

function invite({ stage: { app, db } }: Cell, kind: 'mail' | 'link', inviter_id: number, invited_as: Role): number {
  const inviter = findUser(db, inviter_id) as User;
  const terms = {
    invited_as,
    channel_ids: [],
    group_ids: [],
    include_default_channels: false,
    notify_inviter: false,
    welcome_message: null,
    expires_at: null,
  };
  return db.transaction(() => doInvite(app, inviter, kind === 'mail' ? 'new@example.com' : null, terms).id);
}
