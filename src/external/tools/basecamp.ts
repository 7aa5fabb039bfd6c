import { personIn, topicIn, words, wordsIn } from '../forge.ts';
import { quoteHtml } from '../html.ts';
import { blocks, firstLine, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

/** The things whose names begin the name of an event, and what they are called. Longer names come first. */
const things: Readonly<Record<string, string>> = {
  question_answer: 'answer',
  todolist_group: 'group of to-dos',
  todolist: 'to-do list',
  todoset: 'set of to-dos',
  todo: 'to-do',
  schedule_entry: 'event',
  client_approval_response: 'response of a client',
  client_approval: 'approval of a client',
  client_correspondence: 'message to a client',
  client_forward: 'forwarded message',
  client_reply: 'reply of a client',
  inbox_forward: 'forwarded mail',
  inbox_reply: 'reply to a mail',
  google_document: 'Google document',
  cloud_file: 'linked file',
  kanban_card: 'card',
  kanban_step: 'step',
};

const verbs: Readonly<Record<string, string>> = {
  active: 'published',
  activated: 'published',
  untrashed: 'restored',
  unarchived: 'restored',
  uncompleted: 'reopened',
  content_changed: 'changed the text of',
  subject_changed: 'changed the title of',
  title_changed: 'changed the title of',
  name_changed: 'renamed',
  description_changed: 'changed the description of',
  due_on_changed: 'changed the due date of',
  assignment_changed: 'changed the people for',
};

export const basecamp: Tool = {
  title: 'Basecamp',
  payloads: recorded('https://github.com/basecamp/bc3-api/blob/master/sections/webhooks.md'),
  eventOf: inField('kind'),
  events: { '*': write },
};

function write(payload: Payload, event: string): ToolMessage {
  const recording = payload.at('recording');
  const known = Object.keys(things).find((name) => event.startsWith(`${name}_`)) ?? firstWord(event);
  const action = event.slice(known.length + 1);
  const { title, shown } = thingOf(recording, known);
  const project = recording.any('bucket.name') || 'Basecamp';
  const actor = personIn(payload, 'creator.name', 'recording.creator.name');
  const body = /^(?:created|active|content_changed)$/.test(action) && known !== 'todo' ? recording.any('content') : '';
  return {
    topic: topicIn(project, title),
    text: blocks(md`${actor} ${wordsIn(verbs, action)} ${shown}${dueIn(recording, action)}.`, quoteHtml(body)),
  };
}

function firstWord(event: string): string {
  return event.split('_', 1)[0] as string;
}

/** A thing with its title; a comment or an answer has the title of what it is about. */
function thingOf(recording: Payload, known: string): { title: string; shown: Markdown } {
  const isPart = ['comment', 'question_answer'].includes(known) && recording.has('parent.title');
  if (isPart) return { title: firstLine(recording.any('parent.title')) || known, shown: partOf(recording, known) };
  return { title: firstLine(recording.any('title')) || words(known), shown: wholeOf(recording, known) };
}

function wholeOf(recording: Payload, known: string): Markdown {
  return md`the ${wordsIn(things, known)} ${link(firstLine(recording.any('title')) || 'page', recording.any('app_url'))}`;
}

function partOf(recording: Payload, known: string): Markdown {
  const parent = recording.at('parent');
  const page = link(firstLine(parent.any('title')), parent.any('app_url'));
  return md`the ${link(wordsIn(things, known), recording.any('app_url'))} on ${page}`;
}

function dueIn(recording: Payload, action: string): Markdown {
  const due = recording.any('due_on');
  return action === 'due_on_changed' && due !== '' ? md` to ${due}` : nothing;
}
