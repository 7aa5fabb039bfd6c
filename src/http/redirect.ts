import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Connections at once: nobody stays after the answer. */
const mostConnections = 500;

/** Answers a request right here; returns false if it is led to HTTPS. */
type AnswersHere = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server for plain HTTP that leads everybody to a URL, but for requests that are answered right here. */
export function createRedirect(url: () => string, answersHere: AnswersHere): Server {
  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    response.setHeader('Connection', 'close');
    if (!answersHere(request, response)) redirect(request, response, url());
  });
  server.maxConnections = mostConnections;
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  server.timeout = 20_000;
  return server;
}

function redirect({ url = '/', method = '' }: IncomingMessage, response: ServerResponse, base: string): void {
  // Other methods keep their body.
  response.writeHead(/^(GET|HEAD)$/.test(method) ? 301 : 308, { Location: sameAt(base, url) }).end();
}

/**
 * The URL of a request at another base, which has no trailing slash. The host that the request names is not used, because
 * anyone can choose it.
 */
export function sameAt(base: string, url: string): string {
  const { pathname, search } = URL.canParse(url, base) ? new URL(url, base) : new URL(base);
  return `${base}${pathname}${search}`;
}
