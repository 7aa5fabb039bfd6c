import { words, wordsIn } from '../forge.ts';
import { blocks, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

/** PagerDuty's webhooks of version 3. */
export const pagerduty: Tool = {
  title: 'PagerDuty',
  eventOf: inField('event.event_type'),
  signature: hmac('X-PagerDuty-Signature', { prefix: 'v1=' }),
  events: {
    'pagey.ping': (payload) => ({
      topic: 'PagerDuty',
      text: md`The webhook of PagerDuty works. ${payload.any('event.data.message')}`,
    }),
    'incident.annotated': (payload) => writeAbout(payload, 'wrote a note on', 'content'),
    'incident.status_update_published': (payload) => writeAbout(payload, 'published an update of', 'message'),
    'incident.responder.*': (payload) => writeAbout(payload, 'changed the responders of', 'message'),
    'incident.conference_bridge.updated': (payload) => writeAbout(payload, 'changed the conference of', ''),
    'incident.*': writeIncident,
    'service.*': writeService,
  },
};

function actorOf(payload: Payload): string {
  return payload.any('event.agent.summary') || 'PagerDuty';
}

// The title of a referenced incident begins with its number.
function titleOf(incident: Payload): string {
  return incident.any('title', 'summary').replace(/^\[#\d+\] /, '');
}

function incidentLink(incident: Payload): Markdown {
  const [number, title] = [incident.any('number'), titleOf(incident)];
  const label = ['incident', number === '' ? '' : `#${number}`, title].filter((part) => part !== '');
  return link(label.join(' '), incident.any('html_url'));
}

const verbs: Readonly<Record<string, string>> = { priority_updated: 'changed the priority of' };

function writeIncident(payload: Payload, event: string): ToolMessage {
  const incident = payload.at('event.data');
  const action = event.replace('incident.', '');
  const verb = wordsIn(verbs, action);
  const assignees = incident.list('assignees').map((one) => one.any('summary'));
  const details = facts({
    Urgency: incident.any('urgency'),
    Priority: incident.any('priority.summary'),
    Service: incident.any('service.summary'),
    'Assigned to': assignees.join(', '),
  });
  const title = incident.text('title');
  const text = md`${actorOf(payload)} ${verb} the ${incidentLink(incident)}.`;
  return { topic: title, text: blocks(text, details) };
}

/** An event about another property of an incident. */
function writeAbout(payload: Payload, what: string, field: string): ToolMessage {
  const data = payload.at('event.data');
  const incident = data.at('incident');
  const name = titleOf(incident) || incident.text('id');
  const details = field === '' ? nothing : quote(data.any(field));
  return { topic: name, text: blocks(md`${actorOf(payload)} ${what} the ${incidentLink(incident)}.`, details) };
}

function writeService(payload: Payload, event: string): ToolMessage {
  const service = payload.at('event.data');
  const name = service.any('summary', 'name') || service.text('id');
  return {
    topic: name,
    text: md`${actorOf(payload)} ${words(event.replace('service.', ''))} the service ${link(name, service.any('html_url'))}.`,
  };
}
