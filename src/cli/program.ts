import { Command, type Option } from 'commander';
import { version } from '../assets.ts';
import { describeFailure, type ExitCode, exitCodes } from './failure.ts';
import { say } from './output.ts';

/** Runs the command in the arguments. Prints errors, and resolves to the exit code. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  try {
    const program = await createProgram(namesFor(args));
    await program.parseAsync(args, { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    if (message !== undefined) say(`chatd: ${message}`);
    return exitCode;
  }
}

/** The program with the commands of these names, or all. */
export async function createProgram(names: readonly string[] = Object.keys(commands)): Promise<Command> {
  const program = new Command('chatd')
    .description('A team chat server in one file that works with Zulip clients.')
    .version(version)
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'chatd: ')) })
    .addHelpText('after', '\nExample:\n  chatd serve --demo\n\nchatd COMMAND --help describes a command.');
  for (const name of names) (await commands[name]?.())?.(program);
  // Help is long, so the error is printed below it.
  program.configureOutput({
    outputError: (text, write) => write(`${program.helpInformation()}\n${text.replace(/^error: /, 'chatd: ')}`),
  });
  for (const command of listCommands(program)) {
    command.showHelpAfterError(`${pathOf(command)} --help shows details.`);
  }
  return program;
}

/** Adds a command to the program. */
type Adding = (program: Command) => void;

/**
 * In the order of the help. Only the files of the requested commands are loaded, because loading takes most of a start.
 */
const commands: Readonly<Record<string, () => Promise<Adding>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  status: async () => (await import('./status.ts')).addStatus,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  service: async () => (await import('./service.ts')).addService,
  healthcheck: async () => (await import('./healthcheck.ts')).addHealthcheck,
  'create-user': async () => (await import('./create-user.ts')).addCreateUser,
  'list-users': async () => (await import('./list-users.ts')).addListUsers,
  'change-role': async () => (await import('./change-role.ts')).addChangeRole,
  'deactivate-user': async () => (await import('./activity.ts')).addDeactivateUser,
  'reactivate-user': async () => (await import('./activity.ts')).addReactivateUser,
  grant: async () => (await import('./grant.ts')).addGrant,
  revoke: async () => (await import('./grant.ts')).addRevoke,
  'reset-password': async () => (await import('./reset-password.ts')).addResetPassword,
  unlink: async () => (await import('./unlink.ts')).addUnlink,
  'api-key': async () => (await import('./api-key.ts')).addApiKey,
  invite: async () => (await import('./invite.ts')).addInvite,
  'list-channels': async () => (await import('./list-channels.ts')).addListChannels,
  settings: async () => (await import('./settings.ts')).addSettings,
  audit: async () => (await import('./audit.ts')).addAudit,
  render: async () => (await import('./render.ts')).addRender,
  retention: async () => (await import('./retention.ts')).addRetention,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  export: async () => (await import('./export.ts')).addExport,
  import: async () => (await import('./import.ts')).addImport,
  verify: async () => (await import('./verify.ts')).addVerify,
  send: async () => (await import('./send.ts')).addSend,
  tail: async () => (await import('./tail.ts')).addTail,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  upgrade: async () => (await import('./upgrade.ts')).addUpgrade,
  version: async () => (await import('./version.ts')).addVersion,
  licenses: async () => (await import('./licenses.ts')).addLicenses,
  openapi: async () => (await import('./openapi.ts')).addOpenapi,
  completion: async () => (await import('./completion.ts')).addCompletion,
  manual: async () => (await import('./manual.ts')).addManual,
};

/** Commands that describe all others. */
const describing = ['completion', 'manual'];

/** The commands for these arguments: one, or all for help and what describes them. */
function namesFor([name = '']: readonly string[]): string[] {
  return Object.hasOwn(commands, name) && !describing.includes(name) ? [name] : Object.keys(commands);
}

/** All commands below one, including nested ones. */
export function listCommands(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...listCommands(one)]);
}

/** A command as typed by users. */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The meaning of an option, followed by the other ways to set it on a line that is not wrapped. */
function describeOption(option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription, envVar } = option;
  const remarks = [
    envVar !== undefined && `[env: ${envVar}]`,
    defaultValue !== undefined && `[default: ${defaultValueDescription ?? defaultValue}]`,
    argChoices && `[one of: ${argChoices.join(', ')}]`,
  ].filter((remark) => typeof remark === 'string');
  return remarks.length === 0 ? description : `${description}\n${remarks.join(' ')}`;
}
