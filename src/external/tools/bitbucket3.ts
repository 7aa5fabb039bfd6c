import { numbered, numberedTopic, refName, topicIn, writePush } from '../forge.ts';
import { blocks, code, link, type Markdown, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import type { Tool, ToolMessage, ToolRequest } from '../tool.ts';

/** Bitbucket Data Center, formerly Server. */
export const bitbucket3: Tool = {
  title: 'Bitbucket Data Center',
  eventOf,
  signature: hmac('X-Hub-Signature', { prefix: 'sha256=' }),
  events: {
    'diagnostics:ping': () => ({ topic: 'Bitbucket', text: md`The webhook of Bitbucket works.` }),
    'repo:refs_changed': writeRefs,
    'repo:comment:added': (payload) => writeCommitComment(payload, 'wrote'),
    'repo:comment:edited': (payload) => writeCommitComment(payload, 'edited'),
    'repo:comment:deleted': (payload) => writeCommitComment(payload, 'deleted'),
    'repo:forked': writeFork,
    'repo:modified': writeRename,
    'pr:opened': writeOpened,
    'pr:modified': (payload) => writeChange(payload, 'changed'),
    'pr:from_ref_updated': (payload) => writeChange(payload, 'pushed to'),
    'pr:merged': (payload) => writeChange(payload, 'merged'),
    'pr:declined': (payload) => writeChange(payload, 'declined'),
    'pr:deleted': (payload) => writeChange(payload, 'deleted'),
    'pr:reviewer:approved': (payload) => writeChange(payload, 'approved'),
    'pr:reviewer:unapproved': (payload) => writeChange(payload, 'took the approval from'),
    'pr:reviewer:needs_work': (payload) => writeChange(payload, 'requested changes to'),
    'pr:reviewer:updated': (payload) => writeChange(payload, 'changed the reviewers of'),
    'pr:comment:added': (payload) => writeComment(payload, 'wrote'),
    'pr:comment:edited': (payload) => writeComment(payload, 'edited'),
    'pr:comment:deleted': (payload) => writeComment(payload, 'deleted'),
  },
};

// The connection test lacks this field.
function eventOf({ payload, header }: ToolRequest): string {
  return payload.any('eventKey') || header('X-Event-Key') || payload.text('eventKey');
}

function actorOf(payload: Payload): string {
  return payload.any('actor.displayName', 'actor.name') || 'Somebody';
}

function repositoryOf(payload: Payload): string {
  return `${payload.text('project.key')}/${payload.text('slug')}`;
}

function pageOf(payload: Payload): string {
  return payload.any('links.self.0.href');
}

function writeRefs(payload: Payload): ToolMessage {
  const repository = payload.at('repository');
  const changes = payload.list('changes').map((change) => writeRef(payload, change));
  const [first] = payload.list('changes');
  const topic = topicIn(repositoryOf(repository), refName((first ?? payload).text('ref.id')));
  return { topic, text: blocks(...changes) };
}

const changed = { ADD: 'created', UPDATE: 'pushed', DELETE: 'deleted' } as const;

function writeRef(payload: Payload, change: Payload): Markdown {
  const kind = change.text('type');
  const commits = payload.list('commits').map((commit) => ({
    id: commit.text('id'),
    message: commit.text('message'),
    url: '',
  }));
  const verb = Object.hasOwn(changed, kind) ? changed[kind as keyof typeof changed] : 'pushed';
  const page = pageOf(payload.at('repository')).replace(/\/browse$/, '');
  const url = page === '' ? '' : `${page}/commits/${change.text('toHash')}`;
  return writePush({
    actor: actorOf(payload),
    ref: change.text('ref.id'),
    change: verb,
    url,
    count: commits.length,
    commits,
  });
}

function writeCommitComment(payload: Payload, verb: string): ToolMessage {
  const text = md`${actorOf(payload)} ${verb} a comment on the commit ${code(payload.text('commit').slice(0, 8))}.`;
  return { topic: repositoryOf(payload.at('repository')), text: blocks(text, quote(payload.text('comment.text'))) };
}

function writeFork(payload: Payload): ToolMessage {
  const fork = link(repositoryOf(payload.at('repository')), pageOf(payload.at('repository')));
  const origin = repositoryOf(payload.at('repository.origin'));
  return { topic: origin, text: md`${actorOf(payload)} forked ${origin} as ${fork}.` };
}

function writeRename(payload: Payload): ToolMessage {
  const name = repositoryOf(payload.at('new'));
  return {
    topic: name,
    text: md`${actorOf(payload)} changed the repository ${repositoryOf(payload.at('old'))}, now ${name}.`,
  };
}

function pullRequestOf(payload: Payload) {
  const pr = payload.at('pullRequest');
  const [number, title] = [`#${pr.text('id')}`, pr.text('title')];
  const repository = repositoryOf(pr.at('toRef.repository'));
  return {
    shown: numbered('pull request', number, title, pageOf(pr)),
    topic: numberedTopic(repository, 'pull request', number, title),
  };
}

function writeOpened(payload: Payload): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  const pr = payload.at('pullRequest');
  const branches = md`from ${code(pr.text('fromRef.displayId'))} into ${code(pr.text('toRef.displayId'))}`;
  return { topic, text: blocks(md`${actorOf(payload)} opened ${shown}, ${branches}.`, quote(pr.any('description'))) };
}

function writeChange(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  return { topic, text: md`${actorOf(payload)} ${verb} ${shown}.` };
}

function writeComment(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = pullRequestOf(payload);
  return {
    topic,
    text: blocks(md`${actorOf(payload)} ${verb} a comment on ${shown}.`, quote(payload.text('comment.text'))),
  };
}
