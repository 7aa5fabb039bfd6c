import { buildMessage } from '../builds.ts';
import { words } from '../forge.ts';
import { md } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const rollbar: Tool = {
  title: 'Rollbar',
  payloads: documented('https://docs.rollbar.com/docs/webhooks'),
  eventOf: inField('event_name'),
  events: {
    test: () => ({ topic: 'Rollbar', text: md`The webhook of Rollbar works.` }),
    deploy: writeDeploy,
    '*': writeItem,
  },
};

function writeItem(payload: Payload, event: string): ToolMessage {
  const item = payload.at('data.item');
  const number = item.any('counter');
  const title = item.any('title') || payload.text('data.item.title');
  const name = number === '' ? title : `#${number} ${title}`;
  return monitorMessage({
    name,
    url: payload.any('data.url', 'data.item.url'),
    state: words(event.replace(/_item$/, '')),
    mood: event === 'resolved_item' ? 'good' : 'bad',
    since: item.any('last_occurrence_timestamp', 'last_occurrence.timestamp', 'first_occurrence_timestamp'),
    facts: {
      Environment: item.any('environment'),
      Level: item.any('last_occurrence.level', 'level_string'),
      Occurrences: item.any('total_occurrences'),
    },
  });
}

function writeDeploy(payload: Payload): ToolMessage {
  const deploy = payload.at('data.deploy');
  return buildMessage({
    project: deploy.any('environment') || payload.text('data.deploy.environment'),
    name: `deploy ${deploy.any('id')}`.trim(),
    status: deploy.any('status') || 'deployed',
    commit: deploy.any('revision'),
    subject: deploy.any('comment'),
    author: deploy.any('local_username', 'user_id'),
  });
}
