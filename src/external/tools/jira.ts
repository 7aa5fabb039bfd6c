import { words } from '../forge.ts';
import { blocks, bullets, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

export const jira: Tool = {
  title: 'Jira',
  eventOf: inField('webhookEvent'),
  signature: hmac('X-Hub-Signature', { prefix: 'sha256=' }),
  events: {
    'jira:issue_created': writeCreated,
    'jira:issue_updated': writeUpdated,
    'jira:issue_deleted': (payload) => writeIssue(payload, 'deleted', nothing),
    comment_created: (payload) => writeComment(payload, 'wrote a comment on'),
    comment_updated: (payload) => writeComment(payload, 'edited a comment on'),
    comment_deleted: (payload) => writeComment(payload, 'deleted a comment on'),
    'jira:version_*': (payload, event) => writeNamed(payload, 'version', event),
    'sprint_*': (payload, event) => writeNamed(payload, 'sprint', event),
    'project_*': (payload, event) => writeNamed(payload, 'project', event),
  },
};

function actorOf(payload: Payload): string {
  return (
    payload.any('user.displayName', 'user.name', 'comment.updateAuthor.displayName', 'comment.author.displayName') ||
    'Somebody'
  );
}

function writeIssue(payload: Payload, what: string, details: Markdown): ToolMessage {
  const issue = payload.at('issue');
  const [key, summary] = [issue.text('key'), issue.text('fields.summary')];
  // The address of the issue's page follows from its API address.
  const page = issue.any('self').replace(/\/rest\/.*$/, `/browse/${key}`);
  const text = md`${actorOf(payload)} ${what} ${link(`${key} ${summary}`, page)}.`;
  return { topic: `${key} ${summary}`, text: blocks(text, details) };
}

function writeCreated(payload: Payload): ToolMessage {
  const fields = payload.at('issue.fields');
  const details = facts({
    Type: fields.any('issuetype.name'),
    Priority: fields.any('priority.name'),
    'Assigned to': fields.any('assignee.displayName'),
  });
  return writeIssue(payload, 'created', blocks(quote(fields.any('description')), details));
}

function writeUpdated(payload: Payload): ToolMessage {
  if (payload.has('comment')) return writeComment(payload, 'wrote a comment on');
  const changes = payload.list('changelog.items').map((item) => {
    const [before, after] = [item.any('fromString'), item.any('toString')];
    return md`${item.text('field')}: ${before || 'none'} → ${after || 'none'}`;
  });
  return writeIssue(payload, 'updated', bullets(changes));
}

function writeComment(payload: Payload, what: string): ToolMessage {
  return writeIssue(payload, what, quote(payload.any('comment.body')));
}

function writeNamed(payload: Payload, field: string, event: string): ToolMessage {
  const name = payload.text(`${field}.name`);
  const verb = words(event.replace(/^(?:jira:)?[a-z]+_/, ''));
  const actor = payload.has('user') ? actorOf(payload) : 'Jira';
  return { topic: name, text: md`${actor}: the ${field} ${name} was ${verb}.` };
}
