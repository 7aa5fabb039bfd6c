import type { Context } from '../context.ts';
import { isOwner, type User } from './user.ts';

/** Whether everybody may log in with a password of this server. */
export function arePasswordsOpen({ config }: Pick<Context, 'config'>): boolean {
  return config.sso?.passwords !== 'owners';
}

/** Whether a user may log in with a password of this server. Owners always may, so that they cannot be locked out. */
export function canUsePassword(app: Pick<Context, 'config'>, user: User): boolean {
  return arePasswordsOpen(app) || isOwner(user);
}
