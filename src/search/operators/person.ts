import { accessNarrowUser } from '../operand.ts';
import { indexSource } from '../source.ts';
import type { Compilation, Condition } from './operator.ts';

/** `sender`: the author. */
export function bySender({ app, user }: Compilation, operand: unknown): Condition {
  const { id } = accessNarrowUser(app, user, operand);
  const where = { sql: 'm.sender_id = ?', values: [id] };
  return { ...where, source: indexSource('messages_by_sender', where), property: `s${id}` };
}

/** `mentions`: a user mentioned by name, not silently. */
export function byMentions({ app, user }: Compilation, operand: unknown): Condition {
  const { id } = accessNarrowUser(app, user, operand);
  return {
    sql: 'EXISTS (SELECT 1 FROM mentions n WHERE n.user_id = ? AND n.message_id = m.id)',
    values: [id],
    source: [{ from: 'mentions s', id: 's.message_id', where: { sql: 's.user_id = ?', values: [id] } }],
  };
}
