import { buildMessage, runName } from '../builds.ts';
import { quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { slackMessage } from '../slack-tool.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** Jobs; a test call has only a text for Slack. */
export const airbyte: Tool = {
  title: 'Airbyte',
  payloads: recorded(
    'https://docs.airbyte.com/platform/cloud/managing-airbyte-cloud/manage-airbyte-cloud-notifications',
  ),
  eventOf: ({ payload }) => {
    if (!payload.has('data')) return 'test';
    return payload.any('data.success') === 'true' ? 'success' : 'failure';
  },
  events: { test: (payload) => slackMessage(payload, 'Airbyte'), success: write, failure: write },
};

function write(payload: Payload, event: string): ToolMessage {
  const data = payload.at('data');
  const [source, target] = [data.any('source.name'), data.any('destination.name')];
  return buildMessage({
    project: data.any('connection.name') || payload.text('data.connection.name'),
    name: runName('sync', data.any('jobId')),
    url: data.any('connection.url'),
    status: event,
    details: quote(data.any('errorMessage')),
    facts: {
      From: source === '' || target === '' ? source : `${source} → ${target}`,
      Records: data.any('recordsCommitted'),
      Bytes: data.any('bytesCommittedFormatted'),
      Took: data.any('durationFormatted'),
    },
  });
}
