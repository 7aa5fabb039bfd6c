import { personIn } from '../forge.ts';
import { blocks, facts, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { ticketOf } from '../tickets.ts';
import { recorded, type Tool, type ToolMessage, type ToolRequest } from '../tool.ts';

export const groove: Tool = {
  title: 'Groove',
  payloads: recorded('https://www.groovehq.com/docs/webhooks'),
  eventOf,
  events: {
    ticket_started: (payload) => writeTicket(payload, 'started'),
    ticket_assigned: writeAssigned,
    ticket_state_changed: (payload) => writeTicket(payload, `is ${payload.any('state') || 'changed'}`),
    agent_replied: (payload) => writeMessage(payload, 'replied to'),
    customer_replied: (payload) => writeMessage(payload, 'replied to'),
    note_added: (payload) => writeMessage(payload, 'wrote a note on'),
  },
};

/** Without the header, a message is told from a ticket by its body. */
function eventOf({ payload, header }: ToolRequest): string {
  const named = header('X-Groove-Event');
  if (named !== '') return named;
  if (!payload.has('body'))
    return payload.any('assignee', 'assigned_group') === '' ? 'ticket_started' : 'ticket_assigned';
  if (payload.isTrue('note')) return 'note_added';
  return payload.any('links.author.href').includes('/agents/') ? 'agent_replied' : 'customer_replied';
}

function writeTicket(payload: Payload, what: string): ToolMessage {
  const { shown, topic } = ticketOf(payload.text('number'), payload.any('title'), payload.any('app_url'));
  const from = payload.any('customer_name');
  return {
    topic,
    text: blocks(
      md`Ticket ${shown}${from === '' ? nothing : md` from ${from}`} ${what}.`,
      quote(payload.any('last_message_plain_text', 'summary')),
    ),
  };
}

function writeAssigned(payload: Payload): ToolMessage {
  const { shown, topic } = ticketOf(payload.text('number'), payload.any('title'), payload.any('app_url'));
  const [agent, group] = [payload.any('assignee'), payload.any('assigned_group')];
  const whom = [agent, group].filter(Boolean).join(', ') || 'nobody';
  return {
    topic,
    text: blocks(
      md`Ticket ${shown} is assigned to ${whom}.`,
      facts({ State: payload.any('state'), Priority: payload.any('priority') }),
    ),
  };
}

function writeMessage(payload: Payload, verb: string): ToolMessage {
  const number = /\/tickets\/(\d+)/.exec(payload.any('links.ticket.href'))?.[1] ?? payload.any('ticket_number');
  const { shown, topic } = ticketOf(number, payload.any('title'), payload.any('app_ticket_url', 'app_url'));
  const actor = personIn(payload, 'author.name', 'agent_name', 'customer_name', 'author.email');
  return {
    topic,
    text: blocks(md`${actor} ${verb} the ticket ${shown}.`, quote(payload.any('plain_text_body', 'body'))),
  };
}
