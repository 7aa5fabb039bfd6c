import type { IncomingMessage } from 'node:http';
import type { Trust } from '../http/dispatch.ts';
import { ApiError } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import type { Site } from './site.ts';

/**
 * The user who asks for a page or a file; undefined where nobody is logged in. A page is shown whatever led to it: the
 * site of a link cannot read what the link shows.
 */
export function findViewer(
  { authentication }: Site,
  request: IncomingMessage,
  trust: Trust = 'anywhere',
): User | undefined {
  try {
    return authentication.authenticate(request, trust);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
