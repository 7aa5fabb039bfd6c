import type { Payload } from './payload.ts';

/**
 * The event of a payload of GitHub and the like that came without its header, which some proxies drop: the first whose
 * fields are all there. Events that add a field to another's stand before it.
 */
export function eventByShape(payload: Payload): string | undefined {
  const found = shapes.find(([, ...fields]) => fields.every((field) => payload.has(field)));
  if (found) return found[0];
  if (!payload.has('repository')) return undefined;
  const action = payload.any('action');
  if (action === 'started') return 'watch';
  if (repositoryActions.includes(action)) return 'repository';
  return payload.parts().every(([name]) => everywhere.includes(name)) ? 'public' : undefined;
}

/** The fields of all events: a payload that has no others says that its repository is public now. */
const everywhere = ['repository', 'sender', 'organization', 'enterprise', 'installation'];

const repositoryActions = [
  'created',
  'deleted',
  'archived',
  'unarchived',
  'edited',
  'renamed',
  'transferred',
  'publicized',
  'privatized',
];

const shapes: readonly (readonly [event: string, ...fields: string[]])[] = [
  ['ping', 'zen'],
  ['pull_request_review_thread', 'thread', 'pull_request'],
  ['pull_request_review_comment', 'comment', 'pull_request.head'],
  ['pull_request_review', 'review', 'pull_request'],
  ['discussion_comment', 'comment', 'discussion'],
  ['issue_comment', 'comment', 'issue'],
  ['commit_comment', 'comment.commit_id'],
  ['issues', 'issue'],
  ['pull_request', 'pull_request'],
  ['discussion', 'discussion'],
  ['release', 'release'],
  ['fork', 'forkee'],
  ['gollum', 'pages'],
  ['check_run', 'check_run'],
  ['check_suite', 'check_suite'],
  ['workflow_run', 'workflow_run'],
  ['workflow_job', 'workflow_job'],
  ['deployment_status', 'deployment_status'],
  ['deployment', 'deployment'],
  ['page_build', 'build'],
  ['sponsorship', 'sponsorship'],
  ['installation_repositories', 'installation', 'repositories_added'],
  ['push', 'ref', 'before', 'after'],
  ['create', 'ref', 'ref_type', 'master_branch'],
  ['create', 'ref', 'ref_type', 'sha'],
  ['create', 'ref', 'ref_type', 'default_branch'],
  ['delete', 'ref', 'ref_type'],
  ['status', 'sha', 'state', 'context'],
  ['milestone', 'milestone'],
  ['label', 'label'],
  ['membership', 'member', 'team'],
  ['member', 'member'],
  ['organization', 'membership'],
  ['team_add', 'team', 'repository'],
  ['team', 'team'],
  ['dependabot_alert', 'alert.security_advisory'],
  ['code_scanning_alert', 'alert.rule'],
  ['secret_scanning_alert', 'alert.secret_type'],
  ['star', 'starred_at'],
];
