import { insertSession } from '../../src/accounts/session.ts';
import { sessionCookie } from '../../src/accounts/session-cookie.ts';
import { type Answer, Client, type Values } from './client.ts';
import type { CastName, TestServer } from './server.ts';

/** A page, or another answer that is not the API's. */
export interface Page {
  status: number;
  headers: Headers;
  html: string;
  /** What stands in the bar of the browser. */
  title: string | undefined;
}

/** What a browser says of itself, and of the page that makes it send a request. */
export const fetchedByPage = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' };
const typed = { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate' };
const sentByForm = { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' };

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

/** Keeps cookies, and follows no redirect by itself. */
export class Browser {
  readonly url: string;
  readonly #cookies = new Map<string, string>();

  constructor({ url }: Pick<TestServer, 'url'>) {
    this.url = url;
  }

  /** The Cookie header; undefined where there is no cookie. */
  get cookie(): string | undefined {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length === 0 ? undefined : pairs.join('; ');
  }

  /** Takes a Set-Cookie header. */
  accept(header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (header.includes('Max-Age=0;')) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  /** Goes to an address that was typed. */
  open(path: string, headers: Record<string, string> = {}): Promise<Page> {
    return this.#fetch(path, { headers: { ...typed, ...headers } });
  }

  /** Sends a form of one of the server's own pages. */
  submit(path: string, values: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Page> {
    const body = new URLSearchParams(values);
    return this.#fetch(path, { method: 'POST', body, headers: { ...sentByForm, ...headers } });
  }

  /** Calls the API as a script of the server's own pages does. */
  async call(method: string, path: string, values: Values = {}, headers?: Record<string, string>): Promise<Answer> {
    const form = new URLSearchParams(
      Object.entries(values).map(
        ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
      ),
    );
    const isGet = method === 'GET';
    const answer = await new Client(this.url).send(method, isGet ? `${path}?${form}` : path, {
      ...(isGet ? {} : { body: form }),
      headers: { ...(headers ?? fetchedByPage), ...this.#own() },
    });
    for (const header of answer.headers['set-cookie'] ?? []) this.accept(header);
    return answer;
  }

  async #fetch(path: string, init: RequestInit): Promise<Page> {
    const headers = { ...this.#own(), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers });
    for (const header of response.headers.getSetCookie()) this.accept(header);
    const html = await response.text();
    return { status: response.status, headers: response.headers, html, title: /<title>(.*)<\/title>/.exec(html)?.[1] };
  }

  #own(): Record<string, string> {
    return { 'User-Agent': firefox, ...(this.cookie === undefined ? {} : { Cookie: this.cookie }) };
  }
}

/** A browser in which one of the cast is logged in. */
export function browserOf(server: TestServer, name: CastName, userAgent: string = firefox): Browser {
  const browser = new Browser(server);
  const token = server.db.transaction(() => insertSession(server.app, server.users[name], userAgent));
  browser.accept(sessionCookie(server.app, token));
  return browser;
}
