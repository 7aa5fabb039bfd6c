import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';

// Matching time is proportional to the program size for each character.
const maxProgramSize = 1000;

/** The message describes the problem for a person. */
export class PatternError extends Error {}

/** Compiles a bare pattern in RE2 syntax. Throws PatternError. */
export function compilePattern(pattern: string): RE2JS {
  const compiled = compile(pattern);
  if (compiled.programSize() > maxProgramSize) throw new PatternError('pattern too large');
  ensureComplete(pattern);
  return compiled;
}

/**
 * Compiles a checked pattern to match whole phrases: after the start, a space or an opening mark, and not before a
 * letter or number. Group 1 is the match of the pattern itself.
 */
export function compilePhrase(pattern: string): RE2JS {
  return RE2JS.compile(`(?:^|[\\s\\x{85}\\p{Z}'"(,:<])(${pattern})(?:$|[^\\p{L}\\p{N}])`);
}

// RE2 accepts an unclosed \Q, which would quote the rest of the larger expression.
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

// Replaces RE2's common error texts with those of other servers with this API.
const usualWords: Record<string, string> = {
  'missing closing )': 'missing )',
  'missing closing ]': 'missing ]',
  'invalid nested repetition operator': 'bad repetition operator',
  'missing argument to repetition operator': 'no argument for repetition operator',
};
