/**
 * A message as the build compiles it from its ICU MessageFormat, small enough for JSON in front of every reader: a text,
 * or texts and what stands between them.
 */
export type Message = string | readonly Piece[];

type Piece = string | Count | Argument | Choice | Tag;

/** The number of the plural around it. */
type Count = 0;

/** A parameter; a number in the form of the language if a 0 follows. */
type Argument = readonly [name: string, as?: 0];

/** One of several messages: by its name, or by the form of a number, cardinal (1) or ordinal (2). */
type Choice = readonly [name: string, messages: Readonly<Record<string, Message>>, as?: 1 | 2];

/** A message inside another, which a parameter puts into a link, a heading or whatever else it makes. */
type Tag = readonly [name: string, inside: Message, as?: undefined];

/** What a parameter without markup may be. */
export type Value = string | number;

/** A parameter that makes markup of the text between its tags. */
export type Markup = (inside: string) => string;

/** The values of a message's parameters, by their names. Tags have functions, which return parts. */
export type Values<Part> = Readonly<Record<string, Value | Part | ((inside: Part[]) => Part)>>;

/** What the form of a message depends on: plurals and numbers of a language, made when they are first needed. */
export class Grammar {
  readonly language: string;
  #numbers: Intl.NumberFormat | undefined;
  #rules: [cardinal?: Intl.PluralRules, ordinal?: Intl.PluralRules] = [];

  constructor(language: string) {
    this.language = language;
  }

  number(value: number): string {
    this.#numbers ??= new Intl.NumberFormat(this.language);
    return this.#numbers.format(value);
  }

  /** The plural category of a number, such as `one`. */
  category(value: number, isOrdinal: boolean): string {
    const index = Number(isOrdinal) as 0 | 1;
    let rules = this.#rules[index];
    rules ??= this.#rules[index] = new Intl.PluralRules(this.language, { type: isOrdinal ? 'ordinal' : 'cardinal' });
    return rules.select(value);
  }
}

/** The parts of a message with its parameters: texts, and what parameters are or make. */
export function partsOf<Part>(message: Message, values: Values<Part>, grammar: Grammar, count = 0): (Value | Part)[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((piece) => {
    if (typeof piece === 'string') return [piece];
    return piece === 0 ? [grammar.number(count)] : partsOfPiece<Part>(piece, values, grammar, count);
  });
}

function partsOfPiece<Part>(
  [name, inside, as]: Argument | Choice | Tag,
  values: Values<Part>,
  grammar: Grammar,
  count: number,
): (Value | Part)[] {
  const value = values[name] as Value | Part;
  if (inside === undefined) return [value];
  if (inside === 0) return [grammar.number(value as number)];
  if (isMessage(inside))
    return [(values[name] as (inside: (Value | Part)[]) => Part)(partsOf(inside, values, grammar, count))];
  const category = as === undefined ? String(value) : grammar.category(value as number, as === 2);
  const chosen = inside[`=${value}`] ?? inside[category] ?? inside.other ?? '';
  return partsOf(chosen, values, grammar, as === undefined ? count : (value as number));
}

// Array.isArray() does not tell readonly arrays from objects.
function isMessage(inside: Message | Readonly<Record<string, Message>>): inside is Message {
  return typeof inside === 'string' || Array.isArray(inside);
}
