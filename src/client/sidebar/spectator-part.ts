import { part } from '../api/part.ts';

/** Views for people who read without an account. */
export const spectator = part('sidebar/spectator.tsx', () => import('./spectator.tsx'));
