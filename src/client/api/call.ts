import { t } from '../language/texts.ts';
import { registration } from './registration.ts';
import { longestSilence, watchSilence } from './silence.ts';
import type { State } from './types.ts';

export type Params = Record<string, unknown>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Calls an endpoint. Throws CallError if the server refuses, and NetworkError if no answer arrives. */
export type Call = <Answer>(method: Method, path: string, params?: Params, options?: CallOptions) => Promise<Answer>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Whether the request outlives the page. */
  keepalive?: boolean;
  /** Milliseconds without a sign of the server after which the request fails; by default those of its method. */
  silence?: number;
}

/** The headers of each request. */
export const headers: Record<string, string> = {};

/** Names the user of this page in each request: the server refuses it if somebody else has logged in since. */
export function actFor(user_id: number): void {
  headers['X-Chatd-User'] = `${user_id}`;
}

/** The server refused a request. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, { msg, code }: Refusal) {
    super(msg || t('api.refused', { status }));
    this.status = status;
    this.code = code ?? '';
  }
}

interface Refusal {
  msg?: string;
  code?: string;
}

/** No answer arrived, so the result of the request is unknown. */
export class NetworkError extends Error {}

/** The reason of a failure, for people. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return error.message;
}

export const call: Call = async (method, path, params = {}, { silence, signal, ...options } = {}) => {
  const form = encode(params);
  const isRead = method === 'GET';
  const url = `/api/v1${path}${isRead && form.size > 0 ? `?${form}` : ''}`;
  const init = { method, credentials: 'same-origin', ...(isRead ? {} : { body: form }), ...options } as const;
  const [time, problem] = isRead
    ? ([longestSilence.reading, t('api.unanswered')] as const)
    : [longestSilence.acting, t('api.unknownResult')];
  const controller = new AbortController();
  const { heard, end } = watchSilence(silence ?? time, () => controller.abort(new NetworkError(problem)));
  const signals = signal ? [signal, controller.signal] : [controller.signal];
  const begun = () => heard(longestSilence.receiving);
  return ask(url, { ...init, signal: AbortSignal.any(signals) }, begun).finally(end) as never;
};

/** Opens a new event queue and returns the state as of its beginning. It can be asked again, like what only reads. */
export function register(call: Call, options?: CallOptions): Promise<State> {
  return call('POST', '/register', registration, { silence: longestSilence.reading, ...options });
}

export function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

type Asking = RequestInit & { signal: AbortSignal };

/** Returns the fields of an answer, and calls back when it begins. */
async function ask(url: string, init: Asking, begun: () => void): Promise<object> {
  return readJson(await begin(url, init, begun), init);
}

/** Returns a successful answer that has begun. Throws CallError if the server refuses, and NetworkError. */
export async function begin(url: string, init: Asking, begun?: () => void): Promise<Response> {
  const response = await request(url, init);
  begun?.();
  if (response.ok) return response;
  const refusal: Refusal = await readJson(response, init);
  const { status } = response;
  // Each refusal of the server has a code.
  if (refusal.code === undefined) throw new NetworkError(t('api.proxyAnswered', { status }));
  throw new CallError(status, refusal);
}

async function request(url: string, init: Asking): Promise<Response> {
  try {
    // Chromium lets a request of the same address wait up to twenty seconds for the one before, for the sake of its cache.
    return await fetch(url, { ...init, cache: 'no-store', headers });
  } catch (error) {
    if (init.signal.aborted) throw error;
    throw new NetworkError(t('api.unreachable'));
  }
}

/** The body of an answer. Proxies may refuse with pages. */
async function readJson(response: Response, { signal }: Asking): Promise<Refusal> {
  try {
    return (await response.json()) as Refusal;
  } catch {
    if (signal.aborted) throw signal.reason;
    if (response.ok) throw new NetworkError(t('api.incompleteAnswer'));
    return {};
  }
}
