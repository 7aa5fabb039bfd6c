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

/** The lists of the tests that watch. */
const lists = new Set<unknown[]>();
let isWatched = false;

/**
 * Collects, until the test ends, the errors that endpoints throw or return: their handlers, their preparations, what
 * looks at their files as they arrive, and their parameters' readers. The list grows as requests are answered.
 */
export function watchErrors(t: TestContext): unknown[] {
  // Once a process: there are thousands of functions to watch.
  if (!isWatched) watchEndpoints();
  isWatched = true;
  const thrown: unknown[] = [];
  lists.add(thrown);
  t.after(() => lists.delete(thrown));
  return thrown;
}

function watchEndpoints(): void {
  for (const endpoint of Object.values(endpoints)) {
    watch(endpoint, 'handler');
    if (endpoint.prepare) watch(endpoint, 'prepare');
    if (endpoint.spool) watchSpool(endpoint as Endpoint & Spooling);
  }
  // Endpoints of one noun share some of their parameters.
  const params = new Set(Object.values(endpoints).flatMap((endpoint) => Object.values(endpoint.params)));
  for (const param of params) watch(param, 'read');
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
function watchSpool(endpoint: Spooling): void {
  const original = endpoint.spool;
  endpoint.spool = (app) => {
    const options = original(app);
    watch(options, 'ensureSpace');
    return options;
  };
}

type Method = (...values: unknown[]) => unknown;

function watch(owner: object, name: string): void {
  const methods = owner as Record<string, Method>;
  const original = methods[name] as Method;
  methods[name] = (...values) => {
    try {
      const result = original.apply(owner, values);
      if (result instanceof ApiError) collect(result);
      return result instanceof Promise ? result.catch(collectAndThrow) : result;
    } catch (error) {
      return collectAndThrow(error);
    }
  };
}

function collect(error: unknown): void {
  for (const list of lists) list.push(error);
}

function collectAndThrow(error: unknown): never {
  collect(error);
  throw error;
}
