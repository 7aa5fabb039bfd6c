import { blocks, bold, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, documented, type Tool, type ToolMessage } from '../tool.ts';

/** The notification platform for REST, which posts a message, and may post a title and a topic. */
export const homeassistant: Tool = {
  title: 'Home Assistant',
  payloads: documented('https://www.home-assistant.io/integrations/notify.rest/'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const title = payload.any('title');
  const topic = payload.any('topic') || title || 'Home Assistant';
  const lines = payload
    .text('message')
    .split('\n')
    .map((line) => md`${line}`);
  return { topic, text: blocks(bold(title), ...lines) };
}
