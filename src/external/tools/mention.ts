import { blocks, firstLine, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const mention: Tool = {
  title: 'Mention',
  payloads: recorded('https://dev.mention.com/current/src/mentions/GetMention.html'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const title = firstLine(payload.any('title')) || payload.text('url');
  const source = payload.any('source_name', 'author_influence.name') || 'a page';
  return {
    topic: source,
    text: blocks(
      md`${link(title, payload.any('url', 'original_url'))} on ${source}`,
      quote(payload.any('description_short', 'description')),
    ),
  };
}
