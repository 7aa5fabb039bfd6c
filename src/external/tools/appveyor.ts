import { buildMessage } from '../builds.ts';
import type { Payload } from '../payload.ts';
import { each, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const appveyor: Tool = {
  title: 'AppVeyor',
  payloads: recorded('https://www.appveyor.com/docs/notifications/#webhook-payload-default'),
  eventOf: ({ payload }) => payload.any('eventName') || payload.text('eventData.status'),
  options: ['branches'],
  events: each(['build_success', 'build_failure', 'deployment_success', 'deployment_failure', '*'], write),
};

function write(payload: Payload, event: string): ToolMessage {
  const data = payload.at('eventData');
  const kind = event.startsWith('deployment') ? 'deployment' : 'build';
  const request = data.any('pullRequestId');
  return buildMessage({
    project: data.any('projectName') || payload.text('eventData.repositoryName'),
    name: `${kind} ${data.any('buildVersion', 'buildNumber')}`.trim(),
    url: data.any('buildUrl', 'deploymentUrl'),
    status: data.any('status'),
    branch: data.any('branch'),
    commit: data.any('commitId'),
    subject: data.any('commitMessage'),
    author: data.any('commitAuthor'),
    facts: {
      'Pull request': request === '' ? '' : `#${request} ${data.any('pullRequestName')}`,
      Took: data.any('duration').replace(/\.\d+$/, ''),
    },
  });
}
