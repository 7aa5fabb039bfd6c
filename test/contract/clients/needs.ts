/** A `group` is the id of a group, or an object that says who is in a nameless one. */
type Base = 'string' | 'integer' | 'number' | 'boolean' | 'list' | 'object' | 'url' | 'group';

/**
 * What must stand at a key: a value of a type, `or null` if the client takes null, or one of some constants. With `?`
 * the key may be missing or null.
 */
export type Kind = Base | `${Base} or null` | `${Base}?` | readonly (string | number)[];

/**
 * What a client reads without a default, by path: `realm.name`, `users[].email` in each item of a list,
 * `emoji{}.name` in each value of an object. Lists and objects must have something in them, or nothing would be tested.
 */
export type Needs = Readonly<Record<string, Kind>>;

/** The needs of a part, for a place where it lies. */
export function within(place: string, needs: Needs): Needs {
  return Object.fromEntries(Object.entries(needs).map(([path, kind]) => [`${place}.${path}`, kind]));
}

/** The needs that are missing or otherwise than the client reads them, a line each. */
export function unmet(value: unknown, needs: Needs): string[] {
  return Object.entries(needs).flatMap(([path, kind]) =>
    find(value, path).flatMap(({ place, found }) => (fits(found, kind) ? [] : [complaint(place, found, kind)])),
  );
}

/** The keys of the objects at a path that a client does not know, and therefore fails on. */
export function unknown(value: unknown, path: string, known: readonly string[]): string[] {
  return find(value, path).flatMap(({ place, found }) =>
    Object.keys(found ?? {})
      .filter((key) => !known.includes(key))
      .map((key) => `${place}.${key} is unknown`),
  );
}

interface Found {
  place: string;
  found: unknown;
}

function find(value: unknown, path: string): Found[] {
  const steps = path.match(/[^.[\]{}]+|\[\]|\{\}/g) ?? [];
  let reached: Found[] = [{ place: '', found: value }];
  for (const step of steps) reached = reached.flatMap((one) => follow(one, step));
  return reached;
}

function follow({ place, found }: Found, step: string): Found[] {
  if (step !== '[]' && step !== '{}') {
    const key = place === '' ? step : `${place}.${step}`;
    return [{ place: key, found: isObject(found) ? found[step] : undefined }];
  }
  const inside = isObject(found) && Array.isArray(found) === (step === '[]') ? Object.values(found) : [];
  const items = inside.map((item) => ({ place: place + step, found: item }));
  return items.length > 0 ? items : [{ place: `${place}${step}, of which there is none`, found: undefined }];
}

function fits(found: unknown, kind: Kind): boolean {
  if (typeof kind !== 'string') return kind.includes(found as string);
  if (kind.endsWith('?')) return found === undefined || found === null || isOf(found, kind.slice(0, -1));
  if (kind.endsWith(' or null')) return found === null || isOf(found, kind.slice(0, -' or null'.length));
  return isOf(found, kind);
}

function isOf(found: unknown, base: string): boolean {
  switch (base) {
    case 'integer':
      return Number.isInteger(found);
    case 'list':
      return Array.isArray(found);
    case 'object':
      return isObject(found) && !Array.isArray(found);
    case 'group':
      return isOf(found, 'integer') || isOf(found, 'object');
    case 'url':
      return typeof found === 'string' && URL.canParse(found);
    default:
      return typeof found === base;
  }
}

function isObject(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null;
}

function complaint(place: string, found: unknown, kind: Kind): string {
  const wanted = typeof kind === 'string' ? kind : kind.join(' or ');
  return `${place} is ${JSON.stringify(found)?.slice(0, 60)}, not ${wanted}`;
}
