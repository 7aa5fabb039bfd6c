import { fromTo, listed, numbered, words, wordsIn } from '../forge.ts';
import { blocks, changed, facts, joined, link, type Markdown, md, quote } from '../markdown.ts';
import { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage, type Write } from '../tool.ts';

/** The events about an incident of versions 1 and 2, and what version 3 calls them. */
const formerEvents: Readonly<Record<string, string>> = {
  'incident.trigger': 'incident.triggered',
  'incident.acknowledge': 'incident.acknowledged',
  'incident.unacknowledge': 'incident.unacknowledged',
  'incident.resolve': 'incident.resolved',
  'incident.assign': 'incident.reassigned',
  'incident.escalate': 'incident.escalated',
  'incident.delegate': 'incident.delegated',
  'incident.annotate': 'incident.annotated',
};

/** The verbs of events about an incident. */
const incidentVerbs: Readonly<Record<string, string>> = {
  'incident.triggered': 'triggered',
  'incident.acknowledged': 'acknowledged',
  'incident.unacknowledged': 'took the acknowledgement from',
  'incident.resolved': 'resolved',
  'incident.reopened': 'reopened',
  'incident.reassigned': 'reassigned',
  'incident.escalated': 'escalated',
  'incident.delegated': 'delegated',
  'incident.priority_updated': 'changed the priority of',
  'incident.service_updated': 'changed the service of',
  'incident.incident_type.changed': 'changed the type of',
};

/** The events about something else of an incident: the verb, and the fields with the details. */
const partVerbs: Readonly<Record<string, readonly [verb: string, ...details: string[]]>> = {
  'incident.annotated': ['wrote a note on', 'content'],
  'incident.status_update_published': ['published an update of', 'message'],
  'incident.responder.added': ['asked for help with', 'user.summary', 'escalation_policy.summary'],
  'incident.responder.replied': ['answered a request for help with', 'state', 'message'],
  'incident.conference_bridge.updated': ['changed the conference of', 'conference_url'],
  'incident.custom_field_values.updated': ['changed the fields of'],
  'incident.action_invocation.created': ['started an action of', 'action.summary'],
  'incident.action_invocation.updated': ['updated an action of', 'action.summary', 'state'],
  'incident.action_invocation.terminated': ['ended an action of', 'action.summary', 'state'],
  'incident.task.created': ['created a task of', 'name'],
  'incident.task.updated': ['changed a task of', 'name', 'status'],
  'incident.task.completed': ['completed a task of', 'name'],
  'incident.workflow.started': ['started a workflow of', 'summary'],
  'incident.workflow.completed': ['completed a workflow of', 'summary'],
};

export const pagerduty: Tool = {
  title: 'PagerDuty',
  payloads: recorded('https://developer.pagerduty.com/docs/webhooks/v3-overview/'),
  eventOf({ payload }) {
    const [former] = payload.list('messages');
    const name = former?.any('event', 'type') || payload.text('event.event_type');
    return former ? wordsIn(formerEvents, name, name) : name;
  },
  signature: hmac('X-PagerDuty-Signature', { prefix: 'v1=' }),
  events: {
    'pagey.ping': (payload) => ({
      topic: 'PagerDuty',
      text: md`The webhook of PagerDuty works. ${payload.any('event.data.message')}`,
    }),
    ...eventsOf(Object.keys(incidentVerbs), writeIncidents),
    ...eventsOf(Object.keys(partVerbs), writeParts),
    'incident.role.assigned': writeRoles,
    'service.*': writeService,
  },
};

function eventsOf(names: readonly string[], write: Write): Record<string, Write> {
  return Object.fromEntries(names.map((name) => [name, write]));
}

function writeIncidents(payload: Payload, event: string): ToolMessage[] {
  const [first, ...others] = payload.list('messages');
  if (!first) return [writeIncident(payload, event)];
  return [first, ...others].map((message) => {
    const name = message.any('event', 'type');
    return writeIncident(currentForm(message), wordsIn(formerEvents, name, name));
  });
}

/** A message of version 1 or 2 in the form of version 3. */
function currentForm(message: Payload): Payload {
  const incident = message.has('incident') ? message.at('incident') : message.at('data.incident');
  const [entry] = message.list('log_entries');
  const assignees = [
    ...incident.list('assignments').map((one) => one.any('assignee.summary')),
    ...incident.list('assigned_to').map((one) => one.any('object.name')),
  ];
  const agent =
    entry?.any('agent.summary') ||
    incident.any('resolved_by_user.name', 'last_status_change_by.summary', 'last_status_change_by.name');
  const data = {
    number: incident.any('incident_number'),
    title: incident.any('title', 'description', 'trigger_summary_data.subject', 'trigger_summary_data.description'),
    html_url: incident.any('html_url'),
    urgency: incident.any('urgency'),
    priority: { summary: incident.any('priority.summary') },
    service: { summary: incident.any('service.summary', 'service.name') },
    assignees: [...new Set(assignees)].map((summary) => ({ summary })),
    content: entry?.any('channel.content', 'channel.summary'),
  };
  return new Payload({ event: { agent: { summary: agent }, data } });
}

