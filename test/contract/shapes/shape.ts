/**
 * What a value of JSON must look like, in few characters:
 * - `'string'`, `'integer'`, `'number'`, `'boolean'`, `'null'`, `'any'`;
 * - `'=text'` for exactly this text, a number for exactly this number;
 * - `'#Name'` for a shape that has a name;
 * - a list of shapes: one of these;
 * - `{ '[]': shape }`: a list of such values;
 * - `{ key: shape, 'key?': shape, '*': shape }`: an object with a key that must be there, one that may be there, and
 *   others of any name. Without `'*'` no other key may be there.
 */
export type Shape = string | number | readonly Shape[] | Fields;

/** Keys of an object with their shapes. */
export interface Fields {
  readonly [key: string]: Shape;
}

/** Shapes by name. */
export type Named = Readonly<Record<string, Shape>>;

/** Where a value, called `place`, is not as it should be; `undefined` when it is. */
export function mismatch(named: Named, shape: Shape, value: unknown, place: string): string | undefined {
  const complaint = complain(named, shape, value);
  return complaint === undefined ? undefined : place + complaint;
}

/** What is wrong, after the way from the value to where it is wrong. The way is written on the way back, if at all. */
function complain(named: Named, shape: Shape, value: unknown): string | undefined {
  if (typeof shape === 'string' && shape.startsWith('#')) return complain(named, shapeNamed(named, shape), value);
  if (typeof shape !== 'object') return isOf(shape, value) ? undefined : wrong(shape, value);
  if (isAlternatives(shape)) return complainOfAll(named, shape, value);
  if (shape['[]'] !== undefined) return complainInList(named, shape['[]'], value);
  return complainInObject(named, shape, value);
}

function isAlternatives(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}

function shapeNamed(named: Named, reference: string): Shape {
  const shape = named[reference.slice(1)];
  if (shape === undefined) throw new Error(`no shape is named ${reference}`);
  return shape;
}

function isOf(shape: string | number, value: unknown): boolean {
  switch (shape) {
    case 'any':
      return value !== undefined;
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === shape;
    default:
      return value === (typeof shape === 'string' ? shape.slice(1) : shape);
  }
}

/** Of several complaints one that lies deeper is about the alternative that was meant. */
function complainOfAll(named: Named, shapes: readonly Shape[], value: unknown): string | undefined {
  const complaints: string[] = [];
  for (const shape of shapes) {
    const complaint = complain(named, shape, value);
    if (complaint === undefined) return undefined;
    if (!complaint.startsWith(unlike)) complaints.push(complaint);
  }
  if (complaints.length === 1) return complaints[0];
  return wrong(shapes, value) + complaints.map((one) => `; ${one}`).join('');
}

function complainInList(named: Named, shape: Shape, value: unknown): string | undefined {
  if (!Array.isArray(value)) return wrong('a list', value);
  for (let index = 0; index < value.length; index++) {
    const complaint = complain(named, shape, value[index]);
    if (complaint !== undefined) return `[${index}]${complaint}`;
  }
  return undefined;
}

function complainInObject(named: Named, fields: Fields, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('an object', value);
  const { required, shapes } = keysOf(fields);
  const lacking = required.find((key) => !Object.hasOwn(value, key));
  if (lacking !== undefined) return `: lacks ${lacking}`;
  for (const [key, one] of Object.entries(value)) {
    const shape = shapes.get(key) ?? fields['*'];
    if (shape === undefined) return `: has ${key}, which is not described: ${brief(one)}`;
    const complaint = complain(named, shape, one);
    if (complaint !== undefined) return `.${key}${complaint}`;
  }
  return undefined;
}

interface Keys {
  required: readonly string[];
  /** Of every key, be it required or not. */
  shapes: ReadonlyMap<string, Shape>;
}

// Made at the first use: most files of tests need few of the shapes, and those often.
const keysMade = new WeakMap<Fields, Keys>();

function keysOf(fields: Fields): Keys {
  const made = keysMade.get(fields);
  if (made) return made;
  const all = Object.entries(fields).filter(([key]) => key !== '*');
  const keys = {
    required: all.map(([key]) => key).filter((key) => !key.endsWith('?')),
    shapes: new Map(all.map(([key, shape]) => [key.replace(/\?$/, ''), shape])),
  };
  keysMade.set(fields, keys);
  return keys;
}

/** How complaints begin that are about the whole value. */
const unlike = ': expected ';

function wrong(expected: Shape, value: unknown): string {
  return `${unlike}${typeof expected === 'string' ? expected : brief(expected)}, got ${brief(value)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
