import type { User } from './user.ts';

/** The Markdown that names a user without calling them. */
export function mention(user: User): string {
  return `@_**${user.full_name}|${user.id}**`;
}
