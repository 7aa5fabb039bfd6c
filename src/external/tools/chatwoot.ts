import { fromTo, personIn, words } from '../forge.ts';
import { blocks, facts, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

/** Typing is left out. */
export const chatwoot: Tool = {
  title: 'Chatwoot',
  payloads: documented('https://www.chatwoot.com/docs/product/features/webhooks'),
  eventOf: inField('event'),
  events: {
    conversation_created: (payload) => writeConversation(payload, 'began'),
    conversation_status_changed: (payload) => writeConversation(payload, `is ${payload.any('status') || 'changed'}`),
    conversation_updated: (payload) => writeConversation(payload, 'was updated'),
    conversation_typing_on: () => [],
    conversation_typing_off: () => [],
    message_created: (payload) => writeMessage(payload, 'wrote'),
    message_updated: (payload) => writeMessage(payload, 'edited a message'),
    contact_created: writeContact,
    contact_updated: writeContact,
    webwidget_triggered: (payload) => ({
      topic: 'Chatwoot',
      text: md`${personIn(payload, 'contact.name', 'contact.email')} opened the widget of ${payload.any('inbox.name') || 'a site'}.`,
    }),
  },
};

function topicOf(conversation: Payload, name: string): string {
  const number = conversation.any('id', 'display_id');
  return [number === '' ? '' : `#${number}`, name].filter(Boolean).join(' ') || 'Chatwoot';
}

function writeConversation(payload: Payload, what: string): ToolMessage {
  const name = personIn(payload, 'meta.sender.name', 'meta.sender.email', 'contact_inbox.source_id');
  const topic = topicOf(payload, name);
  const changes = payload.list('changed_attributes').flatMap(changedIn);
  const last = payload.list('messages').at(-1)?.any('content') ?? '';
  const assignee = payload.any('meta.assignee.name');
  return {
    topic,
    text: blocks(
      md`Conversation ${topic} ${what}.`,
      quote(last),
      facts({ ...Object.fromEntries(changes), 'Assigned to': assignee }),
    ),
  };
}

function changedIn(change: Payload): [string, string][] {
  return change
    .parts()
    .map(([name, part]) => [words(name), fromTo(part.any('previous_value'), part.any('current_value'))]);
}

function writeMessage(payload: Payload, verb: string): ToolMessage {
  const kind = payload.any('message_type');
  const name = personIn(payload, 'conversation.meta.sender.name', 'contact.name', 'sender.name');
  const actor = kind === 'outgoing' || kind === '1' ? personIn(payload, 'sender.name') : name;
  const note = payload.isTrue('private') ? md` a private note` : nothing;
  const topic = topicOf(payload.at('conversation'), name);
  return {
    topic,
    text: blocks(
      md`${actor} ${verb}${note} in ${payload.any('inbox.name') || 'Chatwoot'}.`,
      quote(payload.any('content')),
    ),
  };
}

function writeContact(payload: Payload, event: string): ToolMessage {
  const name = personIn(payload, 'name', 'email', 'phone_number');
  const details = facts({ Email: payload.any('email'), Phone: payload.any('phone_number') });
  return { topic: 'Contacts', text: blocks(md`The contact ${name} was ${event.slice('contact_'.length)}.`, details) };
}
