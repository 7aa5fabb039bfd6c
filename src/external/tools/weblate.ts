import { fromTo, personIn, words } from '../forge.ts';
import { blocks, facts, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { standardWebhook } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const weblate: Tool = {
  title: 'Weblate',
  payloads: documented('https://docs.weblate.org/en/latest/admin/addons.html'),
  eventOf: ({ payload }) => payload.text('action').toLowerCase().replaceAll(' ', '_'),
  signature: standardWebhook(),
  events: { '*': write },
};

function textsIn(payload: Payload, name: string): string {
  return Array.isArray(payload.at(name).value)
    ? payload
        .list(name)
        .map(({ shown }) => shown)
        .join(' / ')
    : payload.any(name);
}

function write(payload: Payload, event: string): ToolMessage {
  const place = ['project', 'component', 'translation'].map((name) => payload.any(name)).filter(Boolean);
  const name = place.slice(0, 2).join(' / ') || 'Weblate';
  const actor = personIn(payload, 'user', 'author');
  const [before, after] = [textsIn(payload, 'old'), textsIn(payload, 'target')];
  const target = before === '' ? after : fromTo(before, after);
  return {
    topic: name,
    text: blocks(
      md`${actor}: ${link(words(event), payload.any('url'))} in ${place.join(' / ') || 'Weblate'}.`,
      facts({ Source: textsIn(payload, 'source'), Translation: target }),
    ),
  };
}
