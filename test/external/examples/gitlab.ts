import type { Example } from './example.ts';

const page = 'https://gitlab.example/acme/kettle';
const project = { path_with_namespace: 'acme/kettle', name: 'kettle', web_url: page };
const user = { name: 'Mara Lind', username: 'mara' };

export const gitlab: readonly Example[] = [
  {
    what: 'a push',
    headers: { 'X-Gitlab-Event': 'Push Hook' },
    payload: {
      object_kind: 'push',
      before: '1111',
      after: '2222',
      ref: 'refs/heads/main',
      user_name: 'Mara Lind',
      project,
      commits: [{ id: 'abcdef0123456', message: 'Add a lid\n', url: `${page}/-/commit/abcdef0` }],
      total_commits_count: 24,
    },
    topic: 'acme/kettle / main',
    text: 'Mara Lind pushed [24 commits](https://gitlab.example/acme/kettle/-/compare/1111...2222) to the branch `main`.\n\n- Add a lid ([abcdef01](https://gitlab.example/acme/kettle/-/commit/abcdef0))',
  },
  {
    what: 'a deleted tag',
    payload: {
      object_kind: 'tag_push',
      before: '1111',
      after: '0000',
      ref: 'refs/tags/v1',
      user_name: 'Mara Lind',
      project,
      commits: [],
    },
    topic: 'acme/kettle / v1',
    text: 'Mara Lind deleted the tag `v1`.',
  },
  {
    what: 'a new issue',
    payload: {
      object_kind: 'issue',
      user,
      project,
      object_attributes: {
        iid: 3,
        title: 'Water stays cold',
        url: `${page}/-/issues/3`,
        action: 'open',
        description: 'Since Monday.',
      },
    },
    topic: 'acme/kettle / issue #3 Water stays cold',
    text: 'Mara Lind opened [issue #3 Water stays cold](https://gitlab.example/acme/kettle/-/issues/3).\n\n```quote\nSince Monday.\n```',
  },
  {
    what: 'a new merge request',
    payload: {
      object_kind: 'merge_request',
      user,
      project,
      object_attributes: {
        iid: 4,
        title: 'Heat it',
        url: `${page}/-/merge_requests/4`,
        action: 'open',
        source_branch: 'heat',
        target_branch: 'main',
        description: null,
      },
    },
    topic: 'acme/kettle / merge request !4 Heat it',
    text: 'Mara Lind opened [merge request !4 Heat it](https://gitlab.example/acme/kettle/-/merge_requests/4), from `heat` into `main`.',
  },
  {
    what: 'an approved merge request',
    payload: {
      object_kind: 'merge_request',
      user,
      project,
      object_attributes: { iid: 4, title: 'Heat it', url: `${page}/-/merge_requests/4`, action: 'approved' },
    },
    topic: 'acme/kettle / merge request !4 Heat it',
    text: 'Mara Lind approved [merge request !4 Heat it](https://gitlab.example/acme/kettle/-/merge_requests/4).',
  },
  {
    what: 'a note on a merge request',
    payload: {
      object_kind: 'note',
      user,
      project,
      object_attributes: { note: 'Too hot.', noteable_type: 'MergeRequest', url: `${page}/-/merge_requests/4#note_1` },
      merge_request: { iid: 4, title: 'Heat it', url: `${page}/-/merge_requests/4` },
    },
    topic: 'acme/kettle / merge request !4 Heat it',
    text: 'Mara Lind wrote a [comment](https://gitlab.example/acme/kettle/-/merge_requests/4#note_1) on [merge request !4 Heat it](https://gitlab.example/acme/kettle/-/merge_requests/4).\n\n```quote\nToo hot.\n```',
  },
  {
    what: 'a note on a commit',
    payload: {
      object_kind: 'note',
      user,
      project,
      object_attributes: { note: 'Why?', noteable_type: 'Commit', url: `${page}/-/commit/abc#note_1` },
      commit: { message: 'Add a lid', url: `${page}/-/commit/abc` },
    },
    topic: 'acme/kettle',
    text: 'Mara Lind wrote a [comment](https://gitlab.example/acme/kettle/-/commit/abc#note_1) on the commit [Add a lid](https://gitlab.example/acme/kettle/-/commit/abc).\n\n```quote\nWhy?\n```',
  },
  {
    what: 'a page of a wiki',
    payload: {
      object_kind: 'wiki_page',
      user,
      project,
      object_attributes: { title: 'Tea', url: `${page}/-/wikis/tea`, action: 'update', message: 'Milk first' },
    },
    topic: 'acme/kettle',
    text: 'Mara Lind changed the page [Tea](https://gitlab.example/acme/kettle/-/wikis/tea) of the wiki.\n\n```quote\nMilk first\n```',
  },
  {
    what: 'a pipeline',
    payload: {
      object_kind: 'pipeline',
      user,
      project,
      object_attributes: { id: 31, ref: 'main', status: 'failed' },
      commit: { message: 'Add a lid', url: `${page}/-/commit/abc` },
    },
    topic: 'acme/kettle / main',
    text: 'The [pipeline #31](https://gitlab.example/acme/kettle/-/pipelines/31) of `main`: **failed**. [Add a lid](https://gitlab.example/acme/kettle/-/commit/abc)',
  },
  {
    what: 'a job',
    payload: {
      object_kind: 'build',
      ref: 'main',
      build_id: 7,
      build_name: 'brew',
      build_stage: 'test',
      build_status: 'success',
      project_name: 'acme / kettle',
      project: { web_url: page },
    },
    topic: 'acme / kettle / main',
    text: 'The [job brew](https://gitlab.example/acme/kettle/-/jobs/7) (test) of `main`: **success**.',
  },
  {
    what: 'a release',
    payload: {
      object_kind: 'release',
      action: 'create',
      name: 'First kettle',
      tag: 'v1',
      url: `${page}/-/releases/v1`,
      description: 'Boils.',
      project,
    },
    topic: 'acme/kettle',
    text: 'Somebody created the release [First kettle](https://gitlab.example/acme/kettle/-/releases/v1) of `v1`.\n\n```quote\nBoils.\n```',
  },
];
