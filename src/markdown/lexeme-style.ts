/** A stretch of code with its innermost scope of highlight.js, such as `title.function`; undefined for none. */
export interface Scoped {
  scope: string | undefined;
  text: string;
}

/** A stretch of code with its class of Pygments; empty for none. */
export interface Lexeme {
  className: string;
  text: string;
}

/** How Pygments splits the code of a language, where it differs from the default. */
export interface Style {
  /** Class of ordinary names; empty for none. */
  name: string;
  /** Class of spaces. */
  space: '' | 'w';
  /** Class of signs other than punctuation. */
  operator: string;
  /** Class of decimal numbers; by default it depends on the kind of number. */
  number?: string;
  /** Classes of single words and signs. */
  words: Readonly<Record<string, string>>;
  signs: Readonly<Record<string, string>>;
  /** Classes of the scopes of highlight.js; empty if their text is divided like plain code. */
  scopes: Readonly<Record<string, string>>;
  /** By word, the class of a name that follows it, and of the space between. */
  after: Readonly<Record<string, { name: string; space?: string }>>;
  /** Splits a stretch in a special way; undefined for the usual way. Called anew for each text. */
  rewrite?: () => (scoped: Scoped) => Lexeme[] | undefined;
}

export const defaultStyle: Style = {
  name: 'n',
  space: 'w',
  operator: 'o',
  words: {},
  signs: {},
  scopes: {},
  after: {},
};

const plain = { name: '', space: '', operator: '' } as const;

const script: Partial<Style> = {
  name: 'nx',
  number: 'mf',
  scopes: { attr: 'nx', property: 'nx', title: 'nx', 'title.class': 'nx', 'title.function': 'nx' },
};
const typed = Object.fromEntries(
  ['any', 'boolean', 'never', 'number', 'string', 'symbol', 'unknown', 'void'].map((word) => [word, 'kt']),
);

const shellCommands =
  'alias cd declare echo eval exec exit export kill local printf pwd read set shift source test trap type ulimit umask unset wait';
const shell: Partial<Style> = {
  name: '',
  operator: '',
  words: Object.fromEntries(shellCommands.split(' ').map((word) => [word, 'nb'])),
  signs: { '|': 'p', '&': 'p', '&&': 'o', '||': 'o', '=': 'o' },
  scopes: { built_in: '' },
};

const python: Partial<Style> = {
  space: '',
  words: { class: 'k', self: 'bp', cls: 'bp' },
  signs: { ':': 'p', '::': 'p', ':::': 'p' },
  after: { import: { name: 'nn' }, from: { name: 'nn' } },
};

const declared = (...words: string[]) => Object.fromEntries(words.map((word) => [word, { name: 'nv' }]));
const classAfter = { class: { name: 'nc', space: '' }, interface: { name: 'nc', space: '' } };

/** By the names of Pygments. Languages that are missing are divided by the default. */
export const styles: Readonly<Record<string, Partial<Style>>> = {
  Bash: shell,
  'Bash Session': shell,
  'C#': { scopes: { built_in: 'kt' }, after: classAfter },
  CSS: { signs: { ':': 'p' }, rewrite: cssRewrite },
  Clojure: { after: { def: { name: 'nv', space: 'k' }, defn: { name: 'nv', space: 'k' } } },
  Diff: plain,
  Docker: { rewrite: () => dockerRewrite },
  Elixir: { signs: { '.': 'o' } },
  Go: { name: 'nx', words: { func: 'kd', struct: 'kd', map: 'kd', chan: 'kd' }, scopes: { title: 'nx' } },
  HTML: { ...plain, rewrite: () => tagRewrite(htmlTag) },
  Haskell: { signs: { '=': 'ow', '->': 'ow', '<-': 'ow', '=>': 'ow', '::': 'ow', '|': 'ow' } },
  INI: { rewrite: () => iniRewrite },
  JSON: { signs: { ':': 'p' }, scopes: { attr: 'nt' } },
  JSX: script,
  Java: { after: classAfter },
  JavaScript: script,
  Kotlin: { number: 'm', words: { val: 'kd', fun: 'kd' }, after: { ...declared('val', 'var'), fun: { name: 'nf' } } },
  Lua: { name: 'nv', words: { local: 'kd' } },
  Makefile: { ...shell, rewrite: () => makeRewrite },
  Markdown: plain,
  'Nginx configuration file': { scopes: { section: 'k', attribute: 'k' } },
  PHP: { name: 'nx', space: '', scopes: { meta: '' } },
  Python: python,
  'Python 2.x': python,
  'Python console session': python,
  Ruby: { words: { puts: 'nb', print: 'nb', p: 'nb', require: 'nb', raise: 'nb' }, signs: { '.': 'o' } },
  S: { number: 'm' },
  Scala: { words: { val: 'kd', def: 'k' } },
  Swift: { signs: { '=': 'p' }, after: declared('let', 'var') },
  TOML: { scopes: { attr: 'n' } },
  TeX: { ...plain, rewrite: () => texRewrite },
  TypeScript: { ...script, words: typed },
  Vue: { ...plain, rewrite: () => tagRewrite(htmlTag) },
  XML: { ...plain, rewrite: () => tagRewrite(xmlTag) },
  YAML: { rewrite: () => yamlRewrite },
};

