import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { Readable } from 'node:stream';
import { assertConforms } from '../contract/shapes/conformance.ts';

/** An answer: its status, headers and JSON body. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
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
  readonly #address: Pick<RequestOptions, 'host' | 'port'>;
  readonly #headers: Record<string, string>;

  constructor(url: string, credentials?: Credentials) {
    this.url = url;
    const { hostname, port } = new URL(url);
    this.#address = { host: hostname, port };
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
    const { bytes, about } = await packBody(init.body);
    const headers = { ...this.#headers, ...about, ...(init.headers as Record<string, string>) };
    const signal = init.signal ?? undefined;
    const escaped = path.replace(/[^!-~]+/g, encodeURIComponent);
    const head = { ...this.#address, path: `/api/v1${escaped}`, method, headers, signal };
    const { status, headers: received, text } = await exchange(head, bytes);
    const body = text === '' ? undefined : JSON.parse(text);
    assertConforms({ method, path, body: init.body }, status, body);
    return { status, headers: received, body };
  }
}

interface Response extends Omit<Answer, 'body'> {
  text: string;
}

// What `fetch`, URLs and web streams do beside takes longer than most answers.
function exchange(head: RequestOptions, body: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const receive = (response: IncomingMessage) => {
      let text = '';
      const { statusCode: status = 0, headers } = response;
      // A stream has no end of its own: that it begins is enough.
      if (headers['content-type'] === 'text/event-stream') {
        response.once('data', () => response.destroy()).on('error', () => {});
        response.on('close', () => resolve({ status, headers, text: '{}' }));
        return;
      }
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status, headers, text })).on('error', reject);
    };
    const sending = request(head, receive).on('error', reject);
    if (body instanceof Readable) body.on('error', (error) => sending.destroy(error)).pipe(sending);
    else sending.end(body);
  });
}

type Sent = string | Buffer | Readable;

/** A body as bytes, or as a stream where it is one, with the headers that tell its form and length. */
async function packBody(body: RequestInit['body']): Promise<{ bytes: Sent; about: Record<string, string> }> {
  if (!body) return { bytes: '', about: {} };
  if (body instanceof ReadableStream) return { bytes: Readable.fromWeb(body as never), about: {} };
  // As a Response it would be packed too, but nearly all are of this form.
  if (body instanceof URLSearchParams)
    return withLength(String(body), 'application/x-www-form-urlencoded;charset=UTF-8');
  const whole = new Response(body);
  return withLength(Buffer.from(await whole.arrayBuffer()), whole.headers.get('Content-Type'));
}

function withLength(bytes: string | Buffer, type: string | null) {
  const length = { 'Content-Length': String(Buffer.byteLength(bytes)) };
  return { bytes, about: type === null ? length : { ...length, 'Content-Type': type } };
}

function form(values: Values): URLSearchParams {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
