import type { IncomingMessage } from 'node:http';
import { WritesStopped } from '../db/fault.ts';
import type { Log } from '../ground/log.ts';
import type { Random } from '../ground/random.ts';
import { ApiError, databaseDamaged, databaseUnavailable, internalError } from './errors.ts';
import { pathOf, requestIdOf } from './request-log.ts';

const outage = /^(SQLITE_(FULL|IOERR|BUSY|READONLY|CANTOPEN|CORRUPT|NOTADB)(_|$)|(ENOSPC|EDQUOT|EFBIG|EROFS|EIO)$)/;

/**
 * Converts anything thrown into the error to answer with. An unforeseen error is logged as `event` and hidden from the
 * client: 503 if database or disk is unavailable, else 500 with the id of the log line.
 */
export function asApiError(
  { log, random }: { log: Log; random: Random },
  error: unknown,
  request: IncomingMessage,
  event = 'request failed',
): ApiError {
  if (error instanceof ApiError) return error;
  // The cause was logged when it occurred.
  if (error instanceof WritesStopped) return error.fault === 'damage' ? databaseDamaged() : databaseUnavailable();
  const request_id = requestIdOf(random, request);
  log.error(event, { request_id, method: request.method, path: pathOf(request), error });
  return isOutage(error) ? databaseUnavailable() : internalError({ request_id });
}

/** Whether an SQLite or file system error means that reading or writing is impossible at the moment. */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error && error.code;
  return typeof code === 'string' && outage.test(code);
}
