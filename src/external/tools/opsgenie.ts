import { blocks, code, facts, joined, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

/** The verb of each action on an alert, and the field with the details. */
const actions: Readonly<Record<string, readonly [what: string, field?: string]>> = {
  Create: ['created', 'description'],
  Acknowledge: ['acknowledged'],
  UnAcknowledge: ['took the acknowledgement from'],
  AddNote: ['wrote a note on', 'note'],
  AddTeam: ['added a team to', 'team'],
  AddRecipient: ['added a recipient to', 'recipient'],
  AddResponder: ['added a responder to'],
  AddTags: ['added tags to', 'addedTags'],
  RemoveTags: ['removed tags from', 'removedTags'],
  AddDetails: ['added details to'],
  RemoveDetails: ['removed details from'],
  TakeOwnership: ['took'],
  AssignOwnership: ['assigned', 'owner'],
  UpdatePriority: ['changed the priority of', 'priority'],
  UpdateMessage: ['renamed'],
  UpdateDescription: ['changed the description of', 'description'],
  Escalate: ['escalated'],
  EscalateNext: ['escalated further'],
  Snooze: ['snoozed'],
  SnoozeEnded: ['woke up'],
  Close: ['closed'],
  Delete: ['deleted'],
};

export const opsgenie: Tool = {
  title: 'Opsgenie',
  eventOf: inField('action'),
  events: Object.fromEntries(Object.keys(actions).map((action) => [action, writeAlert])),
};

function writeAlert(payload: Payload, action: string): ToolMessage {
  const alert = payload.at('alert');
  const [what, field] = actions[action] ?? ['changed'];
  const actor = alert.any('username') || payload.any('integrationName') || 'Opsgenie';
  const message = alert.text('message');
  const tiny = alert.any('tinyId');
  const number = tiny === '' ? nothing : md` #${tiny}`;
  const details = field === undefined ? nothing : quote(alert.any(field));
  return { topic: message, text: blocks(md`${actor} ${what} the alert${number}: ${message}`, details, factsOf(alert)) };
}

function factsOf(alert: Payload): Markdown {
  const tags = joined(alert.list('tags').map((tag) => code(tag.shown)));
  return facts({ Priority: alert.any('priority'), Entity: alert.any('entity'), Tags: tags });
}
