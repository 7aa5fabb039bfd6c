import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const folder = join(import.meta.dirname, '../../src/client/style');

const physical =
  /^(left|right|(margin|padding|border|scroll-margin|scroll-padding)-(left|right)(-.*)?|border-(top|bottom)-(left|right)-radius)$/;
const sided = /^(text-align|float|clear|justify-content|justify-self|justify-items)$/;
/** Shorthands of four sides, of which the second and the last are right and left. */
const ofFourSides = /^(margin|padding|inset|border-(width|style|color))$/;

/** The declarations of a sheet that are the same in both directions of writing, although they should follow it. */
function findPhysical(sheet: string): string[] {
  const declarations = sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g);
  return [...declarations].flatMap(([whole, property = '', value = '']) =>
    isPhysical(property, value.trim()) ? [whole.replace(/\s+/g, ' ')] : [],
  );
}

function isPhysical(property: string, value: string): boolean {
  if (physical.test(property)) return true;
  if (sided.test(property)) return /^(left|right)$/.test(value);
  if (property === 'border-radius') return isLopsided(splitValue(value), [0, 1, 3, 2]);
  return ofFourSides.test(property) && isLopsided(splitValue(value), [1, 3]);
}

/** Whether values that face each other differ: each is compared with its neighbour in `pairs`. */
function isLopsided(values: readonly string[], pairs: readonly number[]): boolean {
  if (values.length < 4) return values.length > 1 && pairs.length === 4;
  return pairs.some((one, index) => index % 2 === 0 && values[one] !== values[pairs[index + 1] ?? 0]);
}

/** The parts of a value, at spaces that are not within parentheses. */
function splitValue(value: string): string[] {
  let depth = 0;
  const apart = [...value].map((letter) => {
    depth += Number(letter === '(') - Number(letter === ')');
    return depth === 0 && letter === ' ' ? '\n' : letter;
  });
  return apart.join('').split(/\n+/);
}

describe('the sheets', () => {
  it('name sides by the direction of writing', () => {
    const found = readdirSync(folder).flatMap((name) =>
      findPhysical(readFileSync(join(folder, name), 'utf8')).map((line) => `${name}: ${line}`),
    );

    assert.deepEqual(found, []);
  });

  it('would be found with sides of the window', () => {
    const sheet =
      'a { left: 0; margin-left: 1px; text-align: right; padding: 0 calc(1px + (2px)) 0 1px; border-radius: 1px 2px }' +
      'b { inset: 0 1px; margin: 0 1px 2px 1px; text-align: start; border-radius: 1px; padding-inline: 1px 2px; }';

    assert.deepEqual(findPhysical(sheet.replaceAll(' }', '; }')), [
      'left: 0;',
      'margin-left: 1px;',
      'text-align: right;',
      'padding: 0 calc(1px + (2px)) 0 1px;',
      'border-radius: 1px 2px;',
    ]);
  });
});
