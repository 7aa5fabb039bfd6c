import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { isPlainObject, json, type Kind } from '../http/params.ts';
import { type Phrase, phrase, phraseWith } from '../http/phrase.ts';

export interface Term {
  operator: string;
  operand: unknown;
  negated: boolean;
}

/** A term that is invalid, or names something that the user may not see. */
export const badNarrow = errorKind<{ desc: Phrase }>('Invalid narrow operator: {desc}', {
  code: 'BAD_NARROW',
  extra: ({ desc }) => ({ desc }),
});
/** Terms that exclude each other. */
export const badCombination = errorKind<{ desc: Phrase }>('Invalid narrow operator combination: {desc}', {
  code: 'BAD_NARROW',
  extra: ({ desc }) => ({ desc }),
});
/** An element of a narrow with a wrong shape. */
const narrowShape = errorKind<{ problem: Phrase }>('{problem}');
export const narrowErrors = [badNarrow, badCombination, narrowShape] as const;

/** What is wrong with a term. */
export const termProblems = {
  badMessageId: phrase('Invalid message ID'),
  badWith: phrase("Invalid 'with' operator"),
  exclusive: phrase('No message can be both a channel message and direct message'),
  manyWiths: phrase("Duplicate 'with' operators."),
  manyWords: phraseWith<{ count: number }>('search has more than {count} words'),
  noUsers: phrase('empty dm clause'),
  noWords: phrase('search must not be empty'),
  searchNoText: phrase('search must be a string'),
  searchTooLong: phrase('search is too long'),
  topicNoText: phrase('topic must be a string'),
  unknownChannel: phraseWith<{ operand: string }>('unknown channel {operand}'),
  unknownChannels: phraseWith<{ operand: string }>('unknown channels operand {operand}'),
  unknownOperand: phraseWith<{ operator: string; operand: string }>("unknown '{operator}' operand {operand}"),
  unknownOperator: phraseWith<{ operator: string }>('unknown operator {operator}'),
  unknownUser: phraseWith<{ operand: string }>('unknown user {operand}'),
  unknownUserIn: phraseWith<{ operand: string }>('unknown user in {operand}'),
};

/** What is wrong with the shape of a term. */
const shapeProblems = {
  blank: phrase('operand cannot be blank.'),
  noOperand: phraseWith<{ name: string }>('Invalid {name}: Value error, operand is missing'),
  noOperator: phraseWith<{ name: string }>('Invalid {name}: Value error, operator is missing'),
  noPair: phraseWith<{ name: string }>('Invalid {name}: Value error, element is not a string pair'),
  noTerm: phraseWith<{ name: string }>('Invalid {name}: Value error, dict or list required'),
  noText: phrase('operand is not a string'),
  noTextOrId: phrase('operand is not a string or integer'),
  noTextOrIds: phrase('operand is not a string or an integer list'),
};

const maxTerms = 100;
/** Of all operands together, which may name people in any number: each is looked up. */
const maxLength = 100_000;

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
      if (!Array.isArray(list)) throw parameterInvalid({ name, problem: problems.notList });
      if (list.length > maxTerms) throw parameterInvalid({ name, problem: problems.long });
      const terms = list.map((element: unknown, index) => readTerm(element, `${name}[${index}]`));
      const length = terms.reduce((sum, { operand }) => sum + String(operand).length, 0);
      if (length > maxLength) throw parameterInvalid({ name, problem: problems.long });
      return terms;
    },
  };
}

function readTerm(element: unknown, name: string): Term {
  if (Array.isArray(element)) return readPair(element, name);
  if (!isPlainObject(element)) throw narrowShape({ problem: shapeProblems.noTerm({ name }) });
  const { operator = null, operand = null, negated = false } = element;
  if (operand === null) throw narrowShape({ problem: shapeProblems.noOperand({ name }) });
  if (operator === null) throw narrowShape({ problem: shapeProblems.noOperator({ name }) });
  if (typeof operator !== 'string')
    throw parameterInvalid({ name: `${name}["operator"]`, problem: problems.notString });
  if (typeof negated !== 'boolean')
    throw parameterInvalid({ name: `${name}["negated"]`, problem: problems.notBoolean });
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
    if (!isText && !Number.isInteger(operand)) throw narrowShape({ problem: shapeProblems.noTextOrId });
  } else if (byTextOrIds.includes(operator)) {
    const isIds = [operand].flat().every(Number.isInteger);
    if (!isText && !isIds) throw narrowShape({ problem: shapeProblems.noTextOrIds });
  } else if (!isText) {
    throw narrowShape({ problem: shapeProblems.noText });
  } else if (operator === 'search' && operand.trim() === '') {
    throw narrowShape({ problem: shapeProblems.blank });
  }
}

function readPair(pair: readonly unknown[], name: string): Term {
  const [operator, operand] = pair;
  if (pair.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
    throw narrowShape({ problem: shapeProblems.noPair({ name }) });
  }
  checkOperand(operator, operand);
  return { operator, operand, negated: false };
}
