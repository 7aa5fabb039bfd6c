import type { User } from './user.ts';

/** Markdown that names a user without notifying them. */
export function mention(user: User): string {
  return `@_**${user.full_name}|${user.id}**`;
}
