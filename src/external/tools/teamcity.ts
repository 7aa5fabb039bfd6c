import { buildMessage, runName } from '../builds.ts';
import { words } from '../forge.ts';
import type { Payload } from '../payload.ts';
import { slackMessage } from '../slack-tool.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The plug-in tcWebHooks, which also sends messages for Slack. */
export const teamcity: Tool = {
  title: 'TeamCity',
  payloads: recorded('https://github.com/tcplugins/tcWebHooks/wiki'),
  eventOf: ({ payload }) => (payload.has('build') ? payload.any('build.notifyType') || 'build' : 'slack'),
  options: ['branches'],
  events: { slack: (payload) => slackMessage(payload, 'TeamCity'), '*': writeBuild },
};

function writeBuild(payload: Payload, event: string): ToolMessage {
  const build = payload.at('build');
  const number = build.any('buildNumber');
  const status = build.any('buildResultDelta', 'buildResult', 'buildStatus');
  const previous = build.any('buildResultPrevious');
  return buildMessage({
    project: build.any('buildFullName', 'buildName') || build.text('buildTypeId'),
    name: runName('build', number),
    url: build.any('buildStatusUrl'),
    status: status === 'unchanged' || status === 'unknown' ? build.any('buildResult') : status || words(event),
    before: ['running', 'unknown'].includes(previous) ? '' : previous,
    branch: build.any('branchDisplayName', 'branchName'),
    subject: build.any('buildStatus'),
    author: build.any('triggeredBy'),
  });
}
