import { listed, numbered, words, wordsIn } from '../forge.ts';
import { blocks, bold, code, facts, link, type Markdown, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, single, type Tool, type ToolMessage } from '../tool.ts';

export const sentry: Tool = {
  title: 'Sentry',
  payloads: recorded('https://docs.sentry.io/organization/integrations/integration-platform/webhooks/'),
  eventOf: ({ header, payload }) => header('Sentry-Hook-Resource') || resourceOf(payload),
  signature: hmac('Sentry-Hook-Signature'),
  events: {
    issue: writeIssue,
    event_alert: writeAlert,
    metric_alert: writeMetric,
    error: writeError,
    comment: writeComment,
    installation: writeInstallation,
    [single]: writePlugin,
  },
};

/** The event of a payload without a header; the older plug-in names none. */
function resourceOf(payload: Payload): string {
  const fields = {
    issue: 'issue',
    event: 'event_alert',
    metric_alert: 'metric_alert',
    error: 'error',
    comment: 'comment',
  };
  const found = Object.entries(fields).find(([field]) => payload.has(`data.${field}`));
  return found?.[1] ?? single;
}

function titleOf(part: Payload): string {
  return part.any('title', 'metadata.title', 'metadata.value', 'message') || part.text('title');
}

/** The link and topic of an issue or of one of its events. */
function issueOf(part: Payload, title: string, page: string) {
  // The events of an issue only have its number, which also stands in their address.
  const number = part.any('issue_id') || (/\/issues\/(\d+)/.exec(page)?.[1] ?? part.any('id'));
  const name = part.any('shortId');
  return {
    shown: link(listed([name, title], ' '), page),
    topic: number === '' ? title : `issue #${number} ${title}`,
  };
}

function writeIssue(payload: Payload): ToolMessage {
  const issue = payload.at('data.issue');
  const { shown, topic } = issueOf(issue, titleOf(issue), issue.any('web_url', 'permalink'));
  const text = md`${actorOf(payload)} ${verbOf(payload)} the issue ${shown}${assigneeOf(payload)}.`;
  // The first message of a topic says where an issue is.
  const isNew = payload.text('action') === 'created';
  return { topic, text: isNew ? blocks(text, placeOf(issue)) : text };
}

function verbOf(payload: Payload): string {
  const action = payload.text('action');
  return action === 'assigned' && assigneeName(payload) === '' ? 'unassigned' : words(action);
}

function assigneeOf(payload: Payload): Markdown {
  const name = payload.text('action') === 'assigned' ? assigneeName(payload) : '';
  return name === '' ? nothing : md` to ${name}`;
}

function assigneeName(payload: Payload): string {
  return payload.any('data.issue.assignedTo.name', 'data.assignee.name', 'data.issue.assignedTo.email');
}

function actorOf(payload: Payload): string {
  return payload.any('actor.name') || 'Sentry';
}

function projectOf(part: Payload): string {
  return part.any('project.slug', 'project.name', 'project_slug', 'project_name');
}

function placeOf(part: Payload): Markdown {
  const [level, environment] = [part.any('level'), part.any('environment')];
  return facts({ Project: projectOf(part), In: code(part.any('culprit')), Level: level, Environment: environment });
}

function writeAlert(payload: Payload): ToolMessage {
  const event = payload.at('data.event');
  const { shown, topic } = issueOf(event, titleOf(event), event.any('web_url', 'url'));
  const rule = payload.any('data.triggered_rule', 'data.issue_alert.title');
  const name = rule === '' ? md`An alert` : md`The alert ${bold(rule)}`;
  return { topic, text: blocks(md`${name} was triggered by ${shown}.`, placeOf(event)) };
}

function writeMetric(payload: Payload): ToolMessage {
  const title = payload.any('data.description_title');
  const rule = payload.any('data.metric_alert.alert_rule.name', 'data.metric_alert.title') || title;
  const number = payload.any('data.metric_alert.identifier');
  const shown = numbered('', number === '' ? '' : `#${number}`, title || rule, payload.any('data.web_url'));
  return {
    topic: rule || payload.text('data.description_title'),
    text: blocks(md`${bold(words(payload.text('action')))}: ${shown}`, quote(payload.any('data.description_text'))),
  };
}

function writeError(payload: Payload): ToolMessage {
  const error = payload.at('data.error');
  const { shown, topic } = issueOf(error, titleOf(error), error.any('web_url', 'url'));
  return { topic, text: blocks(md`New error: ${shown}`, placeOf(error)) };
}

function writeComment(payload: Payload): ToolMessage {
  const verb = wordsIn({ created: 'wrote', updated: 'edited' }, payload.text('action'));
  const number = payload.text('data.issue_id');
  const project = payload.any('data.project_slug');
  const place = project === '' ? nothing : md` of ${project}`;
  const text = md`${actorOf(payload)} ${verb} a comment on the issue #${number}${place}.`;
  return { topic: `issue #${number}`, text: blocks(text, quote(payload.any('data.comment'))) };
}

function writeInstallation(payload: Payload): ToolMessage {
  const app = payload.any('data.installation.app.slug') || 'integration';
  return {
    topic: 'Sentry',
    text: md`${actorOf(payload)} ${words(payload.text('action'))} the installation of ${app}.`,
  };
}

function writePlugin(payload: Payload): ToolMessage {
  const title = payload.any('event.title', 'event.metadata.title', 'message') || payload.text('event.title');
  const { shown, topic } = issueOf(payload, title, payload.any('url'));
  return {
    topic,
    text: blocks(md`New event: ${shown}`, placeOf(payload)),
  };
}
