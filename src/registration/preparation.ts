import { accountPreparations } from '../accounts/state.ts';
import { channelPreparations } from '../channels/state.ts';
import type { Context } from '../context.ts';
import { readInTurns, type SubmitsLongReads } from '../db/turn-queue.ts';
import { prepareGroups } from '../groups/user-group.ts';
import type { Values } from '../http/params.ts';
import type { StatePreparations } from '../users/state-section.ts';
import type { User } from '../users/user.ts';
import { fetchedTypes, type registrationParams } from './registration.ts';

type Registration = Values<typeof registrationParams>;

const preparations: StatePreparations = {
  ...accountPreparations,
  realm_user_groups: prepareGroups,
  ...channelPreparations,
};

/**
 * Reads into the caches what the initial state of a registration needs, a few milliseconds at a time. What somebody
 * changes meanwhile is read again with the state itself, so the state is that of one moment.
 */
export function prepareState(app: Context & SubmitsLongReads, user: User, registration: Registration): Promise<void> {
  return readInTurns(app, listSteps(app, user, registration));
}

function* listSteps(app: Context, user: User, registration: Registration): Generator<unknown, void> {
  const types = fetchedTypes(registration);
  const asked = Object.entries(preparations).filter(([type]) => types?.includes(type) ?? true);
  for (const prepare of new Set(asked.map(([, prepare]) => prepare))) yield* prepare(app, user, registration);
}
