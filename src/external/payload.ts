import { errorKind } from '../http/errors.ts';
import { isPlainObject } from '../http/params.ts';

export const payloadInvalid = errorKind<{ name: string; problem: string }>('{name} {problem}', {
  code: 'INVALID_PAYLOAD',
});

/** Parses a form field that holds JSON. Throws payloadInvalid. */
export function parseField(name: string, value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw payloadInvalid({ name, problem: 'is not valid JSON' });
  }
}

/** The payload in a body: some tools send it as JSON in the only field of a form. Throws payloadInvalid. */
export function payloadIn(body: unknown): Payload {
  const [field, ...others] = isPlainObject(body) ? Object.entries(body) : [];
  if (!field || others.length > 0) return new Payload(body);
  const [name, value] = field;
  const isWrapped = ['payload', 'data', 'json'].includes(name) && typeof value === 'string';
  return new Payload(isWrapped ? parseField(name, value) : body);
}

/** The payload of a tool's request, or a part of it. Paths name fields, as in `repository.owner.login`. */
export class Payload {
  readonly value: unknown;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    this.value = value;
    this.#path = path;
  }

  /** The part at a path, which may be missing. */
  at(path: string): Payload {
    let value = this.value;
    for (const name of path.split('.')) value = fieldOf(value, name);
    return new Payload(value, this.#path === '' ? path : `${this.#path}.${path}`);
  }

  has(path: string): boolean {
    return (this.at(path).value ?? null) !== null;
  }

  /** Whether there is a field of this name, even if its value is null. */
  owns(name: string): boolean {
    return isPlainObject(this.value) && Object.hasOwn(this.value, name);
  }

  /** The text or number at a path. Throws payloadInvalid if there is none. */
  text(path: string): string {
    const part = this.at(path);
    const text = textOf(part.value);
    if (text === undefined) throw part.#invalid(this.has(path) ? 'is not a text' : 'is missing');
    return text;
  }

  /** The first text or number at one of these paths; empty if there is none. */
  any(...paths: string[]): string {
    for (const path of paths) {
      const text = textOf(this.at(path).value);
      if (text !== undefined && text !== '') return text;
    }
    return '';
  }

  /** This part as text; empty if it is none. */
  get shown(): string {
    return textOf(this.value) ?? '';
  }

  /** The number at a path. Throws payloadInvalid if there is none. */
  number(path: string): number {
    const value = Number(this.text(path));
    if (!Number.isFinite(value)) throw this.at(path).#invalid('is not a number');
    return value;
  }

  isTrue(path: string): boolean {
    return this.at(path).value === true;
  }

  /** The elements of the list at a path; none if there is no list. */
  list(path: string): Payload[] {
    const part = this.at(path);
    if (!this.has(path)) return [];
    if (!Array.isArray(part.value)) throw part.#invalid('is not a list');
    return part.value.map((item: unknown, index) => new Payload(item, `${part.#path}[${index}]`));
  }

  /** The names and texts of the object at a path, or of this part; without other values. */
  entries(path = ''): [name: string, text: string][] {
    const { value } = path === '' ? this : this.at(path);
    const all = isPlainObject(value) ? Object.entries(value) : [];
    return all.flatMap(([name, one]) => {
      const text = textOf(one);
      return text === undefined ? [] : [[name, text] as [string, string]];
    });
  }

  /** The names and parts of the object at a path, or of this part; none if there is no object. */
  parts(path = ''): [name: string, part: Payload][] {
    const part = path === '' ? this : this.at(path);
    const all = isPlainObject(part.value) ? Object.entries(part.value) : [];
    return all.map(([name, one]) => [name, new Payload(one, `${part.#path}.${name}`)]);
  }

  #invalid(problem: string): Error {
    return payloadInvalid({ name: this.#path, problem });
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed() : undefined;
}
