import type { Command } from 'commander';
import { hashPassword, storePasswordHash } from '../accounts/password.ts';
import { resetUrl } from '../accounts/password-reset.ts';
import { accessAccount, ensurePerson } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption, passwordOptions, publicUrlOption } from './options.ts';
import { printFields, printJson, say } from './output.ts';
import { askForPassword, isOnTerminal, type PasswordOptions, readPassword } from './password.ts';

interface Options extends AdminOptions, PasswordOptions {
  link?: true;
  json?: true;
}

export function addResetPassword(program: Command): void {
  const command = program
    .command('reset-password')
    .summary('set a new password')
    .description(
      'Set a new password for a person, or print a link where they choose one. A terminal prompts for the password. ' +
        'The link also revokes their API keys. A password that you set does not; see chatd api-key --rotate.',
    )
    .argument('<email>', 'address of the account');
  for (const option of passwordOptions()) command.addOption(option.conflicts('link'));
  command
    .option('--link', 'print a link where the person chooses a password; valid once, for a day')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addOption(publicUrlOption('where clients reach the server, for --link'))
    .addHelpText(
      'after',
      `
Examples:
  chatd reset-password ada@example.com --link
  chatd reset-password ada@example.com --random-password
  chatd reset-password ada@example.com --password-stdin < password.txt`,
    )
    .action(resetPassword);
}

async function resetPassword(email: string, options: Options): Promise<void> {
  if (options.link) return printLink(email, options);
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
    actAsOperator(app, act, () => storePasswordHash(app, user, password_hash));
    return { user_id: user.id, email: user.email, ...(options.randomPassword ? { password } : {}) };
  });
  if (options.json) printJson(result);
  else if (options.randomPassword) printFields(result);
  if (!options.json) say(`${result.email} has a new password.`);
}

async function printLink(email: string, options: Options): Promise<void> {
  const result = await withApp(options, (app) => {
    const user = accessAccount(app.db, email);
    ensurePerson(user);
    const act = { command: 'reset-password', about: { email: user.email, link: true } };
    const reset_url = actAsOperator(app, act, () => resetUrl(app, user));
    return { user_id: user.id, email: user.email, reset_url };
  });
  if (options.json) printJson(result);
  else process.stdout.write(`${result.reset_url}\n`);
}
