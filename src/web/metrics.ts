import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { findAcmeRecord, findCertificate } from '../acme/record.ts';
import type { MailGateway, Outcome } from '../gateway/gateway.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { findDiskSpace } from '../ground/disk-space.ts';
import type { RequestMetrics } from '../http/request-metrics.ts';
import { findNewestBackup } from '../jobs/backups.ts';
import type { ServesQueues } from '../registration/client.ts';
import type { Site } from './site.ts';
import { countWaiting } from './waiting.ts';

/** The parts of the program that metrics describe. */
interface Measured extends Site, ServesQueues {
  requestMetrics: RequestMetrics;
  gateway: Pick<MailGateway, 'counts'>;
}

type Labels = Record<string, string>;
/** A value and its labels. The suffix names a part of a histogram. */
type Sample = readonly [value: number, labels?: Labels, suffix?: string];

/** A server for GET /metrics alone. It has no login, so it needs an address of its own. */
export function createMetricsServer(app: Measured): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Only /metrics is available here.\n');
      return;
    }
    const { status, type, body } = answer(app);
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
}

function answer(app: Measured): { status: number; type: string; body: string } {
  try {
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body: presentMetrics(app) };
  } catch (error) {
    app.log.error('the metrics could not be read', { error });
    return { status: 503, type: 'text/plain', body: 'The metrics cannot be read at the moment.\n' };
  }
}

/** All metrics in the text format of Prometheus. */
function presentMetrics(app: Measured): string {
  const { queues, outflow, writes, db, loginFailures } = app;
  const { sizes } = queues;
  const { notifications, ...jobs } = countWaiting(db);
  return [
    ...presentRequests(app),
    metric('chatd_event_queues', 'gauge', 'Event queues of clients.', [[sizes.queues]]),
    metric('chatd_event_bytes', 'gauge', 'Bytes of queued events.', [[sizes.bytes]]),
    metric('chatd_online_users', 'gauge', 'Users with an event queue.', [[sizes.users]]),
    metric('chatd_events_total', 'counter', 'Events published.', [[queues.published]]),
    metric('chatd_commits_total', 'counter', 'Transactions shared by writing requests.', [[writes.runs]]),
    metric('chatd_writes_total', 'counter', 'Writing requests.', [[writes.actions]]),
    metric('chatd_writes_stopped', 'gauge', '1 while writes are stopped because of a fault.', [[db.stoppedBy ? 1 : 0]]),
    metric('chatd_login_failures_total', 'counter', 'Failed and refused logins by password.', [[loginFailures.count]]),
    metric('chatd_answers_waiting', 'gauge', 'Responses that their clients have not read yet.', [[outflow.answers]]),
    metric('chatd_answer_bytes_waiting', 'gauge', 'Bytes of these responses.', [[outflow.waiting]]),
    metric('chatd_answers_cut_total', 'counter', 'Connections closed because their client read nothing.', [
      [outflow.cuts],
    ]),
    metric('chatd_answers_refused_total', 'counter', 'Requests refused because responses waited.', [
      [outflow.refusals],
    ]),
    metric('chatd_notifications_waiting', 'gauge', 'Queued notifications to phones and browsers.', [[notifications]]),
    metric('chatd_jobs_waiting', 'gauge', 'Queued background work.', listJobs(jobs)),
    metric('chatd_mails_total', 'counter', 'Recipients of mails received from other mail servers.', listMails(app)),
    metric('chatd_file_bytes', 'gauge', 'Sizes of the database, its log, the search index and uploaded files.', [
      ...listFileSizes(app),
      [db.value<number>('SELECT used FROM upload_space') ?? 0, { file: 'uploads' }],
    ]),
    metric('chatd_disk_free_bytes', 'gauge', 'Free space on the disk of the data directory.', [
      [findDiskSpace(app.config.data_dir).free],
    ]),
    metric('chatd_backup_time_seconds', 'gauge', 'Time of the newest daily backup, in UNIX seconds.', listBackups(app)),
    metric('chatd_certificate_end_time_seconds', 'gauge', 'End of the certificate, in UNIX seconds.', listEnds(app)),
    metric('chatd_certificate_failures', 'gauge', 'Failed attempts in a row to get a certificate.', listAttempts(app)),
    metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [[process.memoryUsage.rss()]]),
    metric('process_cpu_seconds_total', 'counter', 'Processor time.', [[cpuSeconds()]]),
    metric('process_start_time_seconds', 'gauge', 'Start time of the server, in UNIX seconds.', [[app.started_at]]),
  ].join('');
}

function presentRequests({ requestMetrics: { endpoints } }: Measured): string[] {
  const counts: Sample[] = [];
  const times: Sample[] = [];
  for (const [endpoint, { counts: byStatus, within, count, seconds }] of endpoints) {
    for (const [status, number] of byStatus) counts.push([number, { endpoint, status }]);
    for (const [le, number] of within) times.push([number, { endpoint, le: String(le) }, '_bucket']);
    times.push(
      [count, { endpoint, le: '+Inf' }, '_bucket'],
      [seconds, { endpoint }, '_sum'],
      [count, { endpoint }, '_count'],
    );
  }
  return [
    metric('chatd_requests_total', 'counter', 'Requests by endpoint and status.', counts),
    metric('chatd_request_seconds', 'histogram', 'Time from the head of a request to the end of its response.', times),
  ];
}

function metric(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([value, labels, suffix = '']) => `${name}${suffix}${presentLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function presentLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function listMails({ gateway: { counts } }: Measured): Sample[] {
  return (Object.keys(counts) as Outcome[]).map((outcome) => [counts[outcome], { outcome }]);
}

function listJobs(jobs: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(jobs).map(([job, count]) => [count, { job }]);
}

function listFileSizes({ config }: Measured): Sample[] {
  const { database, search } = pathsIn(config.data_dir);
  const files = { database, log: `${database}-wal`, search };
  return Object.entries(files).map(([file, path]) => [statSync(path, { throwIfNoEntry: false })?.size ?? 0, { file }]);
}

function listBackups({ config: { backup }, clock }: Measured): Sample[] {
  const newest_at = backup && findNewestBackup(backup, clock.now());
  return newest_at === undefined ? [] : [[newest_at]];
}

function listEnds({ config: { tls } }: Measured): Sample[] {
  const certificate = tls && findCertificate(tls.cert_file);
  return certificate && !certificate.is_own ? [[certificate.ends_at]] : [];
}

function listAttempts({ config: { acme, data_dir } }: Measured): Sample[] {
  return acme ? [[findAcmeRecord(data_dir).failures]] : [];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
