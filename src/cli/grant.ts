import { Argument, type Command } from 'commander';
import {
  hasSpecialPermission,
  type SpecialPermission,
  setSpecialPermission,
  specialPermissions,
} from '../accounts/special-permission.ts';
import { accessAccount } from './account.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';

type Options = AdminOptions & { json?: true };

export function addGrant(program: Command): void {
  add(program, 'grant', 'restore a revoked permission', 'Restore a permission that chatd revoke removed.');
}

export function addRevoke(program: Command): void {
  add(
    program,
    'revoke',
    'revoke a permission',
    'Revoke a permission of an account. Administrators may create users, and owners may change addresses of users, ' +
      'unless this permission is revoked.',
  );
}

function add(program: Command, command: 'grant' | 'revoke', summary: string, description: string): void {
  program
    .command(command)
    .summary(summary)
    .description(description)
    .argument('<email>', 'address of the account')
    .addArgument(new Argument('<permission>', 'the permission').choices(specialPermissions))
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', `\nExample:\n  chatd ${command} ada@example.com can_create_users`)
    .action((email: string, name: SpecialPermission, options: Options) => setPermission(command, email, name, options));
}

async function setPermission(
  command: 'grant' | 'revoke',
  email: string,
  permission: SpecialPermission,
  options: Options,
): Promise<void> {
  const isGranted = command === 'grant';
  const result = await withApp(options, (app) => {
    const user = accessAccount(app.db, email);
    const changed = hasSpecialPermission(app.db, user.id, permission) !== isGranted;
    const about = { email: user.email, permission };
    if (changed) {
      actAsOperator(app, { command, about }, () => setSpecialPermission(app.db, user, permission, isGranted));
    }
    return { user_id: user.id, email: user.email, permission, granted: isGranted, changed };
  });
  if (options.json) printJson(result);
  else say(`${result.email} ${isGranted ? 'has' : 'does not have'} ${permission}${result.changed ? ' now' : ''}.`);
}
