import { personIn, words, wordsIn } from '../forge.ts';
import { blocks, facts, link, md, quote } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage, Write } from '../tool.ts';

/** Events of GitLab's groups, and of the whole server, about members, projects and groups. */
export const groupEvents: Readonly<Record<string, Write>> = {
  'user_*': writeMember,
  'project_*': writeProject,
  'subgroup_*': writeGroup,
  'group_*': writeGroup,
  'key_*': writeKey,
  vulnerability: writeVulnerability,
};

const verbs: Readonly<Record<string, string>> = {
  add: 'was added',
  create: 'was created',
  destroy: 'was deleted',
  update: 'was changed',
  remove: 'was removed',
  rename: 'was renamed',
  transfer: 'was transferred',
  access: 'asked for access:',
};

/** What an event such as `user_add_to_group` says. */
function actionOf(event: string): string {
  const [, verb = '', ...rest] = event.split('_');
  return [wordsIn(verbs, verb), ...rest].join(' ');
}

function writeMember(payload: Payload, event: string): ToolMessage {
  const place = payload.any('group_name', 'group_path', 'project_path_with_namespace', 'project_name');
  if (place === '') return writeAccount(payload, event);
  const user = personIn(payload, 'user_name', 'user_username', 'name', 'username');
  const details = facts({
    Role: payload.any('group_access', 'access_level', 'project_access'),
    Expires: payload.any('expires_at'),
  });
  return { topic: place, text: blocks(md`${user} ${actionOf(event)} ${place}.`, details) };
}

/** Events about accounts, which only hooks of the whole server send. */
function writeAccount(payload: Payload, event: string): ToolMessage {
  const user = personIn(payload, 'name', 'username', 'user_name', 'user_username');
  const said =
    event === 'user_failed_login' ? md`A log-in of ${user} failed.` : md`The account of ${user} ${actionOf(event)}.`;
  const details = facts({ Former: payload.any('old_username'), State: payload.any('state') });
  return { topic: 'GitLab', text: blocks(said, details) };
}

function writeKey(payload: Payload, event: string): ToolMessage {
  const user = personIn(payload, 'username', 'user_name');
  return { topic: 'GitLab', text: md`A key of ${user} ${actionOf(event)}.` };
}

function writeProject(payload: Payload, event: string): ToolMessage {
  const path = payload.any('path_with_namespace', 'name') || payload.text('path_with_namespace');
  const owner = payload.any('owner_name', 'owners.0.name');
  const former = payload.any('old_path_with_namespace');
  const details = facts({ Owner: owner, Former: former, Visibility: payload.any('project_visibility') });
  return { topic: path, text: blocks(md`The project ${path} ${actionOf(event)}.`, details) };
}

function writeGroup(payload: Payload, event: string): ToolMessage {
  const path = payload.any('full_path', 'name') || payload.text('full_path');
  return { topic: path, text: md`The group ${path} ${actionOf(event)}.` };
}

function writeVulnerability(payload: Payload): ToolMessage {
  const found = payload.at('object_attributes');
  const title = found.any('title') || payload.text('object_attributes.title');
  const details = facts({
    Severity: found.any('severity'),
    State: found.any('state'),
    Kind: words(found.any('report_type')),
  });
  return {
    topic: title,
    text: blocks(md`Vulnerability ${link(title, found.any('url'))}.`, quote(found.any('description')), details),
  };
}
