import type { IncomingMessage } from 'node:http';

/** The time within which a body must arrive, in milliseconds. Long bodies are checked at this interval. */
const usual = 30_000;
/** The bytes of a long body that must arrive in each interval: 1 KB a second. */
const least = usual;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts the connection of a request whose body does not arrive in time. */
export function limitBodyTime(request: IncomingMessage): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, usual);
  timers.set(request, timer.unref());
  request.once('close', () => clearTimeout(timer));
}

/** Lifts the time limit of a body as long as it keeps arriving. Call the returned function when it is complete. */
export function allowLongBody(request: IncomingMessage): () => void {
  clearTimeout(timers.get(request));
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - before < least) request.destroy();
    before = socket.bytesRead;
  }, usual);
  timer.unref();
  const end = () => clearInterval(timer);
  request.once('close', end);
  return end;
}
