import { wordsIn } from '../forge.ts';
import { type Mood, monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

const moods: Readonly<Record<string, Mood>> = {
  recovered: 'good',
  resolved: 'good',
  ok: 'good',
  success: 'good',
  info: 'neutral',
};

/** The payload that Datadog proposes, with its variables, and fields of an own payload of the same names. */
export const datadog: Tool = {
  title: 'Datadog',
  payloads: documented('https://docs.datadoghq.com/integrations/webhooks/'),
  eventOf: ({ payload }) =>
    payload.any('alert_transition', 'alert_type', 'event_type').toLowerCase().replaceAll(' ', '_') || 'event',
  events: { '*': write },
};

function write(payload: Payload, event: string): ToolMessage {
  const name = payload.any('alert_title', 'title') || payload.text('title');
  return monitorMessage({
    name: name.replace(/^\[[^\]]*\] */, ''),
    url: payload.any('link', 'event_url'),
    state: event,
    mood: wordsIn(moods, event, 'bad') as Mood,
    since: payload.any('last_updated', 'date'),
    reason: payload.any('body', 'text_only_msg', 'event_msg', 'alert_status').replace(/^%%%\s*|\s*%%%$/g, ''),
    facts: {
      Host: payload.any('hostname', 'host'),
      Metric: payload.any('alert_metric'),
      Tags: payload.any('tags'),
      Id: payload.any('alert_id', 'id'),
    },
  });
}
