import { words, wordsIn } from '../forge.ts';
import { blocks, facts, firstLine, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inField, type Tool, type ToolMessage } from '../tool.ts';

export const linear: Tool = {
  title: 'Linear',
  eventOf: inField('type'),
  signature: hmac('Linear-Signature'),
  events: {
    Issue: writeIssue,
    Comment: writeComment,
    Project: (payload) => writeNamed(payload, 'project'),
    ProjectUpdate: writeUpdate,
    Cycle: (payload) => writeNamed(payload, 'cycle'),
    IssueLabel: (payload) => writeNamed(payload, 'label'),
    Document: (payload) => writeNamed(payload, 'document'),
    Initiative: (payload) => writeNamed(payload, 'initiative'),
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

function writeIssue(payload: Payload): ToolMessage {
  const issue = payload.at('data');
  const title = issue.text('title');
  const key = issue.any('identifier') || `${issue.any('team.key')}-${issue.text('number')}`;
  const text = md`${actorOf(payload)} ${verbOf(payload)} ${link(`${key} ${title}`, payload.any('url'))}.`;
  const isNew = payload.text('action') === 'create';
  const details = facts({
    State: issue.any('state.name'),
    Priority: issue.any('priorityLabel'),
    'Assigned to': issue.any('assignee.name'),
  });
  const topic = `${key} ${title}`;
  return { topic, text: blocks(text, isNew ? quote(issue.any('description')) : nothing, details) };
}

function writeComment(payload: Payload): ToolMessage {
  const comment = payload.at('data');
  const title = comment.any('issue.title', 'projectUpdate.project.name', 'documentContent.document.title');
  const topic = [comment.any('issue.identifier'), title].filter((part) => part !== '').join(' ') || 'Linear';
  const verb = wordsIn({ create: 'wrote', update: 'edited', remove: 'deleted' }, payload.text('action'), 'changed');
  const text = md`${actorOf(payload)} ${verb} a ${link('comment', payload.any('url'))} on ${topic}.`;
  return { topic, text: blocks(text, quote(comment.text('body'))) };
}

function writeNamed(payload: Payload, kind: string): ToolMessage {
  const thing = payload.at('data');
  const name = thing.any('name', 'title') || `${kind} ${thing.any('number') || thing.text('id')}`;
  const text = md`${actorOf(payload)} ${verbOf(payload)} the ${kind} ${link(name, payload.any('url'))}.`;
  return { topic: name, text: blocks(text, quote(thing.any('description'))) };
}

function writeUpdate(payload: Payload): ToolMessage {
  const update = payload.at('data');
  const project = update.text('project.name');
  const health = facts({ Health: words(update.any('health')) });
  const text = md`${actorOf(payload)} ${verbOf(payload)} an ${link('update', payload.any('url'))} of ${firstLine(project)}.`;
  return { topic: project, text: blocks(text, health, quote(update.any('body'))) };
}
