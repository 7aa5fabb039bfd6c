// Written by bin/tools.ts.
import type { Tool } from './tool.ts';
import { airbrake } from './tools/airbrake.ts';
import { airbyte } from './tools/airbyte.ts';
import { alertmanager } from './tools/alertmanager.ts';
import { ansibletower } from './tools/ansibletower.ts';
import { appfollow } from './tools/appfollow.ts';
import { appveyor } from './tools/appveyor.ts';
import { argocd } from './tools/argocd.ts';
import { asana } from './tools/asana.ts';
import { azuredevops } from './tools/azuredevops.ts';
import { basecamp } from './tools/basecamp.ts';
import { beanstalk } from './tools/beanstalk.ts';
import { beeminder } from './tools/beeminder.ts';
import { betterstack } from './tools/betterstack.ts';
import { bitbucket } from './tools/bitbucket.ts';
import { bitbucket2 } from './tools/bitbucket2.ts';
import { bitbucket3 } from './tools/bitbucket3.ts';
import { buildbot } from './tools/buildbot.ts';
import { buildkite } from './tools/buildkite.ts';
import { canarytoken } from './tools/canarytoken.ts';
import { chatwoot } from './tools/chatwoot.ts';
import { circleci } from './tools/circleci.ts';
import { codeship } from './tools/codeship.ts';
import { crashlytics } from './tools/crashlytics.ts';
import { datadog } from './tools/datadog.ts';
import { delighted } from './tools/delighted.ts';
import { discord } from './tools/discord.ts';
import { drone } from './tools/drone.ts';
import { dropbox } from './tools/dropbox.ts';
import { flock } from './tools/flock.ts';
import { freshdesk } from './tools/freshdesk.ts';
import { freshping } from './tools/freshping.ts';
import { freshstatus } from './tools/freshstatus.ts';
import { front } from './tools/front.ts';
import { ghost } from './tools/ghost.ts';
import { forgejo, gitea, gogs } from './tools/gitea.ts';
import { github } from './tools/github.ts';
import { gitlab } from './tools/gitlab.ts';
import { gocd } from './tools/gocd.ts';
import { gosquared } from './tools/gosquared.ts';
import { grafana } from './tools/grafana.ts';
import { greenhouse } from './tools/greenhouse.ts';
import { groove } from './tools/groove.ts';
import { harbor } from './tools/harbor.ts';
import { healthchecks } from './tools/healthchecks.ts';
import { hellosign } from './tools/hellosign.ts';
import { helloworld } from './tools/helloworld.ts';
import { heroku } from './tools/heroku.ts';
import { homeassistant } from './tools/homeassistant.ts';
import { honeybadger } from './tools/honeybadger.ts';
import { ifttt } from './tools/ifttt.ts';
import { intercom } from './tools/intercom.ts';
import { jellyfin } from './tools/jellyfin.ts';
import { jenkins } from './tools/jenkins.ts';
import { jira } from './tools/jira.ts';
import { jotform } from './tools/jotform.ts';
import { json } from './tools/json.ts';
import { librato } from './tools/librato.ts';
import { lidarr } from './tools/lidarr.ts';
import { linear } from './tools/linear.ts';
import { mattermost } from './tools/mattermost.ts';
import { mention } from './tools/mention.ts';
import { netlify } from './tools/netlify.ts';
import { newrelic } from './tools/newrelic.ts';
import { notion } from './tools/notion.ts';
import { opencollective } from './tools/opencollective.ts';
import { opsgenie } from './tools/opsgenie.ts';
import { pagerduty } from './tools/pagerduty.ts';
import { papertrail } from './tools/papertrail.ts';
import { patreon } from './tools/patreon.ts';
import { pingdom } from './tools/pingdom.ts';
import { plane } from './tools/plane.ts';
import { prometheus } from './tools/prometheus.ts';
import { radarr } from './tools/radarr.ts';
import { raygun } from './tools/raygun.ts';
import { render } from './tools/render.ts';
import { reviewboard } from './tools/reviewboard.ts';
import { rhodecode } from './tools/rhodecode.ts';
import { rollbar } from './tools/rollbar.ts';
import { rundeck } from './tools/rundeck.ts';
import { semaphore } from './tools/semaphore.ts';
import { sentry } from './tools/sentry.ts';
import { shortcut } from './tools/shortcut.ts';
import { slack } from './tools/slack.ts';
import { sonarqube } from './tools/sonarqube.ts';
import { sonarr } from './tools/sonarr.ts';
import { splunk } from './tools/splunk.ts';
import { statuspage } from './tools/statuspage.ts';
import { stripe } from './tools/stripe.ts';
import { taiga } from './tools/taiga.ts';
import { teamcity } from './tools/teamcity.ts';
import { teams } from './tools/teams.ts';
import { terraform } from './tools/terraform.ts';
import { thinkst } from './tools/thinkst.ts';
import { transifex } from './tools/transifex.ts';
import { travis } from './tools/travis.ts';
import { trello } from './tools/trello.ts';
import { typeform } from './tools/typeform.ts';
import { updown } from './tools/updown.ts';
import { uptimekuma } from './tools/uptimekuma.ts';
import { uptimerobot } from './tools/uptimerobot.ts';
import { vercel } from './tools/vercel.ts';
import { weblate } from './tools/weblate.ts';
import { wekan } from './tools/wekan.ts';
import { wordpress } from './tools/wordpress.ts';
import { zabbix } from './tools/zabbix.ts';
import { zapier } from './tools/zapier.ts';
import { zendesk } from './tools/zendesk.ts';

/** The supported tools, by their names in URLs. */
export const tools: Readonly<Record<string, Tool>> = {
  airbrake,
  airbyte,
  alertmanager,
  ansibletower,
  appfollow,
  appveyor,
  argocd,
  asana,
  azuredevops,
  basecamp,
  beanstalk,
  beeminder,
  betterstack,
  bitbucket,
  bitbucket2,
  bitbucket3,
  buildbot,
  buildkite,
  canarytoken,
  chatwoot,
  circleci,
  codeship,
  crashlytics,
  datadog,
  delighted,
  discord,
  drone,
  dropbox,
  flock,
  forgejo,
  freshdesk,
  freshping,
  freshstatus,
  front,
  ghost,
  gitea,
  github,
  gitlab,
  gocd,
  gogs,
  gosquared,
  grafana,
  greenhouse,
  groove,
  harbor,
  healthchecks,
  hellosign,
  helloworld,
  heroku,
  homeassistant,
  honeybadger,
  ifttt,
  intercom,
  jellyfin,
  jenkins,
  jira,
  jotform,
  json,
  librato,
  lidarr,
  linear,
  mattermost,
  mention,
  netlify,
  newrelic,
  notion,
  opencollective,
  opsgenie,
  pagerduty,
  papertrail,
  patreon,
  pingdom,
  plane,
  prometheus,
  radarr,
  raygun,
  render,
  reviewboard,
  rhodecode,
  rollbar,
  rundeck,
  semaphore,
  sentry,
  shortcut,
  slack,
  sonarqube,
  sonarr,
  splunk,
  statuspage,
  stripe,
  taiga,
  teamcity,
  teams,
  terraform,
  thinkst,
  transifex,
  travis,
  trello,
  typeform,
  updown,
  uptimekuma,
  uptimerobot,
  vercel,
  weblate,
  wekan,
  wordpress,
  zabbix,
  zapier,
  zendesk,
};
