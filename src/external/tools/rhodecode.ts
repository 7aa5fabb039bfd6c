import { numbered, numberedTopic, personIn, pushMessage, topicIn, words } from '../forge.ts';
import { blocks, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { token } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

export const rhodecode: Tool = {
  title: 'RhodeCode',
  payloads: recorded('https://docs.rhodecode.com/RhodeCode-Enterprise/integrations/webhook.html'),
  eventOf: inField('event.name'),
  signature: token('X-Rc-Token'),
  options: repositoryOptions,
  events: { 'repo-push': writePushes, 'pullrequest-*': writePullRequest, 'repo-*': writeRepository },
};

function repositoryOf(payload: Payload) {
  const name = payload.text('event.repo.repo_name');
  return { name, page: payload.any('event.repo.url', 'event.repo.permalink_url') };
}

function actorOf(payload: Payload): string {
  return personIn(payload, 'event.actor.full_name', 'event.actor.username');
}

/** The branches that were pushed to; a deleted one is only named by a commit. */
function writePushes(payload: Payload): ToolMessage[] {
  const { name, page } = repositoryOf(payload);
  const all = payload.list('event.push.commits');
  const deleted = all.filter((one) => one.any('git_ref_change') === 'branch_delete').map(branchOf);
  const named = payload.list('event.push.branches').map((one) => one.any('name'));
  const branches = new Set([...named, ...all.map(branchOf)].filter((branch) => branch !== ''));
  return [...branches].map((branch) => {
    const commits = all.filter((one) => branchOf(one) === branch).map(commitOf);
    const isNew = commits.length === 0;
    return pushMessage(name, {
      actor: actorOf(payload),
      repository: link(name, page),
      ref: branch,
      change: deleted.includes(branch) ? 'deleted' : isNew ? 'created' : 'pushed',
      before: '',
      after: '',
      url: page === '' ? '' : `${page}/changelog?branch=${encodeURIComponent(branch)}`,
      count: commits.length,
      commits,
    });
  });
}

function branchOf(commit: Payload): string {
  return commit.any('branch') || (/^delete_branch=>(.+)/.exec(commit.any('raw_id'))?.[1] ?? '');
}

function commitOf(commit: Payload) {
  return {
    id: commit.any('raw_id', 'short_id'),
    message: commit.any('message'),
    url: commit.any('url', 'permalink_url'),
    author: commit.any('author').replace(/ *<.*$/, ''),
  };
}

function writePullRequest(payload: Payload, event: string): ToolMessage {
  const { name } = repositoryOf(payload);
  const request = payload.at('event.pullrequest');
  const [number, title] = [`#${request.any('pull_request_id')}`, request.any('title')];
  const verb = words(event.slice('pullrequest-'.length));
  const shown = numbered('pull request', number, title, request.any('url', 'permalink_url'));
  const comment = payload.any('event.comment.comment_text', 'event.comment.text');
  return {
    topic: numberedTopic(name, 'pull request', number, title),
    text: blocks(md`${actorOf(payload)}: ${verb}, ${shown}.`, quote(comment)),
  };
}

function writeRepository(payload: Payload, event: string): ToolMessage {
  const { name, page } = repositoryOf(payload);
  const what = words(event.slice('repo-'.length));
  return { topic: topicIn(name, what), text: md`${actorOf(payload)}: ${what}, ${link(name, page)}.` };
}
