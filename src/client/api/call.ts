import { registration } from './registration.ts';
import type { State } from './types.ts';

export type Params = Record<string, unknown>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Calls an endpoint. Throws CallError if the server refuses, and NetworkError if no answer arrives. */
export type Call = <Answer>(method: Method, path: string, params?: Params, options?: CallOptions) => Promise<Answer>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
}

/** The server refused a request. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { msg, code }: { msg?: string; code?: string }) {
    super(msg || `The server answered with status ${status}.`);
    this.status = status;
    this.code = code ?? '';
  }
}

/** No answer arrived, so the result of the request is unknown. */
export class NetworkError extends Error {}

/** The reason of a failure, for people. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return error.message;
}

export const call: Call = async (method, path, params = {}, options = {}) => {
  const form = encode(params);
  const inUrl = method === 'GET' && form.size > 0;
  const response = await request(`/api/v1${path}${inUrl ? `?${form}` : ''}`, {
    method,
    credentials: 'same-origin',
    ...(method === 'GET' ? {} : { body: form }),
    ...options,
  });
  const answer = await readJson(response);
  if (response.ok) return answer as never;
  throw new CallError(response.status, answer);
};

/** Opens a new event queue and returns the state as of its beginning. */
export function register(call: Call, options?: CallOptions): Promise<State> {
  return call('POST', '/register', registration, options);
}

function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError('The server cannot be reached.');
  }
}

/** The body of an answer. Proxies may answer with pages, which contain no code. */
async function readJson(response: Response): Promise<object> {
  try {
    return (await response.json()) as object;
  } catch {
    if (response.ok) throw new NetworkError('The answer was incomplete. Check whether it worked before you try again.');
    return {};
  }
}
