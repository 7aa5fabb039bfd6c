import { fileURLToPath } from 'node:url';

/** Runs chatd. */
export const launcher: string = fileURLToPath(new URL('../../bin/chatd', import.meta.url));
