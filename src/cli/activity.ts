import type { Command } from 'commander';
import { doDeactivateUser, doReactivateUser } from '../accounts/activity.ts';
import { isBotNameTaken } from '../accounts/full-name.ts';
import { isLastOwner } from '../accounts/role.ts';
import type { Context } from '../context.ts';
import { isBot, type User } from '../users/user.ts';
import { accessAnyAccount, findFirstOwner } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';

interface Options extends AdminOptions {
  json?: true;
}

export function addDeactivateUser(program: Command): void {
  program
    .command('deactivate-user')
    .summary('deactivate an account')
    .description(
      'Deactivate an account and the bots of its owner. All their API keys and sessions end at once; all other data ' +
        'stays, and chatd reactivate-user restores the account.',
    )
    .argument('<email>', 'address of the account')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd deactivate-user bob@example.com')
    .action((email: string, options: Options) => change(email, options, deactivation));
}

export function addReactivateUser(program: Command): void {
  program
    .command('reactivate-user')
    .summary('reactivate an account')
    .description(
      'Reactivate a deactivated account, with its channels and groups. Its API keys and bots stay deactivated.',
    )
    .argument('<email>', 'address of the account')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd reactivate-user bob@example.com')
    .action((email: string, options: Options) => change(email, options, reactivation));
}

interface ActivityChange {
  command: string;
  is_active: boolean;
  /** Throws Failure unless the account can be changed this way. */
  ensure(app: Context, user: User): void;
  perform(app: Context, user: User): void;
  done: string;
}

const deactivation: ActivityChange = {
  command: 'deactivate-user',
  is_active: false,
  ensure({ db }, user) {
    if (!isLastOwner(db, user)) return;
    throw new Failure(exitCodes.failed, `${user.email} is the only owner; make another owner first.`);
  },
  perform: doDeactivateUser,
  done: 'is deactivated',
};

const reactivation: ActivityChange = {
  command: 'reactivate-user',
  is_active: true,
  ensure({ db }, user) {
    if (!isBot(user) || !isBotNameTaken(db, user.full_name, user.id)) return;
    throw new Failure(exitCodes.failed, `There is another bot with the name ${user.full_name}; rename it first.`);
  },
  // A bot without an active owner gets this owner.
  perform: (app, user) => doReactivateUser(app, findFirstOwner(app.db) ?? user, user),
  done: 'is active',
};

async function change(email: string, { json, ...options }: Options, activity: ActivityChange): Promise<void> {
  const { command, is_active } = activity;
  const result = await withApp(options, (app) => {
    const user = accessAnyAccount(app.db, email);
    const isDone = (user.is_active === 1) === is_active;
    if (!isDone) {
      activity.ensure(app, user);
      actAsOperator(app, { command, about: { email: user.email } }, () => activity.perform(app, user));
    }
    return { user_id: user.id, email: user.email, is_active, changed: !isDone };
  });
  if (json) printJson(result);
  else say(`${result.email} ${activity.done}${result.changed ? '.' : ' already; nothing changed.'}`);
}
