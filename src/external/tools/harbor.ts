import { wordsIn } from '../forge.ts';
import { blocks, code, facts, joined, md, nothing, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { inField, recorded, type Tool, type ToolMessage } from '../tool.ts';

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

export const harbor: Tool = {
  title: 'Harbor',
  payloads: recorded('https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/'),
  eventOf: inField('type'),
  events: { '*': write },
};

function write(payload: Payload, event: string): ToolMessage {
  const data = payload.at('event_data');
  const replicated = data.any('replication.dest_resource.namespace');
  const repository = data.any('repository.repo_full_name', 'repository.name') || replicated;
  const images = data.list('resources').map((one) => code(one.any('tag', 'resource_url', 'digest')));
  const names = joined(images.slice(0, 10), ', ');
  const operator = payload.any('operator').replace(/^auto$/, '') || 'Harbor';
  const what = names.source === '' ? nothing : md`: ${names}`;
  const text = md`${operator} ${wordsIn(verbs, event)} ${repository || payload.text('event_data.repository.name')}${what}.`;
  const custom = quote(data.any('custom_attributes.Details'));
  return { topic: repository, text: blocks(text, facts(findingsOf(data)), custom) };
}

function findingsOf(data: Payload): Record<string, string> {
  const [report] = data.list('resources').flatMap((one) => one.parts('scan_overview').map(([, part]) => part));
  if (!report) return {};
  const counts = report.entries('summary.summary').map(([severity, count]) => `${severity} ${count}`);
  return { Severity: report.any('severity'), Findings: counts.join(', '), Fixable: report.any('summary.fixable') };
}
