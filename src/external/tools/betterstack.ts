import { wordsIn } from '../forge.ts';
import { type Mood, monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const betterstack: Tool = {
  title: 'Better Stack',
  payloads: documented('https://betterstack.com/docs/uptime/webhooks/'),
  eventOf: ({ payload }) => payload.any('data.type') || payload.text('data.attributes.name'),
  events: { incident: writeIncident, monitor: writeMonitor, heartbeat: writeMonitor },
};

function writeIncident(payload: Payload): ToolMessage {
  const incident = payload.at('data.attributes');
  const isOver = incident.any('resolved_at') !== '';
  const isSeen = incident.any('acknowledged_at') !== '';
  const open = isSeen ? 'acknowledged' : 'down';
  return monitorMessage({
    name: incident.any('name', 'url') || incident.text('name'),
    url: incident.any('url', 'origin_url'),
    state: isOver ? 'resolved' : open,
    mood: isOver ? 'good' : 'bad',
    since: incident.any('resolved_at', 'acknowledged_at', 'started_at'),
    reason: incident.any('cause'),
    facts: {
      'Acknowledged by': incident.any('acknowledged_by'),
      'Resolved by': incident.any('resolved_by'),
      Team: incident.any('team_name'),
    },
  });
}

const moods: Readonly<Record<string, Mood>> = { up: 'good', down: 'bad' };

function writeMonitor(payload: Payload, event: string): ToolMessage {
  const monitor = payload.at('data.attributes');
  const state = monitor.any('status') || 'changed';
  return monitorMessage({
    name: monitor.any('pronounceable_name', 'name', 'url') || `${event} ${payload.text('data.id')}`,
    url: monitor.any('url'),
    state,
    mood: wordsIn(moods, state, 'neutral') as Mood,
    since: monitor.any('last_checked_at', 'updated_at'),
  });
}
