import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readExamples } from '../../src/external/example.ts';
import { tools } from '../../src/external/tools.ts';
import { startHook } from './hook.ts';

const changesAnExample = 12;
const odd: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  '',
  ' ',
  'x'.repeat(5000),
  '\0',
  '\ud800',
  '\u0007',
  '@**all** [x](y)\n```\n',
  '%zz',
  '0000',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  'constructor',
  '__proto__',
];

describe('payloads that no tool sends', () => {
  for (const [seed, tool] of Object.keys(tools).entries()) {
    it(`post a whole message or nothing: ${tool}`, async (t) => {
      const hook = await startHook(t);
      const dice = seededDice(seed + 1);
      let count = 0;

      for (const { what, payload, headers = {}, query } of readExamples(tool)) {
        if (payload === undefined) continue;
        for (let change = 0; change < changesAnExample; change++) {
          const changed = changedCopy(payload, dice);
          const { status, body } = await hook.post(tool, JSON.stringify(changed), {
            headers,
            query: { stream: 'kitchen', ...query },
          });
          assert.ok(
            status === 200 || status === 400,
            `${status} for ${what}: ${JSON.stringify(changed).slice(0, 2000)}`,
          );
          if (status === 400) assert.ok(typeof body.msg === 'string' && body.msg !== '');
          else if (!('excluded_event' in body)) count++;
        }
      }

      const posted = await hook.posted();
      assert.ok(posted.length >= count);
      assert.ok(posted.every(({ text }) => text !== '' && !text.includes('undefined') && !text.includes('[object')));
    });
  }
});

type Dice = (sides: number) => number;

/** The same numbers for the same seed (mulberry32). */
function seededDice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * sides);
  };
}

/** A copy in which one to three parts are odd, or missing. */
function changedCopy(payload: unknown, dice: Dice): unknown {
  const copy = { root: structuredClone(payload) };
  for (let changes = 1 + dice(3); changes > 0; changes--) changeSomewhere(copy, dice);
  return copy.root ?? null;
}

function changeSomewhere(within: object, dice: Dice): void {
  const parts = within as Record<string, unknown>;
  const names = Object.keys(parts);
  const name = names[dice(names.length)];
  if (name === undefined) return;
  const value = parts[name];
  if (typeof value === 'object' && value !== null && dice(5) > 0) changeSomewhere(value, dice);
  else if (dice(4) === 0) delete parts[name];
  else parts[name] = structuredClone(odd[dice(odd.length)]);
}
