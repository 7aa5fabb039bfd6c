import { assertConforms } from '../contract/shapes/conformance.ts';

/** An answer: its status, headers and JSON body. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
  body: any;
}

export type Values = Record<string, unknown>;

interface Credentials {
  email: string;
  key: string;
}

/** Speaks to a server as existing clients do: text as it is, everything else as JSON in a form field. */
export class Client {
  readonly url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, credentials?: Credentials) {
    this.url = url;
    const { email, key } = credentials ?? { email: '', key: '' };
    const basic = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    this.#headers = { 'User-Agent': 'TestClient/1.0', ...(credentials ? { Authorization: basic } : {}) };
  }

  /** The header that logs in. */
  get authorization(): string {
    return this.#headers.Authorization ?? '';
  }

  get(path: string, values: Values = {}): Promise<Answer> {
    return this.send('GET', `${path}?${form(values)}`);
  }

  post(path: string, values: Values = {}): Promise<Answer> {
    return this.send('POST', path, { body: form(values) });
  }

  patch(path: string, values: Values = {}): Promise<Answer> {
    return this.send('PATCH', path, { body: form(values) });
  }

  put(path: string, values: Values = {}): Promise<Answer> {
    return this.send('PUT', path, { body: form(values) });
  }

  delete(path: string, values: Values = {}): Promise<Answer> {
    return this.send('DELETE', path, { body: form(values) });
  }

  /** Sends anything, for requests that no client makes. The answer must look as the API's description says. */
  async send(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      ...init,
      headers: { ...this.#headers, ...(init.headers as Record<string, string>) },
    });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    assertConforms({ method, path, body: init.body }, response.status, body);
    return { status: response.status, headers: response.headers, body };
  }
}

function form(values: Values): URLSearchParams {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
