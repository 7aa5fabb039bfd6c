import { blocks, bold, facts, link, md, moment, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const canarytoken: Tool = {
  title: 'Canarytokens',
  payloads: recorded('https://docs.canarytokens.org/guide/'),
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const memo = payload.any('memo') || payload.text('manage_url');
  const data = payload.at('additional_data');
  const when = moment(payload.any('time').replace(' (UTC)', ''));
  const time = when === nothing ? nothing : md` at ${when}`;
  return {
    topic: payload.any('memo') || 'Canarytoken',
    text: blocks(
      md`:alert: ${bold('Triggered')}: the token ${link(memo, payload.any('manage_url'))}${time}.`,
      facts({
        Channel: payload.any('channel'),
        Address: data.any('src_ip'),
        Location: data.any('location'),
        Referrer: data.any('referer'),
        Browser: data.any('useragent'),
      }),
    ),
  };
}
