import type { RawParams } from './body.ts';
import type { Endpoint, Method } from './endpoint.ts';

/** The methods that the endpoints of a path answer. */
export function listMethods(endpoints: ReadonlyMap<Method, Endpoint>): string[] {
  const methods = [...endpoints.values()].flatMap((one) => (answersHead(one) ? [one.method, 'HEAD'] : [one.method]));
  return [...new Set(methods)].sort();
}

/** Whether a HEAD request is answered. Some tools send it to find out whether a URL accepts their payload. */
export function answersHead({ method, payload }: Endpoint): boolean {
  return method === 'GET' || payload !== undefined;
}

export function carriesBody(method: string): boolean {
  return method === 'POST' || method === 'PATCH' || method === 'PUT' || method === 'DELETE';
}

/**
 * The method that a request means, which is taken from its body: some form senders can only POST, and name it in a
 * field, which is no parameter of the endpoint.
 */
export function takeMethod(method: string, body: RawParams): Method {
  const named = method === 'POST' ? body.get('method') : undefined;
  if (typeof named !== 'string') return method as Method;
  body.delete('method');
  return named.toUpperCase() as Method;
}
