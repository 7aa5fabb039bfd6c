import { buildMessage } from '../builds.ts';
import { words } from '../forge.ts';
import { bold, changed, facts, md } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const buildkite: Tool = {
  title: 'Buildkite',
  payloads: documented('https://buildkite.com/docs/apis/webhooks'),
  eventOf: ({ payload, header }) => header('X-Buildkite-Event') || payload.text('event'),
  signature: token('X-Buildkite-Token'),
  options: ['branches'],
  events: {
    ping: () => ({ topic: 'Buildkite', text: md`The webhook of Buildkite works.` }),
    'build.*': writeBuild,
    'job.*': writeJob,
    'agent.*': writeAgent,
    'cluster_token.*': writeToken,
  },
};

function writeBuild(payload: Payload): ToolMessage {
  const build = payload.at('build');
  return buildMessage({
    ...placeOf(payload),
    name: `build #${build.text('number')}`,
    url: build.any('web_url'),
    status: build.any('state'),
  });
}

function placeOf(payload: Payload) {
  const build = payload.at('build');
  return {
    project: payload.any('pipeline.name', 'pipeline.slug') || payload.text('pipeline.name'),
    branch: build.any('branch'),
    commit: build.any('commit').replace(/^HEAD$/, ''),
    subject: build.any('message'),
    author: build.any('creator.name', 'author.name'),
  };
}

function writeJob(payload: Payload): ToolMessage {
  const job = payload.at('job');
  const name = job.any('name', 'label') || 'job';
  return buildMessage({ ...placeOf(payload), name: `job ${name}`, url: job.any('web_url'), status: job.any('state') });
}

/** An agent that may not register, because its address is not among those of its token. */
function writeToken(payload: Payload, event: string): ToolMessage {
  const name = payload.any('cluster_token.description') || payload.text('cluster_token.uuid');
  const what = words(event.slice('cluster_token.'.length));
  const text = md`The agent token ${name}: ${bold(what)}`;
  return { topic: 'Buildkite', text: changed(text, facts({ Address: payload.any('blocked_ip') })) };
}

function writeAgent(payload: Payload, event: string): ToolMessage {
  const state = words(event.slice('agent.'.length));
  const isLost = ['lost', 'disconnected', 'stopped'].includes(state);
  return monitorMessage({
    name: payload.text('agent.name'),
    url: payload.any('agent.web_url'),
    state,
    mood: isLost ? 'bad' : 'neutral',
  });
}
