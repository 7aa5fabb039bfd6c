import { Argument, type Command } from 'commander';

/** A word that a shell offers, with what it means. */
interface Word {
  word: string;
  description: string;
}

/** What can follow the name of a command. */
interface Completion {
  /** The names of the command and of the commands it belongs to, without the program's. */
  path: string;
  /** Subcommands, values of the arguments, and flags. */
  words: Word[];
  /** The values of flags that have a few. Another flag with a value gets a file name. */
  choices: { flag: string; values: readonly string[] }[];
  /** Flags that are followed by a value. */
  valued: string[];
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

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
      process.stdout.write(scripts[shell](listCompletions(program)));
    });
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
    choices: options.flatMap(({ long, argChoices }) =>
      long && argChoices ? [{ flag: long, values: argChoices }] : [],
    ),
    valued: options.flatMap(({ long, required, optional }) => (long && (required || optional) ? [long] : [])),
  };
  return [own, ...command.commands.flatMap((one) => listCompletions(one, [...path, one.name()]))];
}

const scripts: Record<Shell, (completions: readonly Completion[]) => string> = {
  bash: (completions) => `# Completion of chatd for bash.
_chatd() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} path="" one
  for one in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$one" in
      ${pathsOf(completions)}) path="\${path:+$path }$one" ;;
    esac
  done
  case "$path $previous" in
${choicesOf(completions, (values) => `COMPREPLY=($(compgen -W '${values}' -- "$word")); return`)}
  esac
  case "$path $previous" in
${filesOf(completions, 'compopt -o default; COMPREPLY=(); return')}
  esac
  case "$path" in
${completions.map(({ path, words }) => `    '${path}') COMPREPLY=($(compgen -W '${wordsOf(words)}' -- "$word")) ;;`).join('\n')}
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
  case "$chatd_path $previous" in
${choicesOf(completions, (values) => `compadd -- ${values}; return`)}
  esac
  case "$chatd_path $previous" in
${filesOf(completions, '_files; return')}
  esac
  local -a offered
  case "$chatd_path" in
${completions.map(({ path, words }) => `    '${path}') offered=(${words.map(zshWord).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'chatd' offered
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

function choicesOf(completions: readonly Completion[], body: (values: string) => string): string {
  const lines = completions.flatMap(({ path, choices }) =>
    choices.map(({ flag, values }) => `    '${path} ${flag}') ${body(values.join(' '))} ;;`),
  );
  return lines.join('\n');
}

function filesOf(completions: readonly Completion[], body: string): string {
  return completions
    .filter(({ valued }) => valued.length > 0)
    .map(({ path, valued }) => `    ${valued.map((flag) => `'${path} ${flag}'`).join(' | ')}) ${body} ;;`)
    .join('\n');
}

function wordsOf(words: readonly Word[]): string {
  return words.map(({ word }) => word).join(' ');
}

function zshWord({ word, description }: Word): string {
  return quote(`${word.replaceAll(':', '\\:')}:${description}`);
}

function fishLines({ path, words, choices, valued }: Completion): string[] {
  const condition = `complete -c chatd -n ${quote(`__chatd_path ${quote(path)}`)}`;
  return words
    .map(({ word, description }) => {
      if (!word.startsWith('--')) return word.startsWith('-') ? '' : `${condition} -a ${word} -d ${quote(description)}`;
      const values = choices.find(({ flag }) => flag === word)?.values;
      const value = values ? ` -x -a ${quote(values.join(' '))}` : valued.includes(word) ? ' -r -F' : '';
      return `${condition} -l ${word.slice(2)} -d ${quote(description)}${value}`;
    })
    .filter(Boolean);
}

/** A word in single quotes, for a shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
