import { part } from '../api/part.ts';

export const companions = part('companions/companions.ts', () => import('../companions/companions.ts'));

/** Everything that is loaded together when the browser is idle. */
export const more = part('more.ts', () => import('../more.ts'));
