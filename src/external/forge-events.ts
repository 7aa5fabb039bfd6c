import { commitsOf, fromTo, listed, numbered, numberedTopic, pushMessage, quoteBody, topicIn, words } from './forge.ts';
import { actionOf } from './forge-actions.ts';
import { blocks, changed, code, facts, link, type Markdown, md, nothing } from './markdown.ts';
import type { Payload } from './payload.ts';
import type { ToolMessage, Write, Written } from './tool.ts';

/** Events that GitHub, Gitea, Forgejo and Gogs send in the same format. */
export function commonEvents(files: FilesPath): Readonly<Record<string, Write>> {
  return {
    push,
    issues: (payload) => writeIssue(payload, 'issue', 'issue'),
    issue_comment: (payload) => writeComment(payload, 'issue', 'issue'),
    pull_request: writePullRequest,
    create: (payload) => writeCreated(payload, files),
    delete: writeDeleted,
    fork: writeFork,
    release: (payload) => writeRelease(payload, files),
    repository: writeRepository,
  };
}

/** The place of the files of a branch or tag below the page of a repository. */
type FilesPath = 'tree' | 'src';

export function nameOf(payload: Payload): string {
  return payload.text('repository.full_name');
}

export function actorOf(payload: Payload): string {
  return payload.any('sender.login', 'sender.username') || 'Somebody';
}

export function about(payload: Payload, text: Markdown): ToolMessage {
  return { topic: payload.any('repository.full_name', 'organization.login') || 'GitHub', text };
}

/** The verb for the action of a payload. */
export function verbOf(payload: Payload): string {
  return words(payload.text('action'));
}

/** A page of the repository; empty if its address is unknown. */
export function pageIn(payload: Payload, path: string): string {
  const url = payload.any('repository.html_url');
  return url === '' ? '' : `${url}/${path}`;
}

export function repositoryLink(payload: Payload): Markdown {
  return link(nameOf(payload), payload.any('repository.html_url'));
}

function push(payload: Payload): ToolMessage {
  const commits = commitsOf(payload);
  return pushMessage(nameOf(payload), {
    actor: payload.any('pusher.name', 'pusher.login', 'pusher.username', 'sender.login') || 'Somebody',
    repository: repositoryLink(payload),
    ref: payload.text('ref'),
    change: changeOf(payload),
    before: payload.any('before'),
    after: payload.any('after'),
    url: payload.any('compare', 'compare_url', 'repository.html_url'),
    count: Number(payload.any('total_commits')) || commits.length,
    commits,
  });
}

const noCommit = /^0+$/;

function changeOf(payload: Payload): 'pushed' | 'created' | 'deleted' | 'forced' {
  if (payload.isTrue('deleted') || noCommit.test(payload.any('after'))) return 'deleted';
  if (payload.isTrue('created') || noCommit.test(payload.any('before'))) return 'created';
  return payload.isTrue('forced') ? 'forced' : 'pushed';
}

/** An item with a number: its link and topic. */
export function itemOf(payload: Payload, field: string, kind: string) {
  const number = payload.text(`${field}.number`);
  const title = payload.any(`${field}.title`);
  // Gogs and old versions of Gitea send no address of an issue's page.
  const page =
    payload.any(`${field}.html_url`) || pageIn(payload, `${kind === 'issue' ? 'issues' : 'pulls'}/${number}`);
  return {
    shown: numbered(kind, `#${number}`, title, page || payload.any(`${field}.url`)),
    topic: numberedTopic(nameOf(payload), kind, `#${number}`, title),
  };
}

export function writeIssue(payload: Payload, field: string, kind: string): ToolMessage {
  const { shown, topic } = itemOf(payload, field, kind);
  const { before, after = nothing, details = nothing } = actionOf(payload, field);
  const isNew = ['opened', 'created'].includes(payload.text('action'));
  const body = isNew ? quoteBody(payload.any(`${field}.body`)) : nothing;
  return { topic, text: blocks(changed(md`${actorOf(payload)} ${before} ${shown}${after}`, details), body) };
}

