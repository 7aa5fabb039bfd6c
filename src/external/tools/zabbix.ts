import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** A media type of Zabbix, whose script names these fields. */
export const zabbix: Tool = {
  title: 'Zabbix',
  payloads: recorded('https://www.zabbix.com/documentation/current/en/manual/config/notifications/media/webhook'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const name = payload.any('trigger') || payload.text('item');
  const state = payload.any('status') || 'problem';
  return monitorMessage({
    topic: payload.any('hostname'),
    name,
    url: payload.any('link'),
    state,
    mood: /^(?:ok|resolved)$/i.test(state) ? 'good' : 'bad',
    facts: { Severity: payload.any('severity'), Item: payload.any('item') },
  });
}
