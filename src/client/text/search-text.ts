import type { NarrowTerm } from '../api/types.ts';

/** Converts between ids and names in searches. */
export interface SearchNames {
  findChannel(name: string): number | undefined;
  channelName(stream_id: number): string | undefined;
  findUser(name: string): number | undefined;
  userName(user_id: number): string | undefined;
}

const known = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'dm',
  'dm-including',
  'is',
  'has',
  'near',
  'with',
  'id',
  'date',
  'mentions',
]);

/** The part of a search that is being typed: a word, or an operator with its quoted operand. */
export function endOf(written: string): string {
  return /(?:-?[\w-]+:"[^"]*|\S*)$/.exec(written)?.[0] ?? '';
}

/** Parses a search as typed: operators, and words to search for. */
export function parseSearch(text: string, names: SearchNames): NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const part of text.match(/-?[\w-]+:(?:"[^"]*"?|\S*)|"[^"]*"?|\S+/g) ?? []) {
    const term = readTerm(part, names);
    if (term) terms.push(term);
    else words.push(part);
  }
  return words.length === 0 ? terms : [...terms, { operator: 'search', operand: words.join(' ') }];
}

function readTerm(part: string, names: SearchNames): NarrowTerm | undefined {
  const [, minus, name = '', written = ''] = /^(-?)([\w-]+):(.+)$/.exec(part) ?? [];
  const operator = name === 'stream' ? 'channel' : name === 'from' ? 'sender' : name;
  if (!known.has(operator)) return undefined;
  const text = written.replace(/^"|"$/g, '');
  return { operator, operand: readOperand(operator, text, names), ...(minus ? { negated: true } : {}) };
}

function readOperand(operator: string, text: string, names: SearchNames): NarrowTerm['operand'] {
  if (operator === 'channel') return names.findChannel(text) ?? text;
  if (operator === 'sender') return names.findUser(text) ?? text;
  if (operator !== 'dm') return text;
  const ids = text.split(',').map((one) => names.findUser(one.trim()));
  return ids.every((id) => id !== undefined) ? ids : text;
}

/** A narrow in the form that people type. */
export function formatSearch(narrow: readonly NarrowTerm[], names: SearchNames): string {
  return narrow
    .map((term) => {
      const operand = formatOperand(term, names);
      if (term.operator === 'search') return operand;
      return `${term.negated ? '-' : ''}${term.operator}:${/\s/.test(operand) || operand === '' ? `"${operand}"` : operand}`;
    })
    .join(' ');
}

function formatOperand({ operator, operand }: NarrowTerm, names: SearchNames): string {
  if (Array.isArray(operand)) return operand.map((id) => names.userName(id) ?? String(id)).join();
  if (typeof operand === 'string') return operand;
  const name = operator === 'channel' ? names.channelName(operand) : names.userName(operand);
  return name ?? String(operand);
}
