import type { Example } from './example.ts';

const sender = { login: 'mara' };
const repository = { full_name: 'acme/kettle', html_url: 'https://github.example/acme/kettle' };
const page = repository.html_url;
const issue = {
  number: 3,
  title: 'Water stays cold',
  html_url: `${page}/issues/3`,
  body: 'Since *Monday*.\n@**all** look!',
};
const pull_request = {
  number: 4,
  title: 'Heat it',
  html_url: `${page}/pull/4`,
  body: '',
  head: { ref: 'heat' },
  base: { ref: 'main' },
  merged: true,
};

function on(event: string) {
  return { 'X-GitHub-Event': event };
}

export const github: readonly Example[] = [
  {
    what: 'a push of two commits',
    headers: on('push'),
    payload: {
      ref: 'refs/heads/main',
      before: '1111111111',
      after: '2222222222',
      compare: `${page}/compare/1111...2222`,
      pusher: { name: 'mara' },
      repository,
      sender,
      commits: [
        { id: 'abcdef0123456', message: 'Add a lid\n\nIt was missing.', url: `${page}/commit/abcdef0` },
        { id: 'bcdef01234567', message: '[evil](https://evil.example) @**all**', url: `${page}/commit/bcdef01` },
      ],
    },
    topic: 'acme/kettle / main',
    text: 'mara pushed [2 commits](https://github.example/acme/kettle/compare/1111...2222) to the branch `main`.\n\n- Add a lid ([abcdef01](https://github.example/acme/kettle/commit/abcdef0))\n- [evil]⁠(https://evil.example) @∗∗all∗∗ ([bcdef012](https://github.example/acme/kettle/commit/bcdef01))',
  },
  {
    what: 'a deleted branch',
    headers: on('push'),
    payload: { ref: 'refs/heads/old', deleted: true, repository, sender, pusher: { name: 'mara' }, commits: [] },
    topic: 'acme/kettle / old',
    text: 'mara deleted the branch `old` of [acme/kettle](https://github.example/acme/kettle).',
  },
  {
    what: 'a tag',
    headers: on('push'),
    payload: { ref: 'refs/tags/v1.0', created: true, compare: `${page}/compare/v1.0`, repository, sender, commits: [] },
    topic: 'acme/kettle / v1.0',
    text: 'mara created the tag [v1.0](https://github.example/acme/kettle/compare/v1.0).',
  },
  {
    what: 'its first request',
    headers: on('ping'),
    payload: { zen: 'Keep it simple.', hook_id: 1, repository, sender },
    topic: 'acme/kettle',
    text: 'The webhook of [acme/kettle](https://github.example/acme/kettle) works. Keep it simple.',
  },
  {
    what: 'the first request of the webhook of an organization',
    headers: on('ping'),
    payload: { zen: 'Keep it simple.', hook: { name: 'web' }, organization: { login: 'acme' }, sender },
    topic: 'acme',
    text: 'The webhook of [acme](https://github.com/acme) works. Keep it simple.',
  },
  {
    what: 'the first request of an app',
    headers: on('ping'),
    payload: { zen: 'Keep it simple.', hook: { type: 'App', app_id: 1 } },
    topic: 'GitHub',
    text: 'The webhook of GitHub works. Keep it simple.',
  },
  {
    what: 'an issue of a repository with a long path',
    headers: on('issues'),
    payload: {
      action: 'closed',
      issue: { ...issue, number: 12345, title: 'A very long title that says all there is to say' },
      repository: { ...repository, full_name: 'an-organization-with-a-long-name/kettle' },
      sender,
    },
    topic: 'kettle / issue #12345 A very long title that says all there is to say',
    text: 'mara closed [issue #12345 A very long title that says all there is to say](https://github.example/acme/kettle/issues/3).',
  },
  {
    what: 'a URL with stars, which stays whole',
    headers: on('issues'),
    payload: {
      action: 'opened',
      issue: { ...issue, body: 'See https://a.example/?q=level:*&x=*, *now*' },
      repository,
      sender,
    },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'mara opened [issue #3 Water stays cold](https://github.example/acme/kettle/issues/3).\n\n```quote\nSee [https://a.example/?q=level:*\ufeff&x=*](https://a.example/?q=level:*&x=*), ∗now∗\n```',
  },
  {
    what: 'a new issue',
    headers: on('issues'),
    payload: { action: 'opened', issue, repository, sender },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'mara opened [issue #3 Water stays cold](https://github.example/acme/kettle/issues/3).\n\n```quote\nSince ∗Monday∗.\n@∗∗all∗∗ look!\n```',
  },
  {
    what: 'a label of an issue',
    headers: on('issues'),
    payload: { action: 'labeled', issue, label: { name: 'bug' }, repository, sender },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'mara added the label `bug` to [issue #3 Water stays cold](https://github.example/acme/kettle/issues/3).',
  },
  {
    what: 'a comment on a pull request',
    headers: on('issue_comment'),
    payload: {
      action: 'created',
      issue: { ...issue, pull_request: {} },
      comment: { html_url: `${page}/issues/3#c1`, body: 'I see it too.\n```\nrm -rf\n```' },
      repository,
      sender,
    },
    topic: 'acme/kettle / pull request #3 Water stays cold',
    text: 'mara wrote a [comment](https://github.example/acme/kettle/issues/3#c1) on [pull request #3 Water stays cold](https://github.example/acme/kettle/issues/3).\n\n```quote\nI see it too.\nˋˋˋ\nrm -rf\nˋˋˋ\n```',
  },
  {
    what: 'a new pull request',
    headers: on('pull_request'),
    payload: { action: 'opened', pull_request, repository, sender },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'mara opened [pull request #4 Heat it](https://github.example/acme/kettle/pull/4) from `heat` into `main`.',
  },
  {
    what: 'a merged pull request',
    headers: on('pull_request'),
    payload: { action: 'closed', pull_request, repository, sender },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'mara merged [pull request #4 Heat it](https://github.example/acme/kettle/pull/4) from `heat` into `main`.',
  },
  {
    what: 'a request for a review',
    headers: on('pull_request'),
    payload: { action: 'review_requested', pull_request, requested_reviewer: { login: 'jonas' }, repository, sender },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'mara requested a review of [pull request #4 Heat it](https://github.example/acme/kettle/pull/4) from jonas.',
  },
  {
    what: 'a review',
    headers: on('pull_request_review'),
    payload: {
      action: 'submitted',
      review: { state: 'changes_requested', html_url: `${page}/pull/4#r1`, body: 'Too hot.' },
      pull_request,
      repository,
      sender,
    },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'mara requested changes to [pull request #4 Heat it](https://github.example/acme/kettle/pull/4) ([review](https://github.example/acme/kettle/pull/4#r1)).\n\n```quote\nToo hot.\n```',
  },
  {
    what: 'a release',
    headers: on('release'),
    payload: {
      action: 'published',
      release: { tag_name: 'v1.0', name: 'First kettle', html_url: `${page}/releases/v1.0`, body: 'Boils.' },
      repository,
      sender,
    },
    topic: 'acme/kettle / release v1.0 First kettle',
    text: 'mara published the release [v1.0 First kettle](https://github.example/acme/kettle/releases/v1.0) of [acme/kettle](https://github.example/acme/kettle).\n\n```quote\nBoils.\n```',
  },
  {
    what: 'a star',
    headers: on('star'),
    payload: { action: 'created', repository, sender },
    topic: 'acme/kettle',
    text: 'mara starred [acme/kettle](https://github.example/acme/kettle).',
  },
  {
    what: 'changed pages of a wiki',
    headers: on('gollum'),
    payload: { pages: [{ action: 'edited', title: 'Tea', html_url: `${page}/wiki/Tea` }], repository, sender },
    topic: 'acme/kettle',
    text: 'mara changed the wiki of [acme/kettle](https://github.example/acme/kettle):\n\n- edited [Tea](https://github.example/acme/kettle/wiki/Tea)',
  },
  {
    what: 'a workflow that ended',
    headers: on('workflow_run'),
    payload: {
      action: 'completed',
      workflow_run: {
        name: 'Tests',
        html_url: `${page}/runs/9`,
        head_branch: 'main',
        head_sha: 'abcdef0123',
        conclusion: 'failure',
      },
      repository,
      sender,
    },
    topic: 'acme/kettle / main',
    text: 'The workflow [Tests](https://github.example/acme/kettle/runs/9) of `abcdef01`: **failure**.',
  },
  {
    what: 'a state of a commit',
    headers: on('status'),
    payload: {
      sha: 'abcdef0123456',
      state: 'success',
      context: 'ci/build',
      description: 'All is well',
      target_url: 'https://ci.example/1',
      commit: { html_url: `${page}/commit/abcdef0` },
      repository,
      sender,
    },
    topic: 'acme/kettle',
    text: '[ci/build](https://ci.example/1) of [abcdef01](https://github.example/acme/kettle/commit/abcdef0): **success**. All is well',
  },
  {
    what: 'a deployment',
    headers: on('deployment_status'),
    payload: {
      action: 'created',
      deployment: { ref: 'main', environment: 'kitchen' },
      deployment_status: { state: 'success', target_url: 'https://kitchen.example' },
      repository,
      sender,
    },
    topic: 'acme/kettle',
    text: 'The [deployment](https://kitchen.example) of `main` to kitchen: **success**.',
  },
  {
    what: 'a form with the payload in a field',
    headers: on('fork'),
    payload: new URLSearchParams({
      payload: JSON.stringify({
        forkee: { full_name: 'jonas/kettle', html_url: 'https://github.example/jonas/kettle' },
        repository,
        sender,
      }),
    }),
    topic: 'acme/kettle',
    text: 'mara forked [acme/kettle](https://github.example/acme/kettle) as [jonas/kettle](https://github.example/jonas/kettle).',
  },
];
