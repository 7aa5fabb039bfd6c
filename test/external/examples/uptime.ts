import type { Example } from './example.ts';

const monitor = { monitorID: '77', monitorURL: 'https://kettle.example', monitorFriendlyName: 'Kettle' };

export const uptimerobot: readonly Example[] = [
  {
    what: 'a monitor that is down',
    payload: {
      ...monitor,
      alertType: '1',
      alertTypeFriendlyName: 'Down',
      alertDetails: 'Connection Timeout',
      alertDuration: '0',
    },
    topic: 'Kettle',
    text: ':alert: [Kettle](https://kettle.example) is **down**. Connection Timeout',
  },
  {
    what: 'a monitor that is up again',
    payload: { ...monitor, alertType: '2', alertTypeFriendlyName: 'Up', alertDetails: '', alertDuration: '367' },
    topic: 'Kettle',
    text: ':check_mark: [Kettle](https://kettle.example) is **up** again.\n\n- **Down for**: 367 seconds',
  },
  {
    what: 'a certificate that expires',
    payload: { ...monitor, alertType: '3', sslExpiryDaysLeft: '7' },
    topic: 'Kettle',
    text: 'The certificate of [Kettle](https://kettle.example) expires. It has 7 days left.',
  },
  {
    what: 'numbers',
    payload: { ...monitor, monitorID: 77, alertType: 2, alertDuration: 5, alertDetails: 'HTTP 200 - OK' },
    topic: 'Kettle',
    text: ':check_mark: [Kettle](https://kettle.example) is **up** again. HTTP 200 - OK\n\n- **Down for**: 5 seconds',
  },
  {
    what: 'a form',
    payload: new URLSearchParams({ ...monitor, alertType: '1', alertDetails: 'HTTP 500' }),
    topic: 'Kettle',
    text: ':alert: [Kettle](https://kettle.example) is **down**. HTTP 500',
  },
  {
    what: 'other names of the variables',
    payload: {
      monitor_friendly_name: 'Kettle',
      monitor_url: 'https://kettle.example',
      alert_type: '1',
      alert_type_friendly_name: 'Down',
      alert_details: 'Timeout',
      alert_friendly_duration: '5 minutes',
    },
    topic: 'Kettle',
    text: ':alert: [Kettle](https://kettle.example) is **down**. Timeout\n\n- **Down for**: 5 minutes',
  },
  {
    what: 'variables that were not filled in',
    payload: {
      monitor_friendly_name: 'Kettle',
      monitor_url: '*monitorURL*',
      alert_type: '2',
      alert_details: '*alertDetails*',
      alert_friendly_duration: '*alertFriendlyDuration*',
    },
    topic: 'Kettle',
    text: ':check_mark: Kettle is **up** again.',
  },
  {
    what: 'a certificate, with other names',
    payload: { monitor_friendly_name: 'Kettle', alert_type: '3', ssl_expiry_days_left: '7' },
    topic: 'Kettle',
    text: 'The certificate of Kettle expires. It has 7 days left.',
  },
];

const kuma = { id: 1, name: 'Kettle', url: 'https://kettle.example', type: 'http' };

export const uptimekuma: readonly Example[] = [
  {
    what: 'a monitor that is down',
    payload: {
      heartbeat: { monitorID: 1, status: 0, time: '2026-03-01 10:00:00.123', msg: 'timeout', important: true },
      monitor: kuma,
      msg: '[Kettle] [Down] timeout',
    },
    topic: 'Kettle',
    text: ':alert: [Kettle](https://kettle.example) is **down** <time:2026-03-01T10:00:00Z>\n\n```quote\ntimeout\n```',
  },
  {
    what: 'a monitor that is up again',
    payload: {
      heartbeat: { monitorID: 1, status: 1, time: '2026-03-01 10:05:00', msg: '200 - OK', ping: 31 },
      monitor: kuma,
      msg: '[Kettle] [Up] 200 - OK',
    },
    topic: 'Kettle',
    text: ':check_mark: [Kettle](https://kettle.example) is **up** <time:2026-03-01T10:05:00Z>\n\n```quote\n200 - OK\n```',
  },
  {
    what: 'maintenance',
    payload: {
      heartbeat: { status: 3, time: 'soon', msg: '' },
      monitor: { ...kuma, url: null, hostname: 'kettle-1' },
      msg: '',
    },
    topic: 'Kettle',
    text: ':wrench: Kettle is **in maintenance** soon',
  },
  {
    what: 'a test',
    payload: { heartbeat: null, monitor: null, msg: 'To chat Testing' },
    topic: 'Uptime Kuma',
    text: 'To chat Testing',
  },
  {
    what: 'a certificate that expires, as a form',
    payload: new URLSearchParams({
      data: JSON.stringify({ heartbeat: null, monitor: kuma, msg: 'The certificate expires in 7 days' }),
    }),
    topic: 'Kettle',
    text: 'The certificate expires in 7 days',
  },
];
