import {
  isArgumentElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import type { Message } from './message.ts';
import { padding, withAccents } from './pseudo.ts';

/** The kind of a parameter: a text, a number, or a function that makes something of the text between tags. */
export type ParameterKind = 'text' | 'number' | 'markup';

/** Compiles a message in ICU MessageFormat. Throws with the reason if it is malformed. */
export function compile(source: string): Message {
  return compact(parseMessage(source).map(compilePiece));
}

/** The parameters of a message, by name. Throws like compile(), or if one is both a value and a tag. */
export function parametersOf(source: string): Map<string, ParameterKind> {
  const found = new Map<string, ParameterKind>();
  for (const element of walk(parseMessage(source))) {
    const kind = kindOf(element);
    if (!kind) continue;
    const { value: name } = element as { value: string };
    const known = found.get(name) ?? kind;
    if ((known === 'markup') !== (kind === 'markup')) throw new Error(`{${name}} is both a value and a tag`);
    // A number may also be shown as it is.
    found.set(name, known === 'number' ? known : kind);
  }
  return found;
}

function kindOf(element: MessageFormatElement): ParameterKind | undefined {
  if (isTagElement(element)) return 'markup';
  if (isNumberElement(element) || isPluralElement(element)) return 'number';
  return isArgumentElement(element) || isSelectElement(element) ? 'text' : undefined;
}

/** The plurals of a message: their categories, besides exact numbers. */
export function pluralsOf(source: string): { isOrdinal: boolean; categories: string[] }[] {
  return [...walk(parseMessage(source))].filter(isPluralElement).map(({ pluralType, options }) => ({
    isOrdinal: pluralType === 'ordinal',
    categories: Object.keys(options).filter((one) => !one.startsWith('=')),
  }));
}

/** Compiles a message for the pseudo-language: the source with accents, 40 % longer and in brackets. */
export function compilePseudo(source: string): Message {
  const elements = parseMessage(source);
  const literals = [...walk(elements)].filter(isLiteralElement);
  const length = literals.reduce((sum, { value }) => sum + value.length, 0);
  for (const element of literals) element.value = withAccents(element.value);
  return ['⟦', ...elements.map(compilePiece), `${padding(length)}⟧`];
}

function parseMessage(source: string): MessageFormatElement[] {
  return parse(source, { requiresOtherClause: true, shouldParseSkeletons: false });
}

function* walk(elements: readonly MessageFormatElement[]): Generator<MessageFormatElement> {
  for (const element of elements) {
    yield element;
    if (isTagElement(element)) yield* walk(element.children);
    if (isPluralElement(element) || isSelectElement(element))
      for (const { value } of Object.values(element.options)) yield* walk(value);
  }
}

type Piece = Exclude<Message, string>[number];

function compilePiece(element: MessageFormatElement): Piece {
  if (isLiteralElement(element)) return element.value;
  if (isPoundElement(element)) return 0;
  if (isArgumentElement(element)) return [element.value];
  if (isTagElement(element)) return [element.value, compact(element.children.map(compilePiece))];
  return compileForm(element);
}

function compileForm(element: MessageFormatElement): Piece {
  if (isNumberElement(element) && !element.style) return [element.value, 0];
  if (isSelectElement(element)) return [element.value, compileOptions(element.options)];
  if (isPluralElement(element) && element.offset === 0)
    return [element.value, compileOptions(element.options), element.pluralType === 'ordinal' ? 2 : 1];
  throw new Error('Use text, {name}, {name, number}, plural, select, selectordinal and tags; dates come as text');
}

function compileOptions(options: Record<string, { value: MessageFormatElement[] }>): Record<string, Message> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, compact(value.map(compilePiece))]),
  );
}

function compact(pieces: Piece[]): Message {
  const [first, ...rest] = pieces;
  if (first === undefined) return '';
  return typeof first === 'string' && rest.length === 0 ? first : pieces;
}
