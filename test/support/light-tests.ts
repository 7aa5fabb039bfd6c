// Imported by each process of `run.ts` before its tests. To tell whose unhandled rejection one is, node:test follows every
// promise to the test that created it, which takes up to an eighth of the time of the tests. Without that, such an error
// still fails the run, but no single test: `bin/node --test FILE` says which one it is.

import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;

asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
