import { personIn, words, wordsIn } from '../forge.ts';
import { quoteHtml } from '../html.ts';
import { blocks, facts, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const intercom: Tool = {
  title: 'Intercom',
  payloads: recorded('https://developers.intercom.com/docs/references/webhooks/webhook-models'),
  eventOf: inField('topic'),
  signature: hmac('X-Hub-Signature', { algorithm: 'sha1', prefix: 'sha1=' }),
  events: {
    ping: () => ({ topic: 'Intercom', text: md`The webhook of Intercom works.` }),
    'event.created': writeEvent,
    'company.*': writeCompany,
    'conversation.*': writeConversation,
    'conversation_part.*': writeConversation,
    'contact.*': writePerson,
    'user.*': writePerson,
    'visitor.*': writePerson,
    'ticket.*': writeTicket,
    '*': writeOther,
  },
};

function nameOf(person: Payload): string {
  return person.any('name', 'pseudonym', 'email', 'phone', 'user_id', 'id') || 'Somebody';
}

/** What happened, after the kind of the thing. */
function actionOf(event: string): string {
  return words(event.slice(event.indexOf('.') + 1));
}

function writePerson(payload: Payload, event: string): ToolMessage {
  const item = payload.at('data.item');
  const parts = ['contact', 'user', 'visitor'].map((field) => item.at(field));
  const person = parts.find((part) => part.any('id', 'name', 'email') !== '') ?? item;
  const kind = person.any('type', 'role') || event.slice(0, event.indexOf('.'));
  const tag = item.any('tag.name');
  const details = { Tag: tag, Email: person.any('email'), Phone: person.any('phone') };
  const name = nameOf(person);
  const shown = link(name, personPage(payload.any('app_id'), person.any('id')));
  return { topic: name, text: blocks(md`The ${words(kind)} ${shown}: ${actionOf(event)}.`, facts(details)) };
}

function personPage(app: string, id: string): string {
  const [place, person] = [app, id].map(encodeURIComponent) as [string, string];
  return app === '' || id === '' ? '' : `https://app.intercom.com/a/apps/${place}/users/${person}`;
}

function writeCompany(payload: Payload, event: string): ToolMessage {
  const company = payload.at('data.item');
  const name = company.any('name', 'company_id', 'id') || 'Company';
  const details = {
    Plan: company.any('plan.name'),
    Industry: company.any('industry'),
    Users: company.any('user_count'),
  };
  return { topic: name, text: blocks(md`The company ${name}: ${actionOf(event)}.`, facts(details)) };
}

const actions: Readonly<Record<string, string>> = {
  'user.created': 'began',
  'user.replied': 'replied in',
  'admin.replied': 'replied in',
  'admin.single.created': 'began',
  'admin.assigned': 'was assigned',
  'admin.closed': 'closed',
  'admin.opened': 'opened',
  'admin.noted': 'wrote a note in',
  'admin.snoozed': 'snoozed',
  'admin.unsnoozed': 'woke',
  deleted: 'deleted',
};

function writeConversation(payload: Payload, event: string): ToolMessage {
  const item = payload.at('data.item');
  const action = event.slice(event.indexOf('.') + 1);
  const source = item.at(item.has('source') ? 'source' : 'conversation_message');
  const customer = nameOf(item.has('user') ? item.at('user') : source.at('author'));
  const page = link('conversation', item.any('links.conversation_web') || source.any('url'));
  const isByCustomer = action.startsWith('user') || action === 'deleted';
  const [part] = item.list('conversation_parts.conversation_parts');
  const verb = wordsIn(actions, action);
  const line = isByCustomer
    ? md`${customer} ${verb} a ${page}`
    : md`${adminOf(item, action)} ${verb} the ${page} with ${customer}`;
  return { topic: customer, text: blocks(md`${line}.`, quoteHtml((part ?? source).any('body'))) };
}

function adminOf(item: Payload, action: string): string {
  if (action === 'admin.assigned') return personIn(item, 'assignee.name', 'admin_assignee_id');
  const [part = item.at('conversation_message')] = item.list('conversation_parts.conversation_parts');
  return personIn(part, 'author.name', 'author.email');
}

function writeTicket(payload: Payload, event: string): ToolMessage {
  const ticket =
    payload.at('data.item.ticket').value === undefined ? payload.at('data.item') : payload.at('data.item.ticket');
  const title = ticket.any('ticket_attributes._default_title_', 'title', 'id') || 'ticket';
  const number = ticket.any('ticket_id');
  const shown = number === '' ? title : `#${number} ${title}`;
  return {
    topic: shown,
    text: blocks(md`The ticket ${shown}: ${actionOf(event)}.`, facts({ State: ticket.any('ticket_state') })),
  };
}

function writeEvent(payload: Payload): ToolMessage {
  const event = payload.at('data.item');
  const who = event.any('email', 'user_id', 'intercom_user_id');
  const by = who === '' ? nothing : md` of ${who}`;
  const details = Object.fromEntries(event.entries('metadata'));
  return { topic: 'Events', text: blocks(md`The event ${event.text('event_name')}${by}.`, facts(details)) };
}

function writeOther(payload: Payload, event: string): ToolMessage {
  return { topic: 'Intercom', text: md`Intercom: ${words(event)}, ${nameOf(payload.at('data.item'))}.` };
}
