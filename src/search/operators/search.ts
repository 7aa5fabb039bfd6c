import { isLongerThan } from '../../http/params.ts';
import { textCondition } from '../full-text.ts';
import { parseQuery } from '../query.ts';
import { badNarrow } from '../term.ts';
import type { Compilation, Condition } from './operator.ts';

/** As long as a message can be: whoever copies one finds it. */
const maxLength = 10_000;

/** `search`: words and quoted phrases in content or topic. */
export function bySearch(_: Compilation, operand: unknown): Condition {
  if (typeof operand !== 'string') throw badNarrow({ desc: 'search must be a string' });
  if (isLongerThan(operand, maxLength)) throw badNarrow({ desc: 'search is too long' });
  if (parseQuery(operand).length === 0) throw badNarrow({ desc: 'search must not be empty' });
  return textCondition(operand);
}
