import { blocks, bold, code, joined, link, type Markdown, md, nothing, quote, time } from './markdown.ts';
import type { Payload } from './payload.ts';

/** Alerts in the form that Prometheus, Alertmanager and Grafana share: labels, annotations and times. */
export function writeAlerts(alerts: readonly Payload[]): Markdown {
  const shown = alerts.slice(0, mostAlerts).map(writeAlert);
  const rest = alerts.length - shown.length;
  return blocks(...shown, rest > 0 ? md`And ${rest} more.` : nothing);
}

const mostAlerts = 10;

function writeAlert(alert: Payload): Markdown {
  const isOver = statusOf(alert) === 'resolved';
  const name = link(nameOf(alert), alert.any('panelURL', 'dashboardURL', 'generatorURL'));
  const since = time(alert.any(isOver ? 'endsAt' : 'startsAt'));
  const when = since.source === '' ? nothing : md` ${isOver ? 'at' : 'since'} ${since}`;
  const summary = alert.any('annotations.summary', 'annotations.message', 'annotations.title');
  const description = alert.any('annotations.description');
  return blocks(
    md`${isOver ? ':check_mark:' : ':alert:'} ${bold(isOver ? 'Resolved' : 'Firing')}: ${name}${when}. ${summary}`,
    description === summary ? nothing : quote(description),
    labelsOf(alert),
    pagesOf(alert),
  );
}

/** The name of an alert; only its labels are always present. */
export function nameOf(alert: Payload): string {
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

function pagesOf(alert: Payload): Markdown {
  const pages = { Runbook: 'annotations.runbook_url', Silence: 'silenceURL', Picture: 'imageURL' };
  const links = Object.entries(pages).flatMap(([label, path]) => {
    const url = alert.any(path);
    return url === '' ? [] : [link(label, url)];
  });
  return joined(links, ' · ');
}
