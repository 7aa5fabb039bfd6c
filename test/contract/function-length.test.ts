import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const root = join(import.meta.dirname, '../../src');
const most = 40;

// The first line of a function, by the kind of its notation.
const declaration = /^( *)(?:export )?(?:default )?(?:async )?function\*? (\w+)/;
const method = /^( +)(?:(?:static|override|async|private|get|set) )*(#?\w+)(?:<.*>)?\((?!.*=> \{$).*\{$/;
const arrow = /^( *)(?:(?:export|const|readonly|static) )*(#?\w+)(?:: .*)?(?: =|:) .*=> \{$/;
const statements = new Set(['if', 'for', 'while', 'switch', 'catch']);

const functions = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => listFunctions(path, readFileSync(join(root, path), 'utf8').split('\n')));

describe('a function', () => {
  it('has at most 40 lines, its signature and inner functions included', () => {
    const long = functions.filter(({ lines }) => lines > most);

    assert.deepEqual(
      long.map(({ path, name, lines }) => `${path}: ${name}, ${lines} lines`),
      [],
    );
  });

  it('was found', () => {
    const found = (path: string) => functions.filter((one) => one.path === path).map(({ name }) => name);

    assert.ok(functions.length > 3000, String(functions.length));
    assert.deepEqual(found('client/text/keyboard.ts'), ['isComposing', 'isTyping']);
  });
});

interface Found {
  path: string;
  name: string;
  lines: number;
}

// The formatter puts the end of a function straight below its beginning, so that no parser is needed.
function listFunctions(path: string, lines: readonly string[]): Found[] {
  return lines.flatMap((line, index) => {
    const [, indent = '', name] = declaration.exec(line) ?? method.exec(line) ?? arrow.exec(line) ?? [];
    const isBody = name !== undefined && !statements.has(name) && !line.endsWith(';');
    const end = isBody ? lines.findIndex((one, at) => at > index && isEnd(one, indent)) : -1;
    return name === undefined || end < 0 ? [] : [{ path, name, lines: end - index + 1 }];
  });
}

function isEnd(line: string, indent: string): boolean {
  return line.startsWith(`${indent}}`) && /^[);,\]]*$/.test(line.slice(indent.length + 1));
}
