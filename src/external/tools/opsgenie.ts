import { fromTo, numbered } from '../forge.ts';
import { blocks, code, facts, joined, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';
import type { UrlOptions } from '../url-options.ts';

/** The verb of each action on an alert, and the field with its details: in place of the dots, or as a quotation. */
const actions: Readonly<Record<string, readonly [what: string, field?: string]>> = {
  Create: ['created', 'description'],
  Acknowledge: ['acknowledged'],
  UnAcknowledge: ['took the acknowledgement from'],
  AddNote: ['wrote a note on', 'note'],
  AddTeam: ['added the team … to', 'team'],
  AddRecipient: ['added the recipient … to', 'recipient'],
  AddResponder: ['added the responder … to', 'responder'],
  AddTags: ['added the tags … to', 'addedTags'],
  RemoveTags: ['removed the tags … from', 'removedTags'],
  AddDetails: ['added details to'],
  RemoveDetails: ['removed details from'],
  TakeOwnership: ['took'],
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
  payloads: recorded('https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/'),
  eventOf: inField('action'),
  options: ['eu_region'],
  events: {
    ...Object.fromEntries(Object.keys(actions).map((action) => [action, writeAction])),
    AssignOwnership: (payload, _, options) => withFacts(payload, writeAssigned(payload, options)),
    // Teams name actions of their own.
    '*': (payload, action, options) => writeAlert(payload, md`ran ${code(action)} on`, options),
  },
};

function writeAction(payload: Payload, action: string, options: UrlOptions): ToolMessage {
  const [what, field] = actions[action] as (typeof actions)[string];
  const details = field === undefined ? '' : payload.any(`alert.${field}`, field);
  const isInLine = what.includes('…');
  const verb = isInLine ? what.replace(/ ?…/, details === '' ? '' : ` ${listed(details)}`) : what;
  return withFacts(payload, writeAlert(payload, md`${verb}`, options), isInLine ? nothing : quote(details));
}

/** Tags come as one text, `a,b`. */
function listed(names: string): string {
  return names.split(/, ?/).join(', ');
}

function writeAssigned(payload: Payload, options: UrlOptions): ToolMessage {
  const owner = payload.any('alert.owner', 'owner');
  return writeAlert(payload, md`assigned`, options, owner === '' ? nothing : md` to ${owner}`);
}

function withFacts(payload: Payload, { topic, text }: ToolMessage, details = nothing): ToolMessage {
  return { topic, text: blocks(text, details, factsOf(payload.at('alert'))) };
}

function writeAlert(payload: Payload, what: Markdown, { eu_region }: UrlOptions, more = nothing): ToolMessage {
  const alert = payload.at('alert');
  const actor = alert.any('username') || payload.any('integrationName') || 'Opsgenie';
  const [number, id] = [alert.any('tinyId'), alert.any('alertId')];
  const server = `https://app.${eu_region === true ? 'eu.' : ''}opsgenie.com`;
  const page = id === '' ? '' : `${server}/alert/detail/${encodeURIComponent(id)}/details`;
  const message = alert.any('message') || (number === '' ? alert.text('message') : '');
  const sign = number === '' ? '' : `#${number}`;
  const shown = numbered('alert', sign, message, page);
  const text = md`${actor} ${what} the ${shown}${more}.`;
  return { topic: sign === '' ? message : `alert ${sign} ${message}`.trim(), text };
}

function factsOf(alert: Payload): Markdown {
  const tags = joined(alert.list('tags').map((tag) => code(tag.shown)));
  const [before, priority] = [alert.any('oldPriority'), alert.any('priority')];
  const change = before === '' ? priority : fromTo(before, priority);
  return facts({ Priority: change, Entity: alert.any('entity'), Tags: tags });
}
