import { numbered, numberedTopic, outcome, quoteBody, shortCommit, words, wordsIn } from '../forge.ts';
import { checkEvents, writeCheck } from '../forge-checks.ts';
import {
  about,
  actorOf,
  commonEvents,
  itemOf,
  nameOf,
  repositoryLink,
  verbOf,
  writeComment,
  writeIssue,
} from '../forge-events.ts';
import { eventByShape } from '../forge-shape.ts';
import { blocks, bullets, code, facts, link, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { inHeader, recorded, type Tool, type ToolMessage } from '../tool.ts';
import { repositoryOptions } from '../url-options.ts';
import { organizationEvents } from './github-organization.ts';
import { relationEvents } from './github-relations.ts';
import { settingEvents } from './github-settings.ts';

export const github: Tool = {
  title: 'GitHub',
  payloads: recorded('https://docs.github.com/en/webhooks/webhook-events-and-payloads'),
  eventOf: inHeader('X-GitHub-Event', eventByShape),
  signature: hmac('X-Hub-Signature-256', { prefix: 'sha256=' }),
  options: repositoryOptions,
  events: {
    ...commonEvents('tree'),
    ...organizationEvents,
    ...settingEvents,
    ...relationEvents,
    ...checkEvents,
    ping: writePing,
    pull_request_review: writeReview,
    pull_request_review_comment: (payload) => writeComment(payload, 'pull_request', 'pull request'),
    pull_request_review_thread: writeThread,
    commit_comment: writeCommitComment,
    discussion: (payload) => writeIssue(payload, 'discussion', 'discussion'),
    discussion_comment: (payload) => writeComment(payload, 'discussion', 'discussion'),
    star: writeStar,
    // The event of stars has kept the name that it had when starring a repository was called watching.
    watch: writeStar,
    public: (payload) => about(payload, md`${actorOf(payload)} made ${repositoryLink(payload)} public.`),
    gollum: writePages,
    check_run: (payload) => writeCheck(payload, 'check_run', 'check'),
    check_suite: (payload) => writeCheck(payload, 'check_suite', 'check suite'),
    deployment: writeDeployment,
    deployment_status: writeDeployment,
    page_build: writePageBuild,
    dependabot_alert: (payload) => writeAlert(payload, 'security_advisory.summary'),
    code_scanning_alert: (payload) => writeAlert(payload, 'rule.description'),
    secret_scanning_alert: (payload) => writeAlert(payload, 'secret_type_display_name'),
  },
};

/** The first event of a webhook of a repository, an organization, or an app, which belongs to neither. */
function writePing(payload: Payload): ToolMessage {
  const owner = payload.any('repository.full_name', 'organization.login', 'hook.name') || 'GitHub';
  const login = payload.any('organization.login');
  const page = payload.any('repository.html_url') || (login === '' ? '' : `https://github.com/${login}`);
  return about(payload, md`The webhook of ${link(owner, page)} works. ${payload.any('zen')}`);
}

const reviews: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
};

function writeReview(payload: Payload): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  const state = payload.any('review.state').toLowerCase();
  const isNew = payload.text('action') === 'submitted';
  const what = wordsIn(isNew ? reviews : {}, state, `${verbOf(payload)} a review of`);
  const review = link('review', payload.any('review.html_url'));
  return {
    topic,
    text: blocks(md`${actorOf(payload)} ${what} ${shown} (${review}).`, quoteBody(payload.any('review.body'))),
  };
}

function writeThread(payload: Payload): ToolMessage {
  const { shown, topic } = itemOf(payload, 'pull_request', 'pull request');
  const [first] = payload.list('thread.comments');
  const thread = link('thread', first?.any('html_url') ?? '');
  return { topic, text: md`${actorOf(payload)} ${verbOf(payload)} a ${thread} of ${shown}.` };
}

function writeCommitComment(payload: Payload): ToolMessage {
  const commit = shortCommit(payload.text('comment.commit_id'));
  const comment = link('comment', payload.any('comment.html_url'));
  const file = payload.any('comment.path');
  const place = file === '' ? nothing : md`, in ${code(file)}`;
  const text = md`${actorOf(payload)} wrote a ${comment} on the commit ${commit}${place}.`;
  return about(payload, blocks(text, quoteBody(payload.any('comment.body'))));
}

function writeStar(payload: Payload): ToolMessage {
  const what = payload.text('action') === 'deleted' ? 'took their star from' : 'starred';
  return about(payload, md`${actorOf(payload)} ${what} ${repositoryLink(payload)}.`);
}

function writePages(payload: Payload): ToolMessage {
  const pages = payload.list('pages').map((page) => {
    return md`${words(page.any('action'))} ${link(page.any('title', 'page_name') || 'page', page.any('html_url'))}`;
  });
  return about(
    payload,
    blocks(md`${actorOf(payload)} changed the wiki of ${repositoryLink(payload)}:`, bullets(pages)),
  );
}

function writeDeployment(payload: Payload): ToolMessage {
  const ref = code(payload.any('deployment.ref', 'deployment.sha') || payload.text('deployment.ref'));
  const environment = payload.any('deployment.environment') || 'an environment';
  const state = payload.any('deployment_status.state') || 'created';
  const url = payload.any('deployment_status.target_url', 'deployment_status.log_url', 'repository.html_url');
  const creator = payload.any('deployment_status.creator.login', 'deployment.creator.login');
  const by = creator === '' ? nothing : md` by ${creator}`;
  const details = quote(payload.any('deployment_status.description', 'deployment.description'));
  const text = md`The ${link('deployment', url)} of ${ref} to ${environment}${by}: ${outcome(state)}.`;
  return about(payload, blocks(text, details));
}

function writePageBuild(payload: Payload): ToolMessage {
  const state = payload.any('build.status');
  const actor = payload.any('build.pusher.login') || actorOf(payload);
  const text = md`The pages of ${repositoryLink(payload)}, pushed by ${actor}: ${outcome(state)}.`;
  return about(payload, blocks(text, quote(payload.any('build.error.message'))));
}

/** A report of a scan for risks. */
function writeAlert(payload: Payload, titleField: string): ToolMessage {
  const alert = payload.at('alert');
  const [number, title] = [`#${alert.text('number')}`, alert.any(titleField)];
  const severity = alert.any('security_advisory.severity', 'rule.security_severity_level', 'rule.severity');
  const shown = numbered('alert', number, title, alert.any('html_url'));
  return {
    topic: numberedTopic(nameOf(payload), 'alert', number, title),
    text: blocks(md`${actorOf(payload)} ${verbOf(payload)} ${shown}.`, facts({ Severity: severity })),
  };
}
