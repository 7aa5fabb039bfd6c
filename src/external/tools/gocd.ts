import { buildMessage } from '../builds.ts';
import { words } from '../forge.ts';
import { bullets, md } from '../markdown.ts';
import { monitorMessage } from '../monitors.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** A plug-in for notifications of GoCD. */
export const gocd: Tool = {
  title: 'GoCD',
  payloads: recorded('https://plugin-api.gocd.org/current/notifications/'),
  eventOf: inField('type'),
  options: ['branches'],
  events: { stage: writeStage, agent: writeAgent },
};

function writeStage(payload: Payload): ToolMessage {
  const pipeline = payload.at('data.pipeline');
  const stage = pipeline.at('stage');
  const result = stage.any('result').replace(/^Unknown$/, '');
  const cause = pipeline.at('build-cause.0');
  const change = cause.at('modifications.0');
  const odd = stage.list('jobs').filter((job) => !['Passed', 'Unknown', ''].includes(job.any('result')));
  return {
    ...buildMessage({
      project: pipeline.text('name'),
      name: `stage ${stage.any('name')} of run #${pipeline.any('counter')}`,
      status: result || words(stage.any('state')),
      branch: cause.any('material.git-configuration.branch'),
      commit: change.any('revision'),
      subject: change.any('data.comment', 'data.COMMENT'),
      author: stage.any('approved-by').replace(/^(?:anonymous|changes)$/, ''),
      details: bullets(odd.map((job) => md`${job.any('name') || 'job'}: ${words(job.any('result'))}`)),
    }),
    topic: `${pipeline.text('name')} / ${stage.any('name') || 'stage'}`,
  };
}

function writeAgent(payload: Payload): ToolMessage {
  const agent = payload.at('data');
  const state = agent.any('agent_state', 'agent-state', 'state') || 'changed';
  const name = agent.any('host_name', 'host-name', 'uuid') || payload.text('data.uuid');
  return monitorMessage({ name, state, mood: /lost|missing/i.test(state) ? 'bad' : 'neutral' });
}
