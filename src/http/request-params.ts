import type { RawParams } from './body.ts';
import { parameterAmbiguous, parameterMissing } from './errors.ts';
import type { Params } from './params.ts';

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
    const given = givenName(name, param.aliases, query, body);
    if (given !== undefined) known.add(given);
    if (path.has(name)) {
      params[name] = param.read(path.get(name), name);
    } else if (given === undefined) {
      if (param.required) throw parameterMissing({ name });
      params[name] = param.fallback;
    } else {
      params[name] = param.read(body.has(given) ? body.get(given) : query.get(given), name);
    }
  }
  return { params, ignored: unknownNames(known, query, body) };
}

/** The name under which a parameter was sent. Throws parameterAmbiguous if it was sent under two. */
function givenName(name: string, aliases: readonly string[], query: RawParams, body: RawParams): string | undefined {
  let given = body.has(name) || query.has(name) ? name : undefined;
  for (const alias of aliases) {
    if (!body.has(alias) && !query.has(alias)) continue;
    if (given !== undefined) throw parameterAmbiguous({ name: given, alias });
    given = alias;
  }
  return given;
}

function unknownNames(known: Set<string>, query: RawParams, body: RawParams): string[] {
  const names = new Set<string>();
  for (const name of query.keys()) if (!known.has(name)) names.add(name);
  for (const name of body.keys()) if (!known.has(name)) names.add(name);
  return [...names].sort();
}
