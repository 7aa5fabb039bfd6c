import { commitsOf, outcome, pushMessage, quoteBody, refName, shortCommit, topicIn, words, wordsIn } from '../forge.ts';
import { blocks, bullets, code, firstLine, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions, type UrlOptions } from '../url-options.ts';
import { groupEvents } from './gitlab-group.ts';
import {
  actorOf,
  epic,
  issue,
  itemOf,
  type Kind,
  mergeRequest,
  nameOf,
  pageIn,
  projectLink,
  snippet,
  workItem,
  writeItem,
} from './gitlab-item.ts';

export const gitlab: Tool = {
  title: 'GitLab',
  payloads: recorded('https://docs.gitlab.com/user/project/integrations/webhook_events/'),
  eventOf: ({ payload }) => payload.any('object_kind', 'event_name') || payload.text('object_kind'),
  signature: token('X-Gitlab-Token'),
  options: [...repositoryOptions, 'use_merge_request_title'],
  events: {
    push: writeGitlabPush,
    tag_push: writeGitlabPush,
    issue: (payload, _, options) => writeItem(payload, issue, options),
    work_item: (payload, _, options) => writeItem(payload, workItem, options),
    merge_request: (payload, _, options) => writeItem(payload, mergeRequest, options),
    note: (payload, _, options) => writeNote(payload, options),
    emoji: (payload, _, options) => writeEmoji(payload, options),
    wiki_page: writeWikiPage,
    pipeline: writePipeline,
    build: writeBuild,
    deployment: writeDeployment,
    release: writeRelease,
    feature_flag: writeFlag,
    milestone: writeMilestone,
    access_token: writeToken,
    ...groupEvents,
  },
};

const attributes = 'object_attributes';

const endings: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };

function verbOf(action: string): string {
  return wordsIn(endings, action);
}

function writeGitlabPush(payload: Payload): ToolMessage {
  const ref = payload.text('ref');
  const commits = commitsOf(payload);
  const [before, after] = [payload.any('before'), payload.any('after')];
  const change = changeOf(payload);
  const path = change === 'pushed' ? `compare/${before}...${after}` : `commits/${encodeURI(refName(ref))}`;
  return pushMessage(nameOf(payload), {
    actor: actorOf(payload),
    repository: projectLink(payload),
    ref,
    change,
    before,
    after,
    url: pageIn(payload, `-/${path}`),
    count: Number(payload.any('total_commits_count')) || commits.length,
    commits,
  });
}

function changeOf(payload: Payload): 'pushed' | 'created' | 'deleted' {
  const isNone = (field: string) => /^0+$/.test(payload.any(field));
  // A ref that is deleted cannot be checked out.
  const isGone = payload.owns('checkout_sha') && !payload.has('checkout_sha');
  if (isNone('after') || isGone) return 'deleted';
  return isNone('before') ? 'created' : 'pushed';
}

/** Kinds of things with comments, and the fields that describe them. */
const commented: Readonly<Record<string, { field: string; kind: Kind }>> = {
  Issue: { field: 'issue', kind: issue },
  WorkItem: { field: 'work_item', kind: workItem },
  MergeRequest: { field: 'merge_request', kind: mergeRequest },
  Snippet: { field: 'snippet', kind: snippet },
  Epic: { field: 'epic', kind: epic },
};

/** The link and topic of the thing with the comment. */
function commentedOf(payload: Payload, noun: string, options: UrlOptions) {
  const known = Object.hasOwn(commented, noun) ? commented[noun] : undefined;
  if (known) return itemOf(payload, payload.at(known.field), known.kind, options);
  if (!payload.has('commit')) return { shown: md`a ${words(noun.replace(/^.*::/, ''))}`, topic: nameOf(payload) };
  const title = firstLine(payload.any('commit.message')) || payload.text('commit.id').slice(0, 8);
  return { shown: md`the commit ${link(title, payload.any('commit.url'))}`, topic: nameOf(payload) };
}

function writeNote(payload: Payload, options: UrlOptions): ToolMessage {
  const at = payload.at(attributes);
  const { shown, topic } = commentedOf(payload, at.any('noteable_type') || 'comment', options);
  const verb = at.any('action') === 'update' ? 'edited' : 'wrote';
  const text = md`${actorOf(payload)} ${verb} a ${link('comment', at.any('url'))} on ${shown}.`;
  return { topic, text: blocks(text, quoteBody(at.any('note'))) };
}

function writeEmoji(payload: Payload, options: UrlOptions): ToolMessage {
  const at = payload.at(attributes);
  const noun = at.text('awardable_type');
  const { shown, topic } = commentedOf(payload, noun === 'Note' ? payload.text('note.noteable_type') : noun, options);
  const verb = payload.any('event_type') === 'revoke' || at.any('action') === 'revoke' ? 'took back' : 'gave';
  const what = noun === 'Note' ? md`a ${link('comment', payload.any('note.url'))} on ${shown}` : shown;
  return { topic, text: md`${actorOf(payload)} ${verb} the emoji ${code(at.text('name'))} on ${what}.` };
}

