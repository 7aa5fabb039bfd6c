import { personIn, pushMessage } from '../forge.ts';
import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { always, recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

/** The old service of Bitbucket, which knows only pushes. */
export const bitbucket: Tool = {
  title: 'Bitbucket (old service)',
  payloads: recorded('https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/'),
  options: repositoryOptions,
  ...always(write),
};

function write(payload: Payload): ToolMessage {
  const name = payload.text('repository.name');
  const page = `https://bitbucket.org/${payload.any('repository.absolute_url').replace(/^\/|\/$/g, '')}/`;
  const commits = payload.list('commits').map((commit) => {
    const id = commit.any('raw_node', 'node');
    const url = id === '' ? '' : `${page}commits/${id}`;
    return { id, message: commit.any('message'), url, author: commit.any('author') };
  });
  const actor = personIn(payload, 'user', 'commits.0.author');
  // A push of a branch that lost commits has no commits, and no name of the branch.
  if (commits.length === 0) return { topic: name, text: md`${actor} force-pushed to ${link(name, page)}.` };
  return pushMessage(name, {
    actor,
    repository: link(name, page),
    ref: payload.any('commits.0.branch') || 'branch',
    change: 'pushed',
    before: '',
    after: '',
    url: page,
    count: commits.length,
    commits,
  });
}
