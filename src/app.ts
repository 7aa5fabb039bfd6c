import { createSecretKey } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { App as TinyHttp } from '@tinyhttp/app';
import { UserAuthentication } from './accounts/authentication.ts';
import { renewSession } from './accounts/session-cookie.ts';
import { CertificateRenewer } from './acme/renewer.ts';
import { AuditLog } from './audit/audit-log.ts';
import { type AsksBots, BotAsker } from './bots/bot-asker.ts';
import { OutgoingCalls, type RemembersOutgoing } from './bots/outgoing-calls.ts';
import { webhookCalled } from './bots/webhook-call.ts';
import { WebhookCaller } from './bots/webhook-caller.ts';
import { LifeSigns } from './calls/life-signs.ts';
import { type LimitsSignals, SignalRates } from './calls/signal.ts';
import { consequences } from './consequences.ts';
import { type Announcement, type Consequence, Consequences, type Context, when } from './context.ts';
import { TurnQueue } from './db/turn-queue.ts';
import { endpoints, unavailable } from './endpoints.ts';
import type { Outbox } from './events/outbox.ts';
import { EventQueues } from './events/queues.ts';
import { type RemembersCalls, WebhookCalls } from './external/webhook-calls.ts';
import { MailGateway } from './gateway/gateway.ts';
import { type Clock, systemClock } from './ground/clock.ts';
import { mailDomain } from './ground/config.ts';
import { type Log, silentLog } from './ground/log.ts';
import { systemRandom } from './ground/random.ts';
import type { Service } from './ground/service.ts';
import { Attempts } from './http/attempts.ts';
import { limitBodyTime } from './http/body-time.ts';
import { openServer } from './http/certificate.ts';
import { ClientAddresses } from './http/client-address.ts';
import { limitConnections } from './http/connection-limit.ts';
import { Dispatcher } from './http/dispatch.ts';
import type { Endpoint } from './http/endpoint.ts';
import { Outflow } from './http/outflow.ts';
import { RateLimits } from './http/rate-limits.ts';
import { logRequests } from './http/request-log.ts';
import { RequestMetrics } from './http/request-metrics.ts';
import { DataCheck } from './jobs/data-check.ts';
import { type Employer, Jobs } from './jobs/jobs.ts';
import { Thumbnailer } from './jobs/thumbnailer.ts';
import { Deliverer } from './later/deliverer.ts';
import { reminderAdded } from './later/reminder.ts';
import { messageScheduled } from './later/scheduled-message.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import { type CachesMessages, MessageCache, messagesChanged } from './messages/message-cache.ts';
import { PushSender } from './push/sender.ts';
import { pushTaskAdded } from './push/task.ts';
import { imageAdded } from './realm/stored-image.ts';
import { addTextFunction } from './search/full-text.ts';
import { Searcher } from './search/searcher.ts';
import { LdapClient } from './sso/ldap.ts';
import { OpenIdClient } from './sso/openid.ts';
import { pictureAdded } from './uploads/picture.ts';
import type { User } from './users/user.ts';
import { answerMcp, isMcpUrl } from './web/mcp.ts';
import type { Site } from './web/site.ts';
import { answerTus, isTusUrl } from './web/tus.ts';
import { answerWeb, isApiUrl } from './web/web.ts';

/** A whole program: the context of all acts, and all services. */
export interface App
  extends Site,
    Employer,
    CachesMessages,
    RemembersCalls,
    RemembersOutgoing,
    AsksBots,
    LimitsSignals {
  /** The API, by operation id. */
  endpoints: Readonly<Record<string, Endpoint<App, User>>>;
  /** Calls the receivers of outgoing webhooks. */
  webhooks: WebhookCaller;
  /** Finishes the archiving of channels with many subscribers. */
  /** Sends scheduled messages and reminders. */
  deliverer: Deliverer;
  audit: AuditLog;
  /** Runs periodic jobs. */
  jobs: Jobs;
  /** Checks the database for damage. */
  dataCheck: DataCheck;
  /** Receives mails. */
  gateway: MailGateway;
  /** Gets the certificate of the server. */
  certificates: CertificateRenewer;
}

export type AppParts = Pick<App, 'config' | 'db'> &
  Partial<Pick<App, 'clock' | 'random' | 'log'>> & {
    /** The 32 bytes of `App.secret`. */
    secret: Buffer;
    /** Receives events and disconnections instead of the queues of connected clients. */
    outbox?: Outbox;
  };

/** In milliseconds: after so long, reads wait for the next turn, because others wait for this one. */
const readsTime = 10;
/** Maximum reads that share a transaction. */
const readsAtATime = 50;

/** Wires up an application, without starting its services. */
export function createApp(parts: AppParts): App {
  const { config, db, clock = systemClock, random = systemRandom, log = silentLog } = parts;
  const messageCache = new MessageCache();
  // The message cache processes an event before any client can react to it.
  const queues = new EventQueues(clock, (publication) => messageCache.follow(publication));
  const services = createServices(parts, clock, log);
  const context: Context = {
    config,
    db,
    events: parts.outbox ?? queues,
    clients: parts.outbox ?? queues,
    consequences: new Consequences([...consequences, ...wakings(services), forgetting(messageCache)]),
    clock,
    random,
    secret: createSecretKey(parts.secret),
    log,
  };
  const turns = createTurnQueues(db);
  prepareDatabase(db, log);
  const app = {
    ...context,
    ...services,
    ...turns,
    messageCache,
    queues,
    attempts: new Attempts(clock),
    addresses: new ClientAddresses(config.trusted_proxies, log.warn),
    rateLimits: new RateLimits(clock, config.rate_limits),
    outflow: new Outflow(),
    openId: new OpenIdClient(log),
    ldap: new LdapClient(log),
    requestMetrics: new RequestMetrics(),
    audit: new AuditLog(db, clock),
    ...createRecords(clock),
    endpoints,
  };
  return Object.assign(app, { authentication: new UserAuthentication(app) });
}

