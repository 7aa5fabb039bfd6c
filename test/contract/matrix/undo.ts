import type { App } from '../../../src/app.ts';
import type { Database, Outcome } from '../../../src/db/database.ts';
import { TurnQueue } from '../../../src/db/turn-queue.ts';
import { ApiError } from '../../../src/http/errors.ts';

/** From now on a server answers as ever, but what succeeds is undone, so that the next call finds what this one found. */
export function undoWhatSucceeds(app: App): void {
  app.writes = new TurnQueue((actions) => actions.map((action) => tryOut(app.db, action)));
}

/** What an action comes to. Only refusals are kept: whoever looks must see what a refusal has changed. */
function tryOut(db: Database, action: () => unknown): Outcome {
  let success: Outcome | undefined;
  const [outcome] = db.group([
    () => {
      const value = action();
      if (value instanceof ApiError) return value;
      success = { value };
      throw new Error('undone');
    },
  ]);
  return success ?? (outcome as Outcome);
}
