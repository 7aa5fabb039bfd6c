// Bare node:http: reads each request to its end and answers the same bytes each time, or holds GETs until a POST.
import { createServer, type ServerResponse } from 'node:http';
import { serve } from './parent.ts';

let body = Buffer.alloc(0);
let holds = false;
let requests = 0;
const held: ServerResponse[] = [];

const server = createServer((request, response) => {
  requests++;
  request.on('data', () => {});
  request.on('end', () => {
    if (holds && request.method === 'GET') held.push(response);
    else answer(response);
    if (holds && request.method === 'POST') for (const one of held.splice(0)) answer(one);
  });
});
server.keepAliveTimeout = 75_000;

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
  return { requests };
});
