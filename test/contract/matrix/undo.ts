import type { App } from '../../../src/app.ts';
import type { Database } from '../../../src/db/database.ts';
import type { Outcome } from '../../../src/db/outcome.ts';
import { TurnQueue } from '../../../src/db/turn-queue.ts';
import { ApiError } from '../../../src/http/errors.ts';

/** From now on a server answers as usual but rolls back each success, so that the next call finds the same state. */
export function undoWhatSucceeds(app: App): void {
  app.writes = new TurnQueue((actions) => actions.map((action) => tryOut(app.db, action)));
}

/** The outcome of an action. Refusals are not rolled back, so that their changes would be seen. */
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
