import { buildMessage, runName } from '../builds.ts';
import type { Payload } from '../payload.ts';
import { each, inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const rundeck: Tool = {
  title: 'Rundeck',
  payloads: recorded('https://docs.rundeck.com/docs/manual/notifications/webhooks.html'),
  eventOf: inField('trigger'),
  events: each(['start', 'success', 'failure', 'avgduration', 'retryablefailure', '*'], write),
};

function write(payload: Payload, trigger: string): ToolMessage {
  const run = payload.at('execution');
  const number = payload.any('executionId') || run.any('id');
  const isLong = trigger === 'avgduration';
  return buildMessage({
    project: run.any('job.name') || payload.text('execution.job.name'),
    name: runName('run', number),
    url: run.any('permalink', 'href', 'job.permalink'),
    status: isLong ? 'runs longer than usual' : payload.any('status') || run.any('status') || trigger,
    facts: {
      Project: run.any('project'),
      By: run.any('user'),
      Failed: run
        .list('failedNodes')
        .map(({ shown }) => shown)
        .join(', '),
    },
  });
}
