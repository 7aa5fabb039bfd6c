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
  {
    what: 'an edited comment of a server',
    payload: {
      webhookEvent: 'jira:issue_updated',
      issue_event_type_name: 'issue_comment_edited',
      user,
      issue,
      comment: { body: '*Hot* {{101}} [log|https://log.example]' },
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind edited a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\n**Hot** `101` [log](https://log.example)\n```',
  },
  {
    what: 'a deleted comment of a server',
    payload: { webhookEvent: 'jira:issue_updated', issue_event_type_name: 'issue_comment_deleted', user, issue },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind deleted a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).',
  },
  {
    what: 'a comment of a server',
    payload: {
      webhookEvent: 'jira:issue_updated',
      issue_event_type_name: 'issue_commented',
      user,
      issue,
      comment: { body: 'Hot.' },
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\nHot.\n```',
  },
  {
    what: 'a change of another kind with a comment',
    payload: {
      webhookEvent: 'jira:issue_updated',
      issue_event_type_name: 'issue_assigned',
      user,
      issue,
      comment: { body: 'Yours.' },
      changelog: { items: [{ field: 'assignee', fromString: 'Jonas', toString: 'Ida' }] },
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\nYours.\n```\n\n- assignee: Jonas → Ida',
  },
  {
    what: 'an edited comment of the cloud',
    payload: { webhookEvent: 'comment_updated', issue, comment: { ...comment, body: 'h1. Tea\n* green' } },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind edited a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\n# Tea\n- green\n```',
  },
  {
    what: 'a comment without its issue',
    payload: {
      webhookEvent: 'comment_created',
      comment: { ...comment, self: 'https://acme.jira.example/rest/api/2/issue/10001/comment/5' },
    },
    topic: 'issue 10001',
    text: 'Mara Lind wrote a comment on [10001](https://acme.jira.example/secure/ViewIssue.jspa?id=10001).\n\n```quote\nI see it too.\n```',
  },
  {
    what: 'a deleted comment without its issue',
    payload: {
      webhookEvent: 'comment_deleted',
      comment: { ...comment, self: 'https://acme.jira.example/rest/api/2/issue/10001/comment/5' },
    },
    topic: 'issue 10001',
    text: 'Mara Lind deleted a comment on [10001](https://acme.jira.example/secure/ViewIssue.jspa?id=10001).\n\n```quote\nI see it too.\n```',
  },
  {
    what: 'a transition that a workflow tells',
    payload: {
      transition: { transitionName: 'Boil', from_status: 'Cold', to_status: 'Hot' },
      comment: 'It *boils*.',
      user,
      issue,
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind updated [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n- status: Cold → Hot\n\n```quote\nIt **boils**.\n```',
  },
  {
    what: 'a transition without a comment',
    payload: { transition: { from_status: 'Cold', to_status: 'Hot' }, comment: '', user, issue },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind updated [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n- status: Cold → Hot',
  },
  {
    what: 'a description with markup',
    payload: {
      webhookEvent: 'jira:issue_created',
      user,
      issue: { ...issue, fields: { ...issue.fields, description: '{code:sh}\nboil\n{code}' } },
    },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind created [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n````quote\n```sh\nboil\n```\n````\n\n- **Type**: Bug\n- **Priority**: High\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'an issue without a summary',
    payload: { webhookEvent: 'jira:issue_deleted', user, issue: { ...issue, fields: null } },
    topic: 'TEA-7',
    text: 'Mara Lind deleted [TEA-7](https://acme.jira.example/browse/TEA-7).',
  },
  {
    what: 'a link of two issues',
    payload: {
      webhookEvent: 'issuelink_created',
      issueLink: { sourceIssueId: 10001, destinationIssueId: 10002, issueLinkType: { name: 'Blocks' } },
    },
    topic: 'issue 10001',
    text: 'Jira: the link “Blocks” from issue 10001 to issue 10002 was created.',
  },
  {
    what: 'logged work',
    payload: {
      webhookEvent: 'worklog_created',
      worklog: {
        self: 'https://acme.jira.example/rest/api/2/issue/10001/worklog/4',
        issueId: '10001',
        author: user,
        timeSpent: '2h',
        comment: 'Boiled.',
      },
    },
    topic: 'issue 10001',
    text: 'Mara Lind created a work log of [10001](https://acme.jira.example/secure/ViewIssue.jspa?id=10001).\n\n- **Time**: 2h\n\n```quote\nBoiled.\n```',
  },
  {
    what: 'a project',
    payload: {
      webhookEvent: 'project_created',
      user,
      project: { name: 'Tea', key: 'TEA', self: 'https://acme.jira.example/rest/api/2/project/1' },
    },
    topic: 'Tea',
    text: 'Mara Lind: the project [Tea](https://acme.jira.example/browse/TEA) was created.',
  },
  {
    what: 'the words of other people, which mention nobody',
    payload: { webhookEvent: 'comment_created', issue, comment: { ...comment, body: '@**all** [~ida] *x*' } },
    topic: 'TEA-7 Water stays cold',
    text: 'Mara Lind wrote a comment on [TEA-7 Water stays cold](https://acme.jira.example/browse/TEA-7).\n\n```quote\n@∗∗all∗∗ @ida **x**\n```',
  },
];
