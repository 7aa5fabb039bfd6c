import { writeAlerts } from '../alerts.ts';
import { inField, recorded, type Tool, type Write } from '../tool.ts';

const write: Write = (payload, _, options) => writeAlerts(payload, options);

export const alertmanager: Tool = {
  title: 'Alertmanager',
  payloads: recorded('https://prometheus.io/docs/alerting/latest/configuration/#webhook_config'),
  eventOf: inField('status'),
  options: ['name', 'desc'],
  events: { firing: write, resolved: write },
};
