import { always } from '../../db/sql.ts';
import { excerpt } from '../../http/params.ts';
import { asMessageId } from '../operand.ts';
import { indexSource } from '../source.ts';
import { badNarrow, termProblems } from '../term.ts';
import type { Compilation, Condition } from './operator.ts';

/** `has`: a kind of content, or reactions. */
export function byHas(_: Compilation, operand: unknown): Condition {
  const found = typeof operand === 'string' && Object.hasOwn(contents, operand) ? contents[operand] : undefined;
  if (!found) throw badNarrow({ desc: termProblems.unknownOperand({ operator: 'has', operand: excerpt(operand) }) });
  return found;
}

/** `id`: one message. */
export function byId(_: Compilation, operand: unknown): Condition {
  const id = asMessageId(operand);
  if (id === undefined) throw badNarrow({ desc: termProblems.badMessageId });
  const where = { sql: 'm.id = ?', values: [id] };
  return { ...where, source: [{ from: 'messages m', id: 'm.id', where }] };
}

const contents: Readonly<Record<string, Condition>> = {
  attachment: withColumn('has_attachment', 'messages_with_attachment'),
  image: withColumn('has_image', 'messages_with_image'),
  link: withColumn('has_link', 'messages_with_link'),
  reaction: {
    sql: 'EXISTS (SELECT 1 FROM reactions r WHERE r.message_id = m.id)',
    values: [],
    source: [{ from: 'reactions s', id: 's.message_id', where: always }],
  },
};

function withColumn(column: string, index: string): Condition {
  const where = { sql: `m.${column} = 1`, values: [] };
  return { ...where, source: indexSource(index, where) };
}
