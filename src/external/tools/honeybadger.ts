import { buildMessage } from '../builds.ts';
import { personIn, words } from '../forge.ts';
import { blocks, link, md, quote } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const honeybadger: Tool = {
  title: 'Honeybadger',
  payloads: documented('https://docs.honeybadger.io/guides/integrations/webhook/'),
  eventOf: inField('event'),
  signature: token('Honeybadger-Token'),
  events: {
    comment: writeComment,
    deployed: writeDeploy,
    up: writeSite,
    down: writeSite,
    '*': writeFault,
  },
};

function faultOf(payload: Payload): string {
  const number = payload.any('fault.id');
  const title = payload.any('fault.klass', 'fault.message', 'check_in.name') || payload.text('message');
  return number === '' ? title : `#${number} ${title}`;
}

function writeFault(payload: Payload, event: string): ToolMessage {
  return monitorMessage({
    name: faultOf(payload),
    url: payload.any('fault.url', 'check_in.url'),
    state: words(event),
    mood: ['resolved', 'check_in_reporting'].includes(event) ? 'good' : 'bad',
    since: payload.any('notice.created_at', 'fault.last_notice_at'),
    reason: payload.any('fault.message') || payload.any('message'),
    facts: {
      Project: payload.any('project.name'),
      Environment: payload.any('fault.environment'),
      Times: payload.any('fault.notices_count'),
      By: payload.any('actor.name', 'assignee.name'),
    },
  });
}

function writeComment(payload: Payload): ToolMessage {
  const fault = faultOf(payload);
  const actor = personIn(payload, 'actor.name', 'comment.author', 'comment.email');
  const text = md`${actor} commented on ${link(fault, payload.any('fault.url'))}.`;
  return { topic: fault, text: blocks(text, quote(payload.any('comment.body'))) };
}

function writeSite(payload: Payload, state: string): ToolMessage {
  return monitorMessage({
    name: payload.any('site.name') || payload.text('site.url'),
    url: payload.any('site.url'),
    state,
    mood: state === 'up' ? 'good' : 'bad',
    since: payload.any('outage.up_at', 'outage.down_at'),
    reason: payload.any('outage.reason'),
  });
}

function writeDeploy(payload: Payload): ToolMessage {
  const deploy = payload.at('deploy');
  return buildMessage({
    project: payload.any('project.name') || 'Honeybadger',
    name: 'deploy',
    url: deploy.any('url'),
    status: 'deployed',
    commit: deploy.any('revision'),
    author: deploy.any('local_username'),
    subject: payload.any('message'),
  });
}
