import { blocks, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const flock: Tool = {
  title: 'Flock',
  payloads: recorded('https://docs.flock.com/display/flockos/Outgoing+Webhooks'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const attached = payload
    .list('attachments')
    .map((one) => [one.any('title'), one.any('description')].filter(Boolean).join('\n'));
  const text = payload.any('text', 'notification');
  return { topic: 'Flock', text: blocks(quote(attached.join('\n\n')), md`${text || payload.text('text')}`) };
}
