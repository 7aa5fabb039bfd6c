import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '../context.ts';
import { runOwnCommand } from '../ground/own-command.ts';
import { type DataExport, doMark, exportFile, listUnfinishedExports } from '../organization/data-export.ts';

/** Creates the exports that administrators requested. An export that an earlier process began has failed. */
export async function createRequestedExports(app: Context, signal: AbortSignal): Promise<void> {
  for (const one of listUnfinishedExports(app.db)) {
    if (signal.aborted) return;
    if (one.started_at === null) await createExport(app, one, signal);
    else doGiveUp(app, one);
  }
}

async function createExport(app: Context, one: DataExport, signal: AbortSignal): Promise<void> {
  const file = exportFile(app, one.key);
  app.db.transaction(() => doMark(app, one, 'started'));
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    await runOwnCommand(['export', file, '--public', '--data-dir', app.config.data_dir], signal);
    app.db.transaction(() => doMark(app, one, 'finished'));
  } catch (error) {
    if (signal.aborted) return;
    app.log.error('an export failed', { error });
    doGiveUp(app, one);
  }
}

/** The file exists if the process ended between writing it and storing that. */
function doGiveUp(app: Context, one: DataExport): void {
  app.db.transaction(() => doMark(app, one, 'failed'));
  rmSync(exportFile(app, one.key), { force: true });
}
