// Bare node:http: reads each request to its end and answers the same bytes each time, or holds GETs until a POST.
import { createServer, type ServerResponse } from 'node:http';
import { residentMemory, serve } from './parent.ts';

const slice = 100;

let body = Buffer.alloc(0);
let holds = false;
let requests = 0;
let waiting = 0;
const held: ServerResponse[] = [];

const server = createServer((request, response) => {
  requests++;
  request.on('data', () => {});
  request.on('end', () => {
    if (holds && request.method === 'GET' && request.url !== '/api/v1/users/me') hold(response);
    else answer(response);
    if (request.method === 'POST') wake(held.splice(0));
  });
});
server.keepAliveTimeout = 75_000;

function hold(response: ServerResponse): void {
  waiting++;
  held.push(response);
}

function wake(responses: readonly ServerResponse[]): void {
  for (const response of responses.slice(0, slice)) answer(response);
  if (responses.length > slice) setImmediate(() => wake(responses.slice(slice)));
}

function answer(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-store',
    'Content-Length': body.length,
  });
  response.end(body);
}

serve(server, (question) => {
  if (typeof question.body === 'string') body = Buffer.from(question.body);
  if (typeof question.holds === 'boolean') holds = question.holds;
  return { requests, waiting, memory: question.memory ? residentMemory() : 0 };
});
