import { listed, numberedTopic, words, wordsIn } from '../forge.ts';
import { about, actorOf } from '../forge-events.ts';
import { blocks, facts, joined, link, md, nothing } from '../markdown.ts';
import type { Payload } from '../payload.ts';
import type { ToolMessage, Write } from '../tool.ts';

/** What an event of GitHub is about: what it is called, the paths of its name, and those of its page. */
interface Subject {
  kind: string;
  /** The path of its number, which is in the topic. */
  number?: string;
  names: readonly string[];
  pages?: readonly string[];
  /** The verb, if the payload has no action. */
  verb?: string;
}

const subjects: Readonly<Record<string, Subject>> = {
  branch_protection_configuration: { kind: 'protection of branches', names: [] },
  custom_property: { kind: 'property', names: ['definition.property_name'] },
  custom_property_values: { kind: 'properties', names: ['new_property_values.0.property_name'], verb: 'changed' },
  'dismissal_request_*': {
    kind: 'request to dismiss an alert',
    number: 'exemption_request.number',
    names: [],
    pages: ['exemption_request.html_url'],
  },
  deployment_protection_rule: { kind: 'rule for deployments to', names: ['environment'] },
  deployment_review: { kind: 'review of a deployment to', names: ['environment', 'workflow_job_run.environment'] },
  'exemption_request_*': {
    kind: 'request to push past a rule',
    number: 'exemption_request.number',
    names: [],
    pages: ['exemption_request.html_url'],
  },
  github_app_authorization: { kind: 'authorization of an app', names: [] },
  installation_target: { kind: 'account', names: ['account.login', 'account.name'], pages: ['account.html_url'] },
  marketplace_purchase: { kind: 'plan', names: ['marketplace_purchase.plan.name'] },
  merge_group: { kind: 'merge group', names: ['merge_group.head_ref'] },
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
    kind: 'alert',
    number: 'alert.number',
    names: ['alert.affected_package_name'],
    pages: ['alert.external_reference'],
  },
  secret_scanning_alert_location: {
    kind: 'place of the secret of alert',
    number: 'alert.number',
    names: ['alert.secret_type'],
    pages: ['alert.html_url'],
  },
  secret_scanning_scan: { kind: 'scan for secrets in', names: ['source'] },
  security_advisory: { kind: 'advisory', names: ['security_advisory.summary'] },
  security_and_analysis: { kind: 'security settings', names: [], verb: 'changed' },
  workflow_dispatch: { kind: 'workflow', names: ['workflow'], verb: 'started' },
};

/**
 * Events of GitHub about settings, and others that say what was done to which thing. Those of classic projects, which
 * GitHub no longer has, and of the new ones, which have no names, are refused.
 */
export const settingEvents: Readonly<Record<string, Write>> = Object.fromEntries(
  Object.entries(subjects).map(([event, subject]) => [event, (payload) => write(payload, subject)]),
);

function write(payload: Payload, subject: Subject): ToolMessage {
  const { kind, number: path, names, pages = [], verb } = subject;
  const [first] = names;
  const title = first === undefined ? '' : payload.any(...names) || payload.text(first);
  const number = path === undefined || !payload.has(path) ? '' : `#${payload.text(path)}`;
  const thing = link(listed([number, title], ' '), payload.any(...pages));
  const place = payload.any('repository.full_name', 'organization.login');
  const text = joined([md`${actorOf(payload)} ${verb ?? verbOf(payload)} the ${kind}`, thing]);
  const details = facts({
    Severity: payload.any('repository_advisory.severity', 'security_advisory.severity', 'alert.severity'),
    Reason: payload.any('reason'),
    State: payload.any('review.state', 'approver.state', 'exemption_request.status'),
  });
  const message = about(payload, blocks(md`${text}${place === '' ? nothing : md` of ${place}`}.`, details));
  return number === '' ? message : { ...message, topic: numberedTopic(message.topic, topicKind(kind), number, title) };
}

/** The last word of a kind, which is what has the number. */
function topicKind(kind: string): string {
  return kind.startsWith('request') ? 'request' : 'alert';
}

/** The actions of an alert are not in the past tense, and those of a merge group name no thing. */
const verbs: Readonly<Record<string, string>> = {
  checks_requested: 'requested checks of',
  create: 'created',
  dismiss: 'dismissed',
  reopen: 'reopened',
  resolve: 'resolved',
};

/** The verb of an action. */
function verbOf(payload: Payload): string {
  const action = payload.any('action').replace(/^response_/, '');
  return wordsIn(verbs, action, words(action || 'changed'));
}
