import { buildMessage, runName } from '../builds.ts';
import type { Payload } from '../payload.ts';
import { each, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const codeship: Tool = {
  title: 'Codeship',
  payloads: recorded('https://docs.cloudbees.com/docs/cloudbees-codeship/latest/basic-projects/webhooks'),
  eventOf: ({ payload }) => payload.text('build.status'),
  options: ['branches'],
  events: each(['success', 'error', 'testing', '*'], write),
};

function write(payload: Payload): ToolMessage {
  const build = payload.at('build');
  return buildMessage({
    project: build.any('project_full_name', 'project_name') || payload.text('build.project_name'),
    name: runName('build', build.any('build_id')),
    url: build.any('build_url'),
    status: build.any('status'),
    branch: build.any('branch'),
    commit: build.any('commit_id'),
    subject: build.any('message'),
    author: build.any('committer'),
  });
}
