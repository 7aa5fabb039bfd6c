import { fromTo, listed, numbered, numberedTopic, quoteBody, rangeOf, wordsIn } from '../forge.ts';
import { blocks, changed, code, facts, link, type Markdown, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage } from '../tool.ts';
import type { UrlOptions } from '../url-options.ts';

/** Issues, merge requests and other things of GitLab that have a number and people who work on them. */
export interface Kind {
  kind: string;
  /** The sign before the number. */
  sign: string;
  /** The place of its page below the page of the project; empty if it has none. */
  path: string;
}

export const issue: Kind = { kind: 'issue', sign: '#', path: '-/issues' };
export const epic: Kind = { kind: 'epic', sign: '&', path: '' };
export const workItem: Kind = { kind: 'work item', sign: '#', path: '-/work_items' };
export const mergeRequest: Kind = { kind: 'merge request', sign: '!', path: '-/merge_requests' };
export const snippet: Kind = { kind: 'snippet', sign: '$', path: '-/snippets' };

export function nameOf(payload: Payload): string {
  return payload.any('project.path_with_namespace', 'project.name', 'repository.name') || payload.text('project_name');
}

export function actorOf(payload: Payload): string {
  return payload.any('user.name', 'user.username', 'user_name', 'user_username') || 'Somebody';
}

/** A page of the project; empty if its address is unknown. */
export function pageIn(payload: Payload, path: string): string {
  const url = payload.any('project.web_url', 'repository.homepage');
  return url === '' ? '' : `${url}/${path}`;
}

export function projectLink(payload: Payload): Markdown {
  return link(nameOf(payload), payload.any('project.web_url', 'repository.homepage'));
}

/** The link and topic of an item. */
export function itemOf(payload: Payload, item: Payload, { kind, sign, path }: Kind, options: UrlOptions) {
  const number = item.any('iid') || item.text('id');
  const title = item.any('title');
  const withTitle = kind !== mergeRequest.kind || options.use_merge_request_title !== false;
  return {
    shown: numbered(
      kind,
      `${sign}${number}`,
      title,
      item.any('url') || (path === '' ? '' : pageIn(payload, `${path}/${number}`)),
    ),
    topic: numberedTopic(nameOf(payload), kind, `${sign}${number}`, withTitle ? title : ''),
  };
}

const verbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  update: 'updated',
  merge: 'merged',
  approved: 'approved',
  approval: 'added an approval to',
  unapproved: 'took the approval from',
  unapproval: 'took an approval from',
};

/** The message about a change of an item. */
export function writeItem(payload: Payload, kind: Kind, options: UrlOptions): ToolMessage {
  const item = payload.at('object_attributes');
  const action = item.any('action') || 'update';
  const { shown, topic } = itemOf(payload, item, kind, options);
  if (action === 'open') return { topic, text: writeOpened(payload, shown) };
  if (action === 'update' && item.has('oldrev')) {
    const commits = rangeOf(item.any('oldrev'), item.any('last_commit.id'));
    return { topic, text: md`${actorOf(payload)} pushed to ${shown}${commits}.` };
  }
  const verb = wordsIn(verbs, action);
  const branches = action === 'merge' ? branchesOf(item) : nothing;
  const text = md`${actorOf(payload)} ${verb} ${shown}${branches}`;
  return { topic, text: changed(text, action === 'update' ? changesOf(payload.at('changes')) : nothing) };
}

function writeOpened(payload: Payload, shown: Markdown): Markdown {
  const item = payload.at('object_attributes');
  const people = facts({
    'Assigned to': namesIn(payload, 'assignees') || payload.any('assignee.name', 'assignee.username'),
    Reviewers: namesIn(payload, 'reviewers'),
  });
  return blocks(
    md`${actorOf(payload)} opened ${shown}${branchesOf(item)}.`,
    quoteBody(item.any('description')),
    people,
  );
}

function branchesOf(item: Payload): Markdown {
  const [source, target] = [item.any('source_branch'), item.any('target_branch')];
  return source === '' || target === '' ? nothing : md` from ${code(source)} into ${code(target)}`;
}

/** The fields whose values before and after are shown. */
const shownChanges = {
  Title: 'title',
  'Target branch': 'target_branch',
  'Source branch': 'source_branch',
  Draft: 'draft',
  Confidential: 'confidential',
  'Due date': 'due_date',
  Weight: 'weight',
  Labels: 'labels',
  'Assigned to': 'assignees',
  Reviewers: 'reviewers',
};

/** The fields that are long, or only an id. */
const hiddenChanges = { Description: 'description', Milestone: 'milestone_id' };

function changesOf(changes: Payload): Markdown {
  const shown = Object.entries(shownChanges).map(([name, field]) => {
    const [before, after] = ['previous', 'current'].map((when) => shownValue(changes, `${field}.${when}`));
    return [name, changes.has(field) ? fromTo(before ?? '', after ?? '') : ''];
  });
  const hidden = Object.entries(hiddenChanges).map(([name, field]) => [name, changes.has(field) ? 'changed' : '']);
  return facts(Object.fromEntries([...shown, ...hidden]));
}

function shownValue(changes: Payload, path: string): string {
  return Array.isArray(changes.at(path).value) ? namesIn(changes, path) : changes.any(path);
}

function namesIn(payload: Payload, field: string): string {
  const names = payload.list(field).map((one) => one.any('title', 'name', 'username'));
  return listed(names);
}
