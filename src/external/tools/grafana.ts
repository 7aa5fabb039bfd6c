import { nameOf, writeAlerts } from '../alerts.ts';
import { words } from '../forge.ts';
import { blocks, bold, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import type { Tool, ToolMessage } from '../tool.ts';

export const grafana: Tool = {
  title: 'Grafana',
  eventOf: ({ payload }) => payload.any('status') || payload.text('state'),
  signature: hmac('X-Grafana-Alerting-Signature'),
  events: {
    firing: writeGroup,
    resolved: writeGroup,
    alerting: writeRule,
    ok: writeRule,
    no_data: writeRule,
    pending: writeRule,
    paused: writeRule,
  },
};

function writeGroup(payload: Payload): ToolMessage {
  const alerts = payload.list('alerts');
  const topic = payload.any('groupLabels.alertname', 'commonLabels.alertname');
  return { topic: topic || nameOf(alerts[0] ?? payload), text: writeAlerts(alerts) };
}

/** An alert of Grafana versions before 8. */
function writeRule(payload: Payload, state: string): ToolMessage {
  const rule = payload.any('ruleName') || payload.text('title');
  const values = payload.list('evalMatches').map((match) => [match.text('metric'), match.any('value')] as const);
  const text = md`${bold(words(state))}: ${link(rule, payload.any('ruleUrl'))}`;
  return { topic: rule, text: blocks(text, quote(payload.any('message')), facts(Object.fromEntries(values))) };
}
