import type { Call } from '../../src/client/api/call.ts';
import type { Ways } from '../../src/client/live/event-stream.ts';

/** The ways of a browser whose network lets no stream through. */
export function onlyPolls(call: Call): Ways {
  const listen = () => Promise.reject(new Error('no stream may be opened'));
  return { call, listen, streams: { mayOpen: () => false, avoid: () => {} } };
}
