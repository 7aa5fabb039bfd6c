import { buildMessage } from '../builds.ts';
import type { Payload } from '../payload.ts';
import { rsaOfField } from '../signature.ts';
import { each, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const travis: Tool = {
  title: 'Travis CI',
  payloads: recorded('https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications'),
  eventOf: ({ payload }) => payload.any('type') || 'push',
  signature: rsaOfField('Signature'),
  options: ['branches'],
  events: each(['push', 'pull_request', 'cron', 'api'], writeBuild),
};

function writeBuild(payload: Payload): ToolMessage {
  const repository = ['owner_name', 'name'].map((name) => payload.any(`repository.${name}`)).filter(Boolean);
  const request = payload.any('pull_request_number');
  const title = payload.any('pull_request_title');
  return buildMessage({
    project: repository.join('/') || payload.text('repository.name'),
    name: `build #${payload.text('number')}`,
    url: payload.any('build_url'),
    status: payload.any('status_message', 'result_message', 'state'),
    branch: payload.any('branch'),
    tag: payload.any('tag'),
    commit: payload.any('commit'),
    subject: payload.any('message'),
    author: payload.any('author_name', 'committer_name'),
    facts: { 'Pull request': request === '' ? '' : `#${request} ${title}` },
  });
}
