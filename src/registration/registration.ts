import type { Context } from '../context.ts';
import { versionFields } from '../ground/version.ts';
import type { Fields } from '../http/endpoint.ts';
import { boolean, hint, integer, oneOf, optional, type Values } from '../http/params.ts';
import type { User } from '../users/user.ts';
import { clientParams, eventTypes, openQueue, readClient, type ServesQueues } from './client.ts';
import type { Serves } from './realm-state.ts';
import { initialState } from './state.ts';

/** How many requests a registration counts as. */
export const registrationWeight = 5;

/** The parameters of a registration. */
export const registrationParams = {
  ...clientParams,
  fetch_event_types: optional(eventTypes, 'Types of events to return the initial state of; by default event_types.'),
  include_subscribers: optional(
    hint(oneOf(['true', 'false', 'partial'])),
    'Whether to list the subscribers of channels.',
    {
      fallback: 'false' as const,
    },
  ),
  slim_presence: optional(hint(boolean()), 'Whether to key presence by user id.', { fallback: false }),
  presence_history_limit_days: optional(hint(integer()), 'Maximum age of the returned presence, in days.'),
};

/** Types of events whose initial state a registration wants; undefined for all. */
function fetchedTypes({
  fetch_event_types,
  event_types,
}: Pick<Values<typeof registrationParams>, 'fetch_event_types' | 'event_types'>): readonly string[] | undefined {
  return fetch_event_types ?? event_types ?? undefined;
}

/** Opens an event queue. Returns it with the state as of its beginning. Throws one of clientErrors. */
export function doRegister(
  app: Context & ServesQueues & Serves,
  user: User,
  registration: Values<typeof registrationParams>,
): Fields {
  const { include_subscribers, slim_presence } = registration;
  const client = readClient(app, user, registration);
  const state = initialState(app, user, fetchedTypes(registration), {
    ...client,
    include_subscribers,
    slim_presence,
    presence_history_limit_days: registration.presence_history_limit_days,
  });
  const queue = openQueue(app, client);
  // Not spread into a new object: the state has a hundred fields.
  return Object.assign(
    state,
    { queue_id: queue.id, last_event_id: -1, idle_queue_timeout_secs: client.lifespan },
    versionFields,
  );
}
