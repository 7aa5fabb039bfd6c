import type { Command, Help } from 'commander';
import { version } from '../assets.ts';
import type { exitCodes } from './failure.ts';

export function addManual(program: Command): void {
  program
    .command('manual')
    .summary('print the manual page')
    .description('Print the manual page, which describes all commands with their options, in the format of man.')
    .addHelpText('after', '\nExample:\n  chatd manual | man -l -')
    .action(() => {
      process.stdout.write(manualOf(program));
    });
}

/** In the order of their numbers. */
const endings: Record<keyof typeof exitCodes, string> = {
  ok: 'done',
  failed: 'failed',
  usage: 'used wrongly',
  unusable: 'unusable configuration or data directory',
  newer: 'the database is newer than the program',
  notFoundOrExists: 'not found, or exists already',
  damaged: 'damaged data or incomplete backup',
};

/** A page in the language of troff, with its macros for manuals. */
export function manualOf(program: Command): string {
  const help = program.createHelp();
  return [
    `.TH CHATD 1 "" "chatd ${version}" "User Commands"`,
    // Lines of few words are better ragged, and names of options whole.
    ...['.ad l', '.nh'],
    '.SH NAME',
    `chatd \\- ${escapeText(nameOf(program))}`,
    '.SH SYNOPSIS',
    '.B chatd',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    escapeText(program.description()),
    'All commands work beside a running server.',
    'Data goes to standard output, messages to standard error.',
    'An option wins over a variable of the environment, which wins over the default.',
    '.SH COMMANDS',
    ...help.visibleCommands(program).flatMap((command) => describe(command, help)),
    '.SH EXIT STATUS',
    ...Object.values(endings).flatMap((meaning, code) => ['.TP', `.B ${code}`, escapeText(meaning)]),
    '.SH FILES',
    ...['.TP', '.I chatd\\-data', 'The directory of all data, unless another is named.'],
    '',
  ].join('\n');
}

function nameOf(program: Command): string {
  return program.description().replace(/^A /, 'a ').replace(/\.$/, '');
}

/** A command and those below it. */
function describe(command: Command, help: Help, above = 'chatd'): string[] {
  const below = command.commands;
  // Commander adds one to each command that has others.
  if (command.name() === 'help') return [];
  const path = `${above} ${command.name()}`;
  const usage = help.visibleArguments(command).map((argument) => escapeText(help.argumentTerm(argument)));
  return [
    `.SS ${[escapeText(path), ...usage].join(' ')}`,
    escapeText(command.description()),
    ...help
      .visibleArguments(command)
      .flatMap((argument) => entry(help.argumentTerm(argument), help.argumentDescription(argument))),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== '--help')
      .flatMap((option) => entry(help.optionTerm(option), help.optionDescription(option))),
    ...examplesOf(command),
    ...below.flatMap((one) => describe(one, help, path)),
  ];
}

function entry(term: string, meaning: string): string[] {
  return ['.TP', `\\fB${escapeText(term)}\\fR`, escapeText(meaning.replaceAll('\n', ' '))];
}

/** What the help of a command has after all else, as it stands there. */
function examplesOf(command: Command): string[] {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  const lines = text.slice(command.helpInformation().length).trim().split('\n');
  return ['.PP', '.EX', ...lines.map(escapeText), '.EE'];
}

/** A text that troff takes for nothing else, on one line. */
function escapeText(text: string): string {
  const plain = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
  return plain.replace(/[^\x20-\x7e]/gu, (character) => `\\[u${hex(character)}]`);
}

function hex(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}
