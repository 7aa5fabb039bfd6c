import { fromTo, personIn, words } from '../forge.ts';
import { blocks, facts, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { ticketOf } from '../tickets.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** A trigger with these fields, or a webhook that subscribes to events. */
export const zendesk: Tool = {
  title: 'Zendesk',
  payloads: recorded('https://developer.zendesk.com/api-reference/webhooks/event-types/ticket-events/'),
  eventOf: ({ payload }) =>
    payload.has('ticket_id') ? 'trigger' : payload.text('type').replace(/^zen:event-type:/, ''),
  events: { trigger: writeTrigger, '*': writeEvent },
};

function writeTrigger(payload: Payload): ToolMessage {
  const { shown, topic } = ticketOf(payload.text('ticket_id'), payload.any('ticket_title'), payload.any('ticket_url'));
  return { topic, text: blocks(md`Ticket ${shown}:`, quote(payload.any('message'))) };
}

function writeEvent(payload: Payload, event: string): ToolMessage {
  const detail = payload.at('detail');
  const { shown, topic } = ticketOf(detail.any('id'), detail.any('subject', 'name', 'title'), detail.any('url'));
  const actor = personIn(payload, 'event.actor.name', 'event.comment.author.name', 'event.actor.id');
  const change = payload.at('event');
  const changed = change.has('current') ? fromTo(change.any('previous'), change.any('current')) : '';
  return {
    topic,
    text: blocks(
      md`${actor}: ${words(event)}, ${shown}.`,
      quote(change.any('comment.body')),
      facts({
        Change: changed,
        Status: detail.any('status').toLowerCase(),
        Priority: detail.any('priority').toLowerCase(),
      }),
    ),
  };
}
