import { numbered, numberedTopic, refName, topicIn, words, writePush } from './forge.ts';
import { blocks, code, link, type Markdown, md, nothing, quote } from './markdown.ts';
import type { Payload } from './payload.ts';
import type { ToolMessage, Write } from './tool.ts';

/** Events that GitHub, Gitea, Forgejo and Gogs send in the same format. */
export const commonEvents: Readonly<Record<string, Write>> = {
  push,
  issues: (payload) => writeIssue(payload, 'issue', 'issue'),
  issue_comment: (payload) => writeComment(payload, 'issue', 'issue'),
  pull_request: writePullRequest,
  create: (payload) => writeRef(payload, 'created'),
  delete: (payload) => writeRef(payload, 'deleted'),
  fork: writeFork,
  release: writeRelease,
  repository: (payload) => about(payload, md`${actorOf(payload)} ${verb(payload)} ${repositoryLink(payload)}.`),
};

export function nameOf(payload: Payload): string {
  return payload.text('repository.full_name');
}

export function actorOf(payload: Payload): string {
  return payload.any('sender.login', 'sender.username') || 'Somebody';
}

/** Verbs for actions whose names are unclear. */
const verbs: Readonly<Record<string, string>> = {
  synchronize: 'pushed to',
  synchronized: 'pushed to',
  review_requested: 'requested a review of',
  review_request_removed: 'withdrew the request for a review of',
  ready_for_review: 'declared as ready',
  converted_to_draft: 'turned into a draft',
  auto_merge_enabled: 'enabled the automatic merge of',
  auto_merge_disabled: 'disabled the automatic merge of',
};

export function verb(payload: Payload): string {
  const action = payload.text('action');
  return Object.hasOwn(verbs, action) ? (verbs[action] as string) : words(action);
}

export function about(payload: Payload, text: Markdown): ToolMessage {
  return { topic: payload.any('repository.full_name', 'organization.login') || 'GitHub', text };
}

export function repositoryLink(payload: Payload): Markdown {
  return link(nameOf(payload), payload.any('repository.html_url'));
}

function push(payload: Payload): ToolMessage {
  const ref = payload.text('ref');
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    message: commit.text('message'),
    url: commit.any('url'),
  }));
  const url = payload.any('compare', 'compare_url', 'repository.html_url');
  const actor = payload.any('pusher.name', 'pusher.login', 'pusher.username', 'sender.login') || 'Somebody';
  const text = writePush({ actor, ref, change: changeOf(payload), url, count: commits.length, commits });
  return { topic: topicIn(nameOf(payload), refName(ref)), text };
}

const noCommit = /^0+$/;

function changeOf(payload: Payload): 'pushed' | 'created' | 'deleted' | 'forced' {
  if (payload.isTrue('deleted') || noCommit.test(payload.any('after'))) return 'deleted';
  if (payload.isTrue('created') || noCommit.test(payload.any('before'))) return 'created';
  return payload.isTrue('forced') ? 'forced' : 'pushed';
}

/** An item with a number: its link and topic. */
export function itemOf(payload: Payload, field: string, kind: string) {
  const [number, title] = [`#${payload.text(`${field}.number`)}`, payload.any(`${field}.title`)];
  return {
    shown: numbered(kind, number, title, payload.any(`${field}.html_url`, `${field}.url`)),
    topic: numberedTopic(nameOf(payload), kind, number, title),
  };
}

export function writeIssue(payload: Payload, field: string, kind: string): ToolMessage {
  const { shown, topic } = itemOf(payload, field, kind);
  const isNew = ['opened', 'created'].includes(payload.text('action'));
  const details = isNew ? quote(payload.any(`${field}.body`)) : nothing;
  return { topic, text: blocks(md`${actorOf(payload)} ${verb(payload)} ${shown}${detailOf(payload)}.`, details) };
}

/** The person or thing that an action adds or removes. */
function detailOf(payload: Payload): Markdown {
  const action = payload.text('action');
  const label = payload.any('label.name');
  if (label !== '' && /^(?:un)?labeled$/.test(action)) return md`: ${code(label)}`;
  const person = payload.any('assignee.login', 'requested_reviewer.login', 'requested_team.name');
  return /^(?:un)?assigned$|^review_request/.test(action) && person !== '' ? md`: ${person}` : nothing;
}

export function writePullRequest(payload: Payload): ToolMessage {
  const kind = 'pull request';
  const action = payload.text('action');
  if (action === 'closed' && payload.isTrue('pull_request.merged')) {
    const { shown, topic } = itemOf(payload, 'pull_request', kind);
    return { topic, text: md`${actorOf(payload)} merged ${shown} into ${branch(payload, 'base')}.` };
  }
  if (action !== 'opened') return writeIssue(payload, 'pull_request', kind);
  const { shown, topic } = itemOf(payload, 'pull_request', kind);
  const from = md`from ${branch(payload, 'head')} into ${branch(payload, 'base')}`;
  const details = quote(payload.any('pull_request.body'));
  return { topic, text: blocks(md`${actorOf(payload)} opened ${shown}, ${from}.`, details) };
}

function branch(payload: Payload, side: 'head' | 'base'): Markdown {
  // Gogs has names of its own.
  return code(payload.any(`pull_request.${side}.ref`, `pull_request.${side}_branch`));
}

export function writeComment(payload: Payload, field: string, kind: string): ToolMessage {
  const isPullRequest = payload.has(`${field}.pull_request`) || payload.isTrue('is_pull');
  const { shown, topic } = itemOf(payload, field, isPullRequest ? 'pull request' : kind);
  const comment = link('comment', payload.any('comment.html_url'));
  const action = payload.text('action');
  const what = action === 'created' ? md`wrote a ${comment} on` : md`${words(action)} a ${comment} on`;
  return { topic, text: blocks(md`${actorOf(payload)} ${what} ${shown}.`, quote(payload.any('comment.body'))) };
}

function writeRef(payload: Payload, verb: string): ToolMessage {
  const ref = payload.text('ref');
  const kind = payload.any('ref_type') || 'branch';
  return { topic: topicIn(nameOf(payload), ref), text: md`${actorOf(payload)} ${verb} the ${kind} ${code(ref)}.` };
}

function writeRelease(payload: Payload): ToolMessage {
  const name = payload.any('release.name', 'release.tag_name') || 'release';
  const release = link(name, payload.any('release.html_url'));
  return about(
    payload,
    blocks(md`${actorOf(payload)} ${verb(payload)} the release ${release}.`, quote(payload.any('release.body'))),
  );
}

function writeFork(payload: Payload): ToolMessage {
  const fork = link(payload.text('forkee.full_name'), payload.any('forkee.html_url'));
  return about(payload, md`${actorOf(payload)} forked ${nameOf(payload)} as ${fork}.`);
}
