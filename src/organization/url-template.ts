import { parseTemplate } from 'url-template';
import { errorKind } from '../http/errors.ts';

export const templateInvalid = errorKind('Invalid URL template.');

const character = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})';
const variable = `${character}(?:\\.?${character})*(?:\\*|:[1-9]\\d{0,3})?`;
const expression = new RegExp(`\\{[+#./;?&]?(${variable}(?:,${variable})*)\\}`, 'g');
// The erratum to the grammar allows an apostrophe, which is common in URLs of query languages.
const literals = /^(?:[!#$&-;=?@A-Z[\]_a-z~\u{a0}-\u{10ffff}]|%[0-9A-Fa-f]{2})*$/u;

/** The distinct variable names of a URL template (RFC 6570); undefined if the text is not a valid template. */
export function templateVariables(template: string): Set<string> | undefined {
  const names = [...template.matchAll(expression)].flatMap(([, list = '']) => list.split(','));
  if (!literals.test(template.replace(expression, '')) || runsCode(template)) return undefined;
  return new Set(names.map((name) => name.replace(/[*:].*/, '')));
}

/** Longer URLs are not linked, in characters: a template can repeat a long value hundreds of times. */
const longestUrl = 4000;

/** Expands a template; null omits a variable. Undefined if the URL is unsafe for links, or too long. */
export function expandTemplate(template: string, values: Record<string, string | null>): string | undefined {
  if (mayGrowTo(template, values) > longestUrl) return undefined;
  try {
    const url = parseTemplate(template).expand(values);
    return runsCode(url) ? undefined : url;
  } catch (error) {
    // A prefix such as {name:1} can split a surrogate pair, which cannot be encoded in a URL.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** An upper bound of the expanded length: each byte of a value takes three characters, in each expression. */
function mayGrowTo(template: string, values: Record<string, string | null>): number {
  let bytes = 0;
  for (const value of Object.values(values)) bytes += Buffer.byteLength(value ?? '');
  const expressions = template.split('{').length - 1;
  return template.length + 3 * bytes * expressions;
}

function runsCode(url: string): boolean {
  return /^\s*(javascript|vbscript|data):/i.test(url);
}
