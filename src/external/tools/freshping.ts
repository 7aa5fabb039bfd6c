import { words } from '../forge.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const freshping: Tool = {
  title: 'Freshping',
  payloads: recorded('https://support.freshping.io/support/solutions/articles/50000003709-webhooks'),
  eventOf: ({ payload }) => words(payload.text('webhook_event_data.check_state_name')).replaceAll(' ', '_'),
  events: { available: write, reporting_error: write, not_responding: write, '*': write },
};

function write(payload: Payload, state: string): ToolMessage {
  const check = payload.at('webhook_event_data');
  const code = check.any('http_status_code');
  const time = check.any('response_time');
  return monitorMessage({
    name: check.any('check_name', 'request_url') || payload.text('webhook_event_data.check_name'),
    url: check.any('request_url'),
    state,
    mood: state === 'available' ? 'good' : 'bad',
    since: check.any('request_start_time'),
    facts: {
      'Status code': code,
      'Response time': time === '' ? '' : `${time} ms`,
      Application: check.any('application_name'),
    },
  });
}
