import type { IncomingMessage } from 'node:http';
import type { Trust } from '../http/dispatch.ts';
import { ApiError } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import type { Site } from './site.ts';

/**
 * The user who requests a page or file; undefined without a login. Links from other sites count as well, because those
 * sites cannot read the page.
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
