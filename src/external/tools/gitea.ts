import { outcome, quoteBody, shortCommit, topicIn } from '../forge.ts';
import { checkEvents } from '../forge-checks.ts';
import {
  about,
  actorOf,
  commonEvents,
  itemOf,
  nameOf,
  pageIn,
  repositoryLink,
  verbOf,
  writeComment,
  writeIssue,
  writePullRequest,
} from '../forge-events.ts';
import { eventByShape } from '../forge-shape.ts';
import { blocks, link, md, nothing } from '../markdown.ts';
import { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, inHeader, type PayloadSource, recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';

/** Gitea, Forgejo and Gogs send almost the same payloads as GitHub, with headers of their own. */
export const gitea = giteaLike('Gitea', recorded('https://docs.gitea.com/usage/repository/webhooks'));
export const forgejo = giteaLike('Forgejo', documented('https://forgejo.org/docs/latest/user/webhooks/'));
export const gogs = giteaLike('Gogs', recorded('https://gogs.io/advancing/webhooks'));

function giteaLike(title: string, payloads: PayloadSource): Tool {
  return {
    title,
    payloads,
    eventOf: eventOf(title),
    signature: hmac(`X-${title}-Signature`),
    options: repositoryOptions,
    events: {
      ...commonEvents('src'),
      ...checkEvents,
      issue_assign: (payload) => writeIssue(payload, 'issue', 'issue'),
      issue_label: (payload) => writeIssue(payload, 'issue', 'issue'),
      issue_milestone: (payload) => writeIssue(payload, 'issue', 'issue'),
      pull_request_assign: writePullRequest,
      pull_request_label: writePullRequest,
      pull_request_milestone: writePullRequest,
      pull_request_sync: writePullRequest,
      pull_request_review_request: writePullRequest,
      pull_request_comment: (payload) => writeComment(payload, commentedField(payload), 'pull request'),
      pull_request_approved: (payload) => writeReview(payload, 'approved'),
      pull_request_rejected: (payload) => writeReview(payload, 'requested changes to'),
      pull_request_review_approved: (payload) => writeReview(payload, 'approved'),
      pull_request_review_rejected: (payload) => writeReview(payload, 'requested changes to'),
      pull_request_review_comment: (payload) => writeReview(payload, 'reviewed'),
      wiki: writeWiki,
      package: writePackage,
      'action_run_*': writeRun,
    },
  };
}

// These programs descend from each other, and an old version of one sends only the header of its ancestor.
function eventOf(title: string): Tool['eventOf'] {
  return (request) => {
    const headers = [title, 'Forgejo', 'Gitea', 'Gogs'].map((name) => `X-${name}-Event`);
    return inHeader(
      headers.find((header) => request.header(header) !== '') ?? `X-${title}-Event`,
      eventByShape,
    )(request);
  };
}

function commentedField(payload: Payload): string {
  return payload.has('issue') ? 'issue' : 'pull_request';
}

function writeReview(payload: Payload, what: string): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  return { topic, text: blocks(md`${actorOf(payload)} ${what} ${shown}.`, quoteBody(payload.any('review.content'))) };
}

function writeWiki(payload: Payload): ToolMessage {
  const page = payload.text('page');
  const shown = link(page, pageIn(payload, `wiki/${encodeURIComponent(page)}`));
  const text = md`${actorOf(payload)} ${verbOf(payload)} the page ${shown} of the wiki of ${repositoryLink(payload)}.`;
  return about(payload, blocks(text, quoteBody(payload.any('comment'))));
}

function writePackage(payload: Payload): ToolMessage {
  const [name, version] = [payload.text('package.name'), payload.any('package.version')];
  const shown = link(`${name} ${version}`, payload.any('package.html_url'));
  const owner = payload.any('repository.full_name', 'package.owner.login') || 'Packages';
  return { topic: owner, text: md`${actorOf(payload)} ${verbOf(payload)} the package ${shown} of ${owner}.` };
}

/** Forgejo's own event about a run of its actions. Its repository is only a part of the run. */
function writeRun(payload: Payload): ToolMessage {
  const run = payload.at('run');
  const inRun = new Payload({
    repository: payload.has('repository') ? payload.at('repository').value : run.at('repository').value,
  });
  const shown = link(`${run.any('title') || 'run'} #${run.text('index_in_repo')}`, run.any('html_url'));
  const actor = run.any('trigger_user.login', 'trigger_user.username') || actorOf(payload);
  const state = run.any('status') || payload.text('action');
  const before = payload.any('prior_status');
  const change = before === '' || before === state ? nothing : md`, before ${before}`;
  const text = md`The run ${shown} of ${shortCommit(run.any('commit_sha'))} by ${actor}: ${outcome(state)}${change}.`;
  const place = run.any('prettyref');
  return { topic: place === '' ? nameOf(inRun) : topicIn(nameOf(inRun), place), text };
}
