import { versionFields } from '../../ground/version.ts';
import { boolean, integer, oneOf, optional } from '../../http/params.ts';
import {
  clientErrors,
  clientParams,
  doOpenQueue,
  eventTypes,
  readClient,
  type ServesQueues,
} from '../../registration/client.ts';
import type { Serves } from '../../registration/realm-state.ts';
import { initialState } from '../../registration/state.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const register: Endpoint<ServesQueues & Serves> = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and get the initial state',
  access: 'user',
  writes: false,
  params: {
    ...clientParams,
    fetch_event_types: optional(eventTypes, 'Types of events whose initial state is wanted; by default event_types.'),
    include_subscribers: optional(oneOf(['true', 'false', 'partial']), "Whether to list channels' subscribers.", {
      fallback: 'false' as const,
    }),
    slim_presence: optional(boolean(), 'Presence by user id.', { fallback: false }),
    presence_history_limit_days: optional(integer({ min: 0 }), 'How far back presence goes.'),
  },
  errors: clientErrors,
  weight: () => 5,
  handler({ app, user }, params) {
    const client = readClient(app, user, params);
    const state = initialState(app, user, params.fetch_event_types ?? params.event_types ?? undefined, {
      ...client,
      include_subscribers: params.include_subscribers,
      slim_presence: params.slim_presence,
      presence_history_limit_days: params.presence_history_limit_days,
    });
    const queue = doOpenQueue(app, client);
    return { queue_id: queue.id, last_event_id: -1, ...versionFields, ...state };
  },
});
