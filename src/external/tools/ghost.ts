import { fromTo, words } from '../forge.ts';
import { blocks, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { ghostHmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

const kinds = ['post', 'page', 'member', 'tag'];

/** Ghost does not name the event: it follows from the states before and after. */
export const ghost: Tool = {
  title: 'Ghost',
  payloads: documented('https://ghost.org/docs/webhooks/'),
  eventOf: ({ payload }) => {
    const kind = kinds.find((name) => payload.has(name));
    return kind === undefined ? 'site.changed' : `${kind}.${changeOf(payload.at(kind))}`;
  },
  signature: ghostHmac('X-Ghost-Signature'),
  events: {
    'site.changed': () => [],
    'member.*': writeMember,
    ...Object.fromEntries(['post', 'page', 'tag'].map((kind) => [`${kind}.*`, writeThing])),
  },
};

function changeOf(part: Payload): string {
  if (part.parts('current').length === 0) return 'deleted';
  if (part.parts('previous').length === 0) return 'added';
  const [before, after] = [part.any('previous.status'), part.any('current.status')];
  if (after === 'published' && before !== '' && before !== after) return 'published';
  return before === 'published' && after === 'draft' ? 'unpublished' : 'edited';
}

function writeThing(payload: Payload, event: string): ToolMessage {
  const [kind = 'post', change = ''] = event.split('.');
  const part = payload.at(kind);
  const thing = part.at(
    part.has('current.id') || part.has('current.title') || part.has('current.name') ? 'current' : 'previous',
  );
  const title = thing.any('title', 'name', 'slug') || kind;
  const actor = thing.any('primary_author.name', 'authors.0.name') || 'Somebody';
  const shown = link(title, thing.any('url'));
  const body = quote(change === 'published' ? thing.any('custom_excerpt', 'excerpt') : '');
  return { topic: title, text: blocks(md`${actor} ${words(change)} the ${kind} ${shown}.`, body) };
}

function writeMember(payload: Payload, event: string): ToolMessage {
  const member = payload.at('member');
  const name = member.any('current.name', 'current.email', 'previous.name', 'previous.email') || 'Somebody';
  const [before, after] = [member.any('previous.status'), member.any('current.status')];
  const status = before === '' ? after : fromTo(before, after);
  const change = words(event.slice('member.'.length));
  return { topic: 'Members', text: blocks(md`The member ${name} was ${change}.`, facts({ Status: status })) };
}
