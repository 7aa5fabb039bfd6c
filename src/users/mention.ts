import { escapeText } from '../markdown/escape.ts';
import type { User } from './user.ts';

/** Markdown that mentions a user without notifying them. */
export function mention(user: User): string {
  return `@_**${user.full_name}|${user.id}**`;
}

/** Markdown that mentions a group without notifying its members. */
export function mentionGroup(name: string): string {
  return name.includes('*') ? escapeText(`@${name}`) : `@_*${name}*`;
}
