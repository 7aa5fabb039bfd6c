import { errorKind } from '../http/errors.ts';
import type { Tool } from './tool.ts';
import { alertmanager } from './tools/alertmanager.ts';
import { bitbucket2 } from './tools/bitbucket2.ts';
import { bitbucket3 } from './tools/bitbucket3.ts';
import { circleci } from './tools/circleci.ts';
import { forgejo, gitea, gogs } from './tools/gitea.ts';
import { github } from './tools/github.ts';
import { gitlab } from './tools/gitlab.ts';
import { grafana } from './tools/grafana.ts';
import { helloworld } from './tools/helloworld.ts';
import { ifttt } from './tools/ifttt.ts';
import { jenkins } from './tools/jenkins.ts';
import { jira } from './tools/jira.ts';
import { json } from './tools/json.ts';
import { linear } from './tools/linear.ts';
import { opsgenie } from './tools/opsgenie.ts';
import { pagerduty } from './tools/pagerduty.ts';
import { prometheus } from './tools/prometheus.ts';
import { sentry } from './tools/sentry.ts';
import { stripe } from './tools/stripe.ts';
import { trello } from './tools/trello.ts';
import { uptimekuma } from './tools/uptimekuma.ts';
import { uptimerobot } from './tools/uptimerobot.ts';
import { zapier } from './tools/zapier.ts';

/** The supported tools, by their names in URLs. */
export const tools: Readonly<Record<string, Tool>> = {
  alertmanager,
  bitbucket2,
  bitbucket3,
  circleci,
  forgejo,
  gitea,
  github,
  gitlab,
  gogs,
  grafana,
  helloworld,
  ifttt,
  jenkins,
  jira,
  json,
  linear,
  opsgenie,
  pagerduty,
  prometheus,
  sentry,
  stripe,
  trello,
  uptimekuma,
  uptimerobot,
  zapier,
};

/** Names for services that now send other payloads, and the tool for those. */
export const formerTools: Readonly<Record<string, string>> = { bitbucket: 'bitbucket2', stash: 'bitbucket3' };

export const toolReplaced = errorKind<{ former: string; replaced_by: string }>(
  "The tool '{former}' was replaced by '{replaced_by}': post to /api/v1/external/{replaced_by}.",
  { code: 'NOT_FOUND', status: 404, extra: ({ replaced_by }) => ({ replaced_by }) },
);
