import { alertmanager, prometheus } from './alertmanager.ts';
import { bitbucket2 } from './bitbucket2.ts';
import { bitbucket3 } from './bitbucket3.ts';
import { circleci } from './circleci.ts';
import type { Example } from './example.ts';
import { forgejo, gitea, gogs } from './gitea.ts';
import { github } from './github.ts';
import { githubItems } from './github-items.ts';
import { githubOrganization } from './github-organization.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { jenkins } from './jenkins.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { sentry } from './sentry.ts';
import { helloworld, ifttt, json, zapier } from './simple.ts';
import { stripe } from './stripe.ts';
import { trello } from './trello.ts';
import { uptimekuma, uptimerobot } from './uptime.ts';

/** Payloads of each tool, by its name. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  alertmanager,
  bitbucket2,
  bitbucket3,
  circleci,
  forgejo,
  gitea,
  github: [...github, ...githubItems, ...githubOrganization],
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
