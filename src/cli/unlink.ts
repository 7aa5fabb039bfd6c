import type { Command } from 'commander';
import { unlinkAccounts } from '../sso/arrival.ts';
import type { User } from '../users/user.ts';
import { accessAnyAccount } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, type OperatorApp, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';

interface Options extends AdminOptions {
  all?: true;
  json?: true;
}

export function addUnlink(program: Command): void {
  program
    .command('unlink')
    .summary('remove the link to an account at a provider')
    .description(
      'Forget the accounts of other systems (--sso-file) with which someone logs in. The next person who logs in there ' +
        'with the e-mail address of the account gets it. For people whose account there was replaced.',
    )
    .argument('[email]', 'address of the account')
    .option('--all', 'all accounts, for example after the provider was set up anew')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd unlink ada@example.com')
    .action(unlink);
}

async function unlink(email: string | undefined, { all, json, ...options }: Options): Promise<void> {
  if ((email === undefined) === (all === undefined)) {
    throw new Failure(exitCodes.usage, 'Name the address of an account, or all of them with --all.');
  }
  const unlinked = await withApp(options, (app) =>
    doUnlink(app, email === undefined ? undefined : accessAnyAccount(app.db, email)),
  );
  if (json) printJson({ unlinked });
  else say(unlinked === 1 ? '1 account elsewhere is unlinked.' : `${unlinked} accounts elsewhere are unlinked.`);
}

function doUnlink(app: OperatorApp, user: User | undefined): number {
  const about = user ? { email: user.email } : { all: true };
  return actAsOperator(app, { command: 'unlink', about }, () => unlinkAccounts(app.db, user));
}
