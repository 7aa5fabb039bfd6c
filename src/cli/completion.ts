import { Argument, type Command } from 'commander';

/** A word that a shell offers, with its meaning. */
interface Word {
  word: string;
  description: string;
}

/** The possible words after the name of a command. */
interface Completion {
  /** The names of the parent commands and the command, without the program's. */
  path: string;
  /** Subcommands, values of the arguments, and flags. */
  words: Word[];
  /** Whether an argument is a file. */
  takesFile: boolean;
  /** The flags that take a value. */
  valued: Valued[];
}

interface Valued {
  flag: string;
  /** Empty if every value is allowed. */
  choices: readonly string[];
  isPath: boolean;
}

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .summary('print the completion of a shell')
    .description('Print a script with which a shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      `
Examples:
  chatd completion bash > /usr/share/bash-completion/completions/chatd
  chatd completion zsh > /usr/local/share/zsh/site-functions/_chatd
  chatd completion fish > ~/.config/fish/completions/chatd.fish`,
    )
    .action((shell: Shell) => {
      process.stdout.write(completionOf(program, shell));
    });
}

/** A script that completes the commands of a program. */
export function completionOf(program: Command, shell: Shell): string {
  return scripts[shell](listCompletions(program));
}

function listCompletions(command: Command, path: readonly string[] = []): Completion[] {
  const options = command.createHelp().visibleOptions(command);
  const flags = options.flatMap(({ long, short, description }) =>
    [long, short].flatMap((word) => (word ? [{ word, description }] : [])),
  );
  const subcommands = command.commands.map((one) => ({ word: one.name(), description: one.summary() }));
  const values = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((word) => ({ word, description })),
  );
  const own: Completion = {
    path: path.join(' '),
    words: [...subcommands, ...values, ...flags],
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
    valued: options.flatMap(({ long, required, optional, argChoices = [], flags }) =>
      long && (required || optional)
        ? [{ flag: long, choices: argChoices, isPath: /<(file|folder)>/.test(flags) }]
        : [],
    ),
  };
  return [own, ...command.commands.flatMap((one) => listCompletions(one, [...path, one.name()]))];
}

const scripts: Record<Shell, (completions: readonly Completion[]) => string> = {
  bash: (completions) => `# Completion of chatd for bash.
_chatd() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path="" one
  if [ "$word" = "=" ]; then word=""; elif [ "$previous" = "=" ]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$one" in
      ${pathsOf(completions)}) path="\${path:+$path }$one" ;;
    esac
  done
  case "$path $previous" in
${valuesOf(completions, {
  choices: (choices) => `COMPREPLY=($(compgen -W '${choices}' -- "$word")); return`,
  path: 'compopt -o default; COMPREPLY=(); return',
  other: 'COMPREPLY=(); return',
})}
  esac
  case "$path" in
${completions.map(({ path, words }) => `    '${path}') COMPREPLY=($(compgen -W '${wordsOf(words)}' -- "$word")) ;;`).join('\n')}
  esac
  case "$path" in
    ${filesOf(completions)}) [ "\${word#-}" != "$word" ] || compopt -o default ;;
  esac
}
complete -F _chatd chatd
`,
  zsh: (completions) => `#compdef chatd
# Completion of chatd for zsh.
_chatd() {
  local chatd_path="" one previous=\${words[CURRENT-1]}
  for one in "\${(@)words[2,CURRENT-1]}"; do
    case "\${chatd_path:+$chatd_path }$one" in
      ${pathsOf(completions)}) chatd_path="\${chatd_path:+$chatd_path }$one" ;;
    esac
  done
  if [[ $PREFIX == --*=* ]]; then
    previous=\${PREFIX%%=*}
    compset -P '*='
  fi
  case "$chatd_path $previous" in
${valuesOf(completions, {
  choices: (choices) => `compadd -- ${choices}; return`,
  path: '_files; return',
  other: 'return 1',
})}
  esac
  local -a offered
  case "$chatd_path" in
${completions.map(({ path, words }) => `    '${path}') offered=(${words.map(zshWord).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'chatd' offered
  case "$chatd_path" in
    ${filesOf(completions)}) [[ $PREFIX == -* ]] || _files ;;
  esac
}
if [ "$funcstack[1]" = "_chatd" ]; then _chatd "$@"; else compdef _chatd chatd; fi
`,
  fish: (completions) => `# Completion of chatd for fish.
function __chatd_path
  set -l path ''
  for one in (commandline -opc)[2..-1]
    set -l longer (string trim "$path $one")
    contains -- $longer ${listPaths(completions).map(quote).join(' ')}; and set path $longer
  end
  test "$path" = "$argv[1]"
end
complete -c chatd -f
${completions.flatMap(fishLines).join('\n')}
`,
};

function listPaths(completions: readonly Completion[]): string[] {
  return completions.map(({ path }) => path).filter(Boolean);
}

/** A pattern of `case` for all commands. */
function pathsOf(completions: readonly Completion[]): string {
  return listPaths(completions).map(quote).join(' | ');
}

/** A pattern of `case` for the commands with a file among their arguments. */
function filesOf(completions: readonly Completion[]): string {
  return pathsOf(completions.filter(({ takesFile }) => takesFile));
}

/** The shell's completion of a flag's value. */
interface OfValue {
  choices: (choices: string) => string;
  path: string;
  other: string;
}

function valuesOf(completions: readonly Completion[], { choices: offer, path: offerFiles, other }: OfValue): string {
  const lines = completions.flatMap(({ path, valued }) =>
    valued.map(({ flag, choices, isPath }) => {
      const body = choices.length > 0 ? offer(choices.join(' ')) : isPath ? offerFiles : other;
      return `    '${path} ${flag}') ${body} ;;`;
    }),
  );
  return lines.join('\n');
}

function wordsOf(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

function zshWord({ word, description }: Word): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description}`);
}

function fishLines({ path, words, takesFile, valued }: Completion): string[] {
  const condition = `complete -c chatd -n ${quote(`__chatd_path ${quote(path)}`)}`;
  const lines = words.map(({ word, description }) => {
    if (!word.startsWith('--')) return word.startsWith('-') ? '' : `${condition} -a ${word} -d ${quote(description)}`;
    const value = valued.find(({ flag }) => flag === word);
    return `${condition} -l ${word.slice(2)} -d ${quote(description)}${value ? fishValue(value) : ''}`;
  });
  return [...(takesFile ? [`${condition} -F`] : []), ...lines].filter(Boolean);
}

function fishValue({ choices, isPath }: Valued): string {
  if (isPath) return ' -r -F';
  return choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -x';
}

/** A word in single quotes, for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
