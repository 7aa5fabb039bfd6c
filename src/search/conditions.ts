import { always, isNever, negation, never, type Sql } from '../db/sql.ts';
import type { Condition } from './operators/operator.ts';

/** True of the messages of which a condition is not. */
export function opposite(condition: Condition): Condition {
  return { ...negation(condition), isOfConversation: condition.isOfConversation ?? false };
}

/** Each condition once; `never` alone for those that exclude one another on the face of it. */
export function simplify(conditions: readonly Condition[]): readonly Condition[] {
  const wanted = conditions.filter(({ sql }) => sql !== always.sql);
  if (wanted.length < 2) return wanted;
  const distinct = new Map(wanted.map((one) => [keyOf(one), one]));
  const all = [...distinct.values()];
  const isContradiction =
    all.some((condition) => isNever(condition) || distinct.has(keyOf(negation(condition)))) || hasTwoValues(all);
  return isContradiction ? [never] : all;
}

/** Whether something that a message has one of is to be two. */
function hasTwoValues(distinct: readonly Condition[]): boolean {
  const columns = distinct.map(({ sql }) => sql).filter((sql) => /^m\.\w+ = \?$/.test(sql));
  return new Set(columns).size < columns.length;
}

function keyOf({ sql, values }: Sql): string {
  return `${sql} ${JSON.stringify(values)}`;
}
