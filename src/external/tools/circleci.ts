import { outcome, topicIn } from '../forge.ts';
import { blocks, code, firstLine, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

export const circleci: Tool = {
  title: 'CircleCI',
  eventOf: inField('type'),
  signature: hmac('circleci-signature', { prefix: 'v1=' }),
  events: {
    ping: (payload) => ({ topic: 'CircleCI', text: md`The webhook ${payload.any('webhook.name')} of CircleCI works.` }),
    'workflow-completed': (payload) => writeEnd(payload, 'workflow'),
    'job-completed': (payload) => writeEnd(payload, 'job'),
  },
};

function writeEnd(payload: Payload, kind: 'workflow' | 'job'): ToolMessage {
  const name = payload.text(`${kind}.name`);
  const page = link(`${kind} ${name}`, payload.any('workflow.url'));
  const ref = payload.any('pipeline.vcs.branch', 'pipeline.vcs.tag');
  const source = ref === '' ? nothing : md` of ${code(ref)}`;
  const status = outcome(payload.text(`${kind}.status`));
  const project = payload.text('project.name');
  return {
    topic: ref === '' ? project : topicIn(project, ref),
    text: blocks(md`The ${page}${source}: ${status}.`, writeCommit(payload)),
  };
}

function writeCommit(payload: Payload): Markdown {
  const subject = firstLine(payload.any('pipeline.vcs.commit.subject'));
  if (subject === '') return nothing;
  const author = payload.any('pipeline.vcs.commit.author.name');
  return md`${subject} (${code(payload.any('pipeline.vcs.revision').slice(0, 8))}${author === '' ? '' : `, ${author}`})`;
}
