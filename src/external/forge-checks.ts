import { outcome, shortCommit, topicIn } from './forge.ts';
import { about, nameOf } from './forge-events.ts';
import { code, link, md } from './markdown.ts';
import type { Payload } from './payload.ts';
import type { ToolMessage, Write } from './tool.ts';

/** Events of GitHub and Gitea about what ran for a commit. */
export const checkEvents: Readonly<Record<string, Write>> = {
  status: writeStatus,
  workflow_run: (payload) => writeCheck(payload, 'workflow_run', 'workflow'),
  workflow_job: (payload) => writeCheck(payload, 'workflow_job', 'job'),
};

function writeStatus(payload: Payload): ToolMessage {
  const context = link(payload.any('context') || 'Status', payload.any('target_url'));
  const commit = link(payload.text('sha').slice(0, 8), payload.any('commit.html_url', 'commit.url'));
  const text = md`${context} of ${commit}: ${outcome(payload.any('state'))}. ${payload.any('description')}`;
  return about(payload, text);
}

/** A check, or a run of a workflow with its number, in the topic of its branch. */
export function writeCheck(payload: Payload, field: string, kind: string): ToolMessage {
  const name = payload.any(`${field}.name`, `${field}.app.name`, `${field}.display_title`) || kind;
  const number = payload.any(`${field}.run_number`);
  const label = number === '' ? name : `${name} #${number}`;
  const shown = link(label, payload.any(`${field}.html_url`, `${field}.details_url`, 'repository.html_url'));
  const place = payload.any(`${field}.head_branch`, `${field}.check_suite.head_branch`);
  const state = payload.any(`${field}.conclusion`, `${field}.status`) || payload.text('action');
  const commit = payload.any(`${field}.head_sha`);
  const source = commit === '' ? code(place) : shortCommit(commit);
  const text = md`The ${kind} ${shown} of ${source}: ${outcome(state)}.`;
  return { topic: place === '' ? nameOf(payload) : topicIn(nameOf(payload), place), text };
}
