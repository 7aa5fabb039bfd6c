import { fromTo, listed, words, wordsIn } from '../forge.ts';
import { blocks, bold, changed, code, facts, firstLine, link, type Markdown, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

export const linear: Tool = {
  title: 'Linear',
  payloads: recorded('https://linear.app/developers/webhooks'),
  eventOf: inField('type'),
  signature: hmac('Linear-Signature'),
  events: {
    Issue: writeIssue,
    Comment: writeComment,
    Project: (payload) => writeNamed(payload, 'project'),
    ProjectUpdate: writeUpdate,
    Cycle: (payload) => writeNamed(payload, 'cycle'),
    InitiativeUpdate: writeUpdate,
    Customer: (payload) => writeNamed(payload, 'customer'),
    CustomerNeed: writeNeed,
    CustomerRequest: writeNeed,
    ProjectLabel: (payload) => writeNamed(payload, 'label'),
    IssueLabel: (payload) => writeNamed(payload, 'label'),
    Document: (payload) => writeNamed(payload, 'document'),
    Initiative: (payload) => writeNamed(payload, 'initiative'),
    ProjectMilestone: (payload) => writeNamed(payload, 'milestone'),
    IssueSLA: writeDeadline,
    Reaction: writeReaction,
    Attachment: writeAttachment,
  },
};

const verbs: Readonly<Record<string, string>> = { create: 'created', update: 'changed', remove: 'deleted' };

function verbOf(payload: Payload): string {
  const action = payload.text('action');
  return wordsIn(verbs, action);
}

function actorOf(payload: Payload): string {
  return payload.any('actor.name', 'data.user.name', 'data.creator.name') || 'Somebody';
}

/** The identifier of an issue, such as TEA-7; also from the address of its page; empty if unknown. */
function keyOf(issue: Payload, url: string): string {
  const [team, number] = [issue.any('team.key'), issue.any('number')];
  const key = team === '' || number === '' ? '' : `${team}-${number}`;
  return issue.any('identifier') || key || (/\/issue\/([A-Z0-9_]+-\d+)/i.exec(url)?.[1] ?? '');
}

function nameOfIssue(issue: Payload, url: string): string {
  return listed([keyOf(issue, url), issue.any('title')], ' ');
}

function writeIssue(payload: Payload): ToolMessage {
  const issue = payload.at('data');
  const url = payload.any('url') || issue.any('url');
  const topic = nameOfIssue(issue, url) || issue.text('title');
  const kind = issue.has('parentId') || issue.has('parent') ? 'sub-issue' : 'issue';
  const text = md`${actorOf(payload)} ${verbOf(payload)} the ${kind} ${link(topic, url)}`;
  if (payload.text('action') !== 'create') return { topic, text: changed(text, changesOf(payload)) };
  return { topic, text: blocks(md`${text}.`, quote(issue.any('description')), stateOf(issue)) };
}

function stateOf(issue: Payload): Markdown {
  return facts({
    State: issue.any('state.name'),
    Priority: issue.any('priorityLabel'),
    'Assigned to': issue.any('assignee.name'),
  });
}

const priorities = ['No priority', 'Urgent', 'High', 'Medium', 'Low'];

/** The fields that the payload says are new; of some, it has only the id of the value before. */
function changesOf(payload: Payload): Markdown {
  const [before, issue] = [payload.at('updatedFrom'), payload.at('data')];
  const moved = (field: string, after: string, old = before.any(field)) => {
    return before.owns(field) ? fromTo(old, after) : '';
  };
  const now = (field: string, after: string) => (before.owns(field) ? after || 'none' : '');
  const labels = issue.list('labels').map((label) => label.any('name'));
  return facts({
    Title: moved('title', issue.any('title')),
    State: now('stateId', issue.any('state.name')),
    Priority: moved('priority', issue.any('priorityLabel'), priorities[Number(before.any('priority'))]),
    'Assigned to': now('assigneeId', issue.any('assignee.name')),
    Labels: now('labelIds', listed(labels)),
    'Due date': moved('dueDate', issue.any('dueDate')),
    Estimate: moved('estimate', issue.any('estimate')),
    Cycle: now('cycleId', issue.any('cycle.name', 'cycle.number')),
    Project: now('projectId', issue.any('project.name')),
    Description: before.owns('description') ? 'changed' : '',
  });
}

/** The link and topic of the thing with a comment. */
function commentedOf(comment: Payload, url: string) {
  if (comment.has('issue') || comment.has('issueId')) {
    const name = nameOfIssue(comment.at('issue'), url) || comment.text('issue.title');
    return { shown: link(`issue ${name}`, url.replace(/#.*$/, '')), topic: name };
  }
  const title = comment.any('projectUpdate.project.name', 'documentContent.document.title') || 'Linear';
  return { shown: md`${title}`, topic: title };
}

function writeComment(payload: Payload): ToolMessage {
  const comment = payload.at('data');
  const url = payload.any('url');
  const { shown, topic } = commentedOf(comment, url);
  const verb = wordsIn({ create: 'wrote', update: 'edited', remove: 'deleted' }, payload.text('action'), 'changed');
  const text = md`${actorOf(payload)} ${verb} a ${link('comment', url)} on ${shown}.`;
  return { topic, text: blocks(text, quote(comment.any('body'))) };
}

function writeReaction(payload: Payload): ToolMessage {
  const reaction = payload.at('data');
  const url = payload.any('url');
  const thing = reaction.has('comment.issue') ? reaction.at('comment') : reaction;
  const { shown, topic } = commentedOf(thing, url);
  const verb = payload.text('action') === 'remove' ? 'took back' : 'gave';
  return { topic, text: md`${actorOf(payload)} ${verb} the emoji ${code(reaction.text('emoji'))} on ${shown}.` };
}

function writeAttachment(payload: Payload): ToolMessage {
  const attachment = payload.at('data');
  const { shown, topic } = commentedOf(attachment, payload.any('url'));
  const file = link(attachment.text('title'), attachment.any('url'));
  return { topic, text: md`${actorOf(payload)} ${verbOf(payload)} the attachment ${file} of ${shown}.` };
}

function writeDeadline(payload: Payload): ToolMessage {
  const issue = payload.has('issueData') ? payload.at('issueData') : payload.at('data');
  const url = payload.any('url') || issue.any('url');
  const topic = nameOfIssue(issue, url) || issue.text('title');
  return { topic, text: md`The agreed time of the issue ${link(topic, url)}: ${bold(words(payload.text('action')))}.` };
}

function writeNamed(payload: Payload, kind: string): ToolMessage {
  const thing = payload.at('data');
  const name = thing.any('name', 'title') || `${kind} ${thing.any('number') || thing.text('id')}`;
  const text = md`${actorOf(payload)} ${verbOf(payload)} the ${kind} ${link(name, payload.any('url'))}.`;
  return { topic: name, text: blocks(text, quote(thing.any('description'))) };
}

function writeUpdate(payload: Payload): ToolMessage {
  const update = payload.at('data');
  const project = update.any('project.name', 'initiative.name') || update.text('project.name');
  const health = facts({ Health: words(update.any('health')) });
  const text = md`${actorOf(payload)} ${verbOf(payload)} an ${link('update', payload.any('url'))} of ${firstLine(project)}.`;
  return { topic: project, text: blocks(text, health, quote(update.any('body'))) };
}

/** What a customer asks for, in the topic of the issue or project that it became. */
function writeNeed(payload: Payload): ToolMessage {
  const need = payload.at('data');
  const issue = nameOfIssue(need.at('issue'), payload.any('url'));
  const topic = issue || need.any('project.name', 'customer.name') || need.text('customer.name');
  const customer = need.any('customer.name') || 'a customer';
  const shown = link('request', payload.any('url') || need.any('issue.url'));
  const text = md`${actorOf(payload)} ${verbOf(payload)} a ${shown} of ${customer} about ${topic}.`;
  return { topic, text: blocks(text, quote(need.any('body'))) };
}
