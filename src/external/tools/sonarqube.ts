import { topicIn, words } from '../forge.ts';
import { blocks, bold, bullets, code, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import { hmac } from '../signature.ts';
import { recorded, type Tool, type ToolMessage } from '../tool.ts';

export const sonarqube: Tool = {
  title: 'SonarQube',
  payloads: recorded('https://docs.sonarsource.com/sonarqube-server/latest/project-administration/webhooks/'),
  eventOf: ({ payload }) => payload.any('qualityGate.status', 'status').toLowerCase() || 'analysis',
  signature: hmac('X-Sonar-Webhook-HMAC-SHA256'),
  options: ['branches'],
  events: { ok: write, error: write, '*': write },
};

function write(payload: Payload, status: string): ToolMessage {
  const project = payload.any('project.name') || payload.text('project.key');
  const branch = payload.any('branch.name');
  const page = link(project, payload.any('branch.url', 'project.url'));
  const failed = payload.list('qualityGate.conditions').filter((one) => one.any('status') === 'ERROR');
  const lines = failed.map((one) => {
    return md`${words(one.any('metric') || 'condition')}: ${one.any('value') || 'no value'} (limit ${one.any('errorThreshold') || 'unknown'})`;
  });
  const emoji = status === 'ok' ? md`:check_mark:` : md`:alert:`;
  const from = branch === '' ? nothing : md` of ${code(branch)}`;
  const text = md`${emoji} The quality of ${page}${from}: ${bold(status)}.`;
  const message = { topic: branch === '' ? project : topicIn(project, branch), text: blocks(text, bullets(lines)) };
  return branch === '' ? message : { ...message, branch };
}
