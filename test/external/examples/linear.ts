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
    text: 'Mara Lind created the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n```quote\nSince Monday.\n```\n\n- **State**: Todo\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
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
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **State**: Done',
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
    text: 'Mara Lind deleted the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).',
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
    text: 'Mara Lind wrote a [comment](https://linear.example/acme/issue/TEA-7#comment-1) on [issue TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n```quote\nI see it too.\n```',
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
  {
    what: 'another title',
    payload: {
      action: 'update',
      type: 'Issue',
      actor,
      data: issue,
      updatedFrom: { updatedAt: 'x', title: 'Cold' },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **Title**: Cold → Water stays cold',
  },
  {
    what: 'another priority',
    payload: { action: 'update', type: 'Issue', actor, data: issue, updatedFrom: { updatedAt: 'x', priority: 0 }, url },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **Priority**: No priority → High',
  },
  {
    what: 'another person',
    payload: {
      action: 'update',
      type: 'Issue',
      actor,
      data: issue,
      updatedFrom: { updatedAt: 'x', assigneeId: null },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'labels and a date',
    payload: {
      action: 'update',
      type: 'Issue',
      actor,
      data: { ...issue, labels: [{ name: 'hot' }, { name: 'new' }], dueDate: '2026-03-02' },
      updatedFrom: { updatedAt: 'x', labelIds: [], dueDate: null },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **Labels**: hot, new\n- **Due date**: none → 2026-03-02',
  },
  {
    what: 'nobody, and another description',
    payload: {
      action: 'update',
      type: 'Issue',
      actor,
      data: { ...issue, assignee: null },
      updatedFrom: { updatedAt: 'x', assigneeId: 'x', description: 'y' },
      url,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind changed the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n- **Assigned to**: none\n- **Description**: changed',
  },
  {
    what: 'a sub-issue',
    payload: { action: 'create', type: 'Issue', actor, data: { ...issue, parentId: 'y' }, url },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind created the sub-issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n```quote\nSince Monday.\n```\n\n- **State**: Todo\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'an issue without an identifier',
    payload: { action: 'remove', type: 'Issue', actor, data: { ...issue, identifier: undefined } },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind deleted the issue TEA-7 Water stays cold.\n\n- **State**: Todo\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'a comment on an issue that only its address names',
    payload: {
      action: 'update',
      type: 'Comment',
      data: { body: 'Hot.', issueId: 'x', issue: { id: 'x', title: 'Water stays cold' }, user: { name: 'Ida' } },
      url: `${url}#comment-2`,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Ida edited a [comment](https://linear.example/acme/issue/TEA-7#comment-2) on [issue TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).\n\n```quote\nHot.\n```',
  },
  {
    what: 'a deleted comment on an issue without an address',
    payload: {
      action: 'remove',
      type: 'Comment',
      data: { body: 'Hot.', issueId: 'x', issue: { id: 'x', title: 'Water stays cold' }, user: { name: 'Ida' } },
    },
    topic: 'Water stays cold',
    text: 'Ida deleted a comment on issue Water stays cold.\n\n```quote\nHot.\n```',
  },
  {
    what: 'an emoji',
    payload: { action: 'create', type: 'Reaction', actor, data: { emoji: 'tea', issue }, url },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind gave the emoji `tea` on [issue TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7).',
  },
  {
    what: 'an agreed time that has passed',
    payload: { action: 'breached', type: 'IssueSLA', issueData: issue, url },
    topic: 'TEA-7 Water stays cold',
    text: 'The agreed time of the issue [TEA-7 Water stays cold](https://linear.example/acme/issue/TEA-7): **breached**.',
  },
];
