import { personIn, words } from '../forge.ts';
import { code, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

/** Notion sends the ids of pages, and no titles: each event is a line with a link. */
export const notion: Tool = {
  title: 'Notion',
  payloads: documented('https://developers.notion.com/reference/webhooks'),
  eventOf: ({ payload }) => (payload.has('verification_token') ? 'verification' : payload.text('type')),
  signature: hmac('X-Notion-Signature', { prefix: 'sha256=' }),
  events: { verification: writeVerification, '*': writeEvent },
};

/** Notion asks for the token once, to see that the address is the reader's. */
function writeVerification(payload: Payload): ToolMessage {
  return {
    topic: 'Notion',
    text: md`Notion asks for this token, to confirm the webhook: ${code(payload.text('verification_token'))}`,
  };
}

function writeEvent(payload: Payload, event: string): ToolMessage {
  const [kind = 'page', ...rest] = event.split('.');
  const id = payload.any('data.page_id') || payload.text('entity.id');
  const shown = link(
    `${words(kind)} ${id.slice(0, 8)}`,
    `https://www.notion.so/${encodeURIComponent(id.replaceAll('-', ''))}`,
  );
  const actor = personIn(payload, 'authors.0.name');
  const place = payload.any('workspace_name') || 'Notion';
  return {
    topic: `${words(kind)} ${id.slice(0, 8)} in ${place}`,
    text: md`${actor}: ${words(rest.join(' '))}, ${shown}.`,
  };
}
