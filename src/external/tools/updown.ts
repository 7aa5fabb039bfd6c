import { monitorMessage } from '../monitors.ts';
import { Payload } from '../payload.ts';
import { each, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** What each event says of the check. */
const states: Readonly<Record<string, string>> = {
  'check.down': 'down',
  'check.still_down': 'still down',
  'check.up': 'up',
  'check.ssl_invalid': 'certificate invalid',
  'check.ssl_valid': 'certificate valid',
  'check.ssl_expiration': 'certificate expires',
  'check.ssl_renewed': 'certificate renewed',
  'check.performance_drop': 'slow',
};

/** Each request has a list of events, and is known here by the first of them. */
export const updown: Tool = {
  title: 'updown.io',
  payloads: recorded('https://updown.io/api#webhooks'),
  eventOf: ({ payload }) => listOf(payload)[0]?.text('event') ?? payload.text('event'),
  events: each(Object.keys(states), (payload) => listOf(payload).flatMap(write)),
};

function listOf(payload: Payload): Payload[] {
  return Array.isArray(payload.value) ? new Payload({ events: payload.value }).list('events') : [payload];
}

function write(payload: Payload): ToolMessage[] {
  const event = payload.any('event');
  if (!Object.hasOwn(states, event)) return [];
  const url = payload.text('check.url');
  const seconds = payload.any('downtime.duration');
  const isGood = ['check.up', 'check.ssl_valid', 'check.ssl_renewed'].includes(event);
  return [
    monitorMessage({
      name: payload.any('check.alias') || url,
      url,
      state: states[event] as string,
      mood: isGood ? 'good' : 'bad',
      since: payload.any(isGood ? 'downtime.ended_at' : 'downtime.started_at', 'time'),
      reason: event === 'check.down' ? payload.any('downtime.error', 'check.error') : payload.any('ssl.error'),
      facts: {
        'Was down for': isGood && seconds !== '' ? `${seconds} seconds` : '',
        'Days left': payload.any('ssl.days_before_expiration'),
        Apdex: event === 'check.performance_drop' ? payload.any('apdex_dropped') : '',
      },
    }),
  ];
}
