/** What is used of KaTeX. */
export interface Katex {
  /** Throws a ParseError for what is not TeX. */
  renderToString(tex: string, options: Record<string, unknown>): string;
}

/** What is used of highlight.js. Its own types need those of a browser. */
export interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
}

export declare function loadKatex(): Katex;
export declare function loadHighlighter(): Highlighter;
/** The grammars of highlight.js by its names. */
export declare const grammars: Record<string, () => unknown>;
