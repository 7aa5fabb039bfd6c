import type { Command } from 'commander';
import { type Channel, listChannels } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';
import { type DataOptions, withDatabase } from './open-database.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable } from './output.ts';

export function addListChannels(program: Command): void {
  program
    .command('list-channels')
    .summary('list channels')
    .description('List all channels, including private and archived ones.')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd list-channels --json')
    .action(printChannels);
}

async function printChannels(options: DataOptions & { json?: true }): Promise<void> {
  const channels = await withDatabase(options, listRows);
  if (options.json) printJson(channels);
  else printTable([['ID', 'NAME', 'PRIVACY', 'SUBSCRIBERS', ''], ...channels.map(row)]);
}

function listRows(db: Database) {
  const subscribers = new Map(
    db.tuples<[number, number]>(
      `SELECT channel_id, count(*) FROM subscriptions JOIN users ON users.id = user_id
       WHERE subscriptions.is_active = 1 AND users.is_active = 1 GROUP BY channel_id`,
    ),
  );
  return listChannels(db).map((channel) => ({
    channel_id: channel.id,
    name: channel.name,
    description: channel.description,
    privacy: privacyOf(channel),
    subscribers: subscribers.get(channel.id) ?? 0,
    is_default: channel.is_default === 1,
    is_archived: channel.is_archived === 1,
  }));
}

function privacyOf({ invite_only, is_web_public }: Channel): string {
  if (invite_only) return 'private';
  return is_web_public ? 'web-public' : 'public';
}

function row(channel: ReturnType<typeof listRows>[number]): string[] {
  const remarks = [channel.is_default ? 'default' : '', channel.is_archived ? 'archived' : ''].filter(Boolean);
  return [String(channel.channel_id), channel.name, channel.privacy, String(channel.subscribers), remarks.join(', ')];
}
