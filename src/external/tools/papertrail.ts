import { blocks, codeBlock, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const papertrail: Tool = {
  title: 'Papertrail',
  payloads: recorded(
    'https://documentation.solarwinds.com/en/success_center/papertrail/content/kb/how-it-works/web-hooks.htm',
  ),
  ...always(write),
};

const mostLines = 20;

function write(payload: Payload): ToolMessage {
  const search = payload.at('saved_search');
  const name = search.text('name');
  const events = payload.list('events').map((one) => {
    return [
      one.any('display_received_at'),
      one.any('source_name'),
      `${one.any('program') || 'log'}:`,
      one.any('message'),
    ].join(' ');
  });
  const counts = payload
    .list('counts')
    .map((one) => `${one.any('source_name') || 'source'}: ${one.parts('timeseries').length} times`);
  const lines = [...events, ...counts];
  const rest = lines.length - mostLines;
  return {
    topic: name,
    text: blocks(
      md`The search ${link(name, search.any('html_search_url'))} found ${lines.length === 1 ? '1 event' : `${lines.length} events`}.`,
      lines.length === 0 ? nothing : codeBlock(lines.slice(0, mostLines).join('\n')),
      rest > 0 ? md`And ${rest} more.` : nothing,
    ),
  };
}
