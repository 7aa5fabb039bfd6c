import { written } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const ifttt: Tool = { title: 'IFTTT', payloads: recorded('https://ifttt.com/maker_webhooks'), ...always(write) };

function write(payload: Payload): ToolMessage {
  return { topic: payload.any('topic', 'subject') || payload.text('topic'), text: written(payload.text('content')) };
}
