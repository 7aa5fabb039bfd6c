import type { Example } from './example.ts';

const hot = {
  status: 'firing',
  labels: { alertname: 'KettleHot', severity: 'critical', instance: 'kettle-1' },
  annotations: {
    summary: 'The kettle is hot',
    description: 'It has 101 degrees.',
    runbook_url: 'https://runbooks.example/hot',
  },
  startsAt: '2026-03-01T10:00:00.123Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prometheus.example/graph?g0=1',
};
const group = {
  version: '4',
  receiver: 'chat',
  groupLabels: { alertname: 'KettleHot' },
  commonLabels: {},
  commonAnnotations: {},
};

export const alertmanager: readonly Example[] = [
  {
    what: 'an alert',
    payload: { ...group, status: 'firing', alerts: [hot] },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'an alert that is over',
    payload: { ...group, status: 'resolved', alerts: [{ ...hot, status: 'resolved', endsAt: '2026-03-01T11:00:00Z' }] },
    topic: 'KettleHot',
    text: ':check_mark: **Resolved**: [KettleHot](https://prometheus.example/graph?g0=1) at <time:2026-03-01T11:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'two alerts of one group',
    payload: {
      ...group,
      status: 'firing',
      alerts: [
        { ...hot, annotations: {} },
        { ...hot, labels: { alertname: 'KettleEmpty' }, annotations: {} },
      ],
    },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>.\n\n`severity=critical` `instance=kettle-1`\n\n:alert: **Firing**: [KettleEmpty](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>.',
  },
  {
    what: 'a group by another label',
    payload: {
      status: 'firing',
      groupLabels: { team: 'tea' },
      alerts: [{ status: 'firing', labels: { alertname: 'NoTea' }, annotations: { message: 'No tea @**all**' } }],
    },
    topic: 'NoTea',
    text: ':alert: **Firing**: NoTea. No tea @∗∗all∗∗',
  },
  {
    what: 'many alerts',
    payload: {
      status: 'firing',
      groupLabels: {},
      alerts: Array.from({ length: 12 }, () => ({ status: 'firing', labels: { alertname: 'Drop' }, annotations: {} })),
    },
    topic: 'Drop',
    text: ':alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\n:alert: **Firing**: Drop.\n\nAnd 2 more.',
  },
  {
    what: 'a topic for each value of the label in the URL',
    query: { name: 'instance' },
    payload: { ...group, status: 'firing', alerts: [hot, { ...hot, labels: { ...hot.labels, instance: 'kettle-2' } }] },
    topic: 'kettle-1',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
    more: [
      {
        topic: 'kettle-2',
        text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-2`\n\n[Runbook](https://runbooks.example/hot)',
      },
    ],
  },
  {
    what: 'a topic and a description from annotations',
    query: { name: 'room', desc: 'words' },
    payload: {
      ...group,
      status: 'firing',
      alerts: [{ ...hot, annotations: { ...hot.annotations, room: 'kitchen', words: 'Steam!' } }],
    },
    topic: 'kitchen',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. Steam!\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'a description from a label',
    query: { desc: 'severity' },
    payload: { ...group, status: 'firing', alerts: [hot] },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. critical\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'labels in the URL that the alert lacks',
    query: { name: 'room', desc: 'constructor' },
    payload: { ...group, status: 'firing', alerts: [hot] },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'an alert that is over since an unknown time',
    payload: { ...group, status: 'resolved', alerts: [{ ...hot, status: 'resolved' }] },
    topic: 'KettleHot',
    text: ':check_mark: **Resolved**: [KettleHot](https://prometheus.example/graph?g0=1). The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'an alert that began at an unknown time',
    payload: { ...group, status: 'firing', alerts: [{ ...hot, startsAt: '0001-01-01T00:00:00Z' }] },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1). The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'an alert without a page',
    payload: {
      ...group,
      status: 'firing',
      externalURL: 'https://alertmanager.example',
      alerts: [{ ...hot, generatorURL: '' }],
    },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://alertmanager.example) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'alerts of two names in a group without one',
    payload: {
      ...group,
      groupLabels: {},
      status: 'firing',
      alerts: [
        { ...hot, annotations: {} },
        { ...hot, labels: { alertname: 'KettleEmpty' }, annotations: {} },
      ],
    },
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>.\n\n`severity=critical` `instance=kettle-1`',
    more: [
      {
        topic: 'KettleEmpty',
        text: ':alert: **Firing**: [KettleEmpty](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>.',
      },
    ],
  },
];

export const prometheus: readonly Example[] = [
  {
    what: 'a list of alerts',
    payload: [
      { labels: hot.labels, annotations: hot.annotations, startsAt: hot.startsAt, generatorURL: hot.generatorURL },
    ],
    topic: 'KettleHot',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
  },
  {
    what: 'a list in a field',
    payload: { alerts: [{ labels: { alertname: 'KettleEmpty' } }] },
    topic: 'KettleEmpty',
    text: ':alert: **Firing**: KettleEmpty.',
  },
  {
    what: 'an alert that is over',
    payload: [{ ...hot, status: 'resolved', endsAt: '2026-03-01T11:00:00Z', annotations: {} }],
    topic: 'KettleHot',
    text: ':check_mark: **Resolved**: [KettleHot](https://prometheus.example/graph?g0=1) at <time:2026-03-01T11:00:00Z>.\n\n`severity=critical` `instance=kettle-1`',
  },
  {
    what: 'an alert without labels',
    payload: { alerts: [{ annotations: { summary: 'Something is wrong' } }] },
    topic: 'alert',
    text: ':alert: **Firing**: alert. Something is wrong',
  },
  {
    what: 'an alert with a label that is no name',
    payload: [{ labels: { alertname: 'A`B', '*x*': '[y](z)' } }],
    topic: 'A`B',
    text: ':alert: **Firing**: AˋB.\n\n`*x*=[y](z)`',
  },
  {
    what: 'a topic of a label in the URL',
    query: { name: 'instance' },
    payload: { alerts: [hot, { ...hot, labels: { ...hot.labels, instance: 'kettle-2' } }] },
    topic: 'kettle-1',
    text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-1`\n\n[Runbook](https://runbooks.example/hot)',
    more: [
      {
        topic: 'kettle-2',
        text: ':alert: **Firing**: [KettleHot](https://prometheus.example/graph?g0=1) since <time:2026-03-01T10:00:00Z>. The kettle is hot\n\n```quote\nIt has 101 degrees.\n```\n\n`severity=critical` `instance=kettle-2`\n\n[Runbook](https://runbooks.example/hot)',
      },
    ],
  },
];
