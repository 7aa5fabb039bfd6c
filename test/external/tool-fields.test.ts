import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Example, readExamples } from '../../src/external/example.ts';
import { payloadIn } from '../../src/external/payload.ts';
import { type Tool, writeEvent } from '../../src/external/tool.ts';
import { tools } from '../../src/external/tools.ts';
import { ApiError } from '../../src/http/errors.ts';

describe('a field that is missing, null or of another type', () => {
  // The tool `json` shows the whole payload as it is.
  const { json: _, ...others } = tools;

  for (const [name, tool] of Object.entries(others)) {
    it(`leaves no trace in the messages of ${name}, or an error that names it`, () => {
      let tried = 0;
      for (const example of readExamples(name)) {
        for (const { change, value } of changedCopies(example.payload ?? example.form)) {
          tried++;
          const text = shownFor(tool, example, value);
          assert.ok(!/undefined|\bnull\b|NaN|\[object/.test(text), `${example.what}, ${change}: ${text}`);
        }
      }
      assert.ok(tried > 10);
    });
  }
});

/** The topics and texts for a payload, or the error for whoever sent it. */
function shownFor(tool: Tool, { headers = {} }: Example, value: unknown): string {
  const named = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  try {
    const payload = payloadIn(value);
    const event = tool.eventOf({ payload, header: (name) => named[name.toLowerCase()] ?? '' });
    const messages = writeEvent(tool, event, payload, {});
    return messages.map(({ topic, text }) => `${topic}\n${text.source}`).join('\n');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return '';
  }
}

interface Changed {
  change: string;
  value: unknown;
}

/** Copies of a payload, in each of which one field is missing, null or of another type. */
function changedCopies(payload: unknown): Changed[] {
  return pathsIn(payload).flatMap((path) => [
    { change: `without ${path.join('.')}`, value: replaced(payload, path, undefined) },
    ...[null, 7, true, 'word', [], {}, ['word'], { word: 7 }].map((value) => ({
      change: `with ${path.join('.')} as ${JSON.stringify(value)}`,
      value: replaced(payload, path, value),
    })),
  ]);
}

function pathsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [[name], ...pathsIn(part).map((rest) => [name, ...rest])]);
}

function replaced(payload: unknown, path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(payload) as Record<string, unknown>;
  const [last, ...above] = path.toReversed();
  let parent = copy;
  for (const name of above.toReversed()) parent = parent[name] as Record<string, unknown>;
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last as string];
  else parent[last as string] = value;
  return copy;
}
