import { fromTo, words } from '../forge.ts';
import { type Mood, monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const statuspage: Tool = {
  title: 'Statuspage',
  payloads: recorded('https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/'),
  eventOf: ({ payload }) => (payload.has('incident') ? 'incident' : 'component_update'),
  events: { incident: writeIncident, component_update: writeComponent },
};

function writeIncident(payload: Payload): ToolMessage {
  const incident = payload.at('incident');
  const [latest, former] = incident.list('incident_updates');
  const changed = (latest?.list('affected_components') ?? []).flatMap((part) => {
    const [before, after] = [part.any('old_status'), part.any('new_status')].map(words) as [string, string];
    return before === after ? [] : [[part.any('name') || 'Component', fromTo(before, after)]];
  });
  const state = incident.any('status') || 'reported';
  return monitorMessage({
    name: incident.text('name'),
    url: incident.any('shortlink'),
    state,
    before: former?.any('status') ?? '',
    mood: moodOf(state),
    since: incident.any('updated_at', 'created_at'),
    reason: latest?.any('body') ?? '',
    facts: { Impact: incident.any('impact').replace(/^none$/, ''), ...Object.fromEntries(changed) },
  });
}

function writeComponent(payload: Payload): ToolMessage {
  const update = payload.at('component_update');
  const state = update.any('new_status') || payload.any('component.status') || 'updated';
  return monitorMessage({
    name: payload.text('component.name'),
    url: payload.any('page.url'),
    state,
    before: update.any('old_status'),
    mood: moodOf(state),
    since: update.any('created_at'),
    facts: { Page: payload.any('page.status_description') },
  });
}

function moodOf(state: string): Mood {
  if (['operational', 'resolved', 'completed'].includes(state)) return 'good';
  return ['under_maintenance', 'scheduled', 'postmortem'].includes(state) ? 'neutral' : 'bad';
}
