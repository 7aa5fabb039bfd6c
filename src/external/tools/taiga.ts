import { fromTo, numbered, numberedTopic, personIn, topicIn, words, wordsIn } from '../forge.ts';
import { blocks, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage, type Written } from '../tool.ts';

/** The name of each kind of thing, and its part of an address. */
const kinds: Readonly<Record<string, readonly [name: string, path: string]>> = {
  epic: ['epic', 'epic'],
  userstory: ['user story', 'us'],
  task: ['task', 'task'],
  issue: ['issue', 'issue'],
  milestone: ['sprint', 'taskboard'],
  wikipage: ['wiki page', 'wiki'],
};

const verbs: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted' };

export const taiga: Tool = {
  title: 'Taiga',
  payloads: recorded('https://docs.taiga.io/webhooks.html'),
  eventOf: ({ payload }) =>
    payload.any('action') === 'test' ? 'test' : `${payload.text('type')}_${payload.text('action')}`,
  signature: hmac('X-TAIGA-WEBHOOK-SIGNATURE', { algorithm: 'sha1' }),
  events: {
    test: (payload) => ({ topic: 'Taiga', text: md`${actorOf(payload)} tried the webhook of Taiga: it works.` }),
    'relateduserstory_*': writeRelation,
    ...Object.fromEntries(Object.keys(kinds).map((kind) => [`${kind}_*`, writeThing])),
  },
};

function actorOf(payload: Payload): string {
  return personIn(payload, 'by.full_name', 'by.username');
}

/** The link and topic of a thing; only things with a number have a subject. */
function thingOf(item: Payload, type: string) {
  const [kind, path] = kinds[type] as readonly [string, string];
  const project = item.any('project.name', 'user_story.project.name') || 'Taiga';
  const home = item.any('project.permalink');
  const number = item.any('ref');
  const title = item.any('subject', 'name', 'slug') || (number === '' ? item.text('subject') : '');
  const page =
    item.any('permalink') || (home === '' ? '' : `${home}/${path}/${encodeURIComponent(number || item.any('slug'))}`);
  if (number === '') return { shown: link(`${kind} ${title}`, page), topic: topicIn(project, `${kind} ${title}`) };
  return {
    shown: numbered(kind, `#${number}`, title, page),
    topic: numberedTopic(project, kind, `#${number}`, title),
  };
}

function writeThing(payload: Payload): Written {
  const { shown, topic } = thingOf(payload.at('data'), payload.text('type'));
  const action = payload.text('action');
  if (action !== 'change') {
    const isNew = action === 'create';
    const body = isNew ? quote(payload.any('data.description')) : nothing;
    return { topic, text: blocks(md`${actorOf(payload)} ${verbs[action] ?? words(action)} ${shown}.`, body) };
  }
  const comment = payload.any('change.comment');
  const changes = changesOf(payload.at('change.diff'));
  const names = Object.keys(changes);
  if (comment === '' && names.length === 0) return [];
  const blocked = comment === '' && names.length === 1 ? blockedVerb(payload) : '';
  return {
    topic,
    text: blocks(
      blocked === ''
        ? md`${actorOf(payload)} ${commentVerb(payload)} ${shown}${changeInLine(changes)}.`
        : md`${actorOf(payload)} ${blocked} ${shown}.`,
      quote(comment),
      names.length > 1 ? facts(changes) : nothing,
    ),
  };
}

/** The verb of a change whose only part is whether the thing is blocked; empty for others. */
function blockedVerb(payload: Payload): string {
  const after = payload.any('change.diff.is_blocked.to');
  return wordsIn({ true: 'blocked', false: 'unblocked' }, after, '');
}

function commentVerb(payload: Payload): string {
  if (payload.any('change.comment') === '') return 'changed';
  if (payload.has('change.delete_comment_date')) return 'deleted a comment on';
  return payload.has('change.edit_comment_date') ? 'edited a comment on' : 'commented on';
}

/** The only change of a thing is said in the same line. */
function changeInLine(changes: Readonly<Record<string, string>>): Markdown {
  const [only, ...others] = Object.entries(changes);
  return only === undefined || others.length > 0 ? nothing : md`: ${only[0].toLowerCase()} ${only[1]}`;
}

const labels: Readonly<Record<string, string>> = { is_blocked: 'blocked', is_closed: 'closed', milestone: 'sprint' };
const yesOrNo: Readonly<Record<string, string>> = { true: 'yes', false: 'no' };

/** Fields whose changes are of no interest, or are told by another. */
const quiet = /_order$|_html$|^(?:finish_date|finished_date|is_closed|blocked_note_diff|content_diff)$/;

function changesOf(diff: Payload): Record<string, string> {
  const changes = diff.parts().flatMap(([name, part]): [string, string][] => {
    if (quiet.test(name) && name !== 'is_closed') return [];
    if (name.endsWith('_diff')) return [[words(name.slice(0, -'_diff'.length)), 'edited']];
    const [before, after] = [part.any('from'), part.any('to')];
    const label = wordsIn(labels, name);
    if (before === after) return part.has('from') || part.has('to') ? [] : [[label, 'changed']];
    return [[label, fromTo(wordsIn(yesOrNo, before, before), wordsIn(yesOrNo, after, after))]];
  });
  return Object.fromEntries(changes.map(([name, change]) => [name.charAt(0).toUpperCase() + name.slice(1), change]));
}

function writeRelation(payload: Payload): ToolMessage {
  const epic = thingOf(payload.at('data.epic'), 'epic');
  const story = thingOf(payload.at('data.user_story'), 'userstory');
  const isGone = payload.text('action') === 'delete';
  const verb = isGone ? 'removed' : 'added';
  return {
    topic: epic.topic,
    text: md`${actorOf(payload)} ${verb} ${story.shown} ${isGone ? 'from' : 'to'} ${epic.shown}.`,
  };
}
