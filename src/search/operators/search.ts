import { isLongerThan } from '../../http/params.ts';
import { textCondition } from '../full-text.ts';
import { parseQuery } from '../query.ts';
import { badNarrow, type Term, termProblems } from '../term.ts';
import type { Compilation, Condition } from './operator.ts';

/** The maximum length of a message, so that a copied message can be searched for. */
const maxLength = 10_000;

/** Maximum number of words and phrases in a narrow; each is tested on every candidate. */
const mostTerms = 40;

/** `search`: words and quoted phrases in content or topic. */
export function bySearch({ terms }: Compilation, operand: unknown): Condition {
  if (typeof operand !== 'string') throw badNarrow({ desc: termProblems.searchNoText });
  if (isLongerThan(operand, maxLength)) throw badNarrow({ desc: termProblems.searchTooLong });
  if (parseQuery(operand).length === 0) throw badNarrow({ desc: termProblems.noWords });
  if (countTerms(terms) > mostTerms) throw badNarrow({ desc: termProblems.manyWords({ count: mostTerms }) });
  return textCondition(operand);
}

function countTerms(terms: readonly Term[]): number {
  const searched = terms.filter(({ operator, operand }) => operator === 'search' && typeof operand === 'string');
  return searched.reduce((count, { operand }) => count + parseQuery(operand as string).length, 0);
}
