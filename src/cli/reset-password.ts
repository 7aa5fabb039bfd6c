import type { Command } from 'commander';
import { hashPassword, storePasswordHash } from '../accounts/password.ts';
import { resetUrl } from '../accounts/password-reset.ts';
import { doRemoveSecondFactor } from '../accounts/second-factor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { type User, userColumns } from '../users/user.ts';
import { accessAccount, ensurePerson } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption, passwordOptions, publicUrlOption } from './options.ts';
import { printFields, printJson, printTable, say } from './output.ts';
import { askForPassword, isOnTerminal, type PasswordOptions, readPassword } from './password.ts';

interface Options extends AdminOptions, PasswordOptions {
  link?: true;
  withoutPassword?: true;
  json?: true;
}

export function addResetPassword(program: Command): void {
  const command = program
    .command('reset-password')
    .summary('set a new password')
    .description(
      'Set a new password for a person, or print a link where they choose one. A terminal prompts for the password. ' +
        'Both take off the second step of their logins. The link also revokes their API keys. A password that you set ' +
        'does not; see chatd api-key --rotate.',
    )
    .argument('[email]', 'address of the account');
  for (const option of passwordOptions()) command.addOption(option.conflicts('link'));
  command
    .option('--link', 'print a link where the person chooses a password; valid once, for a day')
    .option('--without-password', 'with --link: everybody who has no password, for example after an import')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach the server, for --link'))
    .addHelpText(
      'after',
      `
Examples:
  chatd reset-password ada@example.com --link
  chatd reset-password --without-password --link
  chatd reset-password ada@example.com --random-password
  chatd reset-password ada@example.com --password-stdin < password.txt`,
    )
    .action(resetPassword);
}

async function resetPassword(email: string | undefined, options: Options): Promise<void> {
  if (options.withoutPassword && options.link && email === undefined) return printLinks(options);
  if (options.withoutPassword || email === undefined) {
    throw new Failure(
      exitCodes.usage,
      'Name the address of an account, or give a link to everybody who has no password: --without-password --link.',
    );
  }
  if (options.link) return printLink(email, options);
  await setPassword(email, options);
}

async function setPassword(email: string, options: Options): Promise<void> {
  if (!options.passwordStdin && !options.randomPassword && !isOnTerminal()) {
    throw new Failure(
      exitCodes.usage,
      'Choose the source of the password: --link, --password-stdin or --random-password.',
    );
  }
  const result = await withApp(options, async (app) => {
    const user = accessAccount(app.db, email);
    ensurePerson(user);
    const password = (await readPassword(options, app.random)) ?? (await askForPassword());
    const password_hash = await hashPassword(app, password);
    const act = { command: 'reset-password', about: { email: user.email } };
    actAsOperator(app, act, () => {
      storePasswordHash(app, user, password_hash);
      doRemoveSecondFactor(app, user);
    });
    return { user_id: user.id, email: user.email, ...(options.randomPassword ? { password } : {}) };
  });
  if (options.json) printJson(result);
  else if (options.randomPassword) printFields(result);
  if (!options.json) say(`${result.email} has a new password.`);
}

async function printLinks(options: Options): Promise<void> {
  const links = await withApp(options, (app) => {
    const act = { command: 'reset-password', about: { without_password: true, link: true } };
    return actAsOperator(app, act, () => listUsersWithoutPassword(app.db).map((user) => createLink(app, user)));
  });
  if (options.json) return printJson(links);
  if (links.length === 0) say('Everybody has a password.');
  else printTable(links.map(({ email, reset_url }) => [email, reset_url]));
}

function listUsersWithoutPassword(db: Database): User[] {
  return db.all<User>(
    `SELECT ${userColumns} FROM users WHERE is_active = 1 AND bot_type IS NULL AND password_hash IS NULL ORDER BY id`,
  );
}

async function printLink(email: string, options: Options): Promise<void> {
  const result = await withApp(options, (app) => {
    const user = accessAccount(app.db, email);
    ensurePerson(user);
    const act = { command: 'reset-password', about: { email: user.email, link: true } };
    return actAsOperator(app, act, () => {
      doRemoveSecondFactor(app, user);
      return createLink(app, user);
    });
  });
  if (options.json) printJson(result);
  else process.stdout.write(`${result.reset_url}\n`);
}

function createLink(app: Context, user: User) {
  return { user_id: user.id, email: user.email, reset_url: resetUrl(app, user) };
}
