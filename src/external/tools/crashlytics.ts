import { md } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const crashlytics: Tool = {
  title: 'Crashlytics',
  payloads: recorded('https://firebase.google.com/docs/crashlytics'),
  eventOf: inField('event'),
  events: {
    verification: () => ({ topic: 'Crashlytics', text: md`The webhook of Crashlytics works.` }),
    issue_impact_change: write,
  },
};

function write(payload: Payload): ToolMessage {
  const issue = payload.at('payload');
  const number = issue.any('display_id');
  const title = issue.any('title') || payload.text('payload.title');
  return monitorMessage({
    name: number === '' ? title : `#${number} ${title}`,
    url: issue.any('url'),
    state: 'impact changed',
    mood: 'bad',
    reason: issue.any('method') === '' ? '' : `In ${issue.any('method')}.`,
    facts: {
      Level: issue.any('impact_level'),
      Crashes: issue.any('crashes_count'),
      Devices: issue.any('impacted_devices_count'),
    },
  });
}
