import type { Example } from './example.ts';

const actor = { name: 'mara', displayName: 'Mara Lind' };
const page = 'https://bitbucket.example/projects/ACME/repos/kettle';
const repository = {
  slug: 'kettle',
  name: 'kettle',
  project: { key: 'ACME' },
  links: { self: [{ href: `${page}/browse` }] },
};
const pullRequest = {
  id: 4,
  title: 'Heat it',
  description: 'Finally.',
  fromRef: { displayId: 'heat' },
  toRef: { displayId: 'main', repository },
  links: { self: [{ href: `${page}/pull-requests/4` }] },
};

export const bitbucket3: readonly Example[] = [
  {
    what: 'a test of the connection',
    headers: { 'X-Event-Key': 'diagnostics:ping' },
    payload: { test: true },
    topic: 'Bitbucket',
    text: 'The webhook of Bitbucket works.',
  },
  {
    what: 'a push',
    payload: {
      eventKey: 'repo:refs_changed',
      actor,
      repository,
      changes: [
        {
          ref: { id: 'refs/heads/main', displayId: 'main', type: 'BRANCH' },
          type: 'UPDATE',
          fromHash: '1111',
          toHash: '2222',
        },
        { ref: { id: 'refs/tags/v1', displayId: 'v1', type: 'TAG' }, type: 'ADD', fromHash: '0000', toHash: '2222' },
      ],
    },
    topic: 'ACME/kettle / main',
    text: 'Mara Lind pushed the branch [main](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222).\n\nMara Lind created the tag [v1](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222).',
  },
  {
    what: 'a new pull request',
    payload: { eventKey: 'pr:opened', actor, pullRequest },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind opened [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4), from `heat` into `main`.\n\n```quote\nFinally.\n```',
  },
  {
    what: 'an approval',
    payload: { eventKey: 'pr:reviewer:approved', actor, pullRequest },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind approved [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).',
  },
  {
    what: 'a comment',
    payload: { eventKey: 'pr:comment:added', actor, pullRequest, comment: { id: 1, text: 'Too hot.' } },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind wrote a comment on [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n```quote\nToo hot.\n```',
  },
  {
    what: 'a comment on a commit',
    payload: { eventKey: 'repo:comment:added', actor, repository, commit: 'abcdef0123456', comment: { text: 'Why?' } },
    topic: 'ACME/kettle',
    text: 'Mara Lind wrote a comment on the commit `abcdef01`.\n\n```quote\nWhy?\n```',
  },
  {
    what: 'a merged pull request',
    payload: { eventKey: 'pr:merged', actor, pullRequest },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind merged [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).',
  },
  {
    what: 'a fork',
    payload: {
      eventKey: 'repo:forked',
      actor,
      repository: { ...repository, project: { key: '~MARA' }, origin: repository },
    },
    topic: 'ACME/kettle',
    text: 'Mara Lind forked ACME/kettle as [~MARA/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse).',
  },
];
