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
    text: 'The [workflow test](https://circleci.example/w/7) of `main`: **failed**.\n\nAdd a lid (`abcdef01`, Mara Lind)',
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
];
