import { written } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const zapier: Tool = { title: 'Zapier', payloads: recorded('https://zapier.com/apps'), ...always(write) };

function write(payload: Payload): ToolMessage {
  // The Zapier app checks the key with this request.
  if (payload.any('type') === 'auth') return { topic: 'Zapier', text: written('Zapier is connected.') };
  return { topic: payload.any('topic', 'subject') || 'Zapier', text: written(payload.text('content')) };
}
