import type { Example } from './example.ts';

const page = 'https://bitbucket.example/acme/kettle';
const linked = (href: string) => ({ links: { html: { href } } });
const actor = { display_name: 'Mara Lind', nickname: 'mara' };
const repository = { name: 'Kettle', full_name: 'acme/kettle', is_private: false, ...linked(page) };
const pullrequest = {
  id: 4,
  title: 'Heat it',
  description: 'Finally.',
  source: { branch: { name: 'heat' } },
  destination: { branch: { name: 'main' } },
  reviewers: [{ display_name: 'Jonas' }],
  ...linked(`${page}/pull-requests/4`),
};
const issue = { id: 3, title: 'Water stays cold', content: { raw: 'Since Monday.' }, ...linked(`${page}/issues/3`) };
const comment = { id: 9, content: { raw: 'Hot.' }, ...linked(`${page}/issues/3#comment-9`) };
const target = { hash: '2222222222' };
const commit = {
  hash: '2222222222',
  message: 'Boil\n',
  author: { raw: 'Ida <ida@tea.example>' },
  ...linked(`${page}/commits/2`),
};
const main = { type: 'branch', name: 'main', target, ...linked(`${page}/branch/main`) };
const change = {
  old: { ...main, target: { hash: '1111111111' } },
  new: main,
  forced: false,
  commits: [commit],
  ...linked(`${page}/branches/compare/2..1`),
};

const on = (event: string) => ({ 'X-Event-Key': event });

