import type { Command } from 'commander';
import { isBot, listUsers, type User } from '../users/user.ts';
import { type DataOptions, withDatabase } from './open-database.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, printTable } from './output.ts';
import { roleWord } from './roles.ts';

export function addListUsers(program: Command): void {
  program
    .command('list-users')
    .summary('list accounts')
    .description('List all accounts, including deactivated ones.')
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd list-users --json')
    .action(printUsers);
}

async function printUsers(options: DataOptions & { json?: true }): Promise<void> {
  const users = await withDatabase(options, (db) => listUsers(db).filter((user) => !user.is_system_bot));
  if (options.json) printJson(users.map(present));
  else printTable([['ID', 'EMAIL', 'NAME', 'ROLE', ''], ...users.map(row)]);
}

function present(user: User) {
  return {
    user_id: user.id,
    email: user.email,
    full_name: user.full_name,
    role: roleWord(user.role),
    is_bot: isBot(user),
    is_active: user.is_active === 1,
  };
}

function row(user: User): string[] {
  const remarks = [isBot(user) ? 'bot' : '', user.is_active ? '' : 'deactivated'].filter(Boolean).join(', ');
  return [String(user.id), user.email, user.full_name, roleWord(user.role), remarks];
}
