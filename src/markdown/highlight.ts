import { grammars, type Highlighter, loadHighlighter } from './libraries.cjs';

// Grammars embedded in others. All are registered before the first use: the result must not depend on the code
// highlighted before.
const embedded: Record<string, string[]> = {
  coffeescript: ['javascript'],
  dart: ['markdown'],
  django: ['xml'],
  dockerfile: ['bash'],
  javascript: ['xml', 'css', 'graphql'],
  markdown: ['xml'],
  nix: ['markdown'],
  'python-repl': ['python'],
  typescript: ['xml', 'css', 'graphql'],
  xml: ['css', 'javascript'],
  yaml: ['ruby'],
};

// From the scopes of highlight.js to those classes of Pygments that clients have colours for. Some clients show nothing
// of a block with an unknown class. Scopes not listed have no class.
const classes: Record<string, string> = {
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
  operator: 'o',
  property: 'py',
  punctuation: 'p',
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
  tag: 'p',
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
const byText: Record<string, (text: string) => string> = {
  keyword: keywordClass,
  meta: (text) => (text.startsWith('#!') ? 'ch' : 'cp'),
  comment: (text) => (text.startsWith('#!') ? 'ch' : /^(\/\*|\(\*|\{-|&lt;!--)/.test(text) ? 'cm' : 'c1'),
  number: (text) => (/^0x/i.test(text) ? 'mh' : /^0b/i.test(text) ? 'mb' : /[.e]/i.test(text) ? 'mf' : 'mi'),
  string: stringClass,
};

// Some grammars scan a word or whitespace again from each of its characters; `withTiringWords` even across words.
const tiring = /[\w$.\u{80}-\u{ffff}-]{200}|\s{200}|\[{200}/u;
const tiringWords = /[\w\s.-]{200}/;
const withTiringWords = ['csharp', 'ini'];

let highlighter: Highlighter | undefined;

/**
 * Highlights code with a grammar of highlight.js. Returns safe HTML: text and spans of one class each, not nested.
 * Undefined for unnatural code that could take long; other code takes at most about 10 ms per 1000 characters.
 */
export function highlight(code: string, grammar: string): string | undefined {
  if (tiring.test(code) || (withTiringWords.includes(grammar) && tiringWords.test(code))) return undefined;
  highlighter ??= loadHighlighter();
  register(highlighter, grammar);
  return flatten(highlighter.highlight(code, { language: grammar, ignoreIllegals: true }).value);
}

function register(into: Highlighter, grammar: string): void {
  if (into.getLanguage(grammar)) return;
  into.registerLanguage(grammar, grammars[grammar]?.());
  for (const one of embedded[grammar] ?? []) register(into, one);
}

/** Flattens nested scope spans into adjacent class spans. The innermost scope with a class counts. */
function flatten(html: string): string {
  const open: (string | undefined)[] = [];
  let out = '';
  for (const [piece, attribute] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (attribute !== undefined) open.push(scopeOf(attribute));
    else if (piece === '</span>') open.pop();
    else out += present(piece, open.at(-1));
  }
  return out;
}

/** The scope of a class attribute such as `hljs-title function_`; undefined if it has no colour. */
function scopeOf(attribute: string): string | undefined {
  const parts = attribute.replace('hljs-', '').split(' ');
  const scope = parts.map((part) => part.replace(/_+$/, ''));
  while (scope.length > 0 && !(scope.join('.') in classes)) scope.pop();
  return scope.length > 0 ? scope.join('.') : undefined;
}

function present(text: string, scope: string | undefined): string {
  if (scope === undefined || text.trim() === '') return text;
  return `<span class="${byText[scope]?.(text) ?? classes[scope]}">${text}</span>`;
}

function keywordClass(text: string): string {
  if (importWord.test(text)) return 'kn';
  if (declaringWord.test(text)) return 'kd';
  return constantWord.test(text) ? 'kc' : 'k';
}

function stringClass(text: string): string {
  if (/^("""|&quot;&quot;&quot;|&#x27;&#x27;&#x27;)/.test(text)) return 'sd';
  if (/^[a-z]{0,2}&quot;/i.test(text)) return 's2';
  if (/^[a-z]{0,2}&#x27;/i.test(text)) return 's1';
  return text.startsWith('`') ? 'sb' : 's';
}
