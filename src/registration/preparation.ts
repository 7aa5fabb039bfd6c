import { accountPreparations } from '../accounts/state.ts';
import { channelPreparations } from '../channels/state.ts';
import type { Context } from '../context.ts';
import type { TurnQueue } from '../db/turn-queue.ts';
import { prepareGroups } from '../groups/user-group.ts';
import type { Values } from '../http/params.ts';
import type { StatePreparations } from '../users/state-section.ts';
import type { User } from '../users/user.ts';
import { fetchedTypes, type registrationParams } from './registration.ts';

/** A port for reads that let other requests through between them. */
export interface SubmitsLongReads {
  longReads: TurnQueue;
}

type Registration = Values<typeof registrationParams>;

const preparations: StatePreparations = {
  ...accountPreparations,
  realm_user_groups: prepareGroups,
  ...channelPreparations,
};

/** In milliseconds: the time of the steps between which no other request gets through. */
const turn = 5;

/**
 * Reads into the caches what the initial state of a registration needs, a few milliseconds at a time. What somebody
 * changes meanwhile is read again with the state itself, so the state is that of one moment.
 */
export async function prepareState(
  app: Context & SubmitsLongReads,
  user: User,
  registration: Registration,
): Promise<void> {
  const steps = listSteps(app, user, registration);
  // A small organization needs no turn of its own.
  let isDone = advance(steps);
  while (!isDone) isDone = await app.longReads.submit(() => advance(steps));
}

function* listSteps(app: Context, user: User, registration: Registration): Generator<unknown, void> {
  const types = fetchedTypes(registration);
  const asked = Object.entries(preparations).filter(([type]) => types?.includes(type) ?? true);
  for (const prepare of new Set(asked.map(([, prepare]) => prepare))) yield* prepare(app, user, registration);
}

/** Runs steps for the time of a turn. Returns whether no step is left. */
function advance(steps: Iterator<unknown>): boolean {
  const end = performance.now() + turn;
  while (performance.now() < end) if (steps.next().done) return true;
  return false;
}
