import { endpoints } from '../../src/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import type { Answer, Client, Values } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import type { Call } from './call.ts';
import { validCalls } from './calls.ts';

/** Endpoints whose answer is a document or a stream and not an envelope with fields. */
export const documents: readonly string[] = ['getOpenApi', 'streamEvents'];

/** A call of this endpoint that succeeds. */
export async function validCall(server: TestServer, id: string): Promise<Call> {
  const make = validCalls[id];
  if (!make) throw new Error(`${id} has no call that succeeds: add one in test/contract/calls/`);
  return make(server);
}

/** Names in validCalls that no endpoint has. */
export function strayCalls(): string[] {
  return Object.keys(validCalls).filter((id) => !Object.hasOwn(endpoints, id));
}

/** Makes a call the way clients do: parameters in the query of a GET, in the form of everything else. */
export function make(server: TestServer, endpoint: Endpoint, call: Call): Promise<Answer> {
  return makeAs(clientOf(server, call.as), endpoint, call);
}

/** The ways parameters travel. */
export const carriers = ['query', 'urlencoded', 'multipart', 'json'] as const;
export type Carrier = (typeof carriers)[number];

/** Makes a call with its parameters in the query or in a body of one of three forms. */
export function makeWith(carrier: Carrier, server: TestServer, endpoint: Endpoint, call: Call): Promise<Answer> {
  return sendWith(carrier, clientOf(server, call.as), endpoint, call);
}

/** Calls the API as clients do, with the login of a client. */
export function makeAs(client: Client, endpoint: Endpoint, call: Omit<Call, 'as'>): Promise<Answer> {
  return sendWith(endpoint.method === 'GET' ? 'query' : 'urlencoded', client, endpoint, call);
}

function sendWith(carrier: Carrier, client: Client, endpoint: Endpoint, call: Omit<Call, 'as'>): Promise<Answer> {
  const path = pathOf(endpoint, call);
  const { suffix, init } = packCall(carrier, endpoint, call);
  const headers = call.userAgent ? { 'User-Agent': call.userAgent } : {};
  return client.send(endpoint.method, path + suffix, {
    ...init,
    headers: { ...init.headers, ...headers, ...call.sends },
  });
}

/** A call packed for a carrier. An endpoint that takes a payload has its parameters in the query. */
export function packCall(carrier: Carrier, endpoint: Endpoint, call: Omit<Call, 'as'>): Packed {
  if (call.files) return packFiles(call);
  if (endpoint.payload === undefined) return pack(carrier, call.values ?? {});
  return { ...pack('query', call.values ?? {}), init: call.payload === undefined ? {} : jsonBody(call.payload) };
}

interface Packed {
  /** What follows the path. */
  suffix: string;
  init: RequestInit;
}

/** Values packed for a carrier: what follows the path, and the body with its headers. */
export function pack(carrier: Carrier, values: Values): Packed {
  const fields = formFields(values);
  switch (carrier) {
    case 'query':
      return { suffix: fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`, init: {} };
    case 'urlencoded':
      return { suffix: '', init: { body: new URLSearchParams(fields) } };
    case 'multipart':
      return { suffix: '', init: { body: formData(fields) } };
    case 'json':
      return { suffix: '', init: jsonBody(values) };
  }
}

/** A call with files, which only a multipart form can carry. */
function packFiles({ values = {}, files = [] }: Omit<Call, 'as'>): Packed {
  const body = formData(formFields(values));
  for (const { name, bytes } of files) body.append('file', new Blob([bytes]), name);
  return { suffix: '', init: { body } };
}

export function clientOf(server: TestServer, name: Call['as']): Client {
  return name === 'anonymous' ? server.anonymous : server.as(name);
}

/** An endpoint's path with a call's values in it. */
export function pathOf(endpoint: Endpoint, call: Pick<Call, 'path'>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(call.path?.[name] ?? '')));
}

/** Whether a parameter is a part of the path. */
export function isInPath(endpoint: Endpoint, name: string): boolean {
  return endpoint.path.includes(`{${name}}`);
}

/** The same call with one parameter changed, in the path or beside it. */
export function withValue(endpoint: Endpoint, call: Call, name: string, value: string): Call {
  return isInPath(endpoint, name)
    ? { ...call, path: { ...call.path, [name]: value } }
    : { ...call, values: { ...call.values, [name]: value } };
}

function formFields(values: Values): [string, string][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
}

function formData(fields: readonly [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

function jsonBody(value: unknown): RequestInit {
  return { body: JSON.stringify(value), headers: { 'Content-Type': 'application/json' } };
}
