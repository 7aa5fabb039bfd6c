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
    text: 'Mara Lind pushed the branch [main](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222) (`1111` → `2222`).',
    more: [
      {
        topic: 'ACME/kettle / v1',
        text: 'Mara Lind created the tag [v1](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222).',
      },
    ],
  },
  {
    what: 'a new pull request',
    payload: { eventKey: 'pr:opened', actor, pullRequest },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind opened [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4) from `heat` into `main`.\n\n```quote\nFinally.\n```',
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
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4/overview?commentId=1) on [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n```quote\nToo hot.\n```',
  },
  {
    what: 'a comment on a commit',
    payload: { eventKey: 'repo:comment:added', actor, repository, commit: 'abcdef0123456', comment: { text: 'Why?' } },
    topic: 'ACME/kettle',
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/projects/ACME/repos/kettle/commits/abcdef0123456) on the commit `abcdef01`.\n\n```quote\nWhy?\n```',
  },
  {
    what: 'a merged pull request',
    payload: { eventKey: 'pr:merged', actor, pullRequest },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind merged [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4) from `heat` into `main`.',
  },
  {
    what: 'a fork',
    payload: {
      eventKey: 'repo:forked',
      actor,
      repository: { ...repository, project: { key: '~MARA' }, origin: repository },
    },
    topic: 'ACME/kettle',
    text: 'Mara Lind forked [ACME/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse) as [~MARA/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse).',
  },
  {
    what: 'a test of the connection without a header',
    payload: { test: true },
    topic: 'Bitbucket',
    text: 'The webhook of Bitbucket works.',
  },
  {
    what: 'commits for a pull request',
    payload: {
      eventKey: 'pr:from_ref_updated',
      actor,
      pullRequest: { ...pullRequest, fromRef: { displayId: 'heat', latestCommit: '2222222222' } },
      previousFromHash: '1111111111',
    },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind pushed to [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4) (`11111111` → `22222222`).',
  },
  {
    what: 'a renamed pull request',
    payload: {
      eventKey: 'pr:modified',
      actor,
      pullRequest,
      previousTitle: 'Warm it',
      previousDescription: 'Finally.',
      previousTarget: { displayId: 'main' },
    },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind edited [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n- **Title**: Warm it → Heat it',
  },
  {
    what: 'a pull request for another branch',
    payload: {
      eventKey: 'pr:modified',
      actor,
      pullRequest,
      previousTitle: 'Heat it',
      previousTarget: { displayId: 'old' },
    },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind edited [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n- **Target**: old → main',
  },
  {
    what: 'a pull request with another text',
    payload: { eventKey: 'pr:modified', actor, pullRequest, previousTitle: 'Heat it', previousDescription: null },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind edited [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n- **Description**: changed',
  },
  {
    what: 'new reviewers',
    payload: {
      eventKey: 'pr:reviewer:updated',
      actor,
      pullRequest,
      addedReviewers: [{ displayName: 'Jonas' }, { name: 'ida' }],
      removedReviewers: [{ displayName: 'Kim' }],
    },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind changed the reviewers of [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n- **Added**: Jonas, ida\n- **Removed**: Kim',
  },
  {
    what: 'a new pull request with reviewers',
    payload: {
      eventKey: 'pr:opened',
      actor,
      pullRequest: { ...pullRequest, reviewers: [{ user: { displayName: 'Jonas' } }] },
    },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind opened [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4) from `heat` into `main`.\n\n```quote\nFinally.\n```\n\n- **Reviewers**: Jonas',
  },
  {
    what: 'an edited comment',
    payload: { eventKey: 'pr:comment:edited', actor, pullRequest, comment: { id: 7, text: 'Hotter.' } },
    topic: 'ACME/kettle / pull request #4 Heat it',
    text: 'Mara Lind edited a [comment](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4/overview?commentId=7) on [pull request #4 Heat it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/4).\n\n```quote\nHotter.\n```',
  },
  {
    what: 'a deleted comment on a commit',
    payload: {
      eventKey: 'repo:comment:deleted',
      actor,
      repository,
      commit: 'abcdef0123',
      comment: { id: 8, text: 'No.' },
    },
    topic: 'ACME/kettle',
    text: 'Mara Lind deleted a [comment](https://bitbucket.example/projects/ACME/repos/kettle/commits/abcdef0123?commentId=8) on the commit `abcdef01`.\n\n```quote\nNo.\n```',
  },
  {
    what: 'three branches',
    payload: {
      eventKey: 'repo:refs_changed',
      actor,
      repository,
      changes: [
        { ref: { id: 'refs/heads/a' }, type: 'UPDATE', fromHash: '1111', toHash: '2222' },
        { ref: { id: 'refs/heads/b' }, type: 'DELETE', fromHash: '1111', toHash: '0000' },
        { ref: { id: 'refs/heads/c' }, type: 'ADD', fromHash: '0000', toHash: '2222' },
      ],
    },
    topic: 'ACME/kettle / a',
    text: 'Mara Lind pushed the branch [a](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222) (`1111` → `2222`).',
    more: [
      {
        topic: 'ACME/kettle / b',
        text: 'Mara Lind deleted the branch `b` of [ACME/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse).',
      },
      {
        topic: 'ACME/kettle / c',
        text: 'Mara Lind created the branch [c](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222).',
      },
    ],
  },
  {
    what: 'those of three branches that the URL names',
    query: { branches: 'c,b' },
    payload: {
      eventKey: 'repo:refs_changed',
      actor,
      repository,
      changes: [
        { ref: { id: 'refs/heads/a' }, type: 'UPDATE', fromHash: '1111', toHash: '2222' },
        { ref: { id: 'refs/heads/b' }, type: 'DELETE', fromHash: '1111', toHash: '0000' },
        { ref: { id: 'refs/heads/c' }, type: 'ADD', fromHash: '0000', toHash: '2222' },
      ],
    },
    topic: 'ACME/kettle / b',
    text: 'Mara Lind deleted the branch `b` of [ACME/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse).',
    more: [
      {
        topic: 'ACME/kettle / c',
        text: 'Mara Lind created the branch [c](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222).',
      },
    ],
  },
  {
    what: 'a push with its commits',
    payload: {
      eventKey: 'repo:refs_changed',
      actor,
      repository,
      changes: [{ ref: { id: 'refs/heads/a' }, type: 'UPDATE', fromHash: '1111', toHash: '2222' }],
      commits: [{ id: '2222', message: 'Boil' }],
    },
    topic: 'ACME/kettle / a',
    text: 'Mara Lind pushed [1 commit](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222) to the branch `a`.\n\n- Boil ([2222](https://bitbucket.example/projects/ACME/repos/kettle/commits/2222))',
  },
  {
    what: 'a renamed repository',
    payload: { eventKey: 'repo:modified', actor, old: { ...repository, slug: 'pot', name: 'pot' }, new: repository },
    topic: 'ACME/kettle',
    text: 'Mara Lind changed the repository ACME/pot, now [ACME/kettle](https://bitbucket.example/projects/ACME/repos/kettle/browse).\n\n- **Name**: pot → kettle',
  },
  {
    what: 'a pull request without title, address and branches',
    payload: { eventKey: 'pr:merged', actor, pullRequest: { id: 5, title: null, toRef: { repository } } },
    topic: 'ACME/kettle / pull request #5',
    text: 'Mara Lind merged [pull request #5](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/5) from `a branch` into `a branch`.',
  },
  {
    what: 'a comment on a pull request without an address',
    payload: {
      eventKey: 'pr:comment:added',
      actor,
      pullRequest: { id: 5, title: 'Cool it', toRef: { repository } },
      comment: { id: 7 },
    },
    topic: 'ACME/kettle / pull request #5 Cool it',
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/5/overview?commentId=7) on [pull request #5 Cool it](https://bitbucket.example/projects/ACME/repos/kettle/pull-requests/5).',
  },
];
