import type { Example } from './example.ts';

const alert = {
  alertId: 'a-1',
  tinyId: '12',
  message: 'The kettle is on fire',
  tags: ['fire', 'tea'],
  entity: 'kettle-1',
  priority: 'P1',
  username: 'mara@acme.example',
};
const common = { source: { name: '', type: 'web' }, integrationName: 'Chat', integrationId: '9' };

export const opsgenie: readonly Example[] = [
  {
    what: 'a new alert',
    payload: { action: 'Create', alert: { ...alert, description: 'Smoke everywhere.' }, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example created the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n```quote\nSmoke everywhere.\n```\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'an acknowledgement',
    payload: { action: 'Acknowledge', alert, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example acknowledged the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'a note',
    payload: { action: 'AddNote', alert: { ...alert, note: 'On my way.' }, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example wrote a note on the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n```quote\nOn my way.\n```\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'another owner',
    payload: { action: 'AssignOwnership', alert: { ...alert, owner: 'jonas@acme.example' }, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example assigned the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n```quote\njonas@acme.example\n```\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'the end of an alert',
    payload: { action: 'Close', alert: { message: 'The kettle is on fire' }, ...common },
    topic: 'The kettle is on fire',
    text: 'Chat closed the alert The kettle is on fire.',
  },
  {
    what: 'an action of a team',
    payload: { action: 'Call the *firemen*', alert, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example ran `Call the *firemen*` on the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).',
  },
  {
    what: 'an escalation',
    payload: { action: 'Escalate', alert: { ...alert, username: '' }, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'Chat escalated the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'the next step of an escalation',
    payload: { action: 'EscalateToNext', alert, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example escalated further the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'an alert of a European account',
    query: { eu_region: true },
    payload: { action: 'Close', alert, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example closed the [alert #12 The kettle is on fire](https://app.eu.opsgenie.com/alert/detail/a-1/details).\n\n- **Priority**: P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'another priority',
    payload: { action: 'UpdatePriority', alert: { ...alert, oldPriority: 'P3' }, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example changed the priority of the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).\n\n- **Priority**: P3 → P1\n- **Entity**: kettle-1\n- **Tags**: `fire` `tea`',
  },
  {
    what: 'a name of a property as the name of an action',
    payload: { action: 'constructor', alert, ...common },
    topic: 'alert #12 The kettle is on fire',
    text: 'mara@acme.example ran `constructor` on the [alert #12 The kettle is on fire](https://app.opsgenie.com/alert/detail/a-1/details).',
  },
  {
    what: 'an alert without a message',
    payload: { action: 'Close', alert: { tinyId: '13', alertId: 'a-2' }, ...common },
    topic: 'alert #13',
    text: 'Chat closed the [alert #13](https://app.opsgenie.com/alert/detail/a-2/details).',
  },
];
