import { buildMessage } from '../builds.ts';
import { words, wordsIn } from '../forge.ts';
import type { Payload } from '../payload.ts';
import { standardWebhook } from '../signature.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const render: Tool = {
  title: 'Render',
  payloads: documented('https://render.com/docs/webhooks'),
  eventOf: inField('type'),
  signature: standardWebhook(),
  events: { '*': write },
};

const kinds: Readonly<Record<string, string>> = { cron: 'cron job', job: 'job', image: 'image pull' };

function write(payload: Payload, event: string): ToolMessage {
  const [kind = '', ...rest] = event.split('_');
  const id = payload.any('data.serviceId');
  return buildMessage({
    project: payload.any('data.serviceName') || payload.text('data.serviceId'),
    name: wordsIn(kinds, kind),
    url: /^srv-\w+$/.test(id) ? `https://dashboard.render.com/web/${id}` : '',
    status: payload.any('data.status') || words(rest.join(' ')),
  });
}
