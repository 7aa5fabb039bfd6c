import { writeAlerts } from '../alerts.ts';
import { Payload } from '../payload.ts';
import { always, documented, type Tool, type ToolMessage } from '../tool.ts';
import type { UrlOptions } from '../url-options.ts';

/** Alerts as Prometheus and similar programs push them: a list, or a list in the field `alerts`. */
export const prometheus: Tool = {
  title: 'Prometheus',
  payloads: documented('https://prometheus.io/docs/alerting/latest/clients/'),
  ...always(writeList),
  options: ['name', 'desc'],
};

function writeList(payload: Payload, _event: string, options: UrlOptions): ToolMessage[] {
  return writeAlerts(Array.isArray(payload.value) ? new Payload({ alerts: payload.value }) : payload, options);
}
