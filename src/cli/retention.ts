import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { findChannel } from '../conversations/channel.ts';
import { countExpired, countExpiredFiles } from '../messages/retention.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable, say } from './output.ts';

export function addRetention(program: Command): void {
  program
    .command('retention')
    .summary('count the messages that are due for deletion')
    .description(
      'Count the messages that are older than their channel or the organization keeps them, and the files that only ' +
        'they refer to. A running server deletes them every five minutes; this command deletes nothing.',
    )
    .option('--dry-run', 'required: this command deletes nothing')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd retention --dry-run')
    .action(printExpired);
}

/** The messages and files of one channel that would be deleted. Times are UNIX seconds. */
interface Row {
  channel_id: number | null;
  name: string | null;
  days: number;
  messages: number;
  oldest: number;
}

async function printExpired(options: AdminOptions & { dryRun?: true; json?: true }): Promise<void> {
  if (!options.dryRun) {
    throw new Failure(exitCodes.usage, 'a running server deletes messages by itself; --dry-run counts them.');
  }
  const { places, files } = await withApp(options, (app) => ({ places: listRows(app), files: countExpiredFiles(app) }));
  const messages = places.reduce((sum, one) => sum + one.messages, 0);
  if (options.json) return printJson({ messages, places, files: files.count, bytes: files.bytes });
  if (places.length === 0) return say('No message would be deleted.');
  printTable([['CHANNEL', 'KEPT', 'MESSAGES', 'OLDEST'], ...places.map(describe)]);
  if (files.count > 0)
    say(`With them would go ${files.count === 1 ? '1 file' : `${files.count} files`}, ${files.bytes} bytes.`);
}

function listRows(app: Context): Row[] {
  return countExpired(app).map(({ channel_id, count, days, oldest }) => {
    const name = channel_id === null ? null : (findChannel(app.db, channel_id)?.name ?? null);
    return { channel_id, name, days, messages: count, oldest };
  });
}

function describe({ name, days, messages, oldest }: Row): string[] {
  const day = new Date(oldest * 1000).toISOString().slice(0, 10);
  return [name ?? '(direct messages)', days === 1 ? '1 day' : `${days} days`, String(messages), day];
}
