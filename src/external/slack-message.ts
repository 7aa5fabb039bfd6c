import { isPlainObject } from '../http/params.ts';
import { parseField, payloadInvalid } from './payload.ts';
import { truncationMark } from './post.ts';
import { writeAttachments } from './slack-attachments.ts';
import { writeBlocks } from './slack-blocks.ts';
import { paragraphs } from './slack-rich-text.ts';
import { type Fields, renameEmoji, stringOf, textOf } from './slack-text.ts';

/** A message in Slack's format; every field may be missing or null. */
export interface SlackMessage {
  text?: unknown;
  blocks?: unknown;
  attachments?: unknown;
  icon_emoji?: unknown;
  channel?: unknown;
}

/** Parses the form field that holds a whole message as JSON. Throws payloadInvalid. */
export function readPayload(payload: unknown): SlackMessage {
  const value = parsed('payload', payload);
  if (!isPlainObject(value)) throw payloadInvalid({ name: 'payload', problem: 'is not a dict' });
  return value satisfies Fields;
}

/**
 * Converts a message to Markdown that still contains references: see mentionBroadcasts(). Empty if there is nothing to
 * show. Like Slack, uses the text only if there are no blocks. Throws payloadInvalid.
 */
export function writeSlackMessage(message: SlackMessage): string {
  const budget = { left: mostRead };
  const read = (value: unknown) => shortened(value, budget, 0);
  const text = textOf(read(message.text)).trim();
  const blocks = writeBlocks(read(listOrThrow('blocks', message.blocks)) as unknown[]);
  const attachments = writeAttachments(read(listOrThrow('attachments', message.attachments)) as unknown[]);
  const emoji = stringOf(message.icon_emoji).trim();
  const marked = text !== '' && /^:[^\s:]{1,100}:$/.test(emoji) ? `${renameEmoji(emoji)} ${text}` : text;
  const written = paragraphs([blocks || marked, attachments]);
  return budget.left > 0 || written === '' ? written : paragraphs([written, truncationMark]);
}

/** Maximum UTF-16 units read from a message: ten times the length of a message. */
const mostRead = 100_000;
const deepest = 20;

/** The part of a value within the budget and the nesting limit. */
function shortened(value: unknown, budget: { left: number }, depth: number): unknown {
  budget.left--;
  if (typeof value === 'string') {
    const text = value.slice(0, Math.max(0, budget.left));
    budget.left -= value.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) return shortenedList(value, budget, depth);
  const fields = Object.entries(value).map(([key, field]) => [key, shortened(field, budget, depth + 1)]);
  return Object.fromEntries(fields);
}

function shortenedList(list: readonly unknown[], budget: { left: number }, depth: number): unknown[] {
  const kept: unknown[] = [];
  for (const item of list) {
    if (budget.left <= 0) break;
    kept.push(shortened(item, budget, depth + 1));
  }
  return kept;
}

function listOrThrow(name: string, given: unknown): readonly unknown[] {
  if (given === undefined || given === null || given === '') return [];
  const value = parsed(name, given);
  if (!Array.isArray(value)) throw payloadInvalid({ name, problem: 'is not a list' });
  return value;
}

// In a form, every value is a text.
function parsed(name: string, value: unknown): unknown {
  return typeof value === 'string' ? parseField(name, value) : value;
}
