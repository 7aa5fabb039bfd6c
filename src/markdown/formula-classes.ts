// Since KaTeX 0.18 these classes have a prefix, which the style sheets and parsers of clients do not know.
const renamed =
  /katex-(accent|base|fix|hdashline|hline|inner|newline|overlay|overline|root|rule|sizing|smash|sout|stretchy|strut|tag|thinbox|underline|vbox)\b/g;

/** Renames classes in HTML, or in a style sheet, to the names that clients know. */
export function toOlderClasses(text: string): string {
  return text.replace(renamed, '$1');
}
