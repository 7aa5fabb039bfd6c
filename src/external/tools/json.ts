import { codeBlock } from '../markdown.ts';
import { type Payload, payloadInvalid } from '../payload.ts';
import { always, ownPayloads, type Tool, type ToolMessage } from '../tool.ts';

/** Shows the whole payload, for tools without a file here. */
export const json: Tool = { title: 'JSON', payloads: ownPayloads, ...always(write) };

function write({ value }: Payload): ToolMessage {
  if (value === undefined) throw payloadInvalid({ name: 'payload', problem: 'is missing' });
  return { topic: 'JSON', text: codeBlock(format(value), 'json') };
}

// JSON.stringify() runs out of stack on values that are nested very deeply.
function format(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2);
  } catch {
    throw payloadInvalid({ name: 'payload', problem: 'is nested too deeply' });
  }
}
