/** A programming language for code blocks. */
export interface Language {
  /** The name that clients show and use to find a playground. */
  name: string;
  /** Its grammar in highlight.js; undefined for plain text. */
  grammar: string | undefined;
}

// Names and aliases are those of Pygments: clients offer them, and playgrounds are set up for them.
const table: readonly [name: string, grammar: string | undefined, ...aliases: string[]][] = [
  ['ApacheConf', 'apache', 'apacheconf', 'aconf', 'apache'],
  ['Bash', 'bash', 'bash', 'sh', 'ksh', 'zsh', 'shell', 'openrc'],
  ['Bash Session', 'shell', 'console', 'shell-session'],
  ['Batchfile', 'dos', 'batch', 'bat', 'dosbatch', 'winbatch'],
  ['C', 'c', 'c'],
  ['C#', 'csharp', 'csharp', 'c#', 'cs'],
  ['C++', 'cpp', 'cpp', 'c++'],
  ['CMake', 'cmake', 'cmake'],
  ['CSS', 'css', 'css'],
  ['Clojure', 'clojure', 'clojure', 'clj'],
  ['CoffeeScript', 'coffeescript', 'coffeescript', 'coffee-script', 'coffee'],
  ['Common Lisp', 'lisp', 'common-lisp', 'cl', 'lisp'],
  ['Dart', 'dart', 'dart'],
  ['Delphi', 'delphi', 'delphi', 'pas', 'pascal', 'objectpascal'],
  ['Diff', 'diff', 'diff', 'udiff', 'patch'],
  ['Django/Jinja', 'django', 'django', 'jinja'],
  ['Docker', 'dockerfile', 'docker', 'dockerfile'],
  ['Elixir', 'elixir', 'elixir', 'ex', 'exs'],
  ['Erlang', 'erlang', 'erlang'],
  ['F#', 'fsharp', 'fsharp', 'f#'],
  ['Go', 'go', 'go', 'golang'],
  ['GraphQL', 'graphql', 'graphql'],
  ['Groovy', 'groovy', 'groovy'],
  ['HTML', 'xml', 'html'],
  ['Haskell', 'haskell', 'haskell', 'hs'],
  ['INI', 'ini', 'ini', 'cfg', 'dosini'],
  ['JSON', 'json', 'json', 'json-object'],
  ['JSX', 'javascript', 'jsx', 'react'],
  ['Java', 'java', 'java'],
  ['JavaScript', 'javascript', 'javascript', 'js'],
  ['Julia', 'julia', 'julia', 'jl'],
  ['Kotlin', 'kotlin', 'kotlin', 'kt'],
  ['LessCss', 'less', 'less'],
  ['Lua', 'lua', 'lua'],
  ['Makefile', 'makefile', 'make', 'makefile', 'mf', 'bsdmake'],
  ['Markdown', 'markdown', 'markdown', 'md'],
  ['Matlab', 'matlab', 'matlab'],
  ['MySQL', 'sql', 'mysql'],
  ['NASM', 'x86asm', 'nasm'],
  ['Nginx configuration file', 'nginx', 'nginx'],
  ['Nix', 'nix', 'nixos', 'nix'],
  ['OCaml', 'ocaml', 'ocaml'],
  ['Objective-C', 'objectivec', 'objective-c', 'objectivec', 'obj-c', 'objc'],
  ['PHP', 'php', 'php', 'php3', 'php4', 'php5'],
  ['Perl', 'perl', 'perl', 'pl'],
  ['PostgreSQL SQL dialect', 'sql', 'postgresql', 'postgres'],
  ['PowerShell', 'powershell', 'powershell', 'pwsh', 'posh', 'ps1', 'psm1'],
  ['Properties', 'ini', 'properties', 'jproperties'],
  ['Protocol Buffer', 'protobuf', 'protobuf', 'proto'],
  ['Python', 'python', 'python', 'py', 'sage', 'python3', 'py3', 'bazel', 'starlark', 'pyi'],
  ['Python 2.x', 'python', 'python2', 'py2'],
  ['Python console session', 'python-repl', 'pycon', 'python-console'],
  ['Ruby', 'ruby', 'ruby', 'rb', 'duby'],
  ['Rust', 'rust', 'rust', 'rs'],
  ['S', 'r', 'splus', 's', 'r'],
  ['SCSS', 'scss', 'scss'],
  ['SQL', 'sql', 'sql'],
  ['Scala', 'scala', 'scala'],
  ['Scheme', 'scheme', 'scheme', 'scm'],
  ['Swift', 'swift', 'swift'],
  ['TOML', 'ini', 'toml'],
  ['TeX', 'latex', 'tex', 'latex'],
  ['Text only', undefined, 'text'],
  ['TypeScript', 'typescript', 'typescript', 'ts'],
  ['VB.net', 'vbnet', 'vb.net', 'vbnet'],
  ['VimL', 'vim', 'vim'],
  ['Vue', 'xml', 'vue'],
  ['XML', 'xml', 'xml'],
  ['YAML', 'yaml', 'yaml'],
];

const byAlias = new Map(
  table.flatMap(([name, grammar, ...aliases]) => aliases.map((alias) => [alias, { name, grammar }] as const)),
);

/** The language with an alias. */
export function findLanguage(alias: string): Language | undefined {
  return byAlias.get(alias.toLowerCase());
}
