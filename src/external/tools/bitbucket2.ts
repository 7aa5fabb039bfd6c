import {
  fromTo,
  listed,
  numbered,
  numberedTopic,
  outcome,
  type Push,
  pushMessage,
  quoteBody,
  shortCommit,
  words,
} from '../forge.ts';
import { blocks, bullets, code, facts, firstLine, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage, type ToolRequest } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

/** Bitbucket Cloud; its older service of the same name sent forms of other fields. */
export const bitbucket2: Tool = {
  title: 'Bitbucket Cloud',
  payloads: recorded('https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/'),
  eventOf,
  signature: hmac('X-Hub-Signature', { prefix: 'sha256=' }),
  options: repositoryOptions,
  events: {
    'diagnostics:ping': () => ({ topic: 'Bitbucket', text: md`The webhook of Bitbucket works.` }),
    'repo:push': writePushes,
    'repo:fork': writeFork,
    'repo:updated': writeRepository,
    'repo:transfer': (payload) => writeWhole(payload, 'took over'),
    'repo:imported': (payload) => writeWhole(payload, 'imported'),
    'repo:deleted': (payload) => writeWhole(payload, 'deleted'),
    'repo:commit_comment_created': writeCommitComment,
    'repo:commit_status_created': writeStatus,
    'repo:commit_status_updated': writeStatus,
    'issue:created': (payload) => writeIssue(payload, 'created'),
    'issue:updated': (payload) => writeIssue(payload, 'updated'),
    'issue:comment_created': (payload) => writeComment(payload, 'issue', 'wrote'),
    'pullrequest:created': (payload) => writePullRequest(payload, 'opened'),
    'pullrequest:updated': (payload) => writePullRequest(payload, 'updated'),
    'pullrequest:approved': (payload) => writePullRequest(payload, 'approved'),
    'pullrequest:unapproved': (payload) => writePullRequest(payload, 'took the approval from'),
    'pullrequest:changes_request_created': (payload) => writePullRequest(payload, 'requested changes to'),
    'pullrequest:changes_request_removed': (payload) => writePullRequest(payload, 'no longer requests changes to'),
    'pullrequest:fulfilled': (payload) => writePullRequest(payload, 'merged'),
    'pullrequest:rejected': (payload) => writePullRequest(payload, 'declined'),
    'pullrequest:comment_created': (payload) => writeComment(payload, 'pullrequest', 'wrote'),
    'pullrequest:comment_updated': (payload) => writeComment(payload, 'pullrequest', 'edited'),
    'pullrequest:comment_deleted': (payload) => writeComment(payload, 'pullrequest', 'deleted'),
    'pullrequest:comment_resolved': (payload) => writeComment(payload, 'pullrequest', 'resolved'),
    'pullrequest:comment_reopened': (payload) => writeComment(payload, 'pullrequest', 'reopened'),
  },
};

/** The events that a request without a header can be, by a field that only they have. */
const shapes: Readonly<Record<string, string>> = {
  push: 'repo:push',
  fork: 'repo:fork',
  commit_status: 'repo:commit_status_updated',
  commit: 'repo:commit_comment_created',
  issue: 'issue:updated',
};

function eventOf({ payload, header }: ToolRequest): string {
  // Proxies drop headers, and the event of a push says pull request if a pull request has caused it.
  const named = payload.has('push') ? '' : header('X-Event-Key');
  if (named !== '') return named;
  if (payload.isTrue('test')) return 'diagnostics:ping';
  const field = Object.keys(shapes).find((name) => payload.has(name));
  return field === undefined ? payload.text('push') : (shapes[field] as string);
}

function actorOf(payload: Payload): string {
  return payload.any('actor.display_name', 'actor.nickname', 'actor.username') || 'Somebody';
}

function nameOf(repository: Payload): string {
  return repository.any('full_name') || repository.text('name');
}

function pageOf(part: Payload): string {
  return part.any('links.html.href');
}

function repositoryLink(repository: Payload): Markdown {
  return link(nameOf(repository), pageOf(repository));
}

function writePushes(payload: Payload): ToolMessage[] {
  return payload.list('push.changes').map((change) => writeChange(payload, change));
}

function writeChange(payload: Payload, change: Payload): ToolMessage {
  const repository = payload.at('repository');
  const ref = change.at(change.has('new') ? 'new' : 'old');
  const prefix = ref.any('type') === 'tag' ? 'refs/tags/' : 'refs/heads/';
  const commits = commitsOf(change);
  return pushMessage(nameOf(repository), {
    actor: actorOf(payload),
    repository: repositoryLink(repository),
    ref: `${prefix}${ref.text('name')}`,
    change: changeOf(change),
    before: change.any('old.target.hash'),
    after: change.any('new.target.hash'),
    url: pageOf(change) || pageOf(ref) || pageOf(repository),
    count: commits.length,
    commits,
  });
}

function changeOf(change: Payload): Push['change'] {
  if (!change.has('new')) return 'deleted';
  if (!change.has('old')) return 'created';
  return change.isTrue('forced') ? 'forced' : 'pushed';
}

function commitsOf(change: Payload): Push['commits'] {
  return change.list('commits').map((commit) => ({
    id: commit.any('hash'),
    message: commit.any('message'),
    url: pageOf(commit),
    author: commit.any('author.user.display_name') || commit.any('author.raw').replace(/ *<.*$/, ''),
  }));
}

