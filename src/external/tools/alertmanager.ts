import { writeAlerts } from '../alerts.ts';
import { inField, type Tool, type Write } from '../tool.ts';

const write: Write = (payload, _, options) => writeAlerts(payload, options);

export const alertmanager: Tool = {
  title: 'Alertmanager',
  eventOf: inField('status'),
  options: ['name', 'desc'],
  events: { firing: write, resolved: write },
};