/** Splits a text into spaces and the words between them. */
function words(text: string, className: string): Lexeme[] {
  return [...text.matchAll(/\s+|\S+/g)].map(([part]) => ({
    className: part.trim() === '' ? 'w' : className,
    text: part,
  }));
}

// Inside a block there are properties, elsewhere selectors; the grammar mistakes unknown properties for selectors.
function cssRewrite(): (scoped: Scoped) => Lexeme[] | undefined {
  let depth = 0;
  return ({ scope, text }) => {
    for (const sign of scope === undefined || scope === 'punctuation' ? text : '') {
      if (sign === '{') depth++;
      else if (sign === '}') depth--;
    }
    if (scope === 'attribute') return [{ className: 'k', text }];
    if (scope === 'number') return measure(text);
    return scope === 'selector-tag' && depth > 0 ? [{ className: 'n', text }] : undefined;
  };
}

/** Splits a number from its unit; undefined for other text. A color is a number, too. */
function measure(text: string): Lexeme[] | undefined {
  if (text.startsWith('#')) return [{ className: 'mh', text }];
  const [, amount, unit = ''] = /^([+-]?[\d.]+)([a-z%]*)$/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const number = { className: amount.includes('.') ? 'mf' : 'mi', text: amount };
  return unit === '' ? [number] : [number, { className: 'kt', text: unit }];
}

function dockerRewrite({ scope, text }: Scoped): Lexeme[] | undefined {
  return scope === undefined ? words(text, 's') : undefined;
}

function iniRewrite({ scope, text }: Scoped): Lexeme[] | undefined {
  if (scope === 'section') return [{ className: 'k', text }];
  if (scope === 'comment' || scope === 'attr') return undefined;
  const [, before = '', sign = '', value = ''] = /^(\s*)([=:]?)(.*)$/s.exec(text) ?? [];
  return [...words(before, ''), { className: 'o', text: sign }, ...words(value, 's')];
}

function makeRewrite({ scope, text }: Scoped): Lexeme[] | undefined {
  if (scope !== 'section') return undefined;
  const name = text.replace(/:.*$/s, '');
  return [
    { className: 'nf', text: name },
    { className: 'o', text: text.slice(name.length) },
  ];
}

// Only commands, comments and the signs that TeX itself reads are set off.
function texRewrite({ scope, text }: Scoped): Lexeme[] | undefined {
  if (scope === 'keyword' || scope === 'comment') return undefined;
  return [...text.matchAll(/[{}&_^]+|[^{}&_^]+/g)].map(([part]) => ({
    className: /[{}&_^]/.test(part) ? 'nb' : '',
    text: part,
  }));
}

function yamlRewrite({ scope, text }: Scoped): Lexeme[] | undefined {
  if (scope === 'attr') {
    return [
      { className: 'nt', text: text.replace(/:$/, '') },
      { className: 'p', text: ':' },
    ];
  }
  if (scope === 'bullet') return [{ className: 'p p-Indicator', text }];
  const isScalar = scope === undefined || scope === 'number' || scope === 'literal' || /^[^"']/.test(text);
  return isScalar && scope !== 'comment' && scope !== 'meta' ? scalars(text) : undefined;
}

/** Each line is a scalar, with the spaces in it. */
function scalars(text: string): Lexeme[] {
  return [...text.matchAll(/\s+$|^\s+|\n\s*|\S[^\n]*?(?=\s*(?:\n|$))/g)].map(([part]) => ({
    className: part.trim() === '' ? 'w' : 'l l-Scalar l-Scalar-Plain',
    text: part,
  }));
}

/** Classes of the parts of a tag. */
interface TagClasses {
  bracket: string;
  equals: string;
  space: string;
}

const htmlTag: TagClasses = { bracket: 'p', equals: 'o', space: '' };
const xmlTag: TagClasses = { bracket: 'nt', equals: 'na', space: 'w' };

function tagRewrite({ bracket, equals, space }: TagClasses): (scoped: Scoped) => Lexeme[] | undefined {
  return ({ scope, text }) => {
    if (scope === 'string') return [{ className: 's', text }];
    if (scope !== 'tag') return undefined;
    return [...text.matchAll(/\s+|=|[^\s=]+/g)].map(([part]) => ({
      className: part === '=' ? equals : part.trim() === '' ? space : bracket,
      text: part,
    }));
  };
}
