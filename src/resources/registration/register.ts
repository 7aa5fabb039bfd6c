import { clientErrors, type ServesQueues } from '../../registration/client.ts';
import type { Serves } from '../../registration/realm-state.ts';
import { doRegister, registrationParams, registrationWeight } from '../../registration/registration.ts';
import { spectatorState } from '../../registration/spectator-state.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const register: Endpoint<ServesQueues & Serves> = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and get the initial state',
  access: 'user',
  scoped: 'reads',
  writes: false,
  params: registrationParams,
  errors: clientErrors,
  weight: () => registrationWeight,
  handler({ app, user }, params) {
    return doRegister(app, user, params);
  },
  spectate: ({ app }) => spectatorState(app),
});
