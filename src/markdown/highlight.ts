import { escapeHtml } from '../ground/text.ts';
import type { Language } from './languages.ts';
import { divide, isKnownScope } from './lexeme.ts';
import type { Lexeme, Scoped } from './lexeme-style.ts';
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

// Some grammars scan a word or whitespace again from each of its characters; `withTiringWords` even across words.
const tiring = /[\w$.\u{80}-\u{ffff}-]{200}|\s{200}|\[{200}/u;
const tiringWords = /[\w\s.-]{200}/;
const withTiringWords = ['csharp', 'ini'];

let highlighter: Highlighter | undefined;

/**
 * Highlights code. Returns safe HTML: text and spans, not nested. Undefined for plain text, and for unnatural code that
 * could take long; other code takes at most about 10 ms per 1000 characters.
 */
export function highlight(code: string, { name, grammar }: Language): string | undefined {
  if (grammar === undefined || tiring.test(code) || (withTiringWords.includes(grammar) && tiringWords.test(code)))
    return undefined;
  highlighter ??= loadHighlighter();
  register(highlighter, grammar);
  const html = highlighter.highlight(code, { language: grammar, ignoreIllegals: true }).value;
  return divide(readScopes(html), name).map(present).join('');
}

function register(into: Highlighter, grammar: string): void {
  if (into.getLanguage(grammar)) return;
  into.registerLanguage(grammar, grammars[grammar]?.());
  for (const one of embedded[grammar] ?? []) register(into, one);
}

/** The stretches of nested spans. The innermost known scope counts. */
function readScopes(html: string): Scoped[] {
  const open: (string | undefined)[] = [];
  const code: Scoped[] = [];
  for (const [piece, attribute] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    if (attribute !== undefined) open.push(scopeOf(attribute));
    else if (piece === '</span>') open.pop();
    else code.push({ scope: open.at(-1), text: unescapeHtml(piece) });
  }
  return code;
}

/** The scope of a class attribute such as `hljs-title function_`; undefined if it is unknown. */
function scopeOf(attribute: string): string | undefined {
  const parts = attribute.replace('hljs-', '').split(' ');
  const scope = parts.map((part) => part.replace(/_+$/, ''));
  while (scope.length > 0 && !isKnownScope(scope.join('.'))) scope.pop();
  return scope.length > 0 ? scope.join('.') : undefined;
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescapeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] as string);
}

/** Each line of a lexeme has a span of its own. */
function present({ className, text }: Lexeme): string {
  if (className === '' || (className !== 'w' && text.trim() === '')) return escapeHtml(text);
  return text.replace(/[^\n]+/g, (line) => `<span class="${className}">${escapeHtml(line)}</span>`);
}
