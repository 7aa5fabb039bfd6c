import { blocks, bold, code, facts, joined, link, type Markdown, md, nothing, quote, time } from './markdown.ts';
import { type Payload, payloadInvalid } from './payload.ts';
import type { ToolMessage } from './tool.ts';
import type { UrlOptions } from './url-options.ts';

/**
 * Alerts in the form that Prometheus, Alertmanager and Grafana share: labels, annotations and times. The alerts of each
 * topic are one message. Throws payloadInvalid if there are none.
 */
export function writeAlerts(group: Payload, { name, desc }: UrlOptions): ToolMessage[] {
  const alerts = group.list('alerts');
  if (alerts.length === 0) throw payloadInvalid({ name: 'alerts', problem: 'is missing' });
  const common = group.any('groupLabels.alertname', 'commonLabels.alertname');
  const topicOf = (alert: Payload) => labelled(alert, name) || common || nameOf(alert);
  return [...Map.groupBy(alerts, topicOf)].map(([topic, some]) => ({ topic, text: writeSome(some, group, desc) }));
}

function writeSome(alerts: readonly Payload[], group: Payload, desc: string | undefined): Markdown {
  const shown = alerts.slice(0, mostAlerts).map((alert) => writeAlert(alert, group, desc));
  const rest = alerts.length - shown.length;
  return blocks(...shown, rest > 0 ? md`And ${rest} more.` : nothing);
}

const mostAlerts = 10;

function writeAlert(alert: Payload, group: Payload, desc: string | undefined): Markdown {
  const isOver = statusOf(alert) === 'resolved';
  const page = alert.any('panelURL', 'dashboardURL', 'generatorURL') || group.any('externalURL');
  const since = momentOf(alert.any(isOver ? 'endsAt' : 'startsAt'));
  const when = since.source === '' ? nothing : md` ${isOver ? 'at' : 'since'} ${since}`;
  const summary = labelled(alert, desc) || alert.any('annotations.summary', 'annotations.message', 'annotations.title');
  const description = alert.any('annotations.description');
  return blocks(
    md`${isOver ? ':check_mark:' : ':alert:'} ${bold(isOver ? 'Resolved' : 'Firing')}: ${link(nameOf(alert), page)}${when}. ${summary}`,
    description === summary ? nothing : quote(description),
    labelsOf(alert),
    facts(Object.fromEntries(alert.entries('values').slice(0, mostLabels))),
    pagesOf(alert, isOver ? ['Runbook', 'Picture'] : ['Runbook', 'Silence', 'Picture']),
  );
}

/** The label or annotation of a name. */
function labelled(alert: Payload, name: string | undefined): string {
  if (name === undefined) return '';
  const named = ([one]: [string, string]) => one === name;
  return (alert.entries('labels').find(named) ?? alert.entries('annotations').find(named))?.[1] ?? '';
}

// The programs send the year 1 for a time that they do not know.
function momentOf(text: string): Markdown {
  return text.startsWith('0001-') ? nothing : time(text);
}

/** The name of an alert; only its labels are always present. */
function nameOf(alert: Payload): string {
  return alert.any('labels.alertname', 'labels.alert') || 'alert';
}

// Prometheus itself only sends the end time of an alert.
function statusOf(alert: Payload): string {
  return alert.any('status') || 'firing';
}

function labelsOf(alert: Payload): Markdown {
  const labels = alert.entries('labels').filter(([name]) => name !== 'alertname');
  return joined(labels.slice(0, mostLabels).map(([name, value]) => code(`${name}=${value}`)));
}

const mostLabels = 30;

const pages = { Runbook: 'annotations.runbook_url', Silence: 'silenceURL', Picture: 'imageURL' };

function pagesOf(alert: Payload, labels: readonly (keyof typeof pages)[]): Markdown {
  const links = labels.flatMap((label) => {
    const url = alert.any(pages[label]);
    return url === '' ? [] : [link(label, url)];
  });
  return joined(links, ' · ');
}
