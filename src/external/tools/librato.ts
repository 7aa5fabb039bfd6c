import { words } from '../forge.ts';
import { blocks, bullets, facts, link, md, moment, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { slackMessage } from '../slack-tool.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** Alerts, and snapshots, which are sent in the form of Slack. */
export const librato: Tool = {
  title: 'Librato',
  payloads: recorded('https://www.librato.com/docs/kb/alert/integrations/webhook/'),
  eventOf: ({ payload }) => {
    if (payload.has('attachments')) return 'snapshot';
    return payload.has('clear') ? 'cleared' : 'alert';
  },
  events: { snapshot: (payload) => slackMessage(payload, 'Snapshots'), alert: writeAlert, cleared: writeAlert },
};

function writeAlert(payload: Payload, event: string): ToolMessage {
  const alert = payload.at('alert');
  const name = alert.any('name') || payload.text('alert.id');
  const id = alert.any('id');
  const page = id === '' ? '' : `https://metrics.librato.com/alerts/${encodeURIComponent(id)}`;
  const isOver = event === 'cleared';
  const when = moment(payload.any('trigger_time'));
  const time = when === nothing ? nothing : md` at ${when}`;
  const how = isOver ? md`cleared (${words(payload.any('clear'))})` : md`is on`;
  return {
    topic: name,
    text: blocks(
      md`${isOver ? ':check_mark:' : ':alert:'} The alert ${link(name, page)} ${how}${time}. ${alert.any('description')}`,
      bullets(violationsOf(payload)),
      facts({ Runbook: alert.any('runbook_url') }),
    ),
  };
}

function violationsOf(payload: Payload) {
  const conditions = new Map(payload.list('conditions').map((one) => [one.any('id'), one]));
  return payload.parts('violations').flatMap(([source]) => {
    return payload
      .at('violations')
      .list(source)
      .map((one) => {
        const condition = conditions.get(one.any('condition_violated'));
        const limit = condition ? md`, ${words(condition.any('type'))} ${condition.any('threshold')}` : nothing;
        return md`${source}: ${one.any('metric')} is ${one.any('value')}${limit}`;
      });
  });
}
