import { buildMessage, runName } from '../builds.ts';
import { refName } from '../forge.ts';
import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { httpSignature } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

/** Drone, and Woodpecker, which descends from it and says pipeline for a build. */
export const drone: Tool = {
  title: 'Drone and Woodpecker',
  payloads: documented('https://docs.drone.io/webhooks/overview/'),
  eventOf: ({ payload, header }) =>
    payload.any('event') || header('X-Drone-Event') || (payload.has('pipeline') ? 'build' : payload.text('event')),
  signature: httpSignature('Signature'),
  options: ['branches'],
  events: { build: writeBuild, repo: writeRepository, user: writeUser },
};

function writeBuild(payload: Payload): ToolMessage {
  const build = payload.at(payload.has('pipeline') ? 'pipeline' : 'build');
  const slug = payload.any('repo.slug', 'repo.full_name') || payload.text('repo.slug');
  const number = build.any('number');
  const server = payload.any('system.link');
  const ref = build.any('ref');
  const isTag = ref.startsWith('refs/tags/');
  return buildMessage({
    project: slug,
    name: runName('build', number),
    url: build.any('forge_url', 'link_url') || (server === '' ? build.any('link') : `${server}/${slug}/${number}`),
    status: build.any('status') || payload.any('action'),
    branch: isTag ? '' : build.any('target', 'branch'),
    tag: isTag ? refName(ref) : '',
    commit: build.any('after', 'commit'),
    subject: build.any('message', 'title'),
    author: build.any('author_name', 'author_login', 'author'),
  });
}

function writeRepository(payload: Payload): ToolMessage {
  const slug = payload.any('repo.slug') || payload.text('repo.slug');
  return {
    topic: slug,
    text: md`The repository ${link(slug, payload.any('repo.link'))} was ${payload.any('action') || 'changed'}.`,
  };
}

function writeUser(payload: Payload): ToolMessage {
  return {
    topic: 'Drone',
    text: md`The user ${payload.text('user.login')} was ${payload.any('action') || 'changed'}.`,
  };
}
