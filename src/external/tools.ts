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
