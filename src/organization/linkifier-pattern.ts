import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

// A program takes time in proportion to its size for each character of a text.
const maxProgramSize = 1000;

/** What is wrong with a pattern, in words for a person. */
export class PatternError extends Error {}

/** A pattern by itself, in the syntax of RE2. Throws PatternError. */
export function compilePattern(pattern: string): RE2JS {
  const compiled = compile(pattern);
  if (compiled.programSize() > maxProgramSize) throw new PatternError('pattern too large');
  ensureComplete(pattern);
  return compiled;
}

/**
 * A checked pattern, so that it matches where a text has it as a phrase: after the start, a blank or an opening mark,
 * and not before a letter or number. Group 1 is what the pattern itself matches.
 */
export function compilePhrase(pattern: string): RE2JS {
  return RE2JS.compile(`(?:^|[\\s\\x{85}\\p{Z}'"(,:<])(${pattern})(?:$|[^\\p{L}\\p{N}])`);
}

// A quotation may stay open to the end of an expression, but a pattern becomes a part of a larger one.
function ensureComplete(pattern: string): void {
  try {
    compilePhrase(pattern);
  } catch {
    throw new PatternError(`missing \\E: ${pattern}`);
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError(describe(error));
    throw error;
  }
}

function describe(error: RE2JSException): string {
  if (!(error instanceof RE2JSSyntaxException)) return error.message;
  const what = usualWords[error.error] ?? error.error;
  return error.input === null ? what : `${what}: ${error.input}`;
}

// What other servers with this API say of the commonest mistakes.
const usualWords: Record<string, string> = {
  'missing closing )': 'missing )',
  'missing closing ]': 'missing ]',
  'invalid nested repetition operator': 'bad repetition operator',
  'missing argument to repetition operator': 'no argument for repetition operator',
};
