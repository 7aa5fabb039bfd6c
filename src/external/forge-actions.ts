import { fromTo, listed, rangeOf, words } from './forge.ts';
import { code, facts, joined, link, type Markdown, md, nothing } from './markdown.ts';
import type { Payload } from './payload.ts';

/** The words of a sentence before and after the link to an item, and what follows the sentence. */
interface Action {
  before: Markdown;
  after?: Markdown;
  details?: Markdown;
}

/** What an action of GitHub and the like did to the item in a field of the payload. */
export function actionOf(payload: Payload, field: string): Action {
  const action = payload.text('action');
  const write = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return write?.(payload, payload.at(field)) ?? { before: md`${words(action)}` };
}

type WriteAction = (payload: Payload, item: Payload) => Action;

const actions: Readonly<Record<string, WriteAction>> = {
  opened: (payload) => ({ before: md`opened`, after: originOf(payload) }),
  edited: (payload, item) => ({ before: md`edited`, details: editsOf(payload, item) }),
  closed: (_, item) => ({ before: md`closed`, after: asReason(item.any('state_reason')) }),
  locked: (_, item) => ({ before: md`locked`, after: asReason(item.any('active_lock_reason')) }),
  transferred: (payload) => ({ before: md`transferred`, after: destinationOf(payload) }),
  assigned: (payload, item) => ({ before: md`assigned`, after: to(md`${assigneesOf(payload, item)}`) }),
  unassigned: (payload) => ({ before: md`unassigned`, after: from(md`${payload.any('assignee.login')}`) }),
  labeled: (payload) => ({ before: labelOf(payload, 'added', 'to') }),
  unlabeled: (payload) => ({ before: labelOf(payload, 'removed', 'from') }),
  label_updated: (_, item) => ({ before: md`changed the labels of`, after: to(labelsOf(item)) }),
  label_cleared: () => ({ before: md`removed all labels from` }),
  milestoned: (payload, item) => ({ before: md`added`, after: to(milestoneOf(payload, item)) }),
  demilestoned: (payload, item) => ({ before: md`removed`, after: from(milestoneOf(payload, item)) }),
  typed: (payload) => ({ before: md`set the type of`, after: to(md`${payload.any('type.name')}`) }),
  untyped: () => ({ before: md`removed the type of` }),
  review_requested: (payload) => ({ before: md`requested a review of`, after: from(reviewerOf(payload)) }),
  review_request_removed: (payload) => ({
    before: md`withdrew the request for a review of`,
    after: from(reviewerOf(payload)),
  }),
  synchronize: (payload) => ({ before: md`pushed to`, after: rangeOf(payload.any('before'), payload.any('after')) }),
  synchronized: (payload) => ({ before: md`pushed to`, after: rangeOf(payload.any('before'), payload.any('after')) }),
  ready_for_review: () => ({ before: md`marked`, after: md` as ready for review` }),
  converted_to_draft: () => ({ before: md`turned`, after: md` into a draft` }),
  auto_merge_enabled: () => ({ before: md`enabled the automatic merge of` }),
  auto_merge_disabled: () => ({ before: md`disabled the automatic merge of` }),
  enqueued: () => ({ before: md`added`, after: md` to the merge queue` }),
  dequeued: () => ({ before: md`removed`, after: md` from the merge queue` }),
  answered: (payload) => ({ before: md`chose an ${link('answer', payload.any('answer.html_url'))} to` }),
  category_changed: (payload, item) => ({
    before: md`moved`,
    after: md`${from(md`${payload.any('changes.category.from.name')}`)}${to(md`${item.any('category.name')}`)}`,
  }),
};

function to(thing: Markdown): Markdown {
  return thing.source === '' ? nothing : md` to ${thing}`;
}

function from(thing: Markdown): Markdown {
  return thing.source === '' ? nothing : md` from ${thing}`;
}

function asReason(reason: string): Markdown {
  return reason === '' ? nothing : md` as ${words(reason)}`;
}

function assigneesOf(payload: Payload, item: Payload): string {
  const all = item.list('assignees').map((one) => one.any('login', 'username'));
  return payload.any('assignee.login') || listed(all) || item.any('assignee.login', 'assignee.username');
}

function labelOf(payload: Payload, verb: string, preposition: string): Markdown {
  const label = code(payload.any('label.name'));
  return label.source === '' ? md`${verb} a label ${preposition}` : md`${verb} the label ${label} ${preposition}`;
}

function labelsOf(item: Payload): Markdown {
  return joined(
    item.list('labels').map((label) => code(label.any('name'))),
    ', ',
  );
}

function milestoneOf(payload: Payload, item: Payload): Markdown {
  const milestone = payload.has('milestone') ? payload.at('milestone') : item.at('milestone');
  const title = milestone.any('title');
  return title === '' ? md`a milestone` : md`the milestone ${link(title, milestone.any('html_url'))}`;
}

function reviewerOf(payload: Payload): Markdown {
  const reviewer = payload.has('requested_team') ? payload.at('requested_team') : payload.at('requested_reviewer');
  const name = reviewer.any('name', 'login', 'username');
  return name === '' ? nothing : link(reviewer.any('login', 'name') || name, reviewer.any('html_url'));
}

// Also after a transfer, an issue is "opened": in its new repository.
function originOf(payload: Payload): Markdown {
  const old = payload.any('changes.old_issue.html_url');
  if (old === '') return nothing;
  const name = `${payload.any('changes.old_repository.full_name')}#${payload.any('changes.old_issue.number')}`;
  return md`, transferred from ${link(name, old)}`;
}

function destinationOf(payload: Payload): Markdown {
  const name = payload.any('changes.new_repository.full_name');
  const number = payload.any('changes.new_issue.number');
  return name === '' ? nothing : to(link(`${name}#${number}`, payload.any('changes.new_issue.html_url')));
}

function editsOf(payload: Payload, item: Payload): Markdown {
  const changes = payload.at('changes');
  const moved = (path: string, now: string) => {
    return changes.has(path) ? fromTo(changes.any(`${path}.from`), item.any(now)) : '';
  };
  return facts({
    Title: moved('title', 'title'),
    Base: moved('base.ref', 'base.ref'),
    Text: changes.has('body') ? 'changed' : '',
  });
}
