import { words } from '../forge.ts';
import { md } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const freshstatus: Tool = {
  title: 'Freshstatus',
  payloads: recorded('https://support.freshstatus.io/support/solutions/articles/50000002670-webhooks'),
  eventOf: ({ payload }) => payload.any('event_data.event_type') || 'test',
  events: {
    test: (payload) => ({ topic: payload.any('title') || 'Freshstatus', text: md`The webhook of Freshstatus works.` }),
    '*': write,
  },
};

/** The text of a field: unknown values are sent as the text None. */
function known(payload: Payload, ...paths: string[]): string {
  return payload.any(...paths).replace(/^None$/, '');
}

function write(payload: Payload, event: string): ToolMessage {
  const status = known(payload, 'incident_status', 'status') || words(event.replace(/^(?:INCIDENT|MAINTENANCE)_/, ''));
  const isPlanned = event.startsWith('MAINTENANCE');
  const isOver = /^(?:closed|resolved|completed)$/i.test(status);
  return monitorMessage({
    name: payload.any('title') || payload.text('id'),
    state: status,
    mood: isOver ? 'good' : isPlanned ? 'neutral' : 'bad',
    since: isPlanned ? '' : known(payload, 'start_time'),
    reason: known(payload, 'message', 'description'),
    facts: {
      Services: known(payload, 'affected_services')
        .replaceAll("'", '')
        .split(',')
        .map((one) => one.trim())
        .join(', '),
      Starts: known(payload, 'scheduled_start_time'),
      Ends: known(payload, 'scheduled_end_time'),
    },
  });
}
