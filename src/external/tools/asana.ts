import { WithHeaders } from '../../http/endpoint.ts';
import { words } from '../forge.ts';
import { link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

const secretHeader = 'X-Hook-Secret';

/** Asana sends the numbers of things, and no names: each event is a line with a link. Calls without events keep a webhook alive. */
export const asana: Tool = {
  title: 'Asana',
  payloads: documented('https://developers.asana.com/docs/webhooks-guide'),
  eventOf: ({ payload }) => {
    const [first] = payload.list('events');
    return first
      ? `${first.any('resource.resource_type') || 'thing'}.${first.any('action') || 'changed'}`
      : 'heartbeat';
  },
  // Asana makes the secret up, tells it to the program that creates the webhook, and wants its header back.
  handshake: ({ header }) => {
    const secret = header(secretHeader);
    return /^[ -~]{1,200}$/.test(secret) ? new WithHeaders({}, { [secretHeader]: secret }) : undefined;
  },
  signature: hmac('X-Hook-Signature'),
  events: { heartbeat: () => [], '*': (payload) => payload.list('events').map(writeEvent) },
};

function writeEvent(event: Payload): ToolMessage {
  // A story is a comment or the record of a change; its parent is the task.
  const isStory = event.any('resource.resource_type') === 'story' && event.has('parent.gid');
  const thing = event.at(isStory ? 'parent' : 'resource');
  const [kind, number] = [words(thing.any('resource_type') || 'thing'), thing.text('gid')];
  const shown = link(`${kind} ${number}`, `https://app.asana.com/0/0/${encodeURIComponent(number)}`);
  const verb = isStory
    ? `${words(event.any('action') || 'added')} a comment on`
    : words(event.any('action') || 'changed');
  const field = event.any('change.field');
  const detail = field === '' ? nothing : md`: ${words(field)} ${words(event.any('change.action'))}`;
  const name = event.any('user.name');
  return { topic: `${kind} ${number}`, text: md`${name || 'Somebody'} ${verb} the ${shown}${detail}.` };
}
