import { errorKind, parameterInvalid } from '../http/errors.ts';
import { isPlainObject, json, type Kind } from '../http/params.ts';

export interface Term {
  operator: string;
  operand: unknown;
  negated: boolean;
}

/** A term that is invalid, or names something that the user may not see. */
export const badNarrow = errorKind<{ desc: string }>('Invalid narrow operator: {desc}', {
  code: 'BAD_NARROW',
  extra: ({ desc }) => ({ desc }),
});
/** Terms that exclude each other. */
export const badCombination = errorKind<{ desc: string }>('Invalid narrow operator combination: {desc}', {
  code: 'BAD_NARROW',
  extra: ({ desc }) => ({ desc }),
});
/** An element of a narrow with a wrong shape. */
const narrowShape = errorKind<{ problem: string }>('{problem}');
export const narrowErrors = [badNarrow, badCombination, narrowShape] as const;

const maxTerms = 100;

/** A narrow, or null for one without terms. */
export function narrowOrNull(): Kind<Term[]> {
  const terms = narrow();
  return { ...terms, read: (raw, name) => (raw === null || raw === 'null' ? [] : terms.read(raw, name)) };
}

/** Reads a narrow from JSON: a list of `{operator, operand, negated?}` or of `[operator, operand]` pairs. */
export function narrow(): Kind<Term[]> {
  const value = json();
  const pair = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 };
  const term = {
    type: 'object',
    properties: { operator: { type: 'string' }, operand: {}, negated: { type: 'boolean' } },
    required: ['operator', 'operand'],
  };
  return {
    schema: { type: 'array', items: { anyOf: [term, pair] }, maxItems: maxTerms },
    json: true,
    bad: ['x', '{}', '[3]', '[["channel"]]', '[{"operator":"channel"}]', '[{"operand":"x"}]'],
    read(raw, name) {
      const list = value.read(raw, name);
      if (!Array.isArray(list)) throw parameterInvalid({ name, problem: 'is not a list' });
      if (list.length > maxTerms) throw parameterInvalid({ name, problem: 'is too long' });
      return list.map((element: unknown, index) => readTerm(element, `${name}[${index}]`));
    },
  };
}

function readTerm(element: unknown, name: string): Term {
  const problem = `Invalid ${name}: Value error,`;
  if (Array.isArray(element)) return readPair(element, problem);
  if (!isPlainObject(element)) throw narrowShape({ problem: `${problem} dict or list required` });
  const { operator = null, operand = null, negated = false } = element;
  if (operand === null) throw narrowShape({ problem: `${problem} operand is missing` });
  if (operator === null) throw narrowShape({ problem: `${problem} operator is missing` });
  if (typeof operator !== 'string') throw parameterInvalid({ name: `${name}["operator"]`, problem: 'is not a string' });
  if (typeof negated !== 'boolean') throw parameterInvalid({ name: `${name}["negated"]`, problem: 'is not a boolean' });
  checkOperand(operator, operand);
  return { operator, operand, negated };
}

const byTextOrId = [
  'channel',
  'stream',
  'id',
  'near',
  'with',
  'sender',
  'mentions',
  'dm-including',
  'group-pm-with',
  'group_pm_with',
];
const byTextOrIds = ['dm', 'pm-with', 'pm_with'];

/** Throws unless the operand has a type that the operator accepts; unknown operators accept text. */
function checkOperand(operator: string, operand: unknown): void {
  const isText = typeof operand === 'string';
  if (byTextOrId.includes(operator)) {
    if (!isText && !Number.isInteger(operand)) throw narrowShape({ problem: 'operand is not a string or integer' });
  } else if (byTextOrIds.includes(operator)) {
    const isIds = [operand].flat().every(Number.isInteger);
    if (!isText && !isIds) throw narrowShape({ problem: 'operand is not a string or an integer list' });
  } else if (!isText) {
    throw narrowShape({ problem: 'operand is not a string' });
  } else if (operator === 'search' && operand.trim() === '') {
    throw narrowShape({ problem: 'operand cannot be blank.' });
  }
}

function readPair(pair: readonly unknown[], problem: string): Term {
  const [operator, operand] = pair;
  if (pair.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
    throw narrowShape({ problem: `${problem} element is not a string pair` });
  }
  checkOperand(operator, operand);
  return { operator, operand, negated: false };
}
