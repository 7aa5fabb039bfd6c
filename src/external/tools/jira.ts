import { fromDocument, isDocument } from '../atlassian-document.ts';
import { fromTo, listed, words, wordsIn } from '../forge.ts';
import { fromJira } from '../jira-text.ts';
import {
  blocks,
  bullets,
  changed,
  facts,
  joined,
  link,
  type Markdown,
  md,
  nothing,
  quoteMarkdown,
} from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const jira: Tool = {
  title: 'Jira',
  payloads: recorded('https://developer.atlassian.com/server/jira/platform/webhooks/'),
  eventOf: ({ payload }) => (payload.has('webhookEvent') ? payload.text('webhookEvent') : formerEventOf(payload)),
  signature: hmac('X-Hub-Signature', { prefix: 'sha256=' }),
  events: {
    'jira:issue_created': writeCreated,
    'jira:issue_updated': writeUpdated,
    'jira:issue_deleted': (payload) => writeIssue(payload, md`deleted`, nothing),
    comment_created: (payload) => writeComment(payload, 'wrote'),
    comment_updated: (payload) => writeComment(payload, 'edited'),
    comment_deleted: (payload) => writeComment(payload, 'deleted'),
    'issuelink_*': (payload, event) => writeLink(payload, event),
    'worklog_*': writeWork,
    'jira:worklog_updated': (payload) => writeIssue(payload, md`changed a work log of`, nothing),
    'jira:issue_moved': (payload) => writeUpdated(payload),
    'attachment_*': writeAttachment,
    'user_*': (payload, event) => writeNamed(payload, 'user', event),
    'issuetype_*': (payload, event) => writeNamed(payload, 'issuetype', event),
    'jira:version_*': (payload, event) => writeNamed(payload, 'version', event),
    'sprint_*': (payload, event) => writeNamed(payload, 'sprint', event),
    'project_*': (payload, event) => writeNamed(payload, 'project', event),
    'board_*': (payload, event) => writeNamed(payload, 'board', event),
  },
};

/** The event of a payload without a name: a workflow's own webhook, which tells a transition. */
function formerEventOf(payload: Payload): string {
  return payload.has('transition') && payload.has('issue') ? 'jira:issue_updated' : payload.text('webhookEvent');
}

function actorOf(payload: Payload): string {
  const paths = ['user', 'comment.updateAuthor', 'comment.author', 'worklog.updateAuthor', 'worklog.author'];
  return payload.any(...paths.flatMap((path) => [`${path}.displayName`, `${path}.name`])) || 'Somebody';
}

/** The link and topic of the issue; the comments of old versions only have the id of the issue, in their address. */
function issueOf(payload: Payload) {
  const issue = payload.at('issue');
  const self = issue.any('self') || payload.any('comment.self', 'worklog.self');
  const id = issue.any('id') || (/\/issue\/(\d+)/.exec(self)?.[1] ?? payload.any('worklog.issueId'));
  const key = issue.any('key') || id || issue.text('key');
  const name = listed([key, issue.any('fields.summary')], ' ');
  // The address of the issue's page follows from its API address.
  const path = issue.has('key') ? `/browse/${key}` : `/secure/ViewIssue.jspa?id=${id}`;
  const page = self.includes('/rest/') ? self.replace(/\/rest\/.*$/, path) : '';
  return { shown: link(name, page), topic: issue.has('key') ? name : `issue ${name}` };
}

function writeIssue(payload: Payload, what: Markdown, details: Markdown): ToolMessage {
  const { shown, topic } = issueOf(payload);
  return { topic, text: blocks(md`${actorOf(payload)} ${what} ${shown}.`, details) };
}

function writeCreated(payload: Payload): ToolMessage {
  const fields = payload.at('issue.fields');
  const details = facts({
    Type: fields.any('issuetype.name'),
    Priority: fields.any('priority.name'),
    'Assigned to': fields.any('assignee.displayName', 'assignee.name'),
  });
  const description = quoteMarkdown(textAt(fields, 'description'));
  return writeIssue(payload, md`created`, blocks(description, details));
}

