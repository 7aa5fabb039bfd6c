import { words } from '../forge.ts';
import { blocks, bold, code, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { single, type Tool, type ToolMessage } from '../tool.ts';

/** Integrations of Sentry name the event in a header; its older plug-in sends no such header. */
export const sentry: Tool = {
  title: 'Sentry',
  eventOf: ({ header }) => header('Sentry-Hook-Resource') || single,
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

function writeIssue(payload: Payload): ToolMessage {
  const issue = payload.at('data.issue');
  const title = issue.text('title');
  const shown = link(title, issue.any('web_url', 'permalink'));
  const text = md`${actorOf(payload)} ${words(payload.text('action'))} the issue ${shown}.`;
  return { topic: projectOf(issue), text: blocks(text, placeOf(issue)) };
}

function actorOf(payload: Payload): string {
  return payload.any('actor.name') || 'Sentry';
}

function projectOf(part: Payload): string {
  return part.any('project.slug', 'project.name', 'project_slug', 'project_name') || 'Sentry';
}

function placeOf(part: Payload) {
  const [level, environment] = [part.any('level'), part.any('environment')];
  return facts({ In: code(part.any('culprit')), Level: level, Environment: environment });
}

function writeAlert(payload: Payload): ToolMessage {
  const event = payload.at('data.event');
  const title = event.text('title');
  const rule = payload.any('data.triggered_rule') || 'an alert';
  const text = md`${bold(rule)} was triggered by ${link(title, event.any('web_url', 'url'))}.`;
  return { topic: firstOf(projectOf(event), rule), text: blocks(text, placeOf(event)) };
}

function firstOf(project: string, rule: string): string {
  return project === 'Sentry' ? rule : project;
}

function writeMetric(payload: Payload, _event: string): ToolMessage {
  const action = payload.text('action');
  const rule =
    payload.any('data.metric_alert.alert_rule.name', 'data.metric_alert.title') ||
    payload.text('data.description_title');
  const page = link(payload.any('data.description_title') || rule, payload.any('data.web_url'));
  return {
    topic: rule,
    text: blocks(md`${bold(words(action))}: ${page}`, quote(payload.any('data.description_text'))),
  };
}

function writeError(payload: Payload): ToolMessage {
  const error = payload.at('data.error');
  const text = md`New error: ${link(error.text('title'), error.any('web_url', 'url'))}`;
  return { topic: projectOf(error), text: blocks(text, placeOf(error)) };
}

function writeComment(payload: Payload): ToolMessage {
  const verb = words(payload.text('action'));
  const text = md`${actorOf(payload)} ${verb} a comment on the issue ${payload.text('data.issue_id')}.`;
  return { topic: projectOf(payload.at('data')), text: blocks(text, quote(payload.any('data.comment'))) };
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
  const text = md`New event: ${link(title, payload.any('url'))}`;
  return {
    topic: payload.any('project_slug', 'project_name', 'project') || 'Sentry',
    text: blocks(text, placeOf(payload)),
  };
}
