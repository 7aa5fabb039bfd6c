import { defaultStyle, type Lexeme, type Scoped, type Style, styles } from './lexeme-style.ts';

// Maps the scopes of highlight.js to the classes of Pygments that clients have colors for. Some clients hide a whole
// block with an unknown class. Stretches of other scopes are split into names, operators and punctuation.
const classes: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char.escape': 'se',
  class: 'nc',
  code: 's',
  comment: 'c1',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  formula: 's',
  keyword: 'k',
  link: 's',
  literal: 'kc',
  meta: 'cp',
  'meta.prompt': 'gp',
  name: 'nt',
  number: 'mi',
  property: 'py',
  quote: 'ge',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title.class': 'nc',
  'title.function': 'nf',
  'title.function.invoke': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable.constant': 'no',
  'variable.language': 'bp',
};

const constantWord = /^(true|false|null|undefined|none|nil)$/i;
const importWord = /^(import|from|require|include|use|using|package|namespace|module)$/;
const declaringWord =
  /^(var|let|const|function|class|interface|enum|extends|implements|public|private|protected|static)$/;

// Scopes whose class depends on the text.
const byText: Readonly<Record<string, (text: string, style: Style) => string>> = {
  keyword: keywordClass,
  meta: (text) => (text.startsWith('#!') ? 'ch' : 'cp'),
  comment: (text) => (text.startsWith('#!') ? 'ch' : /^(\/\*|\(\*|\{-|<!--)/.test(text) ? 'cm' : 'c1'),
  number: numberClass,
  string: stringClass,
};

/** Whether a scope of highlight.js is distinguished from plain code. */
export function isKnownScope(scope: string): boolean {
  return scope in classes || scope === 'tag';
}

/** Splits highlighted code as Pygments does for the language; adjacent lexemes have different classes. */
export function divide(code: readonly Scoped[], language: string): Lexeme[] {
  const style = { ...defaultStyle, ...styles[language] };
  const rewrite = style.rewrite?.();
  const reader = new Reader(style);
  const lexemes: Lexeme[] = [];
  for (const scoped of code) {
    for (const { className, text } of rewrite?.(scoped) ?? reader.read(scoped)) {
      const last = lexemes.at(-1);
      if (last?.className === className) last.text += text;
      else lexemes.push({ className, text });
    }
  }
  return lexemes;
}

const parts = /(\s+)|([\p{L}_$@][\p{L}\p{N}_$]*)|(\d[\w.]*)|([()[\]{},;.]+)|[^\s\p{L}\p{N}_$@()[\]{},;.]+/gu;

/** Reads code from start to end. A keyword determines the classes of the space and name that follow it. */
class Reader {
  readonly #style: Style;
  #following: Style['after'][string] | undefined;

  constructor(style: Style) {
    this.#style = style;
  }

  read({ scope, text }: Scoped): Lexeme[] {
    const className = scope === undefined ? '' : this.#classOf(scope, text);
    if (className === '') return [...text.matchAll(parts)].map((part) => this.#readPart(part));
    const isTitle = scope?.startsWith('title') === true;
    return [this.#readWord(text, className, isTitle)];
  }

  #readPart([text, space, name, number, signs]: RegExpExecArray): Lexeme {
    const style = this.#style;
    if (space !== undefined) return { className: this.#following?.space ?? style.space, text };
    if (name !== undefined) return this.#readWord(text, style.name, true);
    this.#following = undefined;
    if (number !== undefined) return { className: numberClass(text, style), text };
    return { className: own(style.signs, text) ?? (signs === undefined ? style.operator : 'p'), text };
  }

  #readWord(text: string, className: string, isName: boolean): Lexeme {
    const declared = isName ? this.#following?.name : undefined;
    this.#following = own(this.#style.after, text);
    return { className: own(this.#style.words, text) ?? declared ?? className, text };
  }

  #classOf(scope: string, text: string): string {
    return this.#style.scopes[scope] ?? byText[scope]?.(text, this.#style) ?? classes[scope] ?? '';
  }
}

// Code may contain names of properties that every object has, such as `constructor`.
function own<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function keywordClass(text: string): string {
  if (importWord.test(text)) return 'kn';
  if (declaringWord.test(text)) return 'kd';
  return constantWord.test(text) ? 'kc' : 'k';
}

function numberClass(text: string, { number }: Style): string {
  if (/^0x/i.test(text)) return 'mh';
  if (/^0b/i.test(text)) return 'mb';
  return number ?? (/[.e]/i.test(text) ? 'mf' : 'mi');
}

function stringClass(text: string): string {
  if (/^("""|''')/.test(text)) return 'sd';
  if (/^[a-z]{0,2}"/i.test(text)) return 's2';
  if (/^[a-z]{0,2}'/i.test(text)) return 's1';
  return text.startsWith('`') ? 'sb' : 's';
}
