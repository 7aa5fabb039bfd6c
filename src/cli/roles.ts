import { type Role, roles } from '../users/user.ts';

export const roleWords = {
  owner: roles.owner,
  admin: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
} as const;
export type RoleWord = keyof typeof roleWords;

export function roleWord(role: Role): RoleWord {
  const found = Object.entries(roleWords).find(([, value]) => value === role) as [RoleWord, Role];
  return found[0];
}
