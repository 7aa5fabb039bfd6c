import type { Example } from './example.ts';

const common = {
  id: '1',
  happened_at: '2026-03-01T10:00:00Z',
  webhook: { id: '2', name: 'to chat' },
  project: { name: 'kettle', slug: 'github/acme/kettle' },
  organization: { name: 'acme' },
};
const vcs = {
  branch: 'main',
  revision: 'abcdef0123456',
  commit: { subject: 'Add a lid', author: { name: 'Mara Lind' } },
};
const workflow = { name: 'test', url: 'https://circleci.example/w/7', status: 'failed' };

export const circleci: readonly Example[] = [
  {
    what: 'a test',
    payload: { ...common, type: 'ping' },
    topic: 'CircleCI',
    text: 'The webhook to chat of CircleCI works.',
  },
  {
    what: 'a workflow',
    payload: { ...common, type: 'workflow-completed', workflow, pipeline: { number: 9, vcs } },
    topic: 'kettle / main',
    text: 'The [workflow test #9](https://circleci.example/w/7) of `main`: **failed**.\n\nAdd a lid (`abcdef01`, Mara Lind)',
  },
  {
    what: 'a job',
    payload: {
      ...common,
      type: 'job-completed',
      job: { name: 'brew', number: 3, status: 'success' },
      workflow,
      pipeline: { vcs },
    },
    topic: 'kettle / main',
    text: 'The [job brew](https://circleci.example/w/7) of `main`: **success**.\n\nAdd a lid (`abcdef01`, Mara Lind)',
  },
  {
    what: 'a workflow of a tag',
    payload: { ...common, type: 'workflow-completed', workflow, pipeline: { vcs: { tag: 'v1' } } },
    topic: 'kettle / v1',
    text: 'The [workflow test](https://circleci.example/w/7) of `v1`: **failed**.',
  },
  {
    what: 'a workflow without a repository',
    payload: { ...common, type: 'workflow-completed', workflow: { ...workflow, status: 'canceled' } },
    topic: 'kettle',
    text: 'The [workflow test](https://circleci.example/w/7): **canceled**.',
  },
  {
    what: 'a job of GitLab',
    payload: {
      ...common,
      type: 'job-completed',
      workflow,
      job: { name: 'boil', status: 'success' },
      pipeline: {
        number: 3,
        trigger_parameters: {
          git: { branch: 'main', checkout_sha: 'abcdef0123' },
          gitlab: { commit_title: 'Add a lid', commit_author_name: 'Mara Lind' },
        },
      },
    },
    topic: 'kettle / main',
    text: 'The [job boil #3](https://circleci.example/w/7) of `main`: **success**.\n\nAdd a lid (`abcdef01`, Mara Lind)',
  },
  {
    what: 'a tag of GitLab',
    payload: {
      ...common,
      type: 'workflow-completed',
      workflow,
      pipeline: { number: 4, trigger_parameters: { git: { branch: '', tag: 'v2', checkout_sha: 'abcdef0123' } } },
    },
    topic: 'kettle / v2',
    text: 'The [workflow test #4](https://circleci.example/w/7) of `v2`: **failed**.',
  },
  {
    what: 'a branch of the app for GitHub',
    payload: {
      ...common,
      type: 'workflow-completed',
      workflow,
      pipeline: {
        number: 5,
        trigger_parameters: { github_app: { branch: 'heat', checkout_sha: 'abcdef0123', commit_title: 'Heat it' } },
      },
    },
    topic: 'kettle / heat',
    text: 'The [workflow test #5](https://circleci.example/w/7) of `heat`: **failed**.\n\nHeat it (`abcdef01`)',
  },
  {
    what: 'a workflow without a page',
    payload: {
      ...common,
      type: 'workflow-completed',
      workflow: { name: 'test', status: 'success' },
      pipeline: { number: 6 },
    },
    topic: 'kettle',
    text: 'The [workflow test #6](https://app.circleci.com/pipelines/github/acme/kettle): **success**.',
  },
  {
    what: 'a workflow without a status',
    payload: { ...common, type: 'workflow-completed', workflow: { name: 'test' }, pipeline: { number: 8 } },
    topic: 'kettle',
    text: 'The [workflow test #8](https://app.circleci.com/pipelines/github/acme/kettle): **unknown**.',
  },
];
