import { nameOf, writeAlerts } from '../alerts.ts';
import type { Payload } from '../payload.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

export const alertmanager: Tool = {
  title: 'Alertmanager',
  eventOf: inField('status'),
  events: { firing: writeGroup, resolved: writeGroup },
};

function writeGroup(payload: Payload): ToolMessage {
  const alerts = payload.list('alerts');
  const topic = payload.any('groupLabels.alertname', 'commonLabels.alertname');
  return { topic: topic || nameOf(alerts[0] ?? payload), text: writeAlerts(alerts) };
}
