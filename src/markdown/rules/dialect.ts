import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';

const underscore = '_'.charCodeAt(0);

/** Disables Markdown that chat does not support: escapes, references, images, underlined headings, and `_`. */
export function dialectRule(markdown: MarkdownIt): void {
  // Images would make every reader's client fetch from a server chosen by the writer; they stay links.
  markdown.disable(['escape', 'reference', 'lheading', 'image', 'autolink', 'html_block', 'html_inline']);
  markdown.core.ruler.after('block', 'spaces', restoreSpaces);
  markdown.inline.ruler.before('emphasis', 'underscore', readUnderscore);
  markdown.inline.ruler.at('newline', readNewline);
  markdown.inline.ruler.at('entity', readEntity);
  markdown.renderer.rules.entity = (tokens, index) => (tokens[index] as Token).content;
}

/** A space at the start or the end of a line. */
const edgeSpace = /^[^\S\n]|[^\S\n]$/m;

/** Keeps the spaces at the end of a paragraph, and those below the first line of an item, as clients know them. */
function restoreSpaces({ src, tokens }: StateCore): void {
  if (!edgeSpace.test(src)) return;
  const lines = src.split('\n');
  for (const [index, { type, map }] of tokens.entries()) {
    const token = tokens[index + 1];
    if (type !== 'paragraph_open' || !map || token?.type !== 'inline') continue;
    token.content = withSpaces(token.content.split('\n'), lines.slice(...map)).join('\n');
  }
}

function withSpaces(content: readonly string[], written: readonly string[]): readonly string[] {
  if (content.length !== written.length) return content;
  const beginsAtMark = written[0]?.trim() !== content[0]?.trim();
  return content.map((text, index) => {
    const line = written[index] as string;
    const ended = index === content.length - 1 ? text + line.slice(line.trimEnd().length) : text;
    // The marks of quotations are no part of the content.
    return beginsAtMark && line.trimStart() === ended.trimStart() ? line : ended;
  });
}

function readUnderscore(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== underscore) return false;
  if (!silent) state.pending += '_';
  state.pos++;
  return true;
}

// Spaces around a line break are preserved.
function readNewline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '\n') return false;
  if (!silent) state.push('softbreak', 'br', 0);
  state.pos++;
  return true;
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z][a-z\d]{1,31});/iy;

// Browsers know all named characters, such as `&copy;`, and show unknown names as written.
function readEntity(state: StateInline, silent: boolean): boolean {
  entity.lastIndex = state.pos;
  const [written, decimal, hexadecimal] = entity.exec(state.src) ?? [];
  if (written === undefined || entity.lastIndex > state.posMax) return false;
  const code = decimal ?? (hexadecimal && `0x${hexadecimal}`);
  if (code !== undefined && !isCharacter(Number(code))) return false;
  if (!silent) state.push('entity', '', 0).content = written;
  state.pos += written.length;
  return true;
}

/** Whether HTML may name the character with this code: controls, halves of pairs and unassignable codes are errors. */
function isCharacter(code: number): boolean {
  return code <= 0x10ffff && !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(String.fromCodePoint(code));
}
