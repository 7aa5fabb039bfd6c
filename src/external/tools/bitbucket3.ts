import {
  commitsOf,
  fromTo,
  listed,
  numbered,
  numberedTopic,
  type Push,
  pushMessage,
  quoteBody,
  rangeOf,
  refName,
  shortCommit,
} from '../forge.ts';
import { blocks, bullets, code, facts, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage, type ToolRequest } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

/** Bitbucket Data Center, formerly Server. */
export const bitbucket3: Tool = {
  title: 'Bitbucket Data Center',
  payloads: recorded('https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html'),
  eventOf,
  signature: hmac('X-Hub-Signature', { prefix: 'sha256=' }),
  options: repositoryOptions,
  events: {
    'diagnostics:ping': () => ({ topic: 'Bitbucket', text: md`The webhook of Bitbucket works.` }),
    'repo:refs_changed': writeRefs,
    'repo:comment:added': (payload) => writeCommitComment(payload, 'wrote'),
    'repo:comment:edited': (payload) => writeCommitComment(payload, 'edited'),
    'repo:comment:deleted': (payload) => writeCommitComment(payload, 'deleted'),
    'repo:forked': writeFork,
    'repo:modified': writeRename,
    'repo:secret_detected': writeSecret,
    'mirror:repo_synchronized': writeMirror,
    'project:modified': writeProject,
    'pr:opened': writeOpened,
    'pr:modified': writeEdit,
    'pr:from_ref_updated': writeUpdate,
    'pr:merged': writeMerge,
    'pr:declined': (payload) => writeChange(payload, 'declined'),
    'pr:reopened': (payload) => writeChange(payload, 'reopened'),
    'pr:deleted': (payload) => writeChange(payload, 'deleted'),
    'pr:reviewer:approved': (payload) => writeChange(payload, 'approved'),
    'pr:reviewer:unapproved': (payload) => writeChange(payload, 'took the approval from'),
    'pr:reviewer:needs_work': (payload) => writeChange(payload, 'requested changes to'),
    'pr:reviewer:updated': writeReviewers,
    'pr:reviewer:changes_requested': (payload) => writeChange(payload, 'requested changes to'),
    'pr:comment:added': (payload) => writeComment(payload, 'wrote'),
    'pr:comment:edited': (payload) => writeComment(payload, 'edited'),
    'pr:comment:deleted': (payload) => writeComment(payload, 'deleted'),
  },
};

// The connection test lacks the field, and old versions send its header without a name either.
function eventOf({ payload, header }: ToolRequest): string {
  if (payload.isTrue('test')) return 'diagnostics:ping';
  return payload.any('eventKey') || header('X-Event-Key') || payload.text('eventKey');
}

function actorOf(payload: Payload): string {
  return payload.any('actor.displayName', 'actor.name') || 'Somebody';
}

function repositoryOf(payload: Payload): string {
  return [payload.any('project.key'), payload.any('slug', 'name') || payload.text('slug')].filter(Boolean).join('/');
}

function pageOf(payload: Payload): string {
  return payload.any('links.self.0.href');
}

/** A page of a repository; empty if its address is unknown. */
function pageIn(repository: Payload, path: string): string {
  const url = pageOf(repository).replace(/\/browse$/, '');
  return url === '' ? '' : `${url}/${path}`;
}

function repositoryLink(repository: Payload): Markdown {
  return link(repositoryOf(repository), pageOf(repository));
}

const changed = { ADD: 'created', UPDATE: 'pushed', DELETE: 'deleted' } as const;

function writeRefs(payload: Payload): ToolMessage[] {
  const changes = payload.list('changes');
  // The list of commits does not tell their branches.
  const commits = changes.length === 1 ? linkedCommits(payload) : [];
  return changes.map((change) => writeRef(payload, change, commits));
}

function linkedCommits(payload: Payload): Push['commits'] {
  return commitsOf(payload).map((commit) => ({
    ...commit,
    url: pageIn(payload.at('repository'), `commits/${commit.id}`),
  }));
}

function writeRef(payload: Payload, change: Payload, commits: Push['commits']): ToolMessage {
  const kind = change.text('type');
  const repository = payload.at('repository');
  return pushMessage(repositoryOf(repository), {
    actor: actorOf(payload),
    repository: repositoryLink(repository),
    ref: change.text('ref.id'),
    change: Object.hasOwn(changed, kind) ? changed[kind as keyof typeof changed] : 'pushed',
    before: change.any('fromHash'),
    after: change.any('toHash'),
    url: pageIn(repository, `commits/${change.text('toHash')}`),
    count: commits.length,
    commits,
  });
}

function commentPage(page: string, payload: Payload): string {
  const id = payload.any('comment.id');
  return page === '' || id === '' ? page : `${page}?commentId=${id}`;
}

function writeCommitComment(payload: Payload, verb: string): ToolMessage {
  const id = payload.text('commit');
  const repository = payload.at('repository');
  const comment = link('comment', commentPage(pageIn(repository, `commits/${id}`), payload));
  const text = md`${actorOf(payload)} ${verb} a ${comment} on the commit ${shortCommit(id)}.`;
  return { topic: repositoryOf(repository), text: blocks(text, quoteBody(payload.any('comment.text'))) };
}

