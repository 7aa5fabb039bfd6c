import { fromTo, words } from '../forge.ts';
import { blocks, bullets, firstLine, joined, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

/**
 * Shortcut, formerly Clubhouse. A call lists what a person did to several things; the things that others belong to,
 * stories and epics, are the topics. Who did it is known only by an id.
 */
export const shortcut: Tool = {
  title: 'Shortcut',
  payloads: recorded('https://developer.shortcut.com/api/webhook/v1'),
  eventOf: ({ payload }) => {
    const action = mainActions(payload)[0] ?? payload.list('actions')[0];
    return action
      ? `${action.any('entity_type') || 'thing'}.${action.any('action') || 'update'}`
      : payload.text('actions');
  },
  signature: hmac('Payload-Signature'),
  events: { '*': (payload) => mainActions(payload).flatMap((action) => write(payload, action)) },
};

const wholes = ['story', 'epic', 'iteration', 'milestone', 'project', 'label'];

/**
 * The actions on the things that are topics: the one that the call is about, or all of those that were changed
 * together. Parts of a story without an action on the story stand for it.
 */
function mainActions(payload: Payload): Payload[] {
  const all = payload.list('actions');
  const primary = payload.any('primary_id');
  const own = all.filter((action) => action.any('id') === primary && wholes.includes(action.any('entity_type')));
  if (own.length > 0) return own;
  const whole = all.filter((action) => wholes.includes(action.any('entity_type')));
  return whole.length > 0 ? whole : all.slice(0, 1);
}

function write(payload: Payload, action: Payload): ToolMessage[] {
  const { topic, shown } = wholeOf(payload, action);
  const details = [...changesOf(payload, action), ...partsOf(payload, action)];
  const verb = action.any('action');
  if (verb !== 'update') return [{ topic, text: writeAction(action, shown, verb, details) }];
  const [only, ...others] = details;
  if (!only) return [];
  const said = joined(commentsOf(payload), '\n\n');
  const text = others.length === 0 ? md`${shown}: ${only}.` : blocks(md`${shown}:`, bullets(details));
  return [{ topic, text: blocks(text, said) }];
}

/** The texts of new and changed comments. */
function commentsOf(payload: Payload): Markdown[] {
  return payload
    .list('actions')
    .filter((action) => isComment(action))
    .map((action) => quote(action.any('changes.text.new', 'text')));
}

function isComment(part: Payload): boolean {
  return /^(?:story|epic)-comment$/.test(part.any('entity_type'));
}

function writeAction(action: Payload, shown: Markdown, verb: string, details: readonly Markdown[]): Markdown {
  const isNew = verb === 'create';
  const kind = isNew ? words(action.any('story_type')) : '';
  const body = isNew ? quote(action.any('description')) : nothing;
  return blocks(md`${shown}${kind === '' ? nothing : md` (${kind})`}: ${pastOf(verb)}.`, bullets(details), body);
}

function pastOf(verb: string): string {
  const past: Readonly<Record<string, string>> = { create: 'created', update: 'changed', delete: 'deleted' };
  return past[verb] ?? words(verb);
}

function referenceOf(payload: Payload, id: string, kind?: string): Payload | undefined {
  return payload
    .list('references')
    .find((one) => one.any('id') === id && (kind === undefined || one.any('entity_type') === kind));
}

/** The story or epic of an action; a part names its story. */
function wholeOf(payload: Payload, action: Payload) {
  const storyId = action.any('story_id');
  const story = storyId === '' ? undefined : referenceOf(payload, storyId, 'story');
  const thing = story ?? action;
  const kind = words(thing.any('entity_type') || 'thing');
  const id = thing.any('id');
  const title = firstLine(thing.any('name', 'title', 'description', 'text')) || kind;
  const label = `${kind} ${id} ${title}`.replace(/ {2,}/g, ' ');
  return { topic: label, shown: link(label, thing.any('app_url', 'url')) };
}

/** Changes that follow from others, or that nobody reads. */
const quiet =
  /_at$|_at_override$|^(?:position|complete|started|completed|blocker|blocked|follower_ids|comment_ids|task_ids|pull_request_ids|commit_ids|branch_ids|subject_story_link_ids|object_story_link_ids|epic_state_id|mention_ids|member_mention_ids|support_tickets)$/;

function changesOf(payload: Payload, action: Payload): Markdown[] {
  return action.parts('changes').flatMap(([name, change]) => {
    if (quiet.test(name)) return [];
    const label = words(name.replace(/_ids?$/, '')).replace(/^workflow state$/, 'state');
    if (name === 'description') return [md`description changed`];
    if (name === 'archived') return [md`${change.any('new') === 'true' ? 'archived' : 'taken back from the archive'}`];
    const [added, removed] = ['adds', 'removes'].map((side) => namesIn(payload, change, side));
    if (added || removed)
      return [
        md`${label} ${[added && `added: ${added}`, removed && `removed: ${removed}`].filter(Boolean).join(', ')}`,
      ];
    return [md`${label} ${fromTo(nameOf(payload, change.any('old')), nameOf(payload, change.any('new')))}`];
  });
}

function namesIn(payload: Payload, change: Payload, side: string): string {
  return Array.isArray(change.at(side).value)
    ? change
        .list(side)
        .map(({ shown }) => nameOf(payload, shown))
        .join(', ')
    : '';
}

/** The name of a thing by its id. People are not among the references. */
function nameOf(payload: Payload, id: string): string {
  const name = referenceOf(payload, id)?.any('name', 'title');
  return name || (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id) ? 'somebody' : id);
}

/** Tasks, comments, pull requests and the like that came with the story. */
function partsOf(payload: Payload, main: Payload): Markdown[] {
  const parts = payload.list('actions').filter((action) => !wholes.includes(action.any('entity_type')));
  return parts.filter((part) => part.value !== main.value || part.has('story_id')).map(partOf);
}

function partOf(part: Payload): Markdown {
  const kind = words(part.any('entity_type').replace(/^(?:story|epic)-/, '')) || 'part';
  const isDone = part.any('changes.complete.new') === 'true';
  const verb = isDone ? 'completed' : pastOf(part.any('action') || 'update');
  if (isComment(part)) return md`${kind} ${verb}`;
  const number = part.any('number');
  const title = firstLine(part.any('title', 'description', 'text', 'name', 'message'));
  const label = [number === '' ? '' : `#${number}`, title].filter(Boolean).join(' ');
  return md`${kind} ${verb}${label === '' ? nothing : md`: ${link(label, part.any('url', 'app_url'))}`}`;
}
