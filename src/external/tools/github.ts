import { outcome, topicIn, words } from '../forge.ts';
import {
  about,
  actorOf,
  commonEvents,
  itemOf,
  nameOf,
  repositoryLink,
  verb,
  writeComment,
  writeIssue,
} from '../forge-events.ts';
import { blocks, bullets, code, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inHeader, type Tool, type ToolMessage } from '../tool.ts';

export const github: Tool = {
  title: 'GitHub',
  eventOf: inHeader('X-GitHub-Event'),
  signature: hmac('X-Hub-Signature-256', { prefix: 'sha256=' }),
  events: {
    ...commonEvents,
    ping: writePing,
    pull_request_review: writeReview,
    pull_request_review_comment: (payload) => writeComment(payload, 'pull_request', 'pull request'),
    commit_comment: writeCommitComment,
    discussion: (payload) => writeIssue(payload, 'discussion', 'discussion'),
    discussion_comment: (payload) => writeComment(payload, 'discussion', 'discussion'),
    star: writeStar,
    watch: (payload) => about(payload, md`${actorOf(payload)} watches ${repositoryLink(payload)}.`),
    member: writeMember,
    public: (payload) => about(payload, md`${actorOf(payload)} made ${repositoryLink(payload)} public.`),
    gollum: writePages,
    milestone: writeMilestone,
    status: writeStatus,
    check_run: (payload) => writeCheck(payload, 'check_run', 'check'),
    check_suite: (payload) => writeCheck(payload, 'check_suite', 'check suite'),
    workflow_run: (payload) => writeCheck(payload, 'workflow_run', 'workflow'),
    deployment: writeDeployment,
    deployment_status: writeDeployment,
  },
};

/** The first event of a webhook of a repository, an organization, or an app, which belongs to neither. */
function writePing(payload: Payload): ToolMessage {
  const owner = payload.any('repository.full_name', 'organization.login', 'hook.name') || 'GitHub';
  return about(payload, md`The webhook of ${owner} works. ${payload.any('zen')}`);
}

const reviews: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
};

function writeReview(payload: Payload): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  const state = payload.text('review.state').toLowerCase();
  const isNew = payload.text('action') === 'submitted';
  const what = isNew && Object.hasOwn(reviews, state) ? (reviews[state] as string) : `${verb(payload)} a review of`;
  const review = link('review', payload.any('review.html_url'));
  return {
    topic,
    text: blocks(md`${actorOf(payload)} ${what} ${shown} (${review}).`, quote(payload.any('review.body'))),
  };
}

function writeCommitComment(payload: Payload): ToolMessage {
  const commit = link(payload.text('comment.commit_id').slice(0, 8), payload.any('comment.html_url'));
  return about(payload, blocks(md`${actorOf(payload)} commented on ${commit}.`, quote(payload.any('comment.body'))));
}

function writeStar(payload: Payload): ToolMessage {
  const what = payload.text('action') === 'deleted' ? 'took their star from' : 'starred';
  return about(payload, md`${actorOf(payload)} ${what} ${repositoryLink(payload)}.`);
}

function writeMember(payload: Payload): ToolMessage {
  const member = link(payload.text('member.login'), payload.any('member.html_url'));
  return about(payload, md`${actorOf(payload)} ${verb(payload)} the collaborator ${member}.`);
}

function writePages(payload: Payload): ToolMessage {
  const pages = payload.list('pages').map((page) => {
    return md`${words(page.text('action'))} ${link(page.text('title'), page.any('html_url'))}`;
  });
  return about(payload, blocks(md`${actorOf(payload)} changed the wiki of ${nameOf(payload)}:`, bullets(pages)));
}

function writeMilestone(payload: Payload): ToolMessage {
  const milestone = link(payload.text('milestone.title'), payload.any('milestone.html_url'));
  return about(payload, md`${actorOf(payload)} ${verb(payload)} the milestone ${milestone}.`);
}

function writeStatus(payload: Payload): ToolMessage {
  const context = link(payload.any('context') || 'Status', payload.any('target_url'));
  const commit = link(payload.text('sha').slice(0, 8), payload.any('commit.html_url'));
  const text = md`${context} of ${commit}: ${outcome(payload.text('state'))}. ${payload.any('description')}`;
  return about(payload, text);
}

function writeCheck(payload: Payload, field: string, kind: string): ToolMessage {
  const name = payload.any(`${field}.name`, `${field}.app.name`) || kind;
  const shown = link(name, payload.any(`${field}.html_url`, `${field}.url`));
  const place = payload.any(`${field}.head_branch`, `${field}.check_suite.head_branch`);
  const state = payload.any(`${field}.conclusion`, `${field}.status`) || payload.text('action');
  const commit = payload.any(`${field}.head_sha`).slice(0, 8);
  const text = md`The ${kind} ${shown} of ${code(commit || place)}: ${outcome(state)}.`;
  return { topic: place === '' ? nameOf(payload) : topicIn(nameOf(payload), place), text };
}

function writeDeployment(payload: Payload): ToolMessage {
  const ref = code(payload.text('deployment.ref'));
  const environment = payload.text('deployment.environment');
  const state = payload.any('deployment_status.state') || 'created';
  const page = link('deployment', payload.any('deployment_status.target_url', 'deployment_status.log_url'));
  const details = quote(payload.any('deployment_status.description', 'deployment.description'));
  return about(payload, blocks(md`The ${page} of ${ref} to ${environment}: ${outcome(state)}.`, details));
}
