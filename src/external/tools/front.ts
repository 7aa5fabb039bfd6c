import { wordsIn } from '../forge.ts';
import { blocks, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** What each event did to the conversation. Unknown events are refused with their name. */
const actions: Readonly<Record<string, string>> = {
  assign: 'assigned',
  unassign: 'unassigned',
  archive: 'archived',
  reopen: 'reopened',
  trash: 'deleted',
  restore: 'restored',
  tag: 'tagged',
  untag: 'untagged',
  comment: 'commented on',
  mention: 'mentioned somebody in',
  inbound: 'got a message in',
  outbound: 'sent a message in',
  out_reply: 'replied in',
  move: 'moved',
  forward: 'forwarded',
  sending_error: 'could not send a message in',
  reminder: 'was reminded of',
  snooze: 'snoozed',
  unsnooze: 'woke',
  rule_error: 'failed at a rule in',
};

export const front: Tool = {
  title: 'Front',
  payloads: recorded('https://dev.frontapp.com/reference/events'),
  eventOf: inField('type'),
  signature: hmac('X-Front-Signature', { algorithm: 'sha1', encoding: 'base64' }),
  events: Object.fromEntries(Object.keys(actions).map((event) => [event, write])),
};

function nameOf(person: Payload): string {
  const parts = ['first_name', 'last_name'].map((name) => person.any(name)).filter(Boolean);
  return parts.join(' ') || person.any('name', 'email', 'handle', 'address');
}

/** Who acted: a teammate, a rule, or for a message from outside its sender. */
function actorOf(payload: Payload, event: string): string {
  if (event === 'inbound')
    return nameOf(
      payload.list('target.data.recipients').find((one) => one.any('role') === 'from') ?? payload.at('source.data.0'),
    );
  const source = payload.any('source._meta.type');
  const name = nameOf(payload.at('source.data'));
  return source === 'rule' && name !== '' ? `The rule ${name}` : name;
}

function write(payload: Payload, event: string): ToolMessage {
  const conversation = payload.at('conversation');
  const id = conversation.text('id');
  const subject = conversation.any('subject');
  const shown = link(subject || id, `https://app.frontapp.com/open/${encodeURIComponent(id)}`);
  const actor = actorOf(payload, event) || 'Somebody';
  const verb = event === 'inbound' ? 'wrote in' : wordsIn(actions, event);
  const message = payload.any('target.data.text', 'target.data.body');
  return {
    topic: `${id} ${subject}`.trim(),
    text: blocks(md`${actor} ${verb} ${shown}${objectOf(payload, event)}.`, quote(message)),
  };
}

function objectOf(payload: Payload, event: string): Markdown {
  const name = nameOf(payload.at('target.data'));
  if (name === '') return nothing;
  if (event === 'assign') return md` to ${name}`;
  return event === 'tag' || event === 'untag' ? md`: ${name}` : nothing;
}
