import { blocks, codeBlock, facts, link, md, moment, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const splunk: Tool = {
  title: 'Splunk',
  payloads: recorded('https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const name = payload.any('search_name') || 'Splunk alert';
  const raw = payload.any('result._raw');
  const when = moment(payload.any('result._time'));
  const time = when === nothing ? nothing : md` at ${when}`;
  return {
    topic: name,
    text: blocks(
      md`:alert: The search ${link(name, payload.any('results_link'))} found events${time}.`,
      raw === '' ? nothing : codeBlock(raw),
      facts({ Host: payload.any('result.host'), Source: payload.any('result.source') }),
    ),
  };
}
