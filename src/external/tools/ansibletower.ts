import { buildMessage, runName } from '../builds.ts';
import { fromTo } from '../forge.ts';
import { bullets, md } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const ansibletower: Tool = {
  title: 'Ansible Tower',
  payloads: recorded('https://docs.ansible.com/automation-controller/latest/html/userguide/notifications.html'),
  eventOf: ({ payload }) => payload.any('friendly_name').toLowerCase().replaceAll(' ', '_') || 'job',
  events: {
    job: write,
    project_update: write,
    inventory_update: write,
    system_job: write,
    workflow_job: write,
    '*': write,
  },
};

function write(payload: Payload): ToolMessage {
  const number = payload.any('id');
  const kind = payload.any('friendly_name').toLowerCase() || 'job';
  const hosts = payload.parts('hosts').map(([host, result]) => {
    return md`${host}: ${result.any('failed') === 'true' ? 'failed' : 'ok'}, ${result.any('changed') || '0'} changed`;
  });
  return buildMessage({
    project: payload.text('name'),
    name: runName(kind, number),
    url: payload.any('url'),
    status: payload.any('status'),
    details: bullets(hosts),
    facts: {
      By: payload.any('created_by').replace(/^None$/, ''),
      Inventory: payload.any('inventory'),
      Approval: approvalOf(payload),
    },
  });
}

function approvalOf(payload: Payload): string {
  const status = payload.any('approval_status');
  return status === '' ? '' : fromTo(payload.any('approval_node_name'), status);
}
