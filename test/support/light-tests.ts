// Imported by each process of `run.ts` before its tests. To tell whose unhandled rejection one is, node:test follows every
// promise to the test that created it, which takes up to an eighth of the time of the tests. Without that, such an error
// still fails the run, but no single test: `bin/node --test FILE` says which one it is.

import asyncHooks from 'node:async_hooks';

const { createHook } = asyncHooks;

asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });

// An import of node:http reads all that it exports, which loads its WebSocket: that takes longer than many a test.
const http: Record<string, unknown> = process.getBuiltinModule('node:http');
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];
