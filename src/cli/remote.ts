import { accessSync, constants, openAsBlob } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { Option } from 'commander';
import { type Api, encodeParams, type Method, type Params, Refused, readAnswer } from '../mcp/api.ts';
import { describeError, exitCodes, Failure } from './failure.ts';
import { readZuliprc } from './zuliprc.ts';

export interface RemoteOptions {
  zuliprc: string;
}

/** The account that a command acts as. */
export function accountOption(): Option {
  return new Option('--zuliprc <file>', 'file with the address of the server and the key of the account')
    .env('CHATD_ZULIPRC')
    .default(join(homedir(), '.zuliprc'), '~/.zuliprc');
}

/** The server did not answer. */
export class Unreachable extends Failure {}

/** The API of the server that a zuliprc file names, as its account. */
export class RemoteApi implements Api {
  readonly site: string;
  readonly #headers: Record<string, string>;

  /** Throws Failure if the file cannot be used. */
  constructor({ zuliprc }: RemoteOptions) {
    const { email, key, site } = readZuliprc(zuliprc);
    this.site = site.replace(/\/$/, '');
    this.#headers = {
      Authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
      'User-Agent': 'chatd',
    };
  }

  now(): number {
    return Date.now() / 1000;
  }

  async call<T>(method: Method, path: string, params: Params = {}): Promise<T> {
    const form = encodeParams(params);
    const url = `/api/v1${path}`;
    const isQuery = method === 'GET';
    const response = await (isQuery ? this.#send(method, `${url}?${form}`) : this.#send(method, url, { body: form }));
    return readAnswer(await response.text());
  }

  async read(path: string, most: number): Promise<{ type: string; content: Buffer }> {
    const { url } = await this.call<{ url: string }>('GET', path);
    const response = await this.#send('GET', url, { headers: { Range: `bytes=0-${most - 1}` } });
    if (!response.ok) throw new Refused('The file cannot be read.');
    const content = Buffer.from(await response.arrayBuffer()).subarray(0, most);
    return { type: response.headers.get('Content-Type') ?? '', content };
  }

  /** Uploads a file, and returns the link for a message. Throws Refused. */
  async upload(path: string): Promise<string> {
    // The error of openAsBlob does not name the file.
    accessSync(path, constants.R_OK);
    const body = new FormData();
    body.set('file', await openAsBlob(path), basename(path));
    const response = await this.#send('POST', '/api/v1/user_uploads', { body });
    const { url, filename } = readAnswer<{ url: string; filename: string }>(await response.text());
    return `[${filename.replace(/[[\]]/g, '')}](${url})`;
  }

  async #send(method: Method, path: string, { headers, ...rest }: RequestInit = {}): Promise<Response> {
    try {
      return await fetch(`${this.site}${path}`, { method, ...rest, headers: { ...headers, ...this.#headers } });
    } catch (error) {
      throw new Unreachable(exitCodes.failed, `${this.site} does not answer: ${reasonOf(error)}.`);
    }
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? describeError(cause) || String((cause as NodeJS.ErrnoException).code) : String(error);
}

/** Runs a command's action; what the server refuses ends it with the server's words. */
export async function refusable<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Refused) throw new Failure(exitCodes.failed, error.message);
    throw error;
  }
}
