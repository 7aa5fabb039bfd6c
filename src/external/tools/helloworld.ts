import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, ownPayloads, type Tool, type ToolMessage } from '../tool.ts';

/** The smallest tool, for testing URLs and as a template. */
export const helloworld: Tool = { title: 'Hello, world', payloads: ownPayloads, ...always(write) };

function write(payload: Payload): ToolMessage {
  const article = link(payload.text('featured_title'), payload.text('featured_url'));
  return { topic: 'Hello, world', text: md`Hello, world! Today's article is ${article}.` };
}