function actorOf(payload: Payload): string {
  return payload.any('event.agent.summary') || 'PagerDuty';
}

/** The link and topic of an incident. The title of a referenced incident begins with its number. */
function incidentOf(incident: Payload) {
  const summary = incident.any('title', 'summary');
  const [mark = '', found = ''] = /^\[#(\d+)\] ?/.exec(summary) ?? [];
  const number = incident.any('number') || found || incident.text('id');
  const title = summary.slice(mark.length);
  return {
    shown: numbered('incident', `#${number}`, title, incident.any('html_url')),
    topic: ['incident', `#${number}`, title].join(' ').trim(),
  };
}

function writeIncident(payload: Payload, event: string): ToolMessage {
  const incident = payload.at('event.data');
  const { shown, topic } = incidentOf(incident);
  const verb = wordsIn(incidentVerbs, event, words(event.replace('incident.', '')));
  return { topic, text: changed(md`${actorOf(payload)} ${verb} the ${shown}`, detailsOf(incident, event)) };
}

/** What is known of an incident, where it begins; later only what an event is about. */
function detailsOf(incident: Payload, event: string): Markdown {
  const assignees = incident.list('assignees').map((one) => one.any('summary'));
  const details = {
    Urgency: incident.any('urgency'),
    Priority: incident.any('priority.summary'),
    Service: incident.any('service.summary'),
    'Assigned to': listed(assignees),
  };
  const names = Object.hasOwn(newDetails, event) ? newDetails[event] : Object.keys(details);
  return facts(Object.fromEntries(Object.entries(details).filter(([name]) => names?.includes(name))));
}

/** The details that an event about a known incident changes. */
const newDetails: Readonly<Record<string, readonly string[]>> = {
  'incident.acknowledged': [],
  'incident.unacknowledged': [],
  'incident.resolved': [],
  'incident.reassigned': ['Assigned to'],
  'incident.escalated': ['Assigned to'],
  'incident.delegated': ['Assigned to'],
  'incident.priority_updated': ['Priority'],
  'incident.service_updated': ['Service'],
  'incident.incident_type.changed': [],
};

function writeParts(payload: Payload, event: string): ToolMessage[] {
  const [verb, ...fields] = partVerbs[event] as (typeof partVerbs)[string];
  const messages = payload.list('messages').map((message) => {
    const current = currentForm(message);
    return writePart(current, current.at('event.data'), { verb, fields });
  });
  const incident = payload.at('event.data.incident');
  return messages.length > 0 ? messages : [writePart(payload, incident, { verb, fields })];
}

function writePart(
  payload: Payload,
  incident: Payload,
  { verb, fields }: { verb: string; fields: readonly string[] },
): ToolMessage {
  const { shown, topic } = incidentOf(incident);
  const isWritten = (field: string) => ['content', 'message'].includes(field);
  const said = fields.filter(isWritten).map((field) => quote(payload.any(`event.data.${field}`)));
  const named = fields.filter((field) => !isWritten(field)).map((field) => md`${payload.any(`event.data.${field}`)}`);
  return { topic, text: blocks(changed(md`${actorOf(payload)} ${verb} the ${shown}`, joined(named, ', ')), ...said) };
}

function writeRoles(payload: Payload): ToolMessage[] {
  return payload.list('event.data.incident_role_assignments').map((one) => {
    const { shown, topic } = incidentOf(one.at('incident'));
    const [before, after] = ['old_assignee', 'assignee'].map((person) => one.any(`${person}.summary`) || 'nobody');
    const role = one.any('role.summary') || 'role';
    return {
      topic,
      text: md`${actorOf(payload)} changed the ${role} of the ${shown}: ${fromTo(before ?? '', after ?? '')}.`,
    };
  });
}

function writeService(payload: Payload, event: string): ToolMessage {
  const service = payload.at(payload.has('event.data.service') ? 'event.data.service' : 'event.data');
  const name = service.any('summary', 'name') || service.text('id');
  const shown = link(name, service.any('html_url'));
  return {
    topic: name,
    text: md`${actorOf(payload)} ${wordsIn({ 'service.custom_field_values.updated': 'changed the fields of' }, event, words(event.replace('service.', '')))} the service ${shown}.`,
  };
}
