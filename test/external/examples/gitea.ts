import type { Example } from './example.ts';

const sender = { login: 'mara', username: 'mara' };
const page = 'https://git.example/acme/kettle';
const repository = { full_name: 'acme/kettle', html_url: page };
const issue = { number: 3, title: 'Water stays cold', html_url: `${page}/issues/3`, body: 'Since Monday.' };
const pull_request = {
  number: 4,
  title: 'Heat it',
  html_url: `${page}/pulls/4`,
  head: { ref: 'heat' },
  base: { ref: 'main' },
  merged: true,
};

export const gitea = examplesOf('Gitea');
export const forgejo = examplesOf('Forgejo');
export const gogs = examplesOf('Gogs');

function examplesOf(tool: string): readonly Example[] {
  const on = (event: string) => ({ [`X-${tool}-Event`]: event });
  return [
    {
      what: 'a pull request whose branches have names of their own',
      headers: on('pull_request'),
      payload: {
        action: 'opened',
        pull_request: {
          ...pull_request,
          merged: false,
          head: undefined,
          base: undefined,
          head_branch: 'heat',
          base_branch: 'main',
        },
        repository,
        sender,
      },
      topic: 'acme/kettle / pull request #4 Heat it',
      text: 'mara opened [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4) from `heat` into `main`.',
    },
    {
      what: 'such a pull request that is merged',
      headers: on('pull_request'),
      payload: {
        action: 'closed',
        pull_request: { ...pull_request, head: undefined, base: undefined, base_branch: 'main' },
        repository,
        sender,
      },
      topic: 'acme/kettle / pull request #4 Heat it',
      text: 'mara merged [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4) into `main`.',
    },
    {
      what: 'a push to a new branch',
      headers: on('push'),
      payload: {
        ref: 'refs/heads/heat',
        before: '0000000000',
        after: '2222222222',
        compare_url: `${page}/compare/main...heat`,
        commits: [{ id: 'abcdef0123456', message: 'Heat', url: `${page}/commit/abcdef0` }],
        pusher: { login: 'mara', username: 'mara' },
        repository,
        sender,
      },
      topic: 'acme/kettle / heat',
      text: 'mara pushed [1 commit](https://git.example/acme/kettle/compare/main...heat) to the new branch `heat`.\n\n- Heat ([abcdef01](https://git.example/acme/kettle/commit/abcdef0))',
    },
    {
      what: 'a deleted branch',
      headers: on('delete'),
      payload: { ref: 'heat', ref_type: 'branch', repository, sender },
      topic: 'acme/kettle / heat',
      text: 'mara deleted the branch `heat` of [acme/kettle](https://git.example/acme/kettle).',
    },
    {
      what: 'a closed issue',
      headers: on('issues'),
      payload: { action: 'closed', issue, repository, sender },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara closed [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3).',
    },
    {
      what: 'an edited comment',
      headers: on('issue_comment'),
      payload: {
        action: 'edited',
        is_pull: false,
        issue,
        comment: { html_url: `${page}/issues/3#c1`, body: 'It is warm.' },
        repository,
        sender,
      },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara edited a [comment](https://git.example/acme/kettle/issues/3#c1) on [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3).\n\n```quote\nIt is warm.\n```',
    },
    {
      what: 'a merged pull request',
      headers: on('pull_request'),
      payload: { action: 'closed', pull_request, repository, sender },
      topic: 'acme/kettle / pull request #4 Heat it',
      text: 'mara merged [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4) from `heat` into `main`.',
    },
    {
      what: 'an approval',
      headers: on('pull_request_approved'),
      payload: {
        action: 'reviewed',
        pull_request,
        review: { type: 'pull_request_review_approved', content: 'Fine.' },
        repository,
        sender,
      },
      topic: 'acme/kettle / pull request #4 Heat it',
      text: 'mara approved [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4).\n\n```quote\nFine.\n```',
    },
    {
      what: 'a release',
      headers: on('release'),
      payload: {
        action: 'published',
        release: { tag_name: 'v1.0', name: '', html_url: `${page}/releases/v1.0`, body: '' },
        repository,
        sender,
      },
      topic: 'acme/kettle / release v1.0',
      text: 'mara published the release [v1.0](https://git.example/acme/kettle/releases/v1.0) of [acme/kettle](https://git.example/acme/kettle).',
    },
    {
      what: 'a page of a wiki',
      headers: on('wiki'),
      payload: { action: 'created', page: 'Green Tea', comment: 'New', repository, sender },
      topic: 'acme/kettle',
      text: 'mara created the page [Green Tea](https://git.example/acme/kettle/wiki/Green%20Tea) of the wiki of [acme/kettle](https://git.example/acme/kettle).\n\n```quote\nNew\n```',
    },
    {
      what: 'an issue without the address of its page',
      headers: on('issues'),
      payload: {
        action: 'reopened',
        issue: { ...issue, html_url: undefined, url: 'https://git.example/api/v1/repos/acme/kettle/issues/3' },
        repository,
        sender,
      },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara reopened [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3).',
    },
    {
      what: 'a pull request without an address',
      headers: on('pull_request'),
      payload: {
        action: 'reopened',
        pull_request: { ...pull_request, merged: false, html_url: undefined },
        repository,
        sender,
      },
      topic: 'acme/kettle / pull request #4 Heat it',
      text: 'mara reopened [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4).',
    },
    {
      what: 'a comment on an issue without an address',
      headers: on('issue_comment'),
      payload: {
        action: 'created',
        issue: { ...issue, html_url: null },
        comment: { html_url: `${page}/issues/3#c1`, body: 'Hot.' },
        repository,
        sender,
      },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara wrote a [comment](https://git.example/acme/kettle/issues/3#c1) on [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3).\n\n```quote\nHot.\n```',
    },
    {
      what: 'a release without an address',
      headers: on('release'),
      payload: { action: 'published', release: { tag_name: 'v1.4', name: 'Fourth' }, repository, sender },
      topic: 'acme/kettle / release v1.4 Fourth',
      text: 'mara published the release [v1.4 Fourth](https://git.example/acme/kettle/src/v1.4) of [acme/kettle](https://git.example/acme/kettle).',
    },
    {
      what: 'an issue that somebody has',
      headers: on('issues'),
      payload: { action: 'assigned', issue: { ...issue, assignee: { login: 'jonas' } }, repository, sender },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara assigned [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3) to jonas.',
    },
    {
      what: 'other labels',
      headers: on('issues'),
      payload: {
        action: 'label_updated',
        issue: { ...issue, labels: [{ name: 'hot' }, { name: 'new' }] },
        repository,
        sender,
      },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara changed the labels of [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3) to `hot`, `new`.',
    },
    {
      what: 'no labels',
      headers: on('issue_label'),
      payload: { action: 'label_cleared', issue, repository, sender },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara removed all labels from [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3).',
    },
    {
      what: 'a milestone',
      headers: on('issue_milestone'),
      payload: { action: 'milestoned', issue: { ...issue, milestone: { title: '2.0' } }, repository, sender },
      topic: 'acme/kettle / issue #3 Water stays cold',
      text: 'mara added [issue #3 Water stays cold](https://git.example/acme/kettle/issues/3) to the milestone 2.0.',
    },
    {
      what: 'a branch that is created',
      headers: on('create'),
      payload: { ref: 'heat', ref_type: 'branch', repository, sender },
      topic: 'acme/kettle / heat',
      text: 'mara created the branch [heat](https://git.example/acme/kettle/src/heat) of [acme/kettle](https://git.example/acme/kettle).',
    },
    {
      what: 'a package',
      headers: on('package'),
      payload: {
        action: 'created',
        package: { name: 'lid', version: '1.2', html_url: `${page}/packages/1`, owner: { login: 'acme' } },
        sender,
      },
      topic: 'acme',
      text: 'mara created the package [lid 1.2](https://git.example/acme/kettle/packages/1) of acme.',
    },
    {
      what: 'more commits than the list has',
      headers: on('push'),
      payload: {
        ref: 'refs/heads/main',
        before: '1',
        after: '2',
        compare_url: `${page}/compare/1...2`,
        total_commits: 40,
        commits: [{ id: '2', message: 'Boil', url: `${page}/commit/2` }],
        pusher: { login: 'mara' },
        repository,
        sender,
      },
      topic: 'acme/kettle / main',
      text: 'mara pushed [40 commits](https://git.example/acme/kettle/compare/1...2) to the branch `main`.\n\n- Boil ([2](https://git.example/acme/kettle/commit/2))',
    },
  ];
}
