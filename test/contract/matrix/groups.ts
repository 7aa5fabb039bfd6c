import type { Values } from '../../support/client.ts';
import { parseWho } from './actors.ts';
import { groups } from './nouns.ts';
import { about, always, type Id, insufficient, type Matrix, notForBots, notForGuests, type Outcome } from './row.ts';

const path = (user_group_id: Id) => ({ path: { user_group_id } });
const changing = (values: Values) => (user_group_id: Id) => ({ path: { user_group_id }, values });

/** Who may look at a group. */
const read: Outcome = { ok: 'member+ -bot', refused: { [notForGuests]: 'guest', [notForBots]: 'bot' } };
const looked = { "Bob's": read, deactivated: read, 'of a role': read };

const neverGuestsOrBots = { [notForGuests]: 'guest', [notForBots]: 'bot' } as const;

/** Who may change a group: who manages it and is neither guest nor bot, and owners all but those of roles. */
const managed = {
  own: { ok: 'member+ -bot', refused: neverGuestsOrBots },
  "Bob's": { ok: 'owner', refused: { ...neverGuestsOrBots, [insufficient]: 'member+ -bot -owner' } },
  'of a role': { ok: '', refused: { ...neverGuestsOrBots, [insufficient]: 'member+ -bot' } },
} satisfies Record<string, Outcome>;

/** Who may deactivate a group: bots too, if they manage it. */
const deactivating = {
  own: { ok: 'member+', refused: { [insufficient]: 'guest' } },
  "Bob's": { ok: 'owner', refused: { [insufficient]: 'guest+ -owner' } },
  'of a role': { ok: '', refused: { [insufficient]: 'guest+' } },
} satisfies Record<keyof typeof managed, Outcome>;

/** Who may do what with user groups. */
export const matrix: Matrix = {
  getUserGroups: always(read),
  getUserGroupMembers: about(groups, path, looked),
  getUserGroupSubgroups: about(groups, path, looked),
  getIsUserGroupMember: about(
    groups,
    (user_group_id, { world }) => ({ path: { user_group_id, user_id: world.users.bob.id } }),
    looked,
  ),
  createUserGroup: always(managed.own),
  updateUserGroup: [
    ...about(groups, changing({ description: 'New' }), managed),
    ...about(groups, changing({ deactivated: false }), { deactivated: managed["Bob's"] }),
    ...about(
      groups,
      (user_group_id, { me }) => ({
        path: { user_group_id },
        values: { can_manage_group: { new: { direct_members: [me.id], direct_subgroups: [] } } },
      }),
      { "Bob's": managed["Bob's"], 'of a role': managed['of a role'] },
      { when: 'made own' },
    ),
  ],
  deactivateUserGroup: about(groups, path, deactivating),
  updateUserGroupMembers: [
    ...about(groups, (id, { world }) => changing({ add: [world.users.dora.id] })(id), managed, { when: 'adding' }),
    ...about(groups, (id, { world }) => changing({ delete: [world.users.bob.id] })(id), managed, { when: 'removing' }),
    ...about(
      groups,
      (id, { me }) => changing({ add: [me.id] })(id),
      { "Bob's": managed["Bob's"] },
      { when: 'joining' },
    ),
    ...about(
      groups,
      (id, { me }) => changing({ delete: [me.id] })(id),
      { "everybody's": managed.own },
      { when: 'leaving' },
    ),
  ],
  updateUserGroupSubgroups: [
    ...about(groups, (id, { world }) => changing({ add: [world.groups.everyone] })(id), managed, { when: 'adding' }),
    ...about(groups, (id, { world }) => changing({ delete: [world.groups.everyone] })(id), managed, {
      when: 'removing',
      arrange: async ({ as, world }) => {
        for (const name of [...parseWho('guest+'), 'bob'] as const) {
          await as('owner').post(`/user_groups/${world.groups[name]}/subgroups`, { add: [world.groups.everyone] });
        }
      },
    }),
  ],
};
