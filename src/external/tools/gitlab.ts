import { numbered, numberedTopic, outcome, refName, topicIn, words, writePush } from '../forge.ts';
import { blocks, code, firstLine, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import type { Tool, ToolMessage } from '../tool.ts';

export const gitlab: Tool = {
  title: 'GitLab',
  eventOf: ({ payload }) => payload.any('object_kind', 'event_name') || payload.text('object_kind'),
  signature: token('X-Gitlab-Token'),
  events: {
    push: writeGitlabPush,
    tag_push: writeGitlabPush,
    issue: (payload) => writeChange(payload, 'issue', '#'),
    work_item: (payload) => writeChange(payload, 'work item', '#'),
    merge_request: (payload) => writeChange(payload, 'merge request', '!'),
    note: writeNote,
    wiki_page: writeWikiPage,
    pipeline: writePipeline,
    build: writeBuild,
    deployment: writeDeployment,
    release: writeRelease,
  },
};

const attributes = 'object_attributes';

function nameOf(payload: Payload): string {
  return payload.any('project.path_with_namespace', 'project.name', 'repository.name') || payload.text('project_name');
}

function actorOf(payload: Payload): string {
  return payload.any('user.name', 'user.username', 'user_name', 'user_username') || 'Somebody';
}

function writeGitlabPush(payload: Payload): ToolMessage {
  const ref = payload.text('ref');
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    message: commit.text('message'),
    url: commit.any('url'),
  }));
  const [before, after] = [payload.any('before'), payload.any('after')];
  const change = isNone(after) ? 'deleted' : isNone(before) ? 'created' : 'pushed';
  const project = payload.any('project.web_url');
  const url =
    change === 'pushed' ? `${project}/-/compare/${before}...${after}` : `${project}/-/commits/${refName(ref)}`;
  const count = Number(payload.any('total_commits_count')) || commits.length;
  const text = writePush({ actor: actorOf(payload), ref, change, url, count, commits });
  return { topic: topicIn(nameOf(payload), refName(ref)), text };
}

function isNone(commit: string): boolean {
  return /^0+$/.test(commit);
}

const verbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  approval: 'added an approval to',
  unapproved: 'took the approval from',
  unapproval: 'took an approval from',
};

function writeChange(payload: Payload, kind: string, sign: string): ToolMessage {
  const at = payload.at(attributes);
  const action = at.any('action') || 'update';
  const [number, title] = [`${sign}${at.text('iid')}`, at.text('title')];
  const verb = Object.hasOwn(verbs, action) ? (verbs[action] as string) : words(action);
  const shown = numbered(kind, number, title, at.any('url'));
  const branches = at.has('source_branch') && action === 'open' ? branchesOf(at) : nothing;
  const details = action === 'open' ? quote(at.any('description')) : nothing;
  const topic = numberedTopic(nameOf(payload), kind, number, title);
  return { topic, text: blocks(md`${actorOf(payload)} ${verb} ${shown}${branches}.`, details) };
}

function branchesOf(at: Payload): Markdown {
  return md`, from ${code(at.text('source_branch'))} into ${code(at.text('target_branch'))}`;
}

/** Kinds of items with comments: the field of the item, and the sign before its number. */
const commented: Readonly<Record<string, { field: string; kind: string; sign: string }>> = {
  Issue: { field: 'issue', kind: 'issue', sign: '#' },
  MergeRequest: { field: 'merge_request', kind: 'merge request', sign: '!' },
  Snippet: { field: 'snippet', kind: 'snippet', sign: '$' },
};

function writeNote(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const noun = at.text('noteable_type');
  const details = quote(at.text('note'));
  const comment = link('comment', at.any('url'));
  if (!Object.hasOwn(commented, noun)) {
    const commit = md`the commit ${link(firstLine(payload.text('commit.message')), payload.any('commit.url'))}`;
    return { topic: nameOf(payload), text: blocks(md`${actorOf(payload)} wrote a ${comment} on ${commit}.`, details) };
  }
  const { field, kind, sign } = commented[noun] as (typeof commented)[string];
  const [number, title] = [
    `${sign}${payload.any(`${field}.iid`) || payload.text(`${field}.id`)}`,
    payload.text(`${field}.title`),
  ];
  const shown = numbered(kind, number, title, payload.any(`${field}.url`));
  const topic = numberedTopic(nameOf(payload), kind, number, title);
  return { topic, text: blocks(md`${actorOf(payload)} wrote a ${comment} on ${shown}.`, details) };
}

function writeWikiPage(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const verb = { create: 'created', update: 'changed', delete: 'deleted' }[at.text('action')] ?? 'changed';
  const page = link(at.text('title'), at.any('url'));
  return {
    topic: nameOf(payload),
    text: blocks(md`${actorOf(payload)} ${verb} the page ${page} of the wiki.`, quote(at.any('message'))),
  };
}

function writePipeline(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const ref = at.text('ref');
  const page = at.any('url') || `${payload.any('project.web_url')}/-/pipelines/${at.text('id')}`;
  const commit = link(firstLine(payload.any('commit.message')) || 'a commit', payload.any('commit.url'));
  const text = md`The ${link(`pipeline #${at.text('id')}`, page)} of ${code(ref)}: ${outcome(at.text('status'))}. ${commit}`;
  return { topic: topicIn(nameOf(payload), ref), text };
}

function writeBuild(payload: Payload): ToolMessage {
  const ref = payload.text('ref');
  const id = payload.text('build_id');
  const page = link(
    `job ${payload.text('build_name')}`,
    `${payload.any('project.web_url', 'repository.homepage')}/-/jobs/${id}`,
  );
  const text = md`The ${page} (${payload.any('build_stage')}) of ${code(ref)}: ${outcome(payload.text('build_status'))}.`;
  return { topic: topicIn(nameOf(payload), ref), text };
}

function writeDeployment(payload: Payload): ToolMessage {
  const page = link('deployment', payload.any('deployable_url'));
  const environment = link(payload.text('environment'), payload.any('environment_external_url'));
  const text = md`The ${page} of ${code(payload.any('ref') || payload.text('short_sha'))} to ${environment}: ${outcome(payload.text('status'))}.`;
  return { topic: nameOf(payload), text };
}

function writeRelease(payload: Payload): ToolMessage {
  const verb = { create: 'created', update: 'changed', delete: 'deleted' }[payload.text('action')] ?? 'changed';
  const release = link(payload.text('name'), payload.any('url'));
  const text = md`${actorOf(payload)} ${verb} the release ${release} of ${code(payload.text('tag'))}.`;
  return { topic: nameOf(payload), text: blocks(text, quote(payload.any('description'))) };
}
