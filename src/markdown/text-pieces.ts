import type { StateCore, Token } from 'markdown-it';

/** A part of a text to be replaced by tokens. */
export interface Piece {
  /** In UTF-16 units. */
  start: number;
  end: number;
  tokens: Token[];
}

/** Replaces parts of the text outside code and links. `find` returns the parts of one text token, in order. */
export function replacePieces(state: StateCore, find: (text: string) => Piece[]): void {
  for (const token of state.tokens) {
    if (token.children) token.children = replaceAmong(state, token.children, find);
  }
}

function replaceAmong(state: StateCore, tokens: readonly Token[], find: (text: string) => Piece[]): Token[] {
  let linkDepth = 0;
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') linkDepth++;
    else if (token.type === 'link_close') linkDepth--;
    if (token.type !== 'text' || linkDepth > 0) return token;
    const pieces = find(token.content);
    return pieces.length === 0 ? token : assemble(state, token.content, pieces);
  });
}

function assemble(state: StateCore, text: string, pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const { start, end, tokens: put } of pieces) {
    if (start > from) tokens.push(textToken(state, text.slice(from, start)));
    tokens.push(...put);
    from = end;
  }
  if (from < text.length) tokens.push(textToken(state, text.slice(from)));
  return tokens;
}

export function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}
