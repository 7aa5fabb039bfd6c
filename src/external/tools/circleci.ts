import { listed, outcome, topicIn } from '../forge.ts';
import { blocks, code, firstLine, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const circleci: Tool = {
  title: 'CircleCI',
  payloads: recorded('https://circleci.com/docs/webhooks-reference/'),
  eventOf: inField('type'),
  signature: hmac('circleci-signature', { prefix: 'v1=' }),
  events: {
    ping: (payload) => ({
      topic: 'CircleCI',
      text: md`The ${listed(['webhook', payload.any('webhook.name')], ' ')} of CircleCI works.`,
    }),
    'workflow-completed': (payload) => writeEnd(payload, 'workflow'),
    'job-completed': (payload) => writeEnd(payload, 'job'),
  },
  options: ['branches'],
};

/** The fields that describe the commit. Those of GitLab and of GitHub's app are parameters of the trigger. */
const paths = {
  branch: ['vcs.branch', 'git.branch', 'gitlab.branch', 'github_app.branch'],
  tag: ['vcs.tag', 'git.tag', 'gitlab.tag'],
  revision: ['vcs.revision', 'git.checkout_sha', 'gitlab.checkout_sha', 'github_app.checkout_sha'],
  subject: ['vcs.commit.subject', 'gitlab.commit_title', 'github_app.commit_title'],
  author: ['vcs.commit.author.name', 'gitlab.commit_author_name', 'github_app.commit_author_name'],
};

function valueIn(payload: Payload, field: keyof typeof paths): string {
  const places = ['pipeline', 'pipeline.trigger_parameters'];
  return payload.any(...places.flatMap((place) => paths[field].map((path) => `${place}.${path}`)));
}

function writeEnd(payload: Payload, kind: 'workflow' | 'job'): ToolMessage {
  const name = payload.text(`${kind}.name`);
  const number = payload.any('pipeline.number');
  const page = link(
    `${kind} ${name}${number === '' ? '' : ` #${number}`}`,
    payload.any('workflow.url') || pageOf(payload.any('project.slug')),
  );
  const branch = valueIn(payload, 'branch');
  const ref = branch || valueIn(payload, 'tag');
  const source = ref === '' ? nothing : md` of ${code(ref)}`;
  const status = outcome(payload.any(`${kind}.status`));
  const project = payload.any('project.name') || payload.text('project.slug');
  return {
    topic: ref === '' ? project : topicIn(project, ref),
    text: blocks(md`The ${page}${source}: ${status}.`, writeCommit(payload)),
    ...(branch === '' ? {} : { branch }),
  };
}

function pageOf(project: string): string {
  return project === '' ? '' : `https://app.circleci.com/pipelines/${encodeURI(project)}`;
}

function writeCommit(payload: Payload): Markdown {
  const subject = firstLine(valueIn(payload, 'subject'));
  if (subject === '') return nothing;
  const author = valueIn(payload, 'author');
  return md`${subject} (${code(valueIn(payload, 'revision').slice(0, 8))}${author === '' ? '' : `, ${author}`})`;
}
