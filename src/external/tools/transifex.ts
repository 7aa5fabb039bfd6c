import { words } from '../forge.ts';
import { md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { transifexHmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const transifex: Tool = {
  title: 'Transifex',
  payloads: documented('https://developers.transifex.com/docs/webhooks'),
  // Old webhooks had no event: the field that says how much is done names it.
  eventOf: ({ payload }) =>
    payload.any('event') || (payload.has('reviewed') ? 'review_completed' : 'translation_completed'),
  signature: transifexHmac('X-TX-Signature-V2'),
  events: {
    translation_completed: write,
    review_completed: write,
    proofread_completed: write,
    fillup_completed: write,
    '*': write,
  },
};

function write(payload: Payload, event: string): ToolMessage {
  const [project, resource] = [payload.any('project') || payload.text('project'), payload.any('resource')];
  const percent = payload.any('reviewed', 'translated');
  const done = percent === '' ? words(event) : `${percent}% ${payload.has('reviewed') ? 'reviewed' : 'translated'}`;
  const name = [project, resource].filter(Boolean).join(' / ');
  return { topic: name, text: md`The ${payload.any('language') || 'translation'} of ${name}: ${done}.` };
}
