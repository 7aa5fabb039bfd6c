import type { Example } from './example.ts';

const alert = {
  status: 'firing',
  labels: { alertname: 'Kettle hot', grafana_folder: 'Kitchen' },
  annotations: { summary: 'The kettle is hot' },
  startsAt: '2026-03-01T10:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://grafana.example/alerting/1/edit',
  panelURL: 'https://grafana.example/d/1?viewPanel=2',
  silenceURL: 'https://grafana.example/alerting/silence/new?x=1',
  valueString: "[ var='A' value=101 ]",
};
const rule = { title: '[Alerting] Kettle', ruleName: 'Kettle', ruleUrl: 'https://grafana.example/d/1', ruleId: 1 };

export const grafana: readonly Example[] = [
  {
    what: 'an alert',
    payload: {
      receiver: 'chat',
      status: 'firing',
      orgId: 1,
      alerts: [alert],
      groupLabels: { alertname: 'Kettle hot' },
      title: '[FIRING:1]',
      state: 'alerting',
    },
    topic: 'Kettle hot',
    text: ':alert: **Firing**: [Kettle hot](https://grafana.example/d/1?viewPanel=2) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n`grafana_folder=Kitchen`\n\n[Silence](https://grafana.example/alerting/silence/new?x=1)',
  },
  {
    what: 'an alert that is over',
    payload: {
      status: 'resolved',
      alerts: [{ ...alert, status: 'resolved', endsAt: '2026-03-01T10:30:00Z' }],
      groupLabels: {},
    },
    topic: 'Kettle hot',
    text: ':check_mark: **Resolved**: [Kettle hot](https://grafana.example/d/1?viewPanel=2) at <time:2026-03-01T10:30:00Z>. The kettle is hot\n\n`grafana_folder=Kitchen`\n\n[Silence](https://grafana.example/alerting/silence/new?x=1)',
  },
  {
    what: 'an alert of an older version',
    payload: {
      ...rule,
      state: 'alerting',
      message: 'It boils.',
      evalMatches: [{ metric: 'degrees', value: 101, tags: null }],
    },
    topic: 'Kettle',
    text: '**alerting**: [Kettle](https://grafana.example/d/1)\n\n```quote\nIt boils.\n```\n\n- **degrees**: 101',
  },
  {
    what: 'the end of one',
    payload: { ...rule, state: 'ok', evalMatches: [] },
    topic: 'Kettle',
    text: '**ok**: [Kettle](https://grafana.example/d/1)',
  },
  {
    what: 'missing data',
    payload: { ...rule, state: 'no_data' },
    topic: 'Kettle',
    text: '**no data**: [Kettle](https://grafana.example/d/1)',
  },
  {
    what: 'the values of an alert',
    payload: {
      status: 'firing',
      externalURL: 'https://grafana.example/',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'KettleHot' },
          startsAt: '2026-03-01T10:00:00Z',
          endsAt: '0001-01-01T00:00:00Z',
          values: { A: 101, B: 1 },
        },
      ],
    },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://grafana.example/) since <time:2026-03-01T10:00:00Z>.\n\n- **A**: 101\n- **B**: 1',
  },
  {
    what: 'alerts of two rules',
    payload: {
      status: 'firing',
      alerts: [
        { labels: { alertname: 'KettleHot' }, panelURL: 'https://grafana.example/d/1' },
        { labels: { alertname: 'NoTea' } },
      ],
    },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://grafana.example/d/1).',
    more: [{ topic: 'NoTea', text: ':alert: **Firing**: NoTea.' }],
  },
  {
    what: 'a topic of a label in the URL',
    query: { name: 'room' },
    payload: { status: 'firing', alerts: [{ labels: { alertname: 'KettleHot', room: 'kitchen' } }] },
    topic: 'kitchen',
    text: ':alert: **Firing**: KettleHot.\n\n`room=kitchen`',
  },
  {
    what: 'a picture of an older version',
    payload: {
      state: 'alerting',
      ruleName: 'Kettle',
      ruleUrl: 'https://grafana.example/d/1',
      imageUrl: 'https://grafana.example/1.png',
    },
    topic: 'Kettle',
    text: '**alerting**: [Kettle](https://grafana.example/d/1)\n\n[Picture](https://grafana.example/1.png)',
  },
];
