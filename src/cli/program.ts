import { Command, type Option } from 'commander';
import { version } from '../assets.ts';
import { addApiKey } from './api-key.ts';
import { addBackup } from './backup.ts';
import { addCreateUser } from './create-user.ts';
import { describeFailure, type ExitCode, exitCodes } from './failure.ts';
import { addListUsers } from './list-users.ts';
import { addOpenapi } from './openapi.ts';
import { say } from './output.ts';
import { addRender } from './render.ts';
import { addResetPassword } from './reset-password.ts';
import { addRestore } from './restore.ts';
import { addRetention } from './retention.ts';
import { addServe } from './serve.ts';
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

function createProgram(): Command {
  const program = new Command('chatd')
    .description('A team chat server in one file that works with Zulip clients.')
    .version(version)
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'chatd: ')) })
    .addHelpText('after', '\nExample:\n  chatd serve --demo\n\nchatd COMMAND --help tells more about a command.');
  addServe(program);
  addCreateUser(program);
  addResetPassword(program);
  addListUsers(program);
  addApiKey(program);
  addRender(program);
  addRetention(program);
  addBackup(program);
  addRestore(program);
  addVerify(program);
  addVersion(program);
  addOpenapi(program);
  for (const command of program.commands) command.showHelpAfterError(`chatd ${command.name()} --help tells more.`);
  return program;
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
