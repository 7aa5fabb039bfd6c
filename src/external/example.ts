import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolExamples } from '../assets.ts';

/** A request in the form of a tool, and the message that it becomes. */
export interface Example {
  what: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  payload?: unknown;
  /** Sent as a form, instead of a payload. */
  form?: Record<string, string>;
  /** Parameters of the URL. */
  query?: Readonly<Record<string, string | boolean>>;
  topic: string;
  text: string;
  /** Further messages about the same request. */
  more?: readonly { topic: string; text: string }[];
}

/** The examples of a tool, the typical one first. */
export function readExamples(tool: string): Example[] {
  return JSON.parse(readFileSync(join(toolExamples, `${tool}.json`), 'utf8')) as Example[];
}
