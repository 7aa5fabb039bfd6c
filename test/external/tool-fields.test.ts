import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Example, readExamples } from '../../src/external/example.ts';
import { payloadIn } from '../../src/external/payload.ts';
import { type Tool, type ToolMessage, writeEvent } from '../../src/external/tool.ts';
import { tools } from '../../src/external/tools.ts';
import { ApiError } from '../../src/http/errors.ts';

// The tool `json` shows the whole payload as it is.
const { json: _, ...named } = tools;

describe('a field that is missing, null or of another type', () => {
  for (const [name, tool] of Object.entries(named)) {
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

describe('texts that nobody expects', () => {
  const long = 'Very long title '.repeat(200);
  const odd: Readonly<Record<string, (payload: unknown) => unknown>> = {
    'long titles': (payload) => withTexts(payload, (name, text) => (titles.test(name) ? long : text)),
    'titles that turn the direction': (payload) =>
      withTexts(payload, (name, text) => (titles.test(name) ? '\u202eevil' : text)),
    'titles of several lines': (payload) =>
      withTexts(payload, (name, text) => (titles.test(name) ? 'one\n\n```\ntwo' : text)),
    'empty texts': (payload) => withTexts(payload, (name, text) => (events.test(name) ? text : '')),
  };

  for (const [name, tool] of Object.entries(named)) {
    it(`leave each message of ${name} a topic with its number, and the text in order`, () => {
      for (const example of readExamples(name)) {
        for (const [what, change] of Object.entries(odd)) {
          const value = change(example.payload ?? example.form);
          for (const { topic, text } of messagesFor(tool, example, value)) {
            const [number = ''] = /[#!]\d+(?!\w)/.exec(example.topic) ?? [];
            // Some titles are what has the number.
            const isKnown = new RegExp(`:"?${number.slice(1)}"?[,}]`).test(JSON.stringify(value));
            const [sentence = ''] = text.source.replace(/\]\([^)]*\)/g, ']').split('\n');
            const place = `${example.what}, ${what}: ${topic}\n${text.source}`;
            assert.ok(/[\p{L}\p{N}]/u.test(topic) && !/[\n\u202e]/.test(topic), place);
            assert.ok(!isKnown || [...topic].slice(0, 57).join('').includes(number), place);
            assert.ok(!sentence.includes('\u202e'), place);
          }
        }
      }
    });
  }
});

const titles = /title|subject|summary|^name$|message|description/i;
/** Fields that say what has happened. */
const events = /^(?:type|event|action|status|kind|object_kind|trigger|state|topic|webhookEvent)|event_?(?:type|name)/i;

/** A copy of a payload with other texts, by the names of their fields. */
function withTexts(value: unknown, textFor: (name: string, text: string) => string, name = ''): unknown {
  if (typeof value === 'string') return textFor(name, value);
  if (Array.isArray(value)) return value.map((part) => withTexts(part, textFor, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part, textFor, key)]));
}

/** The topics and texts for a payload, or nothing after an error for whoever sent it. */
function shownFor(tool: Tool, example: Example, value: unknown): string {
  return messagesFor(tool, example, value)
    .map(({ topic, text }) => `${topic}\n${text.source}`)
    .join('\n');
}

/** The messages for a payload; none after an error for whoever sent it. */
function messagesFor(tool: Tool, { headers = {} }: Example, value: unknown): ToolMessage[] {
  const named = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  try {
    const payload = payloadIn(value);
    const event = tool.eventOf({ payload, header: (name) => named[name.toLowerCase()] ?? '' });
    return writeEvent(tool, event, payload, {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
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
