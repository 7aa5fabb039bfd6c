import { fileURLToPath } from 'node:url';

/** Runs chatd from its sources. */
export const sourceLauncher: string = fileURLToPath(new URL('../../bin/chatd', import.meta.url));

/** Runs the chatd of tests: among all tests a bundled copy, which run.ts makes because it starts in half the time. */
export const launcher: string = process.env.CHATD_TEST_LAUNCHER ?? sourceLauncher;
