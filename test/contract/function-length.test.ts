import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../../src');
const most = 40;
/** How many ways lead through a function: one, and one more for each branch. */
const mostWays = { ever: 15, usually: 10, exceptions: 15 };
/** Lines of a file of the server. */
const mostLines = 320;

/** Longer files: tables and texts, and declarations of one shape. */
const longFiles = ['demo/content.ts', 'import/archive.ts', 'import/import.ts', 'languages/messages.ts'];

// The first line of a function, by the kind of its notation.
const declaration = /^( *)(?:export )?(?:default )?(?:async )?function\*? (\w+)/;
const method = /^( +)(?:(?:static|override|async|private|get|set) )*(#?\w+)(?:<.*>)?\((?!.*=> \{$).*\{$/;
const arrow = /^( *)(?:(?:export|const|readonly|static) )*(#?\w+)(?:: .*)?(?: =|:) .*=> \{$/;
const statements = new Set(['if', 'for', 'while', 'switch', 'catch']);

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n') }));
const functions = files.flatMap(({ path, lines }) => listFunctions(path, lines));

describe('a function', () => {
  it('has at most 40 lines, its signature and inner functions included', () => {
    const long = functions.filter(({ lines }) => lines > most);

    assert.deepEqual(
      long.map(({ path, name, lines }) => `${path}: ${name}, ${lines} lines`),
      [],
    );
  });

  it('of the server has few ways through it', () => {
    const complex = functions
      .filter(({ path, ways }) => !path.startsWith('client/') && ways > mostWays.usually)
      .map(({ path, name, ways }) => ({ ways, what: `${path}: ${name}, ${ways} ways` }));

    const tooMany = complex.filter(({ ways }) => ways > mostWays.ever).map(({ what }) => what);
    assert.deepEqual(tooMany, []);
    assert.ok(complex.length <= mostWays.exceptions, complex.map(({ what }) => what).join('\n'));
  });

  it('counts its branches, also of inner functions, but none in texts and comments', () => {
    const lines = [
      'function pick(one?: string): string | undefined {',
      '  // if this, and that',
      "  if (one?.startsWith('a && b')) return one ?? 'c';",
      `  for (const letter of \`\${one ? 1 : 2} || for\`) if (letter === 'x' || letter === 'y') return letter;`,
      '  return undefined;',
      '}',
    ];

    assert.equal(listFunctions('a.ts', lines)[0]?.ways, 1 + 2 + 4);
  });

  it('was found', () => {
    const found = (path: string) => functions.filter((one) => one.path === path).map(({ name }) => name);

    assert.ok(functions.length > 3000, String(functions.length));
    assert.deepEqual(found('client/text/keyboard.ts'), ['isComposing', 'isTyping', 'isSending']);
  });
});

describe('a file of the server', () => {
  it('has at most 320 lines, unless it is a table', () => {
    const long = files.filter(({ path, lines }) => !path.startsWith('client/') && lines.length > mostLines);

    assert.deepEqual(
      long.filter(({ path }) => !longFiles.includes(path)).map(({ path, lines }) => `${path}: ${lines.length} lines`),
      [],
    );
  });
});

interface Found {
  path: string;
  name: string;
  lines: number;
  ways: number;
}

// The formatter puts the end of a function straight below its beginning, so that no parser is needed.
function listFunctions(path: string, lines: readonly string[]): Found[] {
  return lines.flatMap((line, index) => {
    const [, indent = '', name] = declaration.exec(line) ?? method.exec(line) ?? arrow.exec(line) ?? [];
    const isBody = name !== undefined && !statements.has(name) && !line.endsWith(';');
    const end = isBody ? lines.findIndex((one, at) => at > index && isEnd(one, indent)) : -1;
    if (name === undefined || end < 0) return [];
    return [{ path, name, lines: end - index + 1, ways: countWays(lines.slice(index, end + 1).join('\n')) }];
  });
}

function countWays(text: string): number {
  const code = text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .replace(/`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^}`]*\})*`/g, (template) =>
      [...template.matchAll(/\$\{([^}`]*)\}/g)].map(([, expression]) => expression).join(' '),
    );
  return 1 + (code.match(/\b(?:if|for|while|case|catch)\b|&&|\|\||\?\?|(?<=\s)\? /g) ?? []).length;
}

function isEnd(line: string, indent: string): boolean {
  return line.startsWith(`${indent}}`) && /^[);,\]]*$/.test(line.slice(indent.length + 1));
}
