import { buildMessage } from '../builds.ts';
import { wordsIn } from '../forge.ts';
import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, inField, type Tool, type ToolMessage } from '../tool.ts';

export const vercel: Tool = {
  title: 'Vercel',
  payloads: documented('https://vercel.com/docs/webhooks/webhooks-api'),
  eventOf: inField('type'),
  signature: hmac('x-vercel-signature', { algorithm: 'sha1' }),
  options: ['branches'],
  events: { 'deployment.*': writeDeployment, 'project.*': writeProject, '*': writeOther },
};

const states: Readonly<Record<string, string>> = { created: 'started', error: 'failed' };

function writeDeployment(payload: Payload, event: string): ToolMessage {
  const body = payload.at('payload');
  const meta = body.at('deployment.meta');
  const url = body.any('links.deployment', 'deployment.inspectorUrl');
  const host = body.any('deployment.url', 'url');
  const of = (name: string) => meta.any(`github${name}`, `gitlab${name}`, `bitbucket${name}`);
  return buildMessage({
    project: body.any('deployment.name', 'name', 'project.name') || body.text('project.id'),
    name: 'deployment',
    url: url || (host === '' ? '' : `https://${host}`),
    status: wordsIn(states, event.slice('deployment.'.length)),
    branch: of('CommitRef'),
    commit: of('CommitSha'),
    subject: of('CommitMessage'),
    author: of('CommitAuthorName'),
    facts: { Target: body.any('target') },
  });
}

function writeProject(payload: Payload, event: string): ToolMessage {
  const name = payload.any('payload.project.name') || payload.text('payload.name');
  const verb = wordsIn({}, event.slice('project.'.length));
  return { topic: name, text: md`The project ${link(name, payload.any('payload.links.project'))} was ${verb}.` };
}

function writeOther(payload: Payload, event: string): ToolMessage {
  const name = payload.any('payload.name', 'payload.project.name', 'payload.domain.name');
  return { topic: 'Vercel', text: md`Vercel reports ${wordsIn({}, event)}: ${name || 'see its dashboard'}.` };
}
