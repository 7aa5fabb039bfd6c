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
      text: `mara opened [pull request #4 Heat it](${page}/pulls/4), from \`heat\` into \`main\`.`,
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
      text: `mara merged [pull request #4 Heat it](${page}/pulls/4) into \`main\`.`,
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
      text: 'mara deleted the branch `heat`.',
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
      text: 'mara merged [pull request #4 Heat it](https://git.example/acme/kettle/pulls/4) into `main`.',
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
      topic: 'acme/kettle',
      text: 'mara published the release [v1.0](https://git.example/acme/kettle/releases/v1.0).',
    },
    {
      what: 'a page of a wiki',
      headers: on('wiki'),
      payload: { action: 'created', page: 'Green Tea', comment: 'New', repository, sender },
      topic: 'acme/kettle',
      text: 'mara created the page [Green Tea](https://git.example/acme/kettle/wiki/Green%20Tea) of the wiki of acme/kettle.\n\n```quote\nNew\n```',
    },
  ];
}
