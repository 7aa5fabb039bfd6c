import { Command, type Option } from 'commander';
import { version } from '../assets.ts';
import { addDeactivateUser, addReactivateUser } from './activity.ts';
import { addApiKey } from './api-key.ts';
import { addAudit } from './audit.ts';
import { addBackup } from './backup.ts';
import { addChangeRole } from './change-role.ts';
import { addCompletion } from './completion.ts';
import { addCreateUser } from './create-user.ts';
import { addExport } from './export.ts';
import { describeFailure, type ExitCode, exitCodes } from './failure.ts';
import { addGrant, addRevoke } from './grant.ts';
import { addHealthcheck } from './healthcheck.ts';
import { addImport } from './import.ts';
import { addInvite } from './invite.ts';
import { addListChannels } from './list-channels.ts';
import { addListUsers } from './list-users.ts';
import { addOpenapi } from './openapi.ts';
import { say } from './output.ts';
import { addRender } from './render.ts';
import { addResetPassword } from './reset-password.ts';
import { addRestore } from './restore.ts';
import { addRetention } from './retention.ts';
import { addServe } from './serve.ts';
import { addSettings } from './settings.ts';
import { addStatus } from './status.ts';
import { addVerify } from './verify.ts';
import { addVersion } from './version.ts';

/** Runs the command in the arguments. Prints errors, and resolves to the exit code. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    if (message !== undefined) say(`chatd: ${message}`);
    return exitCode;
  }
}

/** The program with all its commands. */
export function createProgram(): Command {
  const program = new Command('chatd')
    .description('A team chat server in one file that works with Zulip clients.')
    .version(version)
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'chatd: ')) })
    .addHelpText('after', '\nExample:\n  chatd serve --demo\n\nchatd COMMAND --help tells more about a command.');
  for (const add of commands) add(program);
  // Help is long: what was wrong stands below it.
  program.configureOutput({
    outputError: (text, write) => write(`${program.helpInformation()}\n${text.replace(/^error: /, 'chatd: ')}`),
  });
  for (const command of listCommands(program)) {
    command.showHelpAfterError(`${pathOf(command)} --help tells more.`);
  }
  return program;
}

/** In the order of the help. */
const commands: readonly ((program: Command) => void)[] = [
  addServe,
  addStatus,
  addHealthcheck,
  addCreateUser,
  addListUsers,
  addChangeRole,
  addDeactivateUser,
  addReactivateUser,
  addGrant,
  addRevoke,
  addResetPassword,
  addApiKey,
  addInvite,
  addListChannels,
  addSettings,
  addAudit,
  addRender,
  addRetention,
  addBackup,
  addRestore,
  addExport,
  addImport,
  addVerify,
  addVersion,
  addOpenapi,
  addCompletion,
];

/** All commands below one, those of commands included. */
export function listCommands(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...listCommands(one)]);
}

/** A command as one types it. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The meaning of an option and, on a line that is not broken, the other ways to set it. */
function describeOption(option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription, envVar } = option;
  const remarks = [
    envVar !== undefined && `[env: ${envVar}]`,
    defaultValue !== undefined && `[default: ${defaultValueDescription ?? defaultValue}]`,
    argChoices && `[one of: ${argChoices.join(', ')}]`,
  ].filter((remark) => typeof remark === 'string');
  return remarks.length === 0 ? description : `${description}\n${remarks.join(' ')}`;
}
