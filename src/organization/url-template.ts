import { parseTemplate } from 'url-template';
import { errorKind } from '../http/errors.ts';

export const templateInvalid = errorKind('Invalid URL template.');

const character = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})';
const variable = `${character}(?:\\.?${character})*(?:\\*|:[1-9]\\d{0,3})?`;
const expression = new RegExp(`\\{[+#./;?&]?(${variable}(?:,${variable})*)\\}`, 'g');
// An apostrophe is allowed by the erratum to the grammar, and common in URLs of query languages.
const literals = /^(?:[!#$&-;=?@A-Z[\]_a-z~\u{a0}-\u{10ffff}]|%[0-9A-Fa-f]{2})*$/u;

/** The names of the variables of a URL template (RFC 6570), each once, or undefined for a text that is none. */
export function templateVariables(template: string): Set<string> | undefined {
  const names = [...template.matchAll(expression)].flatMap(([, list = '']) => list.split(','));
  if (!literals.test(template.replace(expression, '')) || runsCode(template)) return undefined;
  return new Set(names.map((name) => name.replace(/[*:].*/, '')));
}

/**
 * The URL that a template makes of values; null leaves a variable out. Undefined when no link should lead there.
 */
export function expandTemplate(template: string, values: Record<string, string | null>): string | undefined {
  try {
    const url = parseTemplate(template).expand(values);
    return runsCode(url) ? undefined : url;
  } catch (error) {
    // A prefix such as {name:1} can cut a character in two, of which no URL can be made.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function runsCode(url: string): boolean {
  return /^\s*(javascript|vbscript|data):/i.test(url);
}
