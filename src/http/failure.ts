import type { IncomingMessage } from 'node:http';
import { WritesStopped } from '../db/fault.ts';
import type { Log } from '../ground/log.ts';
import type { Random } from '../ground/random.ts';
import { ApiError, databaseDamaged, databaseUnavailable, internalError } from './errors.ts';
import { pathOf, requestIdOf } from './request-log.ts';

const outage = /^(SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|CORRUPT|NOTADB)(_|$)|(ENOSPC|EDQUOT|EFBIG|EROFS|EIO)$)/;

/**
 * The error to answer with, for anything thrown. An error that is no ApiError is logged as `event` and hidden from the
 * client: 503 where database or disk are unavailable, 500 with the id of the log line for a fault of the server.
 */
export function asApiError(
  { log, random }: { log: Log; random: Random },
  error: unknown,
  request: IncomingMessage,
  event = 'request failed',
): ApiError {
  if (error instanceof ApiError) return error;
  // Its reason is in the log once, where it began.
  if (error instanceof WritesStopped) return error.fault === 'damage' ? databaseDamaged() : databaseUnavailable();
  const request_id = requestIdOf(random, request);
  log.error(event, { request_id, method: request.method, path: pathOf(request), error });
  return isOutage(error) ? databaseUnavailable() : internalError({ request_id });
}

/** Whether an error of SQLite or of the file system says that reading or writing is impossible at the moment. */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && error.code;
  return typeof code === 'string' && outage.test(code);
}
