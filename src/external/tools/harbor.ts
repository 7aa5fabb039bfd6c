import { wordsIn } from '../forge.ts';
import { blocks, code, facts, joined, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

const verbs: Readonly<Record<string, string>> = {
  PUSH_ARTIFACT: 'pushed',
  PULL_ARTIFACT: 'pulled',
  DELETE_ARTIFACT: 'deleted',
  TAG_RETENTION: 'cleaned up',
  SCANNING_COMPLETED: 'scanned',
  SCANNING_STOPPED: 'stopped the scan of',
  SCANNING_FAILED: 'could not scan',
  QUOTA_EXCEED: 'ran out of space for',
  QUOTA_WARNING: 'has little space for',
  REPLICATION: 'replicated',
};

/** The types in the form of CloudEvents, and those they stand for. */
const cloudTypes: Readonly<Record<string, string>> = {
  'harbor.artifact.pushed': 'PUSH_ARTIFACT',
  'harbor.artifact.pulled': 'PULL_ARTIFACT',
  'harbor.artifact.deleted': 'DELETE_ARTIFACT',
  'harbor.tag_retention.finished': 'TAG_RETENTION',
  'harbor.scan.completed': 'SCANNING_COMPLETED',
  'harbor.scan.stopped': 'SCANNING_STOPPED',
  'harbor.scan.failed': 'SCANNING_FAILED',
  'harbor.quota.exceeded': 'QUOTA_EXCEED',
  'harbor.quota.warned': 'QUOTA_WARNING',
  'harbor.replication.status.changed': 'REPLICATION',
};

export const harbor: Tool = {
  title: 'Harbor',
  payloads: recorded('https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/'),
  eventOf({ payload }) {
    const type = payload.text('type');
    return wordsIn(cloudTypes, type, type);
  },
  events: { '*': write },
};

function write(payload: Payload, event: string): ToolMessage {
  const data = payload.at(payload.has('event_data') ? 'event_data' : 'data');
  const replicated = data.any('replication.dest_resource.namespace');
  const repository = data.any('repository.repo_full_name', 'repository.name') || replicated;
  const images = data.list('resources').map((one) => code(one.any('tag', 'resource_url', 'digest')));
  const names = joined(images.slice(0, 10), ', ');
  const operator = payload.any('operator').replace(/^auto$/, '') || 'Harbor';
  const what = names.source === '' ? nothing : md`: ${names}`;
  const text = md`${operator} ${wordsIn(verbs, event)} ${repository || data.text('repository.name')}${what}.`;
  const custom = quote(data.any('custom_attributes.Details'));
  return { topic: repository, text: blocks(text, facts(findingsOf(data)), custom) };
}

function findingsOf(data: Payload): Record<string, string> {
  const [report] = data.list('resources').flatMap((one) => one.parts('scan_overview').map(([, part]) => part));
  if (!report) return {};
  const counts = report.entries('summary.summary').map(([severity, count]) => `${severity} ${count}`);
  return { Severity: report.any('severity'), Findings: counts.join(', '), Fixable: report.any('summary.fixable') };
}
