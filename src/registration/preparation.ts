import { accountPreparations } from '../accounts/state.ts';
import { channelPreparations } from '../channels/state.ts';
import type { Context } from '../context.ts';
import type { TurnQueue } from '../db/turn-queue.ts';
import type { StatePreparations } from '../users/state-section.ts';
import type { User } from '../users/user.ts';

/** A port for reads that let other requests through between them. */
export interface SubmitsLongReads {
  longReads: TurnQueue;
}

const preparations: StatePreparations = { ...accountPreparations, ...channelPreparations };

/** In milliseconds: the time of the steps between which no other request gets through. */
const turn = 5;

/**
 * Reads into the caches what the initial state for some event types, or for all, needs, a few milliseconds at a time.
 * What somebody changes meanwhile is read again with the state itself, so the state is that of one moment.
 */
export async function prepareState(
  app: Context & SubmitsLongReads,
  user: User,
  types: readonly string[] | undefined,
): Promise<void> {
  const steps = listSteps(app, user, types);
  // A small organization needs no turn of its own.
  let isDone = advance(steps);
  while (!isDone) isDone = await app.longReads.submit(() => advance(steps));
}

function* listSteps(app: Context, user: User, types: readonly string[] | undefined): Generator<unknown, void> {
  const asked = Object.entries(preparations).filter(([type]) => types?.includes(type) ?? true);
  for (const prepare of new Set(asked.map(([, prepare]) => prepare))) yield* prepare(app, user);
}

/** Runs steps for the time of a turn. Returns whether no step is left. */
function advance(steps: Iterator<unknown>): boolean {
  const end = performance.now() + turn;
  while (performance.now() < end) if (steps.next().done) return true;
  return false;
}
