import { words } from '../forge.ts';
import { blocks, facts, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

const actions: Readonly<Record<string, string>> = {
  'members:create': 'became a member of',
  'members:update': 'changed the membership of',
  'members:delete': 'left',
  'members:pledge:create': 'pledged to',
  'members:pledge:update': 'changed the pledge to',
  'members:pledge:delete': 'ended the pledge to',
  // Of the first version of its API.
  'pledges:create': 'pledged to',
  'pledges:update': 'changed the pledge to',
  'pledges:delete': 'ended the pledge to',
};

export const patreon: Tool = {
  title: 'Patreon',
  payloads: recorded('https://docs.patreon.com/#webhooks'),
  eventOf: ({ header }) => header('X-Patreon-Event') || 'members:update',
  signature: hmac('X-Patreon-Signature', { algorithm: 'md5' }),
  events: { ...Object.fromEntries(Object.keys(actions).map((event) => [event, writeMember])), 'posts:*': writePost },
};

function writeMember(payload: Payload, event: string): ToolMessage {
  const member = payload.at('data.attributes');
  const included = payload.list('included');
  const campaign = included.find((one) => one.any('type') === 'campaign')?.at('attributes');
  const tiers = included.filter((one) => tierTypes.includes(one.any('type'))).map((one) => one.any('attributes.title'));
  const cents = Number(member.any('currently_entitled_amount_cents', 'will_pay_amount_cents', 'amount_cents'));
  const name = nameOf(payload);
  const page = campaign?.any('url') ?? '';
  const patrons = campaign?.any('patron_count') ?? '';
  return {
    topic: name === 'Somebody' ? 'Members' : name,
    text: blocks(
      md`${name} ${actions[event] ?? words(event)} ${link(campaign?.any('creation_name', 'vanity') || 'Patreon', page)}.`,
      facts({
        Status: words(member.any('patron_status')),
        Amount: Number.isFinite(cents) && cents > 0 ? (cents / 100).toFixed(2) : '',
        Tier: tiers.filter(Boolean).join(', '),
        'Last charge': member.any('last_charge_status'),
        Members: patrons === '0' ? '' : patrons,
      }),
    ),
  };
}

const tierTypes = ['tier', 'reward'];

/** A pledge names its person only among what it includes. */
function nameOf(payload: Payload): string {
  const id = payload.any('data.relationships.patron.data.id');
  const patron = payload.list('included').find((one) => one.any('type') === 'user' && one.any('id') === id);
  return payload.any('data.attributes.full_name') || patron?.any('attributes.full_name') || 'Somebody';
}

function writePost(payload: Payload, event: string): ToolMessage {
  const post = payload.at('data.attributes');
  const title = post.any('title') || 'Post';
  const verb = words(event.slice('posts:'.length));
  return {
    topic: title,
    text: md`The post ${link(title, post.any('url').replace(/^\//, 'https://www.patreon.com/'))}: ${verb}.`,
  };
}
