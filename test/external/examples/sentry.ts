import type { Example } from './example.ts';

const actor = { type: 'user', id: 1, name: 'Mara Lind' };
const issue = {
  id: '17',
  shortId: 'KETTLE-1',
  title: 'TypeError: lid is missing',
  culprit: 'kettle/boil.js in boil',
  level: 'error',
  web_url: 'https://sentry.example/issues/17/',
  project: { name: 'Kettle', slug: 'kettle' },
};
const event = {
  title: 'TypeError: lid is missing',
  culprit: 'boil',
  level: 'error',
  environment: 'production',
  web_url: 'https://sentry.example/issues/17/events/1/',
  project: 5,
};

function on(resource: string) {
  return { 'Sentry-Hook-Resource': resource };
}

export const sentry: readonly Example[] = [
  {
    what: 'a new issue',
    headers: on('issue'),
    payload: { action: 'created', data: { issue }, actor: { type: 'application', id: 'sentry', name: 'Sentry' } },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Sentry created the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/).\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'a resolved issue',
    headers: on('issue'),
    payload: { action: 'resolved', data: { issue }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind resolved the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/).\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an alert',
    headers: on('event_alert'),
    payload: { action: 'triggered', data: { event, triggered_rule: 'Too many errors' }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'The alert **Too many errors** was triggered by [TypeError: lid is missing](https://sentry.example/issues/17/events/1/).\n\n- **In**: `boil`\n- **Level**: error\n- **Environment**: production',
  },
  {
    what: 'an alert of a metric',
    headers: on('metric_alert'),
    payload: {
      action: 'critical',
      data: {
        metric_alert: { alert_rule: { name: 'Slow kettle' } },
        description_text: '1000 events in the last 10 minutes',
        description_title: 'Critical: Slow kettle',
        web_url: 'https://sentry.example/alerts/1/',
      },
      actor,
    },
    topic: 'Slow kettle',
    text: '**critical**: [Critical: Slow kettle](https://sentry.example/alerts/1/)\n\n```quote\n1000 events in the last 10 minutes\n```',
  },
  {
    what: 'an error',
    headers: on('error'),
    payload: { action: 'created', data: { error: event }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'New error: [TypeError: lid is missing](https://sentry.example/issues/17/events/1/)\n\n- **In**: `boil`\n- **Level**: error\n- **Environment**: production',
  },
  {
    what: 'a comment',
    headers: on('comment'),
    payload: { action: 'created', data: { comment: 'Known.', issue_id: 17, project_slug: 'kettle' }, actor },
    topic: 'issue #17',
    text: 'Mara Lind created a comment on the issue #17 of kettle.\n\n```quote\nKnown.\n```',
  },
  {
    what: 'an installation',
    headers: on('installation'),
    payload: { action: 'created', data: { installation: { app: { slug: 'chat' } } }, actor },
    topic: 'Sentry',
    text: 'Mara Lind created the installation of chat.',
  },
  {
    what: 'an event of the older plug-in',
    payload: {
      project: 'kettle',
      project_name: 'Kettle',
      project_slug: 'kettle',
      culprit: 'boil',
      level: 'error',
      url: 'https://sentry.example/17/',
      message: '',
      event: { title: 'lid is missing' },
    },
    topic: 'lid is missing',
    text: 'New event: [lid is missing](https://sentry.example/17/)\n\n- **Project**: kettle\n- **In**: `boil`\n- **Level**: error',
  },
  {
    what: 'an issue for somebody',
    headers: on('issue'),
    payload: { action: 'assigned', data: { issue: { ...issue, assignedTo: { name: 'Jonas' } } }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind assigned the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/) to Jonas.\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an issue for a team',
    headers: on('issue'),
    payload: { action: 'assigned', data: { issue, assignee: { type: 'team', name: 'Cooks' } }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind assigned the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/) to Cooks.\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an issue for nobody',
    headers: on('issue'),
    payload: { action: 'assigned', data: { issue: { ...issue, assignedTo: null }, assignee: null }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind unassigned the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/).\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an issue without an address',
    headers: on('issue'),
    payload: { action: 'archived', data: { issue: { ...issue, web_url: undefined, permalink: null } }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind archived the issue KETTLE-1 TypeError: lid is missing.\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an issue without a header',
    payload: { action: 'resolved', data: { issue }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'Mara Lind resolved the issue [KETTLE-1 TypeError: lid is missing](https://sentry.example/issues/17/).\n\n- **Project**: kettle\n- **In**: `kettle/boil.js in boil`\n- **Level**: error',
  },
  {
    what: 'an alert without a header',
    payload: { action: 'triggered', data: { event: { ...event, issue_id: '17' }, triggered_rule: 'Lids' }, actor },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'The alert **Lids** was triggered by [TypeError: lid is missing](https://sentry.example/issues/17/events/1/).\n\n- **In**: `boil`\n- **Level**: error\n- **Environment**: production',
  },
  {
    what: 'an alert of a metric without a header',
    payload: {
      action: 'resolved',
      data: { metric_alert: { identifier: '31', title: 'Slow kettle' }, web_url: 'https://sentry.example/alerts/31/' },
      actor,
    },
    topic: 'Slow kettle',
    text: '**resolved**: [#31 Slow kettle](https://sentry.example/alerts/31/)',
  },
  {
    what: 'an alert without a rule',
    headers: on('event_alert'),
    payload: { action: 'triggered', data: { event } },
    topic: 'issue #17 TypeError: lid is missing',
    text: 'An alert was triggered by [TypeError: lid is missing](https://sentry.example/issues/17/events/1/).\n\n- **In**: `boil`\n- **Level**: error\n- **Environment**: production',
  },
  {
    what: 'an event of the plug-in with the number of its issue',
    payload: {
      id: '17',
      project_slug: 'kettle',
      url: 'https://sentry.example/acme/issues/17/?referrer=webhooks',
      event: { title: 'lid is missing' },
    },
    topic: 'issue #17 lid is missing',
    text: 'New event: [lid is missing](https://sentry.example/acme/issues/17/?referrer=webhooks)\n\n- **Project**: kettle',
  },
];
