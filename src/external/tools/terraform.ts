import { buildMessage } from '../builds.ts';
import { words } from '../forge.ts';
import { link, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { documented, type Tool, type ToolMessage } from '../tool.ts';

export const terraform: Tool = {
  title: 'Terraform Cloud',
  payloads: documented('https://developer.hashicorp.com/terraform/cloud-docs/api-docs/notification-configurations'),
  eventOf: ({ payload }) => payload.any('notifications.0.trigger') || payload.text('trigger'),
  signature: hmac('X-TFE-Notification-Signature', { algorithm: 'sha512' }),
  events: {
    verification: () => ({ topic: 'Terraform Cloud', text: md`The webhook of Terraform Cloud works.` }),
    'run:*': writeRun,
    'assessment:*': writeAssessment,
    'workspace:*': writeAssessment,
    '*': writeOther,
  },
};

function workspaceOf(payload: Payload): string {
  return payload.any('workspace_name', 'details.workspace_name') || payload.text('workspace_name');
}

function writeRun(payload: Payload, event: string): ToolMessage {
  const last = payload.at('notifications.0');
  return buildMessage({
    project: workspaceOf(payload),
    name: `run ${payload.any('run_id')}`.trim(),
    url: payload.any('run_url'),
    status: last.any('run_status', 'message') || event,
    subject: payload.any('run_message'),
    author: payload.any('run_created_by') || last.any('run_updated_by'),
  });
}

/** What a team is told, which belongs to no workspace or to several. */
function writeOther(payload: Payload, event: string): ToolMessage {
  const place = payload.any('workspace_name', 'team_name', 'organization_name') || 'Terraform Cloud';
  const message = payload.any('message', 'notifications.0.message', 'change_request.subject') || words(event);
  return { topic: place, text: md`${place}: ${link(message, payload.any('change_request_url', 'workspace_url'))}.` };
}

function writeAssessment(payload: Payload, event: string): ToolMessage {
  const message = payload.any('message', 'notifications.0.message') || event;
  const workspace = workspaceOf(payload);
  return { topic: workspace, text: md`${workspace}: ${message}.` };
}