/** What is remembered until the server stops. */
function createRecords(clock: Clock) {
  return {
    webhookCalls: new WebhookCalls(clock),
    asker: new BotAsker(),
    outgoingCalls: new OutgoingCalls(clock),
    lifeSigns: new LifeSigns(clock),
    signalRates: new SignalRates(clock),
    fullMembers: { told_until: undefined },
    backups: { failed_at: undefined },
    loginFailures: { count: 0 },
    started_at: clock.now(),
  };
}

function createTurnQueues(db: AppParts['db']) {
  const writes = new TurnQueue((actions) => db.group(actions));
  const reads = new TurnQueue((actions) => db.snapshot(actions, timer(readsTime)), readsAtATime);
  return { writes, reads };
}

function timer(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

function prepareDatabase(db: AppParts['db'], log: Log): void {
  addTextFunction(db);
  db.onHookError = (error) => log.error('an event was lost', { error });
}

function createServices({ config, db }: AppParts, clock: Clock, log: Log) {
  return {
    searcher: new Searcher(db, clock, log),
    webhooks: new WebhookCaller(),
    push: new PushSender(),
    thumbnailer: new Thumbnailer(),
    deliverer: new Deliverer(),
    jobs: new Jobs(),
    dataCheck: new DataCheck(),
    gateway: new MailGateway(),
    certificates: new CertificateRenewer(),
    mailer: config.mail && createSmtpMailer({ ...config.mail, domain: mailDomain(config) }, log),
  };
}

type Waking = Pick<App, 'webhooks' | 'push' | 'thumbnailer' | 'deliverer'>;

/** Services look for new work after the commit. */
function wakings({ webhooks, push, thumbnailer, deliverer }: Waking): Consequence[] {
  const wakes = (announced: Announcement<void>, service: { wake(): void }) =>
    when(announced, ({ db }) => db.afterCommit(() => service.wake()));
  return [
    wakes(webhookCalled, webhooks),
    wakes(pushTaskAdded, push),
    wakes(imageAdded, thumbnailer),
    wakes(pictureAdded, thumbnailer),
    wakes(messageScheduled, deliverer),
    wakes(reminderAdded, deliverer),
  ];
}

function forgetting(messageCache: MessageCache): Consequence {
  return when(messagesChanged, ({ db }, { ids }) => db.afterCommit(() => messageCache.forget(ids)));
}

/** The background services of a server, in start order. */
function servicesOf(app: App): Service<App>[] {
  const { searcher, webhooks, push, thumbnailer, deliverer, jobs, dataCheck, gateway, certificates } = app;
  return [searcher, webhooks, push, thumbnailer, deliverer, jobs, dataCheck, gateway, certificates];
}

/** Starts the services of a server, except those in `without`, which tests use to set the clock by hand. */
export function startServices(app: App, without: readonly Service<App>[] = []): void {
  for (const service of servicesOf(app)) if (!without.includes(service)) service.start(app);
}

/** Stops the services in reverse order; waits at most `patience` milliseconds for other servers. */
export async function stopServices(app: App, patience?: number): Promise<void> {
  const ends = servicesOf(app)
    .reverse()
    .map((service) => service.stop(patience));
  await Promise.all([...ends, app.mailer?.close()]);
}

/**
 * Browsers use TLS for the next year, so that nobody on the way can keep them on plain HTTP. Other hosts of the domain
 * are not chatd's, so they are not included.
 */
const onlyTls = `max-age=${365 * 86_400}`;

/** In bytes: enough for headers and a URL with the maximum number of message ids. */
const maxHeaderSize = 96 * 1024;

/**
 * An HTTP server for the API and the web pages, not yet listening. It accepts at most `mostConnections` connections.
 */
export function createServer(app: App, mostConnections: number = Number.POSITIVE_INFINITY): Server {
  const api = new Dispatcher(app, app.endpoints, app.authentication, unavailable);
  const answer = (request: IncomingMessage, response: ServerResponse): void | Promise<void> => {
    const { url = '/' } = request;
    if (isMcpUrl(url)) return answerMcp(app, answer, request, response);
    if (!isApiUrl(url)) return answerWeb(app, request, response);
    void renewSession(app, request, response);
    if (isTusUrl(url)) return answerTus(app, request, response);
    return api.dispatch(request, response);
  };
  // The framework's own request extensions and route table cost several times the rest of a request.
  const http = new TinyHttp({
    settings: { xPoweredBy: false },
    applyExtensions: (_request, _response, next) => next?.(),
  });
  http.use(answer);
  const { config, log, certificates } = app;
  const chooses = config.acme && certificates.challenges.choosesProtocol;
  const server = openServer({ connectionsCheckingInterval: 5000, maxHeaderSize }, config.tls, log, chooses);
  app.requestMetrics.observe(server);
  if (app.config.log_level === 'debug') logRequests(server, app);
  const isRefused = limitConnections(server, mostConnections);
  server.on('request', (request, response) => {
    // The name of a local network may lead to another machine tomorrow.
    if (app.config.tls && !app.config.lan) response.setHeader('Strict-Transport-Security', onlyTls);
    if (isRefused(request, response)) return;
    limitBodyTime(request);
    http.handler(request as never, response as never);
  });
  // Slow senders are cut off, those of large files last. Connections stay open between the polls of a client.
  server.headersTimeout = 10_000;
  server.requestTimeout = 3_600_000;
  server.keepAliveTimeout = 75_000;
  // An inactive connection is dead, or its client does not read: every poll is answered sooner.
  server.timeout = 120_000;
  return server;
}
