import type { Command } from 'commander';
import { createApiKey, doRevokeApiKeys } from '../accounts/api-key.ts';
import { doEndSessions } from '../accounts/session.ts';
import type { Context } from '../context.ts';
import type { User } from '../users/user.ts';
import { accessAccount } from './account.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption, publicUrlOption, zuliprcOption } from './options.ts';
import { printJson, say } from './output.ts';
import { findZuliprc, writeZuliprc } from './zuliprc.ts';

interface Options extends AdminOptions {
  rotate?: true;
  zuliprc?: string;
  json?: true;
}

export function addApiKey(program: Command): void {
  program
    .command('api-key')
    .summary('create an API key')
    .description('Create a further API key for an account. Older keys cannot be shown again.')
    .argument('<email>', 'address of the account')
    .option('--rotate', 'revoke all older keys of the account and end its browser sessions')
    .addOption(zuliprcOption())
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach the server, for --zuliprc'))
    .addHelpText('after', '\nExample:\n  chatd api-key ada@example.com --rotate --zuliprc ~/.zuliprc')
    .action(printApiKey);
}

async function printApiKey(email: string, options: Options): Promise<void> {
  const account = await withApp(options, (app) => {
    if (options.zuliprc !== undefined) findZuliprc(options.zuliprc);
    const user = accessAccount(app.db, email);
    const act = { command: 'api-key', about: { email: user.email, rotate: options.rotate ?? false } };
    const api_key = actAsOperator(app, act, () => {
      if (options.rotate) doLockOut(app, user);
      return createApiKey(app, user);
    });
    if (options.zuliprc !== undefined) {
      writeZuliprc(options.zuliprc, { email: user.email, key: api_key, site: app.config.public_url });
    }
    return { user_id: user.id, email: user.email, api_key };
  });
  if (options.json) printJson(account);
  else if (options.zuliprc === undefined) process.stdout.write(`${account.api_key}\n`);
  if (options.zuliprc !== undefined) say(`Wrote ${options.zuliprc} for existing clients.`);
}

function doLockOut(app: Context, user: User): void {
  doRevokeApiKeys(app, user);
  doEndSessions(app, user);
}
