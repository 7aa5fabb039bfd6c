import { findDirectConversation } from '../../conversations/conversation.ts';
import type { User } from '../../users/user.ts';
import { accessNarrowUser, accessNarrowUsers } from '../operand.ts';
import { directSource } from '../received-source.ts';
import { conversationsSource } from '../source.ts';
import type { Term } from '../term.ts';
import { ofConversation } from './channel.ts';
import type { Compilation, Condition } from './operator.ts';

/** `dm`: the conversation with exactly these users. */
export function byDirect({ app, user }: Compilation, operand: unknown): Condition {
  const ids = accessNarrowUsers(app, user, operand).map(({ id }) => id);
  return ofConversation(findDirectConversation(app.db, [user.id, ...ids])?.id);
}

/** `dm-including`: direct conversations that include a user. */
export function byDirectIncluding(compilation: Compilation, operand: unknown): Condition {
  const { app, user } = compilation;
  const { id } = accessNarrowUser(app, user, operand);
  return id === user.id ? allDirect(compilation) : sharedWith(user, id, '1');
}

/** `group-pm-with`, the older operator: the same with three users and more. */
export function byGroupIncluding({ app, user }: Compilation, operand: unknown): Condition {
  const { id } = accessNarrowUser(app, user, operand);
  return sharedWith(user, id, "c.members_key LIKE '%,%,%'");
}

function sharedWith(user: User, other_id: number, which: string): Condition {
  return {
    sql: `EXISTS (SELECT 1 FROM direct_members theirs CROSS JOIN conversations c ON c.id = theirs.conversation_id
      WHERE theirs.user_id = ? AND theirs.conversation_id = m.conversation_id AND ${which})`,
    values: [other_id],
    isOfConversation: true,
    source: conversationsSource({
      sql: `SELECT c.id FROM direct_members mine
        CROSS JOIN direct_members theirs ON theirs.user_id = ? AND theirs.conversation_id = mine.conversation_id
        CROSS JOIN conversations c ON c.id = mine.conversation_id
        WHERE mine.user_id = ? AND ${which}`,
      values: [other_id, user.id],
    }),
  };
}

export function allDirect({ user }: Compilation): Condition {
  const where = { sql: 'm.channel_id IS NULL', values: [] };
  return { ...where, isOfConversation: true, source: directSource(user), property: `d${user.id}` };
}

const directOperators = ['dm', 'pm-with', 'pm_with', 'dm-including', 'group-pm-with', 'group_pm_with'];

export function isAboutDirectMessages({ operator, operand, negated }: Term): boolean {
  if (negated) return false;
  return directOperators.includes(operator) || (operator === 'is' && (operand === 'dm' || operand === 'private'));
}