function writeWikiPage(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const page = link(at.any('title', 'slug') || 'page', at.any('url'));
  const text = md`${actorOf(payload)} ${verbOf(at.any('action') || 'update')} the page ${page} of the wiki of ${projectLink(payload)}.`;
  return { topic: nameOf(payload), text: blocks(text, quote(at.any('message'))) };
}

function writePipeline(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const [ref, id] = [at.text('ref'), at.text('id')];
  const page = link(`pipeline #${id}`, at.any('url') || pageIn(payload, `-/pipelines/${id}`));
  const commit = link(firstLine(payload.any('commit.message')) || 'a commit', payload.any('commit.url'));
  const jobs = payload
    .list('builds')
    .filter(isNoteworthy)
    .map((job) => {
      const shown = link(job.any('name') || 'job', pageIn(payload, `-/jobs/${job.any('id')}`));
      return md`${shown} (${job.any('stage')}): ${words(job.any('status'))}`;
    });
  const [by, seconds] = [payload.any('user.name'), at.any('duration')];
  const who = by === '' ? nothing : md` by ${by}`;
  const time = seconds === '' ? nothing : md` after ${seconds} s`;
  const text = md`The ${page} of ${code(ref)}${who}: ${outcome(at.any('status'))}${time}. ${commit}`;
  return { topic: topicIn(nameOf(payload), ref), text: blocks(text, bullets(jobs)) };
}

/** Whether a job of a pipeline is more than one that went well, or that waits. */
function isNoteworthy(job: Payload): boolean {
  return ['failed', 'canceled'].includes(job.any('status'));
}

function writeBuild(payload: Payload): ToolMessage {
  const ref = payload.text('ref');
  const page = link(
    `job ${payload.any('build_name') || payload.text('build_id')}`,
    pageIn(payload, `-/jobs/${payload.text('build_id')}`),
  );
  const stage = payload.any('build_stage');
  const source = md`${stage === '' ? nothing : md`(${stage}) `}of ${code(ref)}`;
  const by = payload.any('user.name') === '' ? nothing : md` by ${payload.any('user.name')}`;
  const text = md`The ${page} ${source}${by}: ${outcome(payload.any('build_status'))}.`;
  return { topic: topicIn(nameOf(payload), ref), text };
}

function writeDeployment(payload: Payload): ToolMessage {
  const page = link('deployment', payload.any('deployable_url') || payload.any('project.web_url'));
  const environment = link(payload.text('environment'), payload.any('environment_external_url'));
  const source = payload.has('ref') ? code(payload.text('ref')) : shortCommit(payload.text('short_sha'));
  const text = md`The ${page} of ${source} to ${environment} by ${actorOf(payload)}: ${outcome(payload.text('status'))}.`;
  return { topic: nameOf(payload), text };
}

function writeRelease(payload: Payload): ToolMessage {
  const [name, tag] = [payload.text('name'), payload.text('tag')];
  const release = link(name, payload.any('url') || pageIn(payload, `-/releases/${encodeURIComponent(tag)}`));
  // GitLab names no person.
  const text = md`The release ${release} (${code(tag)}) of ${projectLink(payload)} was ${verbOf(payload.text('action'))}.`;
  return {
    topic: topicIn(nameOf(payload), `release ${tag}`),
    text: blocks(text, quoteBody(payload.any('description'))),
  };
}

function writeFlag(payload: Payload): ToolMessage {
  const flag = payload.at(attributes);
  const shown = link(flag.text('name'), pageIn(payload, `-/feature_flags/${flag.any('id')}`));
  const state = flag.isTrue('active') ? 'on' : 'off';
  const text = md`${actorOf(payload)} turned the feature flag ${shown} of ${projectLink(payload)} ${state}.`;
  return { topic: nameOf(payload), text: blocks(text, quote(flag.any('description'))) };
}

function writeMilestone(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const action = payload.any('action') || at.any('action') || 'update';
  const shown = link(at.text('title'), pageIn(payload, `-/milestones/${at.any('iid')}`));
  const verb = wordsIn({ close: 'closed', reopen: 'reopened' }, action, verbOf(action));
  return { topic: nameOf(payload), text: md`The milestone ${shown} of ${projectLink(payload)} was ${verb}.` };
}

function writeToken(payload: Payload): ToolMessage {
  const at = payload.at(attributes);
  const owner = payload.any('project.path_with_namespace', 'group.group_path') || 'GitLab';
  const page = link(owner, payload.any('project.web_url', 'group.group_url'));
  return {
    topic: owner,
    text: md`The access token ${code(at.text('name'))} of ${page} expires on ${at.any('expires_at')}.`,
  };
}
