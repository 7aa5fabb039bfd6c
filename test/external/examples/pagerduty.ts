import type { Example } from './example.ts';

const agent = {
  html_url: 'https://acme.pagerduty.example/users/1',
  id: 'P1',
  summary: 'Mara Lind',
  type: 'user_reference',
};
const incident = {
  id: 'Q1',
  type: 'incident',
  number: 2,
  html_url: 'https://acme.pagerduty.example/incidents/Q1',
  title: 'The kettle is on fire',
  urgency: 'high',
  priority: { summary: 'P1' },
  service: { summary: 'Kettle' },
  assignees: [{ summary: 'Jonas Berg' }],
};
const reference = {
  id: 'Q1',
  summary: '[#2] The kettle is on fire',
  html_url: incident.html_url,
  type: 'incident_reference',
};

function event(event_type: string, data: object, by: object | null = agent) {
  return {
    event: { id: '5', event_type, resource_type: 'incident', occurred_at: '2026-03-01T10:00:00Z', agent: by, data },
  };
}

export const pagerduty: readonly Example[] = [
  {
    what: 'a test',
    payload: event('pagey.ping', { message: 'Hello from Pagey', type: 'ping' }, null),
    topic: 'PagerDuty',
    text: 'The webhook of PagerDuty works. Hello from Pagey',
  },
  {
    what: 'a new incident',
    payload: event('incident.triggered', incident, null),
    topic: 'incident #2 The kettle is on fire',
    text: 'PagerDuty triggered the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: high\n- **Priority**: P1\n- **Service**: Kettle\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'an acknowledgement',
    payload: event('incident.acknowledged', incident),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind acknowledged the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: high\n- **Priority**: P1\n- **Service**: Kettle\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'another priority',
    payload: event('incident.priority_updated', incident),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind changed the priority of the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: high\n- **Priority**: P1\n- **Service**: Kettle\n- **Assigned to**: Jonas Berg',
  },
  {
    what: 'the end of an incident',
    payload: event('incident.resolved', { ...incident, assignees: [], priority: null }),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind resolved the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: high\n- **Service**: Kettle',
  },
  {
    what: 'a note',
    payload: event('incident.annotated', { id: 'N1', content: 'Called the firemen.', incident: reference }),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind wrote a note on the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n```quote\nCalled the firemen.\n```',
  },
  {
    what: 'an update',
    payload: event('incident.status_update_published', { id: 'U1', message: 'Nearly out.', incident: reference }),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind published an update of the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n```quote\nNearly out.\n```',
  },
  {
    what: 'a changed service',
    payload: event('service.updated', {
      id: 'S1',
      summary: 'Kettle',
      html_url: 'https://acme.pagerduty.example/services/S1',
    }),
    topic: 'Kettle',
    text: 'Mara Lind updated the service [Kettle](https://acme.pagerduty.example/services/S1).',
  },
  {
    what: 'an alert of version 1',
    payload: {
      messages: [
        {
          type: 'incident.trigger',
          data: {
            incident: {
              incident_number: 3,
              html_url: incident.html_url,
              trigger_summary_data: { subject: 'Smoke' },
              service: { name: 'Kettle' },
              assigned_to: [{ object: { name: 'Jonas' } }],
              last_status_change_by: null,
            },
          },
        },
      ],
    },
    topic: 'incident #3 Smoke',
    text: 'PagerDuty triggered the [incident #3 Smoke](https://acme.pagerduty.example/incidents/Q1).\n\n- **Service**: Kettle\n- **Assigned to**: Jonas',
  },
  {
    what: 'two messages of version 1',
    payload: {
      messages: ['incident.assign', 'incident.acknowledge'].map((type) => ({
        type,
        data: {
          incident: {
            incident_number: 3,
            html_url: incident.html_url,
            trigger_summary_data: { description: 'Smoke' },
            last_status_change_by: { name: 'Mara Lind' },
          },
        },
      })),
    },
    topic: 'incident #3 Smoke',
    text: 'Mara Lind reassigned the [incident #3 Smoke](https://acme.pagerduty.example/incidents/Q1).',
    more: [
      {
        topic: 'incident #3 Smoke',
        text: 'Mara Lind acknowledged the [incident #3 Smoke](https://acme.pagerduty.example/incidents/Q1).',
      },
    ],
  },
  {
    what: 'an alert of version 2',
    payload: {
      messages: [
        {
          event: 'incident.resolve',
          log_entries: [{ agent: { summary: 'Mara Lind' } }],
          incident: {
            incident_number: 3,
            title: 'Smoke',
            html_url: incident.html_url,
            urgency: 'low',
            service: { summary: 'Kettle' },
            assignments: [{ assignee: { summary: 'Jonas' } }],
          },
        },
      ],
    },
    topic: 'incident #3 Smoke',
    text: 'Mara Lind resolved the [incident #3 Smoke](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: low\n- **Service**: Kettle\n- **Assigned to**: Jonas',
  },
  {
    what: 'a note of version 2',
    payload: {
      messages: [
        {
          event: 'incident.annotate',
          log_entries: [{ agent: { summary: 'Mara Lind' }, channel: { content: 'Fire!' } }],
          incident: { incident_number: 3, title: 'Smoke', html_url: incident.html_url },
        },
      ],
    },
    topic: 'incident #3 Smoke',
    text: 'Mara Lind wrote a note on the [incident #3 Smoke](https://acme.pagerduty.example/incidents/Q1).\n\n```quote\nFire!\n```',
  },
  {
    what: 'a request for help',
    payload: event('incident.responder.added', { user: { summary: 'Jonas Berg' }, incident: reference }),
    topic: 'incident #2 The kettle is on fire',
    text: 'Mara Lind asked for help with the [incident #2 The kettle is on fire](https://acme.pagerduty.example/incidents/Q1).\n\n```quote\nJonas Berg\n```',
  },
  {
    what: 'an incident without a title',
    payload: event('incident.reopened', { number: 7, html_url: incident.html_url }),
    topic: 'incident #7',
    text: 'Mara Lind reopened the [incident #7](https://acme.pagerduty.example/incidents/Q1).',
  },
  {
    what: 'a title of 200 letters',
    payload: event('incident.delegated', { ...incident, number: 123456, title: 'Smoke '.repeat(40) }),
    topic: 'incident #123456 Smoke Smoke Smoke Smoke Smoke Smoke Smok...',
    text: 'Mara Lind delegated the [incident #123456 Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Smoke Sm…](https://acme.pagerduty.example/incidents/Q1).\n\n- **Urgency**: high\n- **Priority**: P1\n- **Service**: Kettle\n- **Assigned to**: Jonas Berg',
  },
];
