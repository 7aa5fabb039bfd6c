import { type Role, roles } from './user.ts';

/** The messages that name the roles. */
export const roleWords = {
  [roles.owner]: 'roles.owner',
  [roles.administrator]: 'roles.administrator',
  [roles.moderator]: 'roles.moderator',
  [roles.member]: 'roles.member',
  [roles.guest]: 'roles.guest',
} as const satisfies Record<Role, string>;
