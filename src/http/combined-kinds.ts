import { parameterInvalid } from './errors.ts';
import { problems } from './parameter-problems.ts';
import { accepts, integer, isPlainObject, type Kind, parseJson, strict } from './params.ts';

/** A JSON object with any names and values of one kind. */
export function mapOf<Value>(item: Kind<Value>): Kind<Readonly<Record<string, Value>>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    json: true,
    bad: ['{', 'x', '[]', 'null'],
    read(raw, name) {
      const value = parseJson(raw, name);
      if (!isPlainObject(value)) throw parameterInvalid({ name, problem: problems.notDict });
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, item.read(strict(one, item), `${name}["${key}"]`)]),
      );
    },
  };
}

/**
 * The first kind that accepts the value. If none does, throws the error of the last one, with `suffix` after the name.
 */
export function anyOf<A, B>(first: Kind<A>, second: Kind<B>, suffix = ''): Kind<A | B> {
  return {
    schema: { anyOf: [first.schema, second.schema] },
    json: first.json || second.json,
    bad: first.bad.filter((sample) => !accepts(second, sample)),
    read(raw, name) {
      if (accepts(first, raw)) return first.read(raw, name);
      if (suffix === '') return second.read(raw, name);
      return second.read(strict(parseJson(raw, name), second), `${name}${suffix}`);
    },
  };
}

/**
 * An integer, or a value of another kind if `isOther` recognizes it. Errors about all other values have the name that
 * clients know.
 */
export function integerOr<Value>(other: Kind<Value>, isOther: (value: unknown) => boolean): Kind<number | Value> {
  const number = integer();
  return {
    ...anyOf(number, other),
    read(raw, name) {
      const value = parseJson(raw, name);
      return isOther(value) ? other.read(value, name) : number.read(strict(value, number), `${name}["int"]`);
    },
  };
}

export function nullable<Value>(kind: Kind<Value>): Kind<Value | null> {
  return {
    ...kind,
    schema: { anyOf: [kind.schema, { type: 'null' }] },
    json: true,
    bad: kind.bad.filter((sample) => sample !== 'null'),
    read: (raw, name) => (raw === null || raw === 'null' ? null : kind.read(raw, name)),
  };
}
