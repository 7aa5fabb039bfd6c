import type { Command } from 'commander';
import { doSetPasswordHash, hashPassword } from '../accounts/password.ts';
import { accessAccount, ensurePerson } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, withApp } from './open-app.ts';
import { dataDirOption, jsonOption, passwordOptions } from './options.ts';
import { printFields, printJson, say } from './output.ts';
import { type PasswordOptions, readPassword } from './password.ts';

interface Options extends AdminOptions, PasswordOptions {
  json?: true;
}

export function addResetPassword(program: Command): void {
  const command = program
    .command('reset-password')
    .summary('set a new password')
    .description('Set a new password for a person. API keys stay as they are; see chatd api-key --rotate.')
    .argument('<email>', 'address of the account');
  for (const option of passwordOptions()) command.addOption(option);
  command
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      `
Examples:
  chatd reset-password ada@example.com --random-password
  chatd reset-password ada@example.com --password-stdin < password.txt`,
    )
    .action(resetPassword);
}

async function resetPassword(email: string, options: Options): Promise<void> {
  if (!options.passwordStdin && !options.randomPassword) {
    throw new Failure(exitCodes.usage, 'Say where the password comes from: --password-stdin or --random-password.');
  }
  const result = await withApp(options, async (app) => {
    const user = accessAccount(app.db, email);
    ensurePerson(user);
    const password = (await readPassword(options, app.random)) as string;
    const password_hash = await hashPassword(app, password);
    app.db.transaction(() => doSetPasswordHash(app, user, password_hash));
    return { user_id: user.id, email: user.email, ...(options.randomPassword ? { password } : {}) };
  });
  if (options.json) printJson(result);
  else if (options.randomPassword) printFields(result);
  if (!options.json) say(`${result.email} has a new password.`);
}
