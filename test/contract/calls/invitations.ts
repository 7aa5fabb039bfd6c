import { type SystemGroup, systemGroupId } from '../../../src/realm/group.ts';
import { type RealmPermission, setRealmSetting } from '../../../src/realm/settings.ts';
import type { Client, Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import type { Provocation, Provocations, Provoke, ValidCalls } from '../call.ts';

const carol = { invitee_emails: 'carol@example.com', stream_ids: [] };
const noSubscribing = 'You do not have permission to subscribe other users to channels.';
const noAccountsLeft = "We weren't able to invite anyone.";

/** Calls about invitations that succeed. */
export const validCalls: ValidCalls = {
  getInvites: async (server) => {
    await invite(server.as('alice'));
    await makeLink(server.as('admin'));
    return { as: 'admin' };
  },
  sendInvites: () => ({
    as: 'admin',
    values: {
      ...carol,
      stream_ids: [1],
      invite_as: 600,
      invite_expires_in_minutes: null,
      welcome_message_custom_text: 'Hello',
    },
  }),
  createInviteLink: () => ({ as: 'admin', values: { invite_as: 300, stream_ids: [1] } }),
  revokeInvite: async (server) => ({ as: 'alice', path: { invite_id: await invite(server.as('alice')) } }),
  revokeInviteLink: async (server) => ({ as: 'owner', path: { invite_id: await makeLink(server.as('admin')) } }),
  resendInvite: async (server) => ({ as: 'alice', path: { invite_id: await invite(server.as('alice')) } }),
};

/** What can be wrong with what an inviter offers, for both ways to invite. */
function termsProvocations(needed: Values): Record<string, Provoke> {
  const openToMembers = (server: TestServer) => {
    give(server, 'can_invite_users_group', 'role:members');
    give(server, 'create_multiuse_invite_group', 'role:members');
  };
  return {
    'Must be an organization owner': () => ({
      as: 'admin',
      values: { ...needed, invite_as: 100 },
      msg: 'Must be an organization owner',
    }),
    'Must be an organization administrator': (server) => {
      openToMembers(server);
      const values = { ...needed, welcome_message_custom_text: '' };
      return { as: 'moderator', values, msg: 'Must be an organization administrator' };
    },
    'Invalid channel ID {id}. No invites were sent.': () => ({
      as: 'admin',
      values: { ...needed, stream_ids: [1, 99] },
      msg: 'Invalid channel ID 99. No invites were sent.',
    }),
    [noSubscribing]: (server) => {
      openToMembers(server);
      give(server, 'can_add_subscribers_group', 'role:owners');
      return { as: 'alice', values: { ...needed, stream_ids: [1] }, msg: noSubscribing };
    },
    'Invalid user group': () => ({
      as: 'admin',
      values: { ...needed, group_ids: [99_999] },
      msg: 'Invalid user group',
    }),
    'User group is deactivated.': async (server) => {
      const { body } = await server.as('admin').post('/user_groups/create', group);
      await server.as('admin').post(`/user_groups/${body.group_id}/deactivate`);
      return { as: 'admin', values: { ...needed, group_ids: [body.group_id] }, msg: 'User group is deactivated.' };
    },
    'Insufficient permission': (server) => {
      give(server, 'can_invite_users_group', 'role:owners');
      give(server, 'create_multiuse_invite_group', 'role:owners');
      return { as: 'alice', values: needed, msg: 'Insufficient permission' };
    },
  };
}

const group = { name: 'cooks', description: '', members: [] };

/** Calls about invitations that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  sendInvites: {
    ...termsProvocations(carol),
    'You must specify at least one email address.': () => ({
      as: 'alice',
      values: { ...carol, invitee_emails: ' ,\n' },
      msg: 'You must specify at least one email address.',
    }),
    '{msg}': () => ({
      as: 'alice',
      values: { ...carol, invitee_emails: 'bob@example.com' },
      msg: noAccountsLeft,
      code: 'INVITATION_FAILED',
      extra: {
        errors: [['bob@example.com', 'Already has an account.', false]],
        sent_invitations: false,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    }),
  },
  createInviteLink: termsProvocations({}),
  revokeInvite: {
    ...managing((server, values) => invite(server.as('owner'), values)),
  },
  resendInvite: {
    ...managing((server, values) => invite(server.as('owner'), values)),
  },
  revokeInviteLink: {
    ...managing((server, values) => makeLink(server.as('owner'), values)),
    'Invitation has already been revoked': async (server) => {
      const path = { invite_id: await makeLink(server.as('owner')) };
      await server.as('owner').delete(`/invites/multiuse/${path.invite_id}`);
      return { as: 'owner', path, msg: 'Invitation has already been revoked' };
    },
  },
};

/** What can be wrong with the invitation that somebody wants to change. */
function managing(make: (server: TestServer, values: Values) => Promise<number>): Record<string, Provoke> {
  const of = async (server: TestServer, values: Values, as: Provocation['as'], msg: string): Promise<Provocation> => ({
    as,
    path: { invite_id: await make(server, values) },
    msg,
  });
  return {
    'No such invitation': () => ({ as: 'owner', path: { invite_id: 99 }, msg: 'No such invitation' }),
    'Must be an organization administrator': (server) =>
      of(server, {}, 'alice', 'Must be an organization administrator'),
    'Must be an organization owner': (server) =>
      of(server, { invite_as: 100 }, 'admin', 'Must be an organization owner'),
  };
}

async function invite(client: Client, values: Values = {}): Promise<number> {
  const { body } = await client.post('/invites', { ...carol, ...values });
  return body.invites[0].id;
}

async function makeLink(client: Client, values: Values = {}): Promise<number> {
  await client.post('/invites/multiuse', values);
  const { body } = await client.get('/invites');
  return body.invites.find((one: { is_multiuse: boolean }) => one.is_multiuse).id;
}

function give({ db }: TestServer, permission: RealmPermission, group: SystemGroup): void {
  setRealmSetting(db, permission, systemGroupId(db, group));
}
