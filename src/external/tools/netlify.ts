import { buildMessage } from '../builds.ts';
import { personIn } from '../forge.ts';
import { blocks, facts, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { webToken } from '../signature.ts';
import { each, recorded, type Tool, type ToolMessage, type ToolRequest } from '../tool.ts';

/** The event of each state of a deploy, for requests without the header. */
const states: Readonly<Record<string, string>> = { ready: 'deploy_created', error: 'deploy_failed' };

export const netlify: Tool = {
  title: 'Netlify',
  payloads: recorded('https://docs.netlify.com/site-deploys/notifications/#outgoing-webhooks'),
  eventOf,
  signature: webToken('X-Webhook-Signature'),
  options: ['branches'],
  events: {
    submission_created: writeSubmission,
    ...each(
      [
        'deploy_building',
        'deploy_created',
        'deploy_failed',
        'deploy_locked',
        'deploy_unlocked',
        'deploy_deleted',
        'deploy_request_pending',
        'deploy_request_accepted',
        'deploy_request_rejected',
        'deploy_*',
      ],
      writeDeploy,
    ),
  },
};

function eventOf({ payload, header }: ToolRequest): string {
  const named = header('X-Netlify-Event');
  if (named !== '') return named;
  if (payload.has('form_name')) return 'submission_created';
  const locked = payload.any('locked');
  if (locked !== '') return locked === 'true' ? 'deploy_locked' : 'deploy_unlocked';
  const state = payload.text('state');
  return Object.hasOwn(states, state) ? (states[state] as string) : `deploy_${state}`;
}

function writeDeploy(payload: Payload, event: string): ToolMessage {
  const seconds = payload.any('deploy_time');
  return buildMessage({
    project: payload.text('name'),
    name: 'deploy',
    url: payload.any('deploy_ssl_url', 'deploy_url', 'ssl_url', 'url'),
    status: event === 'deploy_created' ? payload.any('state') : event.replace(/^deploy_/, ''),
    branch: payload.any('branch'),
    commit: payload.any('commit_ref'),
    subject: payload.any('title'),
    author: payload.any('committer'),
    details: quote(payload.any('error_message')),
    facts: { Context: payload.any('context'), Took: seconds === '' ? '' : `${seconds} s` },
  });
}

function writeSubmission(payload: Payload): ToolMessage {
  const form = payload.text('form_name');
  const from = personIn(payload, 'name', 'email', 'data.name', 'data.email');
  const body = payload.any('body', 'summary', 'data.message');
  const fields = Object.fromEntries(payload.entries('human_fields'));
  const page = payload.any('site_url');
  return {
    topic: form,
    text: blocks(
      md`${from} filled in the form ${link(form, page)}.`,
      quote(body),
      body === '' ? facts(fields) : nothing,
    ),
  };
}
