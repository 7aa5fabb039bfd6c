import { words } from '../forge.ts';
import {
  about,
  actorOf,
  commonEvents,
  itemOf,
  nameOf,
  writeComment,
  writeIssue,
  writePullRequest,
} from '../forge-events.ts';
import { blocks, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inHeader, type Tool, type ToolMessage } from '../tool.ts';

/** Gitea, Forgejo and Gogs send almost the same payloads as GitHub, with headers of their own. */
export const gitea = giteaLike('Gitea');
export const forgejo = giteaLike('Forgejo');
export const gogs = giteaLike('Gogs');

function giteaLike(title: string): Tool {
  return {
    title,
    eventOf: inHeader(`X-${title}-Event`),
    signature: hmac(`X-${title}-Signature`),
    events: {
      ...commonEvents,
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
    },
  };
}

function commentedField(payload: Payload): string {
  return payload.has('issue') ? 'issue' : 'pull_request';
}

function writeReview(payload: Payload, what: string): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  return { topic, text: blocks(md`${actorOf(payload)} ${what} ${shown}.`, quote(payload.any('review.content'))) };
}

function writeWiki(payload: Payload): ToolMessage {
  const page = payload.text('page');
  const url = payload.any('repository.html_url');
  const shown = link(page, url === '' ? '' : `${url}/wiki/${encodeURIComponent(page)}`);
  const action = words(payload.text('action'));
  const comment = quote(payload.any('comment'));
  return about(
    payload,
    blocks(md`${actorOf(payload)} ${action} the page ${shown} of the wiki of ${nameOf(payload)}.`, comment),
  );
}
