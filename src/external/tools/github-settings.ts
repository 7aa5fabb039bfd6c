import { words } from '../forge.ts';
import { about, actorOf } from '../forge-events.ts';
import { blocks, facts, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage, Write } from '../tool.ts';

/** What an event of GitHub is about: what it is called, the paths of its name, and those of its page. */
interface Subject {
  kind: string;
  names: readonly string[];
  pages?: readonly string[];
  /** The verb, if the payload has no action. */
  verb?: string;
}

const subjects: Readonly<Record<string, Subject>> = {
  branch_protection_configuration: { kind: 'protection of branches', names: [] },
  custom_property: { kind: 'property', names: ['definition.property_name'] },
  custom_property_values: { kind: 'properties', names: ['new_property_values.0.property_name'], verb: 'changed' },
  deployment_protection_rule: { kind: 'rule for deployments to', names: ['environment'] },
  deployment_review: { kind: 'review of a deployment to', names: ['environment', 'workflow_job_run.environment'] },
  installation_target: { kind: 'account', names: ['account.login', 'account.name'], pages: ['account.html_url'] },
  issue_dependencies: {
    kind: 'blocked issue',
    names: ['blocked_issue.title'],
    pages: ['blocked_issue.html_url'],
  },
  marketplace_purchase: { kind: 'plan', names: ['marketplace_purchase.plan.name'] },
  merge_group: { kind: 'merge group', names: ['merge_group.head_ref'], verb: 'requested checks of' },
  org_block: { kind: 'user', names: ['blocked_user.login'], pages: ['blocked_user.html_url'] },
  personal_access_token_request: { kind: 'token of', names: ['personal_access_token_request.owner.login'] },
  repository_advisory: {
    kind: 'advisory',
    names: ['repository_advisory.summary'],
    pages: ['repository_advisory.html_url'],
  },
  repository_dispatch: { kind: 'event', names: ['action'], verb: 'sent' },
  repository_import: { kind: 'import', names: ['status'], verb: 'ran' },
  repository_ruleset: {
    kind: 'ruleset',
    names: ['repository_ruleset.name'],
    pages: ['repository_ruleset._links.html.href'],
  },
  repository_vulnerability_alert: {
    kind: 'alert about',
    names: ['alert.affected_package_name'],
    pages: ['alert.external_reference'],
  },
  secret_scanning_alert_location: {
    kind: 'place of a secret',
    names: ['alert.secret_type'],
    pages: ['alert.html_url'],
  },
  security_advisory: { kind: 'advisory', names: ['security_advisory.summary'] },
  security_and_analysis: { kind: 'security settings', names: [], verb: 'changed' },
  sub_issues: { kind: 'sub-issue', names: ['sub_issue.title'], pages: ['sub_issue.html_url'] },
  workflow_dispatch: { kind: 'workflow', names: ['workflow'], verb: 'started' },
};

/**
 * Events of GitHub about settings, and others that say what was done to which thing. Those of classic projects, which
 * GitHub no longer has, and of the new ones, which have no names, are refused.
 */
export const settingEvents: Readonly<Record<string, Write>> = Object.fromEntries(
  Object.entries(subjects).map(([event, subject]) => [event, (payload) => write(payload, subject)]),
);

function write(payload: Payload, { kind, names, pages = [], verb }: Subject): ToolMessage {
  const [first] = names;
  const name = first === undefined ? '' : payload.any(...names) || payload.text(first);
  const shown = name === '' ? nothing : link(name, pages.length === 0 ? '' : payload.any(...pages));
  const place = payload.any('repository.full_name', 'organization.login');
  const text = md`${actorOf(payload)} ${verb ?? verbOf(payload)} the ${kind}${shown === nothing ? nothing : md` ${shown}`}`;
  const details = facts({
    Severity: payload.any('repository_advisory.severity', 'security_advisory.severity', 'alert.severity'),
    State: payload.any('review.state', 'approver.state'),
  });
  return about(payload, blocks(md`${text}${place === '' ? nothing : md` of ${place}`}.`, details));
}

/** The verb of an action, which may begin with the name of the thing. */
function verbOf(payload: Payload): string {
  const action = payload.any('action').replace(/^(?:(?:sub|parent)_issue|blocked_by|blocking)_/, '');
  return words(action || 'changed');
}
