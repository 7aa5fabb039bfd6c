import type { Example } from './example.ts';

const user = { displayName: 'Mara Lind' };
const issue = {
  id: '10001',
  key: 'TEA-7',
  self: 'https://acme.jira.example/rest/api/2/issue/10001',
  fields: {
    summary: 'Water stays cold',
    description: 'Since Monday.',
    issuetype: { name: 'Bug' },
    priority: { name: 'High' },
    assignee: { displayName: 'Jonas Berg' },
  },
};
const comment = { body: 'I see it too.', author: user, updateAuthor: user };

export const jira: readonly Example[] = [
  {
    what: 'a new issue',
    payload: { webhookEvent: 'jira:issue_created', issue_event_type_name: 'issue_created', user, issue },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind created [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\nSince Monday.\n```\n\n- **Type**: Bug\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'a changed issue',
    payload: {
      webhookEvent: 'jira:issue_updated',
      user,
      issue,
      changelog: {
        items: [
          { field: 'status', fromString: 'To Do', toString: 'Done' },
          { field: 'assignee', fromString: null, toString: 'Mara Lind' },
        ],
      },
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind updated [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n- status: To Do → Done\n- assignee: none → Mara Lind',
  },
  {
    what: 'a deleted issue',
    payload: { webhookEvent: 'jira:issue_deleted', user, issue },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind deleted [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).',
  },
  {
    what: 'a comment',
    payload: { webhookEvent: 'comment_created', comment, issue },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\nI see it too.\n```',
  },
  {
    what: 'a comment that comes with a change',
    payload: { webhookEvent: 'jira:issue_updated', user, issue, comment },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\nI see it too.\n```',
  },
  {
    what: 'a sprint',
    payload: { webhookEvent: 'sprint_started', sprint: { id: 1, name: 'Sprint 9', state: 'active' } },
    topic: 'Sprint 9',
    text: 'Jira: the sprint Sprint 9 was started.',
  },
  {
    what: 'a released version',
    payload: { webhookEvent: 'jira:version_released', version: { name: '2.0', released: true } },
    topic: '2.0',
    text: 'Jira: the version 2.0 was released.',
  },
];
