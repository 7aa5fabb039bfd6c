import { fromTo, numbered } from '../forge.ts';
import { blocks, code, facts, joined, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';
import type { UrlOptions } from '../url-options.ts';

/** The verb of each action on an alert, and the field with the details. */
const actions: Readonly<Record<string, readonly [what: string, field?: string]>> = {
  Create: ['created', 'description'],
  Acknowledge: ['acknowledged'],
  UnAcknowledge: ['took the acknowledgement from'],
  AddNote: ['wrote a note on', 'note'],
  AddTeam: ['added a team to', 'team'],
  AddRecipient: ['added a recipient to', 'recipient'],
  AddResponder: ['added a responder to', 'responder'],
  AddTags: ['added tags to', 'addedTags'],
  RemoveTags: ['removed tags from', 'removedTags'],
  AddDetails: ['added details to'],
  RemoveDetails: ['removed details from'],
  TakeOwnership: ['took'],
  AssignOwnership: ['assigned', 'owner'],
  UpdatePriority: ['changed the priority of'],
  UpdateMessage: ['renamed'],
  UpdateDescription: ['changed the description of', 'description'],
  Escalate: ['escalated'],
  EscalateNext: ['escalated further'],
  EscalateToNext: ['escalated further'],
  Snooze: ['snoozed'],
  SnoozeEnded: ['woke up'],
  Close: ['closed'],
  Delete: ['deleted'],
};

export const opsgenie: Tool = {
  title: 'Opsgenie',
  eventOf: inField('action'),
  options: ['eu_region'],
  events: {
    ...Object.fromEntries(Object.keys(actions).map((action) => [action, writeAction])),
    // Teams name actions of their own.
    '*': (payload, action, options) => writeAlert(payload, md`ran ${code(action)} on`, options),
  },
};

function writeAction(payload: Payload, action: string, options: UrlOptions): ToolMessage {
  const [what, field] = actions[action] as (typeof actions)[string];
  const { topic, text } = writeAlert(payload, md`${what}`, options);
  const details = field === undefined ? nothing : quote(payload.any(`alert.${field}`, field));
  return { topic, text: blocks(text, details, factsOf(payload.at('alert'))) };
}

function writeAlert(payload: Payload, what: Markdown, { eu_region }: UrlOptions): ToolMessage {
  const alert = payload.at('alert');
  const actor = alert.any('username') || payload.any('integrationName') || 'Opsgenie';
  const [number, id] = [alert.any('tinyId'), alert.any('alertId')];
  const server = `https://app.${eu_region === true ? 'eu.' : ''}opsgenie.com`;
  const page = id === '' ? '' : `${server}/alert/detail/${encodeURIComponent(id)}/details`;
  const message = alert.any('message') || (number === '' ? alert.text('message') : '');
  const sign = number === '' ? '' : `#${number}`;
  const shown = numbered('alert', sign, message, page);
  return { topic: sign === '' ? message : `alert ${sign} ${message}`.trim(), text: md`${actor} ${what} the ${shown}.` };
}

function factsOf(alert: Payload): Markdown {
  const tags = joined(alert.list('tags').map((tag) => code(tag.shown)));
  const [before, priority] = [alert.any('oldPriority'), alert.any('priority')];
  const change = before === '' ? priority : fromTo(before, priority);
  return facts({ Priority: change, Entity: alert.any('entity'), Tags: tags });
}
