import { fromTo, wordsIn } from '../forge.ts';
import { quoteHtml } from '../html.ts';
import { blocks, facts, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { ticketOf } from '../tickets.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

const statuses: Readonly<Record<string, string>> = {
  2: 'open',
  3: 'pending',
  4: 'resolved',
  5: 'closed',
  6: 'waiting on customer',
  7: 'waiting on third party',
};
const priorities: Readonly<Record<string, string>> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'urgent' };

/** An automation whose request has these fields. */
export const freshdesk: Tool = {
  title: 'Freshdesk',
  payloads: recorded(
    'https://support.freshdesk.com/support/solutions/articles/132589-using-webhooks-in-automation-rules',
  ),
  eventOf: ({ payload }) => /\w+/.exec(ticketIn(payload).any('triggered_event'))?.[0] ?? 'ticket',
  events: {
    note_type: (payload) => write(payload, md`${noteOf(payload)} on`),
    ticket_action: (payload) => write(payload, md`created`, true),
    status: (payload) => writeChange(payload, 'status', statuses),
    priority: (payload) => writeChange(payload, 'priority', priorities),
    '*': (payload) => write(payload, md`updated`),
  },
};

function ticketIn(payload: Payload): Payload {
  return payload.has('freshdesk_webhook') ? payload.at('freshdesk_webhook') : payload;
}

function noteOf(payload: Payload): string {
  return ticketIn(payload).any('triggered_event').includes('private') ? 'wrote a private note' : 'wrote a note';
}

function write(payload: Payload, verb: Markdown, withText = false, change: Record<string, string> = {}): ToolMessage {
  const ticket = ticketIn(payload);
  const title = ticket.any('ticket_subject');
  const { shown, topic } = ticketOf(
    ticket.any('ticket_id'),
    title || ticket.text('ticket_id'),
    ticket.any('ticket_url'),
  );
  const actor = ticket.any('requester_name', 'requester_email') || 'Somebody';
  const isByRequester = withText;
  return {
    topic,
    text: blocks(
      isByRequester ? md`${actor} ${verb} ${shown}.` : md`Somebody ${verb} ${shown} of ${actor}.`,
      withText ? quoteHtml(ticket.any('ticket_description')) : nothing,
      facts({
        Type: withText ? ticket.any('ticket_type') : '',
        Status: change.Status ?? ticket.any('ticket_status'),
        Priority: change.Priority ?? ticket.any('ticket_priority'),
      }),
    ),
  };
}

function writeChange(
  payload: Payload,
  field: 'status' | 'priority',
  names: Readonly<Record<string, string>>,
): ToolMessage {
  const [, from = '', to = ''] = /from:\s*(\w+)[,}\s]+to:\s*(\w+)/.exec(ticketIn(payload).any('triggered_event')) ?? [];
  const change = to === '' ? undefined : fromTo(wordsIn(names, from, from), wordsIn(names, to, to));
  const shown = change === undefined ? {} : { [field === 'status' ? 'Status' : 'Priority']: change };
  return write(payload, md`changed the ${field} of`, false, shown);
}