export function writePullRequest(payload: Payload): ToolMessage {
  const action = payload.text('action');
  const isMerged = action === 'closed' && payload.isTrue('pull_request.merged');
  if (action !== 'opened' && !isMerged) return writeIssue(payload, 'pull_request', 'pull request');
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  const branches = branchesOf(payload);
  if (isMerged) return { topic, text: md`${actorOf(payload)} merged ${shown}${branches}.` };
  const assignees = payload.list('pull_request.assignees').map((one) => one.any('login', 'username'));
  return {
    topic,
    text: blocks(
      md`${actorOf(payload)} opened ${shown}${branches}.`,
      quoteBody(payload.any('pull_request.body')),
      facts({ 'Assigned to': listed(assignees) }),
    ),
  };
}

function branchesOf(payload: Payload): Markdown {
  // Gogs has names of its own.
  const [head, base] = ['head', 'base'].map((side) => {
    return code(payload.any(`pull_request.${side}.ref`, `pull_request.${side}_branch`));
  }) as [Markdown, Markdown];
  const from = head === nothing ? nothing : md` from ${head}`;
  return base === nothing ? from : md`${from} into ${base}`;
}

export function writeComment(payload: Payload, field: string, kind: string): Written {
  const action = payload.text('action');
  const body = payload.any('comment.body');
  // GitHub calls a comment edited as well when only a preview in it has changed.
  if (action === 'edited' && payload.has('changes.body') && payload.any('changes.body.from') === body) return [];
  const isPullRequest = payload.has(`${field}.pull_request`) || payload.isTrue('is_pull');
  const { shown, topic } = itemOf(payload, field, isPullRequest ? 'pull request' : kind);
  const comment = link('comment', payload.any('comment.html_url'));
  const verb = action === 'created' ? 'wrote' : words(action);
  const file = payload.any('comment.path');
  const place = file === '' ? nothing : md`, in ${code(file)}`;
  return { topic, text: blocks(md`${actorOf(payload)} ${verb} a ${comment} on ${shown}${place}.`, quoteBody(body)) };
}

function writeCreated(payload: Payload, files: FilesPath): ToolMessage {
  const ref = payload.text('ref');
  return writeRef(payload, 'created', link(ref, pageIn(payload, `${files}/${encodeURI(ref)}`)));
}

function writeDeleted(payload: Payload): ToolMessage {
  return writeRef(payload, 'deleted', code(payload.text('ref')));
}

function writeRef(payload: Payload, verb: string, name: Markdown): ToolMessage {
  const ref = payload.text('ref');
  const kind = payload.any('ref_type') || 'branch';
  const text = md`${actorOf(payload)} ${verb} the ${kind} ${name} of ${repositoryLink(payload)}.`;
  return { topic: topicIn(nameOf(payload), ref), text, ...(kind === 'branch' ? { branch: ref } : {}) };
}

function writeRelease(payload: Payload, files: FilesPath): ToolMessage {
  const tag = payload.text('release.tag_name');
  const name = payload.any('release.name');
  const title = name === '' || name === tag ? tag : `${tag} ${name}`;
  const page = payload.any('release.html_url') || pageIn(payload, `${files}/${encodeURI(tag)}`);
  const text = md`${actorOf(payload)} ${verbOf(payload)} the release ${link(title, page)} of ${repositoryLink(payload)}.`;
  return {
    topic: topicIn(nameOf(payload), `release ${title}`),
    text: blocks(text, quoteBody(payload.any('release.body'))),
  };
}

function writeFork(payload: Payload): ToolMessage {
  const fork = link(payload.text('forkee.full_name'), payload.any('forkee.html_url'));
  return about(payload, md`${actorOf(payload)} forked ${repositoryLink(payload)} as ${fork}.`);
}

function writeRepository(payload: Payload): ToolMessage {
  const owner = payload.any('changes.owner.from.user.login', 'changes.owner.from.organization.login');
  const former = payload.any('changes.repository.name.from');
  const details = facts({
    Name: former === '' ? '' : fromTo(former, payload.any('repository.name')),
    Owner: owner === '' ? '' : fromTo(owner, payload.any('repository.owner.login')),
  });
  const text = md`${actorOf(payload)} ${verbOf(payload)} the repository ${repositoryLink(payload)}.`;
  return about(payload, blocks(text, details));
}
