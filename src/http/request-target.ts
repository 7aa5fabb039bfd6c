import { parseUrlencoded, type RawParams } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { type ErrorKind, malformedUrl, unknownUrl } from './errors.ts';
import type { Match, Router } from './router.ts';

const prefix = '/api/v1';

/** Errors by the path below the prefix. */
export type Unavailable = ReadonlyMap<string, ErrorKind>;

/** The endpoints that the path of a URL names, and its query. */
export interface Located<OneEndpoint> {
  match: Match<OneEndpoint>;
  query: RawParams;
}

/** Throws unknownUrl, malformedUrl or the error of an unavailable path. */
export function locate<OneEndpoint extends Endpoint>(
  router: Router<OneEndpoint>,
  unavailable: Unavailable,
  url: string,
): Located<OneEndpoint> {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const match =
    (path.startsWith(prefix) && router.matchFixed(path.slice(prefix.length))) || matchSegments(router, path);
  if (!match) throw (unavailable.get(path.slice(prefix.length)) ?? unknownUrl)();
  const query = parseUrlencoded(mark < 0 ? '' : url.slice(mark + 1));
  if (!query) throw malformedUrl();
  return { match, query };
}

// Some clients send extra slashes or encode plain characters.
function matchSegments<OneEndpoint extends Endpoint>(
  router: Router<OneEndpoint>,
  path: string,
): Match<OneEndpoint> | undefined {
  const [api, version, ...segments] = path.split('/').filter(Boolean).map(decode);
  return `/${api}/${version}` === prefix ? router.match(segments) : undefined;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw malformedUrl();
  }
}
