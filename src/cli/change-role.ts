import { Argument, type Command } from 'commander';
import { doChangeRole, isLastOwner } from '../accounts/role.ts';
import { accessAccount } from './account.ts';
import { exitCodes, Failure } from './failure.ts';
import { type AdminOptions, actAsOperator, withApp } from './operator.ts';
import { dataDirOption, jsonOption } from './options.ts';
import { printJson, say } from './output.ts';
import { type RoleWord, roleWord, roleWords } from './roles.ts';

export function addChangeRole(program: Command): void {
  program
    .command('change-role')
    .summary('change what an account may do')
    .description('Change the role of an account.')
    .argument('<email>', 'address of the account')
    .addArgument(new Argument('<role>', 'new role').choices(Object.keys(roleWords)))
    .addOption(jsonOption())
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  chatd change-role ada@example.com owner')
    .action(changeRole);
}

async function changeRole(email: string, role: RoleWord, options: AdminOptions & { json?: true }): Promise<void> {
  const result = await withApp(options, (app) => {
    const user = accessAccount(app.db, email);
    const changed = user.role !== roleWords[role];
    if (changed && isLastOwner(app.db, user)) {
      throw new Failure(exitCodes.failed, `${user.email} is the only owner; make another owner first.`);
    }
    const about = { email: user.email, role };
    if (changed) actAsOperator(app, { command: 'change-role', about }, () => doChangeRole(app, user, roleWords[role]));
    return { user_id: user.id, email: user.email, old_role: roleWord(user.role), role, changed };
  });
  if (options.json) return printJson(result);
  say(
    result.changed
      ? `The role of ${result.email} is ${role} now; it was ${result.old_role}.`
      : `The role of ${result.email} is ${role} already.`,
  );
}
