import { nameOf, writeAlerts } from '../alerts.ts';
import { Payload, payloadInvalid } from '../payload.ts';
import { always, type Tool, type ToolMessage } from '../tool.ts';

/** Alerts as Prometheus and similar programs push them: a list, or a list in the field `alerts`. */
export const prometheus: Tool = { title: 'Prometheus', ...always(writeList) };

function writeList(payload: Payload): ToolMessage {
  const whole = Array.isArray(payload.value) ? new Payload({ alerts: payload.value }) : payload;
  const alerts = whole.list('alerts');
  const [first] = alerts;
  if (!first) throw payloadInvalid({ name: 'alerts', problem: 'is missing' });
  return { topic: nameOf(first), text: writeAlerts(alerts) };
}
