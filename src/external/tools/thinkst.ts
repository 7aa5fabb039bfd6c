import { blocks, bold, facts, md, moment, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const thinkst: Tool = {
  title: 'Thinkst Canary',
  payloads: recorded('https://docs.canary.tools/'),
  eventOf: ({ payload }) =>
    payload.any('AlertType') || (payload.has('Token') ? 'CanarytokenIncident' : 'CanaryIncident'),
  events: { CanaryIncident: write, CanarytokenIncident: write, '*': write },
};

function write(payload: Payload): ToolMessage {
  const name = payload.any('CanaryName', 'Reminder', 'CanaryID', 'Token') || payload.text('CanaryName');
  const when = moment(payload.any('Timestamp').replace(' (UTC)', ''));
  const time = when === nothing ? nothing : md` at ${when}`;
  const source = payload.any('ReverseDNS');
  const address = payload.any('SourceIP');
  const details = payload.list('AdditionalDetails').map((pair) => [pair.any('0') || 'Detail', pair.any('1')]);
  return {
    topic: name,
    text: blocks(
      md`:alert: ${bold(payload.any('Description') || 'Incident')} on ${name}${time}. ${payload.any('Intro')}`,
      facts({
        Source: source === '' || source === address ? address : `${address} (${source})`,
        Canary: payload.any('CanaryIP'),
        Place: payload.any('CanaryLocation'),
        Port: payload.any('CanaryPort'),
        Times: payload.any('Triggered'),
        ...Object.fromEntries(details.filter(([label]) => label !== 'Source' && label !== 'Incident')),
      }),
    ),
  };
}
