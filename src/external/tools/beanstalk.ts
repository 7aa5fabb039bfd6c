import { commitsOf, personIn, pushMessage, topicIn } from '../forge.ts';
import { blocks, bullets, code, firstLine, link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

export const beanstalk: Tool = {
  title: 'Beanstalk',
  payloads: recorded('https://support.beanstalkapp.com/article/835-git-repository-payload'),
  eventOf: ({ payload }) => (payload.has('revision') ? 'svn' : 'push'),
  options: repositoryOptions,
  events: { push: writePush, svn: writeRevision },
};

function writePush(payload: Payload): ToolMessage {
  const name = payload.text('repository.name');
  const commits = commitsOf(payload);
  const page = payload.any('repository.url');
  const [before, after] = [payload.any('before'), payload.any('after')];
  return pushMessage(name, {
    actor: personIn(payload, 'pusher_name'),
    repository: link(name, page),
    ref: payload.any('ref', 'branch') || payload.text('ref'),
    change: /^0+$/.test(after) ? 'deleted' : /^0+$/.test(before) ? 'created' : 'pushed',
    before,
    after,
    url: page,
    count: commits.length,
    commits,
  });
}

function writeRevision(payload: Payload): ToolMessage {
  const number = payload.text('revision');
  const revision = link(`revision ${number}`, payload.any('changeset_url'));
  const files = payload.list('changed_files').map((file) => md`${code(file.any('0') || file.shown)} ${file.any('1')}`);
  const actor = personIn(payload, 'author_full_name', 'author');
  const text = md`${actor} committed ${revision}: ${firstLine(payload.any('message'))}`;
  // The repository is named in the address alone.
  const [, repository] = /^https?:\/\/[^/]+\/([^/]+)\/changesets\//.exec(payload.any('changeset_url')) ?? [];
  const topic = repository === undefined ? `r${number}` : topicIn(repository, `r${number}`);
  return { topic, text: blocks(text, bullets(files)) };
}
