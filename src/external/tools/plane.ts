import { fromTo, numbered, personIn, words } from '../forge.ts';
import { quoteHtml } from '../html.ts';
import { blocks, facts, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const plane: Tool = {
  title: 'Plane',
  payloads: documented('https://developers.plane.so/webhooks/intro-webhooks'),
  eventOf: ({ payload }) => `${payload.text('event')}.${payload.any('action') || 'updated'}`,
  signature: hmac('X-Plane-Signature'),
  events: { '*': write },
};

const verbs: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  updated: 'changed',
  delete: 'deleted',
};

function write(payload: Payload, event: string): ToolMessage {
  const data = payload.at('data');
  const kind = words(payload.text('event'));
  const action = event.slice(event.lastIndexOf('.') + 1);
  const number = data.any('sequence_id');
  const sign =
    number === '' ? '' : [data.any('project_identifier', 'project.identifier'), number].filter(Boolean).join('-');
  const name = data.any('name', 'title') || data.any('id') || kind;
  const shown = numbered(kind, sign.includes('-') || sign === '' ? sign : `#${sign}`, name, data.any('url'));
  const actor = personIn(payload, 'activity.actor.display_name', 'data.updated_by_detail.display_name');
  const field = payload.any('activity.field');
  const change = field === '' ? '' : fromTo(payload.any('activity.old_value'), payload.any('activity.new_value'));
  const body = action.startsWith('create') ? quoteHtml(data.any('comment_html', 'description_html')) : nothing;
  return {
    topic: [kind, sign, name].filter(Boolean).join(' '),
    text: blocks(
      md`${actor} ${verbs[action] ?? words(action)} the ${shown}.`,
      body,
      facts({ [words(field) || 'Change']: change }),
    ),
  };
}
