import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOperatorKey, operatorHeader } from '../accounts/operator-key.ts';
import { version } from '../assets.ts';
import type { Fault } from '../db/fault.ts';
import type { Site } from './site.ts';

/** The state of a running server for its operator. */
export interface ServerState {
  version: string;
  /** UNIX seconds. */
  started_at: number;
  users_online: number;
  event_queues: number;
  event_bytes: number;
  memory_bytes: number;
  /** The reason for stopped writes. */
  writes_stopped: Fault | null;
  /** The folder of the daily backups. */
  backup_dir: string | null;
  /** The path of the certificate file. */
  tls_cert: string | null;
  /** Whether a mail server is set, and a push service. */
  sends_mail: boolean;
  sends_push: boolean;
  /** Whether a proxy on this machine is missing among the trusted ones. */
  misses_proxy: boolean;
}

/**
 * Answers 200; or 503 if the database cannot be read, or writing has stopped. The operator also gets the state of the
 * server.
 */
export function answerHealth(app: Site, request: IncomingMessage, response: ServerResponse): void {
  const status = app.db.stoppedBy || !isReadable(app.db) ? 503 : 200;
  const state = isOperator(app, request) ? { server: presentState(app) } : {};
  const body = Buffer.from(JSON.stringify({ status: status === 200 ? 'ok' : 'failing', ...state }));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

function isReadable(db: Site['db']): boolean {
  try {
    return db.value<number>('SELECT 1 FROM realm') === 1;
  } catch {
    return false;
  }
}

function isOperator(app: Site, { headers }: IncomingMessage): boolean {
  const key = headers[operatorHeader];
  try {
    return typeof key === 'string' && isOperatorKey(app, key);
  } catch {
    return false;
  }
}

function presentState({ started_at, queues, db, config, addresses }: Site): ServerState {
  const { users, queues: event_queues, bytes } = queues.sizes;
  return {
    version,
    started_at,
    users_online: users,
    event_queues,
    event_bytes: bytes,
    memory_bytes: process.memoryUsage.rss(),
    writes_stopped: db.stoppedBy ?? null,
    backup_dir: config.backup?.folder ?? null,
    tls_cert: config.tls?.cert_file ?? null,
    sends_mail: config.mail !== undefined,
    sends_push: config.push_service !== undefined,
    misses_proxy: addresses.missesProxy,
  };
}
