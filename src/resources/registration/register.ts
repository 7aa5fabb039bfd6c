import type { SubmitsLongReads } from '../../db/turn-queue.ts';
import { clientErrors, type ServesQueues } from '../../registration/client.ts';
import { prepareState } from '../../registration/preparation.ts';
import type { Serves } from '../../registration/realm-state.ts';
import { doRegister, registrationParams, registrationWeight } from '../../registration/registration.ts';
import { spectatorState } from '../../registration/spectator-state.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const register: Endpoint<ServesQueues & Serves & SubmitsLongReads> = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and get the initial state',
  access: 'user',
  writes: false,
  params: registrationParams,
  errors: clientErrors,
  weight: () => registrationWeight,
  prepare: ({ app, user }, params) => prepareState(app, user, params),
  handler({ app, user }, params) {
    return doRegister(app, user, params);
  },
  spectate: ({ app }) => spectatorState(app),
});
