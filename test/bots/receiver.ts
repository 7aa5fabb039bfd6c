import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** What an outgoing webhook's receiver got. */
export interface Received {
  method: string | undefined;
  type: string | undefined;
  body: string;
}

/** What it got besides: the headers of each request. */
export type ReceivedHeaders = IncomingMessage['headers'];

type Answer = (response: ServerResponse, count: number) => void;

/** A receiver on this machine that notes what it gets and answers as it is told; it ends with the test. */
export class Receiver {
  readonly received: Received[] = [];
  readonly headers: ReceivedHeaders[] = [];
  url = '';
  /** How the next requests are answered; `count` is the number of the request, from 1 on. */
  answer: Answer = (response) => response.end('{}');

  async start(t: TestContext): Promise<this> {
    const server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return this;
  }

  /** Answers with a JSON body. */
  say(body: unknown): void {
    this.answer = (response) => response.end(JSON.stringify(body));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    this.headers.push(request.headers);
    this.received.push({ method: request.method, type: request.headers['content-type'], body });
    this.answer(response, this.received.length);
  }
}
