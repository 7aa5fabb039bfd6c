import { writeAlerts } from '../alerts.ts';
import { words } from '../forge.ts';
import { blocks, bold, facts, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage, type Write } from '../tool.ts';

const write: Write = (payload, _, options) => writeAlerts(payload, options);

export const grafana: Tool = {
  title: 'Grafana',
  payloads: recorded(
    'https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/',
  ),
  eventOf: ({ payload }) => payload.any('status') || payload.text('state'),
  signature: hmac('X-Grafana-Alerting-Signature'),
  options: ['name', 'desc'],
  events: {
    firing: write,
    resolved: write,
    alerting: writeRule,
    ok: writeRule,
    no_data: writeRule,
    pending: writeRule,
    paused: writeRule,
  },
};

/** An alert of Grafana versions before 8. */
function writeRule(payload: Payload, state: string): ToolMessage {
  const rule = payload.any('ruleName') || payload.text('title');
  const values = payload
    .list('evalMatches')
    .map((match) => [match.any('metric') || 'value', match.any('value')] as const);
  const text = md`${bold(words(state))}: ${link(rule, payload.any('ruleUrl'))}`;
  const picture = payload.any('imageUrl') === '' ? nothing : link('Picture', payload.any('imageUrl'));
  return { topic: rule, text: blocks(text, quote(payload.any('message')), facts(Object.fromEntries(values)), picture) };
}
