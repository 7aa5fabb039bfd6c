import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { each, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const newrelic: Tool = {
  title: 'New Relic',
  payloads: recorded('https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/#webhook'),
  eventOf: ({ payload }) => payload.any('state', 'current_state').toLowerCase() || 'incident',
  events: each(['created', 'activated', 'acknowledged', 'deactivated', 'closed', 'open', 'incident', '*'], writeIssue),
};

function writeIssue(payload: Payload, event: string): ToolMessage {
  const listed = (path: string) =>
    payload
      .list(path)
      .map(({ shown }) => shown)
      .join(', ');
  const owner = payload.any('owner').replace(/^N\/A$/, '');
  return monitorMessage({
    name: payload.any('title', 'condition_name', 'details', 'policy_name') || 'New Relic',
    url: payload.any('issueUrl', 'incident_url'),
    state: event,
    mood: event === 'closed' ? 'good' : 'bad',
    since: payload.any('updatedAt', 'createdAt', 'timestamp'),
    facts: {
      Priority: payload.any('priority', 'severity').toLowerCase(),
      Entities: listed('impactedEntities'),
      Policy: listed('alertPolicyNames') || payload.any('policy_name'),
      Condition: listed('alertConditionNames'),
      Owner: owner,
      ...Object.fromEntries(payload.parts('customFields').map(([name, part]) => [name, part.shown])),
    },
  });
}