function writeFork(payload: Payload): ToolMessage {
  const [origin, fork] = [payload.at('repository'), payload.at('fork')];
  const text = md`${actorOf(payload)} forked ${repositoryLink(origin)} as ${repositoryLink(fork)}.`;
  return { topic: nameOf(origin), text };
}

function writeRepository(payload: Payload): ToolMessage {
  const repository = payload.at('repository');
  const changes = payload.at('changes');
  const fields = Object.keys((changes.value ?? {}) as object);
  const shown = fields.flatMap((field) => {
    const [before, after] = [changes.any(`${field}.old`), changes.any(`${field}.new`)];
    return before === after ? [] : [[words(field), fromTo(before, after)]];
  });
  const text = md`${actorOf(payload)} changed the repository ${repositoryLink(repository)}.`;
  return { topic: nameOf(repository), text: blocks(text, facts(Object.fromEntries(shown))) };
}

function writeWhole(payload: Payload, verb: string): ToolMessage {
  const repository = payload.at('repository');
  return {
    topic: nameOf(repository),
    text: md`${actorOf(payload)} ${verb} the repository ${repositoryLink(repository)}.`,
  };
}

function writeCommitComment(payload: Payload): ToolMessage {
  const hash = payload.any('commit.hash', 'comment.commit.hash');
  const comment = link('comment', pageOf(payload.at('comment')));
  const message = firstLine(payload.any('commit.message'));
  const text = md`${actorOf(payload)} wrote a ${comment} on the commit ${shortCommit(hash)}: ${message}`;
  return { topic: nameOf(payload.at('repository')), text: blocks(text, quoteOf(payload)) };
}

function quoteOf(payload: Payload): Markdown {
  return quoteBody(payload.any('comment.content.raw'));
}

function writeStatus(payload: Payload): ToolMessage {
  const status = payload.at('commit_status');
  const repository = payload.at('repository');
  const build = link(status.any('name', 'key') || 'build', status.any('url'));
  const hash = status.any('commit.hash') || (/[0-9a-f]{12,}/.exec(status.any('links.commit.href'))?.[0] ?? '');
  const source = hash === '' ? repositoryLink(repository) : md`${shortCommit(hash)} in ${repositoryLink(repository)}`;
  const text = md`The build ${build} of ${source}: ${outcome(status.any('state'))}. ${status.any('description')}`;
  return { topic: nameOf(repository), text };
}

/** The link and topic of an issue or pull request. */
function itemOf(payload: Payload, field: 'issue' | 'pullrequest') {
  const item = payload.at(field);
  const kind = field === 'issue' ? 'issue' : 'pull request';
  const [number, title] = [`#${item.text('id')}`, item.any('title')];
  const repository = payload.at('repository');
  const path = `${field === 'issue' ? 'issues' : 'pull-requests'}/${item.text('id')}`;
  const page = pageOf(item) || (pageOf(repository) === '' ? '' : `${pageOf(repository)}/${path}`);
  return {
    shown: numbered(kind, number, title, page),
    topic: numberedTopic(nameOf(repository), kind, number, title),
  };
}

function writeIssue(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = itemOf(payload, 'issue');
  const changes = payload.at('changes');
  const fields = ['title', 'state', 'kind', 'priority', 'assignee', 'milestone', 'component', 'version'];
  const valueIn = (path: string) => changes.any(path, `${path}.display_name`, `${path}.name`);
  const edits = fields.flatMap((field) => {
    return changes.has(field) ? [md`${field}: ${fromTo(valueIn(`${field}.old`), valueIn(`${field}.new`))}`] : [];
  });
  const text = md`${actorOf(payload)} ${verb} ${shown}.`;
  const isNew = verb === 'created';
  const body = isNew ? quoteBody(payload.any('issue.content.raw')) : quoteOf(payload);
  const people = facts({ 'Assigned to': isNew ? payload.any('issue.assignee.display_name') : '' });
  return {
    topic,
    text: blocks(text, bullets(changes.has('content') ? [...edits, md`text changed`] : edits), body, people),
  };
}

function writePullRequest(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pullrequest');
  const pr = payload.at('pullrequest');
  const [source, target] = ['source', 'destination'].map((side) => code(pr.any(`${side}.branch.name`) || 'a branch'));
  const withBranches = ['opened', 'merged'].includes(verb);
  const branches = withBranches ? md` from ${source as Markdown} into ${target as Markdown}` : nothing;
  const reviewers = pr.list('reviewers').map((one) => one.any('display_name', 'nickname'));
  const details = verb === 'opened' ? facts({ Reviewers: listed(reviewers) }) : nothing;
  const body = verb === 'opened' ? quoteBody(pr.any('description', 'summary.raw')) : quote(pr.any('reason'));
  return { topic, text: blocks(md`${actorOf(payload)} ${verb} ${shown}${branches}.`, body, details) };
}

function writeComment(payload: Payload, field: 'issue' | 'pullrequest', verb: string): ToolMessage {
  const { shown, topic } = itemOf(payload, field);
  const comment = link('comment', pageOf(payload.at('comment')));
  return { topic, text: blocks(md`${actorOf(payload)} ${verb} a ${comment} on ${shown}.`, quoteOf(payload)) };
}
