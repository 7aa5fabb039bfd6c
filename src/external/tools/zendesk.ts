import { fromTo, personIn, words, wordsIn } from '../forge.ts';
import { blocks, facts, joined, type Markdown, md, nothing, quote } from '../markdown.ts';
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

/** The verbs of events whose names are none. */
const verbs: Readonly<Record<string, string>> = {
  comment_added: 'commented on',
  comment_created: 'commented on',
  comment_made_private: 'made a comment private on',
  comment_redacted: 'redacted a comment on',
  attachment_linked_to_comment: 'attached a file to',
  attachment_redacted_from_comment: 'redacted a file of',
  marked_as_spam: 'marked as spam',
  soft_deleted: 'deleted',
  permanently_deleted: 'deleted forever',
  undeleted: 'restored',
};

function writeEvent(payload: Payload, event: string): ToolMessage {
  const [detail, change] = [payload.at('detail'), payload.at('event')];
  const [kind = '', what = ''] = event.split('.');
  const title = detail.any('subject', 'title', 'name', 'email') || change.any('title');
  const { shown, topic } = ticketOf(detail.any('id'), title, detail.any('url'));
  const actor = personIn(payload, 'event.actor.name', 'event.comment.author.name');
  const thing = kind === 'ticket' ? shown : md`the ${words(kind)} ${shown}`;
  const field = /^(.+)_changed$/.exec(what)?.[1];
  const verb = field === undefined ? wordsIn(verbs, what) : `changed the ${words(field)} of`;
  const text = md`${actor} ${verb} ${thing}${field === undefined ? nothing : changeOf(change)}.`;
  return {
    topic,
    text: blocks(text, quote(change.any('comment.body')), what === 'created' ? stateOf(detail) : nothing),
  };
}

function stateOf(detail: Payload): Markdown {
  return facts({ Status: detail.any('status').toLowerCase(), Priority: detail.any('priority').toLowerCase() });
}

/** The values before and after, or what was added to a list and removed from it. */
function changeOf(change: Payload): Markdown {
  if (change.has('current') || change.has('previous'))
    return md`: ${fromTo(shownValue(change, 'previous'), shownValue(change, 'current'))}`;
  const names = ['tags_added', 'tags_removed', 'added', 'removed'];
  const lists = names.flatMap((name) => {
    const values = textsIn(change, name);
    return values === '' ? [] : [md`${words(name).replace('tags ', '')} ${values}`];
  });
  return lists.length === 0 ? nothing : md`: ${joined(lists, ', ')}`;
}

/** A value in small letters if it is one of Zendesk's constants, such as `OPEN`. */
function shownValue(change: Payload, name: string): string {
  const value = change.any(name, `${name}.name`, `${name}.title`, `${name}.id`);
  return /^[A-Z_]+$/.test(value) ? words(value) : value;
}

function textsIn(change: Payload, name: string): string {
  const { value } = change.at(name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : '';
}
