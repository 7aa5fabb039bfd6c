import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const pingdom: Tool = {
  title: 'Pingdom',
  payloads: recorded('https://www.pingdom.com/resources/webhooks/'),
  eventOf: ({ payload }) => payload.text('current_state').toLowerCase(),
  events: { down: write, up: write, '*': write },
};

function write(payload: Payload, state: string): ToolMessage {
  const host = payload.any('check_params.hostname');
  const probes = ['first_probe.location', 'second_probe.location'].map((path) => payload.any(path)).filter(Boolean);
  const reason = payload.any('long_description', 'description');
  return monitorMessage({
    name: payload.any('check_name') || host || payload.text('check_name'),
    url: payload.any('check_params.full_url'),
    state,
    before: payload.any('previous_state').toLowerCase(),
    mood: ['up', 'success'].includes(state) ? 'good' : 'bad',
    since: payload.any('state_changed_timestamp'),
    reason: reason === 'OK' ? '' : reason,
    facts: {
      Check: payload.any('check_type').replaceAll('_', ' '),
      Host: payload.any('check_params.full_url') === '' ? host : '',
      'Seen from': probes.join(' · '),
    },
  });
}
