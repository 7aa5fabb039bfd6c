import type { Example } from './example.ts';

const job = { name: 'kettle', display_name: 'Kettle', url: 'job/kettle/' };
const build = { full_url: 'https://jenkins.example/job/kettle/5/', number: 5, queue_id: 9, url: 'job/kettle/5/' };
const scm = { url: 'https://git.example/kettle.git', branch: 'origin/main', commit: 'abcdef0123456' };

export const jenkins: readonly Example[] = [
  {
    what: 'a build in the queue',
    payload: { ...job, build: { ...build, phase: 'QUEUED' } },
    topic: 'Kettle',
    text: 'The [build #5](https://jenkins.example/job/kettle/5/) of Kettle: **queued**.',
  },
  {
    what: 'a start',
    payload: { ...job, build: { ...build, phase: 'STARTED', scm } },
    topic: 'Kettle',
    text: 'The [build #5](https://jenkins.example/job/kettle/5/) of Kettle from `origin/main` at `abcdef01`: **started**.',
  },
  {
    what: 'a failure',
    payload: { ...job, build: { ...build, phase: 'COMPLETED', status: 'FAILURE', scm } },
    topic: 'Kettle',
    text: 'The [build #5](https://jenkins.example/job/kettle/5/) of Kettle from `origin/main` at `abcdef01`: completed with **failure**.',
  },
  {
    what: 'an end with notes',
    payload: { ...job, build: { ...build, phase: 'FINALIZED', status: 'SUCCESS', notes: 'Still warm.' } },
    topic: 'Kettle',
    text: 'The [build #5](https://jenkins.example/job/kettle/5/) of Kettle: finalized with **success**.\n\n```quote\nStill warm.\n```',
  },
  {
    what: 'a job without a display name',
    payload: { name: 'teapot', build: { ...build, phase: 'COMPLETED', status: 'UNSTABLE' } },
    topic: 'teapot',
    text: 'The [build #5](https://jenkins.example/job/kettle/5/) of teapot: completed with **unstable**.',
  },
];
