import type { Example } from './example.ts';

const actor = { id: '1', type: 'user', name: 'Mara Lind' };
const url = 'https://linear.example/acme/issue/TEA-7';
const issue = {
  id: 'x',
  identifier: 'TEA-7',
  number: 7,
  title: 'Water stays cold',
  description: 'Since Monday.',
  priorityLabel: 'High',
  state: { name: 'Todo' },
  team: { key: 'TEA' },
  assignee: { name: 'Jonas Berg' },
};

export const linear: readonly Example[] = [
  {
    what: 'a new issue',
    payload: { action: 'create', type: 'Issue', actor, data: issue, url },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind created [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n```quote\nSince Monday.\n```\n\n- **State**: Todo\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'a changed issue',
    payload: {
      action: 'update',
      type: 'Issue',
      actor,
      data: { ...issue, state: { name: 'Done' } },
      updatedFrom: { stateId: 'y' },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **State**: Done\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'a deleted issue',
    payload: {
      action: 'remove',
      type: 'Issue',
      actor,
      data: { id: 'x', number: 7, title: 'Water stays cold', team: { key: 'TEA' } },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind deleted [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).',
  },
  {
    what: 'a comment',
    payload: {
      action: 'create',
      type: 'Comment',
      actor,
      data: { body: 'I see it too.', issue: { title: 'Water stays cold', identifier: 'TEA-7' } },
      url: `${url}#comment-1`,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a [comment](https://linear.example/acme/issue/TEA-7#comment-1) on TEA-7 Water stays cold.\n\n```quote\nI see it too.\n```',
  },
  {
    what: 'a project',
    payload: {
      action: 'create',
      type: 'Project',
      actor,
      data: { name: 'Better tea', description: 'For all.' },
      url: 'https://linear.example/p/1',
    },
    topic: 'Better tea',
    text: 'Mara Lind created the project [Better tea](https://linear.example/p/1).\n\n```quote\nFor all.\n```',
  },
  {
    what: 'an update of a project',
    payload: {
      action: 'create',
      type: 'ProjectUpdate',
      actor,
      data: { body: 'Nearly.', health: 'onTrack', project: { name: 'Better tea' } },
      url: 'https://linear.example/p/1/u',
    },
    topic: 'Better tea',
    text: 'Mara Lind created an [update](https://linear.example/p/1/u) of Better tea.\n\n- **Health**: on track\n\n```quote\nNearly.\n```',
  },
];
