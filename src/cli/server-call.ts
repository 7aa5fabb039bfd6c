import { text } from 'node:stream/consumers';
import { requestOf } from '../http/request-of.ts';

/** In milliseconds. */
const patience = 5000;

export interface ServerAnswer {
  /** Undefined if the server did not answer. */
  status?: number;
  body: string;
  /** The reason for a missing answer, as a sentence. */
  problem?: string;
}

/** Sends GET to the server of this machine. */
export function askServer(address: string, path: string, headers: Record<string, string> = {}): Promise<ServerAnswer> {
  const url = new URL(path, address);
  // The certificate is issued for the public name, but the address is local.
  const options = { headers, timeout: patience, rejectUnauthorized: false, agent: false as const };
  return new Promise((resolve) => {
    const fail = (reason: string) => resolve({ body: '', problem: `${address} does not answer: ${reason}.` });
    requestOf(url)(url, options, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body }),
        (error: Error) => fail(error.message),
      );
    })
      .on('timeout', function (this: { destroy(error: Error): void }) {
        this.destroy(new Error(`nothing came within ${patience / 1000} seconds`));
      })
      .on('error', (error: Error & { code?: string }) => fail(error.message || (error.code ?? 'it failed')))
      .end();
  });
}
