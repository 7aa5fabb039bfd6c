import { always, conjunction, isNever, negation, never, type Sql } from '../db/sql.ts';
import type { Condition } from './operators/operator.ts';

/** The negation of a condition. */
export function opposite(condition: Condition): Condition {
  const { search, isOfConversation = false } = condition;
  return { ...negation(condition), isOfConversation, ...(search === undefined ? {} : { excluded: search }) };
}

/** The texts that are searched for. */
export function textsOf(conditions: readonly Condition[]): string[] {
  return conditions.flatMap(({ search }) => search ?? []);
}

/** The conjunction of the conditions that search no text. */
export function withoutTexts(conditions: readonly Condition[]): Sql {
  return conjunction(conditions.filter(({ search }) => search === undefined));
}

/** Removes duplicates. Returns `never` alone if the conditions obviously contradict each other. */
export function simplify(conditions: readonly Condition[]): readonly Condition[] {
  const wanted = conditions.filter(({ sql }) => sql !== always.sql);
  if (wanted.length < 2) return wanted;
  const distinct = new Map(wanted.map((one) => [keyOf(one), one]));
  const all = [...distinct.values()];
  const isContradiction =
    all.some((condition) => isNever(condition) || distinct.has(keyOf(negation(condition)))) || hasTwoValues(all);
  return isContradiction ? [never] : all;
}

/** Whether two conditions require different values of one column. */
function hasTwoValues(distinct: readonly Condition[]): boolean {
  const columns = distinct.map(({ sql }) => sql).filter((sql) => /^m\.\w+ = \?$/.test(sql));
  return new Set(columns).size < columns.length;
}

function keyOf({ sql, values }: Sql): string {
  return `${sql} ${JSON.stringify(values)}`;
}
