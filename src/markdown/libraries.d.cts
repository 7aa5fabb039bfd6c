/** The part of KaTeX in use. */
export interface Katex {
  /** Throws a ParseError for invalid TeX. */
  renderToString(tex: string, options: Record<string, unknown>): string;
}

/** The part of highlight.js in use. Its own types depend on browser types. */
export interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

export declare function loadKatex(): Katex;
export declare function loadHighlighter(): Highlighter;
/** The grammars of highlight.js by its names. */
export declare const grammars: Record<string, () => unknown>;