function writeFork(payload: Payload): ToolMessage {
  const origin = payload.at('repository.origin');
  const fork = repositoryLink(payload.at('repository'));
  return { topic: repositoryOf(origin), text: md`${actorOf(payload)} forked ${repositoryLink(origin)} as ${fork}.` };
}

function writeRename(payload: Payload): ToolMessage {
  const [before, after] = [payload.at('old'), payload.at('new')];
  const name = facts({
    Name: before.any('name') === after.any('name') ? '' : fromTo(before.any('name'), after.any('name')),
  });
  const text = md`${actorOf(payload)} changed the repository ${repositoryOf(before)}, now ${repositoryLink(after)}.`;
  return { topic: repositoryOf(after), text: blocks(text, name) };
}

/** The repository is that of the places. */
function writeSecret(payload: Payload): ToolMessage {
  const places = payload.list('secretLocations');
  const repository = payload.at('secretLocations.0.repository');
  const shown = places.map((place) => {
    const line = place.any('line') === '' ? nothing : md`, line ${place.any('line')}`;
    return md`${place.any('ruleName') || 'Secret'}: ${code(place.any('path'))}${line} (${shortCommit(place.any('commitId'))})`;
  });
  const text = md`${actorOf(payload)} pushed a secret to ${repositoryLink(repository)}:`;
  return { topic: repositoryOf(repository), text: blocks(text, bullets(shown)) };
}

function writeMirror(payload: Payload): ToolMessage {
  const repository = payload.at('repository');
  const refs = payload.list('changes').map((change) => code(change.any('ref.displayId', 'refId')));
  const mirror = payload.any('mirrorServer.name') || 'a mirror';
  const text = md`${mirror} synchronized ${repositoryLink(repository)}.`;
  return { topic: repositoryOf(repository), text: blocks(text, bullets(refs)) };
}

function writeProject(payload: Payload): ToolMessage {
  const [before, after] = [payload.at('old'), payload.at('new')];
  const name = after.any('name') || after.text('key');
  const changed = (field: string) => {
    return before.any(field) === after.any(field) ? '' : fromTo(before.any(field), after.any(field));
  };
  const text = md`${actorOf(payload)} changed the project ${link(name, pageOf(after))}.`;
  const details = facts({ Name: changed('name'), Key: changed('key'), Description: changed('description') });
  return { topic: after.any('key') || name, text: blocks(text, details) };
}

function pullRequestOf(payload: Payload) {
  const pr = payload.at('pullRequest');
  const [number, title] = [`#${pr.text('id')}`, pr.any('title')];
  const repository = pr.at('toRef.repository');
  const page = pageOf(pr) || pageIn(repository, `pull-requests/${pr.text('id')}`);
  return {
    page,
    shown: numbered('pull request', number, title, page),
    topic: numberedTopic(repositoryOf(repository), 'pull request', number, title),
  };
}

function branchesOf(pr: Payload): Markdown {
  const [source, target] = ['fromRef', 'toRef'].map((ref) => {
    return code(pr.any(`${ref}.displayId`) || refName(pr.any(`${ref}.id`)) || 'a branch');
  }) as [Markdown, Markdown];
  return md`from ${source} into ${target}`;
}

function namesOf(payload: Payload, field: string): string {
  return listed(payload.list(field).map((one) => one.any('displayName', 'name', 'user.displayName', 'user.name')));
}

function writeOpened(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  const pr = payload.at('pullRequest');
  const reviewers = facts({ Reviewers: namesOf(pr, 'reviewers') });
  const text = md`${actorOf(payload)} opened ${shown} ${branchesOf(pr)}.`;
  return { topic, text: blocks(text, quoteBody(pr.any('description')), reviewers) };
}

function writeChange(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  return { topic, text: md`${actorOf(payload)} ${verb} ${shown}.` };
}

function writeMerge(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  return { topic, text: md`${actorOf(payload)} merged ${shown} ${branchesOf(payload.at('pullRequest'))}.` };
}

function writeUpdate(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  const [before, after] = [payload.any('previousFromHash'), payload.any('pullRequest.fromRef.latestCommit')];
  return { topic, text: md`${actorOf(payload)} pushed to ${shown}${rangeOf(before, after)}.` };
}

function writeEdit(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  const change = (before: string, after: string) => {
    const [old, now] = [payload.any(before), payload.any(`pullRequest.${after}`)];
    return !payload.has(before) || old === now ? '' : fromTo(old, now);
  };
  const text = payload.any('previousDescription') === payload.any('pullRequest.description') ? '' : 'changed';
  const details = facts({
    Title: change('previousTitle', 'title'),
    Target: change('previousTarget.displayId', 'toRef.displayId'),
    Description: payload.owns('previousDescription') ? text : '',
  });
  return { topic, text: blocks(md`${actorOf(payload)} edited ${shown}.`, details) };
}

function writeReviewers(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  const details = facts({ Added: namesOf(payload, 'addedReviewers'), Removed: namesOf(payload, 'removedReviewers') });
  return { topic, text: blocks(md`${actorOf(payload)} changed the reviewers of ${shown}.`, details) };
}

function writeComment(payload: Payload, verb: string): ToolMessage {
  const { shown, topic, page } = pullRequestOf(payload);
  const comment = link('comment', commentPage(page === '' ? '' : `${page}/overview`, payload));
  const text = md`${actorOf(payload)} ${verb} a ${comment} on ${shown}.`;
  return { topic, text: blocks(text, quoteBody(payload.any('comment.text'))) };
}