export const bitbucket2: readonly Example[] = [
  {
    what: 'a test of the connection',
    headers: on('diagnostics:ping'),
    payload: { test: true },
    topic: 'Bitbucket',
    text: 'The webhook of Bitbucket works.',
  },
  {
    what: 'a push',
    headers: on('repo:push'),
    payload: { actor, repository, push: { changes: [change] } },
    topic: 'acme/kettle / main',
    text: 'Mara Lind pushed [1 commit](https://bitbucket.example/acme/kettle/branches/compare/2..1) to the branch `main`.\n\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2))',
  },
  {
    what: 'a push of two authors',
    headers: on('repo:push'),
    payload: {
      actor,
      repository,
      push: { changes: [{ ...change, commits: [commit, { ...commit, author: { user: { display_name: 'Jonas' } } }] }] },
    },
    topic: 'acme/kettle / main',
    text: 'Mara Lind pushed [2 commits](https://bitbucket.example/acme/kettle/branches/compare/2..1) to the branch `main`.\n\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2), Ida)\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2), Jonas)',
  },
  {
    what: 'a push without a header',
    payload: { actor, repository, push: { changes: [change] } },
    topic: 'acme/kettle / main',
    text: 'Mara Lind pushed [1 commit](https://bitbucket.example/acme/kettle/branches/compare/2..1) to the branch `main`.\n\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2))',
  },
  {
    what: 'a push that a pull request caused',
    headers: on('pullrequest:push'),
    payload: { actor, repository, push: { changes: [change] } },
    topic: 'acme/kettle / main',
    text: 'Mara Lind pushed [1 commit](https://bitbucket.example/acme/kettle/branches/compare/2..1) to the branch `main`.\n\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2))',
  },
  {
    what: 'a forced push',
    headers: on('repo:push'),
    payload: { actor, repository, push: { changes: [{ ...change, forced: true, commits: [] }] } },
    topic: 'acme/kettle / main',
    text: 'Mara Lind force-pushed the branch [main](https://bitbucket.example/acme/kettle/branches/compare/2..1) (`11111111` → `22222222`).',
  },
  {
    what: 'two branches and a tag',
    headers: on('repo:push'),
    payload: {
      actor,
      repository,
      push: {
        changes: [
          { ...change, old: null, commits: [] },
          { ...change, new: null },
          { old: null, new: { ...main, type: 'tag', name: 'v1' } },
        ],
      },
    },
    topic: 'acme/kettle / main',
    text: 'Mara Lind created the branch [main](https://bitbucket.example/acme/kettle/branches/compare/2..1).',
    more: [
      {
        topic: 'acme/kettle / main',
        text: 'Mara Lind deleted the branch `main` of [acme/kettle](https://bitbucket.example/acme/kettle).',
      },
      {
        topic: 'acme/kettle / v1',
        text: 'Mara Lind created the tag [v1](https://bitbucket.example/acme/kettle/branch/main).',
      },
    ],
  },
  {
    what: 'a branch of the URL',
    headers: on('repo:push'),
    query: { branches: 'heat' },
    payload: { actor, repository, push: { changes: [change, { ...change, new: { ...main, name: 'heat' } }] } },
    topic: 'acme/kettle / heat',
    text: 'Mara Lind pushed [1 commit](https://bitbucket.example/acme/kettle/branches/compare/2..1) to the branch `heat`.\n\n- Boil ([22222222](https://bitbucket.example/acme/kettle/commits/2))',
  },
  {
    what: 'a fork',
    headers: on('repo:fork'),
    payload: {
      actor,
      repository,
      fork: { full_name: 'mara/kettle', ...linked('https://bitbucket.example/mara/kettle') },
    },
    topic: 'acme/kettle',
    text: 'Mara Lind forked [acme/kettle](https://bitbucket.example/acme/kettle) as [mara/kettle](https://bitbucket.example/mara/kettle).',
  },
  {
    what: 'a renamed repository',
    headers: on('repo:updated'),
    payload: {
      actor,
      repository,
      changes: { full_name: { old: 'acme/pot', new: 'acme/kettle' }, links: { old: {}, new: {} } },
    },
    topic: 'acme/kettle',
    text: 'Mara Lind changed the repository [acme/kettle](https://bitbucket.example/acme/kettle).\n\n- **full name**: acme/pot → acme/kettle',
  },
  {
    what: 'a comment on a commit',
    headers: on('repo:commit_comment_created'),
    payload: { actor, repository, comment, commit: { hash: '2222222222', message: 'Boil' } },
    topic: 'acme/kettle',
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/acme/kettle/issues/3#comment-9) on the commit `22222222`: Boil\n\n```quote\nHot.\n```',
  },
  {
    what: 'a build',
    headers: on('repo:commit_status_updated'),
    payload: {
      actor,
      repository,
      commit_status: {
        name: 'Taste',
        state: 'SUCCESSFUL',
        url: 'https://ci.example/7',
        description: 'Good',
        links: { commit: { href: 'https://api.example/commit/222222222222' } },
      },
    },
    topic: 'acme/kettle',
    text: 'The build [Taste](https://ci.example/7) of `22222222` in [acme/kettle](https://bitbucket.example/acme/kettle): **successful**. Good',
  },
  {
    what: 'a new issue',
    headers: on('issue:created'),
    payload: { actor, repository, issue: { ...issue, assignee: { display_name: 'Jonas' } } },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'Mara Lind created [issue #3 Water stays cold](https://bitbucket.example/acme/kettle/issues/3).\n\n```quote\nSince Monday.\n```\n\n- **Assigned to**: Jonas',
  },
  {
    what: 'a changed issue',
    headers: on('issue:updated'),
    payload: {
      actor,
      repository,
      issue,
      comment: { content: { raw: null } },
      changes: {
        state: { old: 'new', new: 'open' },
        assignee: { old: null, new: { display_name: 'Jonas' } },
        content: { old: 'a', new: 'b' },
      },
    },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'Mara Lind updated [issue #3 Water stays cold](https://bitbucket.example/acme/kettle/issues/3).\n\n- state: new → open\n- assignee: none → Jonas\n- text changed',
  },
  {
    what: 'a comment on an issue',
    headers: on('issue:comment_created'),
    payload: { actor, repository, issue, comment },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/acme/kettle/issues/3#comment-9) on [issue #3 Water stays cold](https://bitbucket.example/acme/kettle/issues/3).\n\n```quote\nHot.\n```',
  },
  {
    what: 'a new pull request',
    headers: on('pullrequest:created'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind opened [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4) from `heat` into `main`.\n\n```quote\nFinally.\n```\n\n- **Reviewers**: Jonas',
  },
  {
    what: 'commits for a pull request',
    headers: on('pullrequest:updated'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind updated [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).',
  },
  {
    what: 'an approval',
    headers: on('pullrequest:approved'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind approved [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).',
  },
  {
    what: 'an approval that is taken back',
    headers: on('pullrequest:unapproved'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind took the approval from [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).',
  },
  {
    what: 'a request for changes',
    headers: on('pullrequest:changes_request_created'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind requested changes to [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).',
  },
  {
    what: 'a merged pull request',
    headers: on('pullrequest:fulfilled'),
    payload: { actor, repository, pullrequest },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind merged [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4) from `heat` into `main`.',
  },
  {
    what: 'a declined pull request',
    headers: on('pullrequest:rejected'),
    payload: { actor, repository, pullrequest: { ...pullrequest, reason: 'Too hot.' } },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind declined [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).\n\n```quote\nToo hot.\n```',
  },
  {
    what: 'a comment',
    headers: on('pullrequest:comment_created'),
    payload: { actor, repository, pullrequest, comment },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind wrote a [comment](https://bitbucket.example/acme/kettle/issues/3#comment-9) on [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).\n\n```quote\nHot.\n```',
  },
  {
    what: 'an edited comment',
    headers: on('pullrequest:comment_updated'),
    payload: { actor, repository, pullrequest, comment },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind edited a [comment](https://bitbucket.example/acme/kettle/issues/3#comment-9) on [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).\n\n```quote\nHot.\n```',
  },
  {
    what: 'a deleted comment',
    headers: on('pullrequest:comment_deleted'),
    payload: { actor, repository, pullrequest, comment },
    topic: 'acme/kettle / pull request #4 Heat it',
    text: 'Mara Lind deleted a [comment](https://bitbucket.example/acme/kettle/issues/3#comment-9) on [pull request #4 Heat it](https://bitbucket.example/acme/kettle/pull-requests/4).\n\n```quote\nHot.\n```',
  },
  {
    what: 'a pull request without a title',
    headers: on('pullrequest:approved'),
    payload: { repository, pullrequest: { id: 5 } },
    topic: 'acme/kettle / pull request #5',
    text: 'Somebody approved [pull request #5](https://bitbucket.example/acme/kettle/pull-requests/5).',
  },
  {
    what: 'a pull request without address and branches',
    headers: on('pullrequest:fulfilled'),
    payload: { actor, repository, pullrequest: { id: 5, title: 'Cool it' } },
    topic: 'acme/kettle / pull request #5 Cool it',
    text: 'Mara Lind merged [pull request #5 Cool it](https://bitbucket.example/acme/kettle/pull-requests/5) from `a branch` into `a branch`.',
  },
  {
    what: 'an issue without an address',
    headers: on('issue:created'),
    payload: { actor, repository, issue: { id: 6, title: 'Steam' } },
    topic: 'acme/kettle / issue #6 Steam',
    text: 'Mara Lind created [issue #6 Steam](https://bitbucket.example/acme/kettle/issues/6).',
  },
];