/** Names that Jira Server gives to a change of an issue that is a comment. */
const commentVerbs: Readonly<Record<string, string>> = {
  issue_commented: 'wrote',
  issue_comment_edited: 'edited',
  issue_comment_deleted: 'deleted',
};

function writeUpdated(payload: Payload): ToolMessage {
  const changes = bullets([...transitionOf(payload), ...payload.list('changelog.items').map(writeChange)]);
  const verb = wordsIn(commentVerbs, payload.any('issue_event_type_name'), payload.has('comment.body') ? 'wrote' : '');
  if (verb === '') {
    const { shown, topic } = issueOf(payload);
    return { topic, text: blocks(changed(md`${actorOf(payload)} updated ${shown}`, changes), commentIn(payload)) };
  }
  const { topic, text } = writeComment(payload, verb);
  return { topic, text: blocks(text, changes) };
}

function transitionOf(payload: Payload): Markdown[] {
  const change = payload.at('transition');
  return change.has('to_status') ? [md`status: ${fromTo(change.any('from_status'), change.any('to_status'))}`] : [];
}

function writeChange(item: Payload): Markdown {
  return md`${item.any('field', 'fieldId') || 'field'}: ${fromTo(item.any('fromString', 'from'), item.any('toString', 'to'))}`;
}

/** What a person wrote, at the first of these paths: Jira's markup, or a document. */
function textAt(payload: Payload, ...paths: string[]): Markdown {
  const document = paths.map((path) => payload.at(path)).find(({ value }) => isDocument(value));
  return document ? fromDocument(document) : fromJira(payload.any(...paths));
}

// A transition has the text of its comment alone.
function commentIn(payload: Payload): Markdown {
  return quoteMarkdown(textAt(payload, 'comment', 'comment.body'));
}

function writeComment(payload: Payload, verb: string): ToolMessage {
  const { shown, topic } = issueOf(payload);
  const text = md`${actorOf(payload)} ${verb} a comment on ${shown}.`;
  return { topic, text: blocks(text, commentIn(payload)) };
}

function writeWork(payload: Payload, event: string): ToolMessage {
  const verb = words(event.replace('worklog_', ''));
  const details = facts({ Time: payload.any('worklog.timeSpent') });
  const text = writeIssue(payload, md`${verb} a work log of`, nothing);
  return {
    topic: text.topic,
    text: blocks(text.text, details, quoteMarkdown(textAt(payload, 'worklog.comment'))),
  };
}

// The event names no issue.
function writeAttachment(payload: Payload, event: string): ToolMessage {
  const file = payload.at('attachment');
  const author = file.any('author.displayName', 'author.name') || 'Somebody';
  const shown = link(file.text('filename'), file.any('content'));
  const verb = words(event.replace('attachment_', ''));
  return { topic: 'attachments', text: md`${author}: the attachment ${shown} was ${verb}.` };
}

// The event has only the ids of both issues.
function writeLink(payload: Payload, event: string): ToolMessage {
  const [from, to] = [payload.text('issueLink.sourceIssueId'), payload.text('issueLink.destinationIssueId')];
  const type = payload.any('issueLink.issueLinkType.name') || 'link';
  const verb = words(event.replace('issuelink_', ''));
  return { topic: `issue ${from}`, text: md`Jira: the link “${type}” from issue ${from} to issue ${to} was ${verb}.` };
}

function writeNamed(payload: Payload, field: string, event: string): ToolMessage {
  const name = payload.any(`${field}.displayName`) || payload.text(`${field}.name`);
  const self = payload.any(`${field}.self`);
  const key = payload.any(`${field}.key`);
  const page = key !== '' && self.includes('/rest/') ? self.replace(/\/rest\/.*$/, `/browse/${key}`) : '';
  const verb = words(event.replace(/^(?:jira:)?[a-z]+_/, ''));
  const actor = payload.has('user') && field !== 'user' ? actorOf(payload) : 'Jira';
  const text = joined([
    md`${actor}: the ${field === 'issuetype' ? 'issue type' : field}`,
    link(name, page),
    md`was ${verb}.`,
  ]);
  return { topic: name, text };
}
