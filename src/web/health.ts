import type { ServerResponse } from 'node:http';
import type { Site } from './site.ts';

/** Answers 200; or 503 if the database cannot be read, or writing has stopped. */
export function answerHealth({ db }: Site, response: ServerResponse): void {
  const status = db.stoppedBy || !isReadable(db) ? 503 : 200;
  const text = JSON.stringify({ status: status === 200 ? 'ok' : 'failing' });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
  });
  response.end(text);
}

function isReadable(db: Site['db']): boolean {
  try {
    return db.value<number>('SELECT 1 FROM realm') === 1;
  } catch {
    return false;
  }
}
