import type { TestContext } from 'node:test';
import type { App } from '../../src/app.ts';
import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import {
  ApiError,
  type ErrorKind,
  parameterAmbiguous,
  parameterBadValue,
  parameterInvalid,
  parameterMissing,
  parameterNotAllowed,
} from '../../src/http/errors.ts';

// Reading parameters is described by their schemas, not by each endpoint.
const ofReading: readonly ErrorKind<never>[] = [
  parameterAmbiguous,
  parameterBadValue,
  parameterInvalid,
  parameterMissing,
  parameterNotAllowed,
];

/**
 * Collects, until the test ends, the errors that endpoints throw or return: their handlers, their preparations, what
 * looks at their files as they arrive, and their parameters' readers. The list grows as requests are answered.
 */
export function watchErrors(t: TestContext): unknown[] {
  const thrown: unknown[] = [];
  for (const endpoint of Object.values(endpoints)) {
    watch(t, endpoint, 'handler', thrown);
    if (endpoint.prepare) watch(t, endpoint, 'prepare', thrown);
    if (endpoint.spool) watchSpool(t, endpoint as Endpoint & Spooling, thrown);
  }
  // Endpoints of one noun share some of their parameters.
  const params = new Set(Object.values(endpoints).flatMap((endpoint) => Object.values(endpoint.params)));
  for (const param of params) watch(t, param, 'read', thrown);
  return thrown;
}

/** Those of some errors that an endpoint neither declares nor may throw undeclared. */
export function undeclared(endpoint: Endpoint, thrown: readonly unknown[]): unknown[] {
  return thrown.filter((error) => !(error instanceof ApiError) || !isAllowed(endpoint, error));
}

function isAllowed(endpoint: Endpoint, { kind }: ApiError): boolean {
  return endpoint.errors.includes(kind) || ofReading.includes(kind);
}

type Spooling = Required<Pick<Endpoint<App>, 'spool'>>;

/** What is thrown while a file arrives. */
function watchSpool(t: TestContext, endpoint: Spooling, thrown: unknown[]): void {
  const original = endpoint.spool;
  t.mock.method(endpoint, 'spool', (app: App) => {
    const options = original(app);
    watch(t, options, 'ensureSpace', thrown);
    return options;
  });
}

type Method = (...values: unknown[]) => unknown;

function watch(t: TestContext, owner: object, name: string, thrown: unknown[]): void {
  const methods = owner as Record<string, Method>;
  const original = methods[name] as Method;
  t.mock.method(methods, name, (...values: unknown[]) => {
    const note = (error: unknown): never => {
      thrown.push(error);
      throw error;
    };
    try {
      const result = original.apply(owner, values);
      if (result instanceof ApiError) thrown.push(result);
      return result instanceof Promise ? result.catch(note) : result;
    } catch (error) {
      return note(error);
    }
  });
}
