import { buildMessage, runName } from '../builds.ts';
import { refName } from '../forge.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/** Semaphore 2, and the payloads of its first version, which people copy. */
export const semaphore: Tool = {
  title: 'Semaphore',
  payloads: recorded('https://docs.semaphoreci.com/reference/webhook-notifications/'),
  eventOf: ({ payload }) => payload.any('revision.reference_type', 'event') || 'branch',
  signature: hmac('X-Semaphore-Signature-256', { prefix: 'sha256=' }),
  options: ['branches'],
  events: { branch: writePipeline, tag: writePipeline, pull_request: writePipeline, build: writeOld, deploy: writeOld },
};

function writePipeline(payload: Payload, kind: string): ToolMessage {
  const revision = payload.at('revision');
  const id = payload.any('workflow.id');
  const organization = payload.any('organization.name');
  const page =
    organization === '' || id === ''
      ? ''
      : `https://${organization}.semaphoreci.com/workflows/${encodeURIComponent(id)}`;
  const request = revision.any('pull_request.number');
  return buildMessage({
    project: payload.any('project.name') || payload.text('repository.slug'),
    name: `pipeline ${payload.any('pipeline.name')}`.trim(),
    url: page,
    status: payload.any('pipeline.result', 'pipeline.state'),
    branch: kind === 'tag' ? '' : revision.any('branch.name', 'pull_request.branch_name'),
    tag: kind === 'tag' ? refName(revision.any('tag.name', 'tag', 'reference')) : '',
    commit: revision.any('commit_sha'),
    subject: revision.any('commit_message'),
    author: revision.any('sender.login'),
    facts: { 'Pull request': request === '' ? '' : `#${request} ${revision.any('pull_request.name')}` },
  });
}

function writeOld(payload: Payload, kind: string): ToolMessage {
  return buildMessage({
    project: payload.text('project_name'),
    name: runName(kind, payload.any('build_number', 'number')),
    url: payload.any('build_url', 'html_url'),
    status: payload.any('result'),
    branch: payload.any('branch_name'),
    commit: payload.any('commit.id'),
    subject: payload.any('commit.message'),
    author: payload.any('commit.author_name'),
  });
}
