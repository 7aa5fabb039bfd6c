import type { RawParams } from './body.ts';
import { parameterAmbiguous, parameterMissing } from './errors.ts';
import type { Params } from './params.ts';
import { quoted } from './phrase.ts';

/** Reads the declared parameters of a request, and lists the names of unknown ones. Throws the errors of the kinds. */
export function readParams(
  declared: Params,
  path: Map<string, string>,
  query: RawParams,
  body: RawParams,
): { params: Record<string, unknown>; ignored: string[] } {
  const known = new Set<string>();
  const params: Record<string, unknown> = {};
  for (const name in declared) {
    const param = declared[name];
    if (!param) continue;
    const given = givenName(name, param, { query, body, known });
    if (path.has(name)) {
      params[name] = param.read(path.get(name), name);
    } else if (given === undefined) {
      if (param.required) throw parameterMissing({ name });
      params[name] = param.fallback;
    } else {
      params[name] = param.read(body.has(given) ? body.get(given) : query.get(given), given);
    }
  }
  return { params, ignored: unknownNames(known, query, body).map(quoted) };
}

interface Sent {
  query: RawParams;
  body: RawParams;
  /** Gets the names that belong to a declared parameter. */
  known: Set<string>;
}

/**
 * The name under which a parameter was sent. Sent under two, a hint counts under the first; for others, throws
 * parameterAmbiguous.
 */
function givenName(name: string, { aliases, isHint }: Params[string], sent: Sent): string | undefined {
  let given = isSent(name, sent) ? name : undefined;
  for (const alias of aliases) {
    if (!isSent(alias, sent)) continue;
    if (given !== undefined && !isHint) throw parameterAmbiguous({ name: given, alias });
    given ??= alias;
  }
  return given;
}

function isSent(name: string, { query, body, known }: Sent): boolean {
  if (!body.has(name) && !query.has(name)) return false;
  known.add(name);
  return true;
}

function unknownNames(known: Set<string>, query: RawParams, body: RawParams): string[] {
  const names = new Set<string>();
  for (const name of query.keys()) if (!known.has(name)) names.add(name);
  for (const name of body.keys()) if (!known.has(name)) names.add(name);
  return [...names].sort();
}
