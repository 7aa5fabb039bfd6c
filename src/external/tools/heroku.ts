import { buildMessage } from '../builds.ts';
import { quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const heroku: Tool = {
  title: 'Heroku',
  payloads: recorded('https://devcenter.heroku.com/articles/app-webhooks'),
  // The former deploy hooks sent a form.
  eventOf: ({ payload }) => payload.any('webhook_metadata.event.include', 'resource') || 'deploy',
  signature: hmac('Heroku-Webhook-Hmac-SHA256', { encoding: 'base64' }),
  events: { deploy: writeDeploy, '*': writeEvent },
};

function writeDeploy(payload: Payload): ToolMessage {
  const release = payload.any('release');
  return buildMessage({
    project: payload.text('app'),
    name: ['deploy', release].join(' ').trim(),
    url: payload.any('url'),
    status: 'released',
    commit: payload.any('head'),
    details: quote(payload.any('git_log').replace(/^ {0,2}\* /gm, '')),
    facts: { By: payload.any('user') },
  });
}

function writeEvent(payload: Payload, event: string): ToolMessage {
  const data = payload.at('data');
  const kind = event.replace(/^api:/, '');
  const version = data.any('version', 'release.version', 'name', 'domain.hostname');
  return buildMessage({
    project: data.any('app.name', 'name') || payload.text('data.app.name'),
    name: kind === 'release' && version !== '' ? `release v${version}` : [kind, version].join(' ').trim(),
    url: data.any('web_url', 'output_stream_url'),
    status: data.any('status', 'state') || payload.any('action'),
    commit: data.any('slug.commit', 'source_blob.version'),
    subject: data.any('description', 'source_blob.version_description'),
    author: payload.any('actor.email') || data.any('user.email'),
  });
}
