// Somebody else, who asks the server on a port for something cheap again and again and notes how long the slowest
// answer took. Arguments: the port, and the bytes of the request.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../connection.ts';
import { serve } from './parent.ts';

const [port, request = ''] = process.argv.slice(2);
const connection = await Connection.open(Number(port));
let isAsking = false;
let slowest = 0;

async function ask(): Promise<void> {
  while (isAsking) {
    const began = performance.now();
    await connection.request(request);
    slowest = Math.max(slowest, performance.now() - began);
    await wait(1);
  }
}

serve(createServer(), ({ begin }) => {
  const figures = { slowest };
  slowest = 0;
  isAsking = begin === true;
  if (isAsking) ask();
  return figures;
});
