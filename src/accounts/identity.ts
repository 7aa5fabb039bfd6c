import { announcement } from '../context.ts';
import type { User } from '../users/user.ts';

/** A change of an account's name, address, avatar or activity; `changes` are fields of the API. */
export interface IdentityChange {
  user: User;
  changes: { full_name?: string; email?: string; avatar_url?: string; is_active?: boolean };
}

export const identityChanged = announcement<IdentityChange>('identityChanged');
