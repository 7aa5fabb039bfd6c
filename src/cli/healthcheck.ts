import { resolve } from 'node:path';
import type { Command } from 'commander';
import { findRunningServer } from '../db/data-dir.ts';
import { defaultDataDir } from '../ground/server-settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { dataDirOption } from './options.ts';
import { say } from './output.ts';
import { askServer } from './server-call.ts';

export function addHealthcheck(program: Command): void {
  program
    .command('healthcheck')
    .summary('check that the server answers')
    .description(
      'Check whether the running server can read and write: exits with 0 if so, else with 1. For containers.',
    )
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      '\nExample, in a Dockerfile:\n  HEALTHCHECK CMD ["chatd", "healthcheck", "--data-dir", "/data"]',
    )
    .action(healthcheck);
}

async function healthcheck({ dataDir }: { dataDir?: string }): Promise<void> {
  const data_dir = resolve(dataDir ?? defaultDataDir);
  const server = findRunningServer(data_dir);
  if (!server) throw new Failure(exitCodes.failed, `No server runs on ${data_dir}.`);
  const answer = await askServer(server.address, '/health');
  if (answer.status === 200) return say('ok');
  throw new Failure(
    exitCodes.failed,
    answer.problem ?? `The server answers ${answer.status}: it cannot read or write.`,
  );
}
