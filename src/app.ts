import { createSecretKey, type KeyObject } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { App as TinyHttp } from '@tinyhttp/app';
import { WebhookCaller } from './bots/webhook-caller.ts';
import type { Database } from './db/database.ts';
import { TurnQueue } from './db/turn-queue.ts';
import { endpoints } from './endpoints.ts';
import type { EventSink, Publication } from './events/event.ts';
import { EventQueues } from './events/queues.ts';
import type { Clock } from './ground/clock.ts';
import { systemClock } from './ground/clock.ts';
import type { Config } from './ground/config.ts';
import { type Log, silentLog } from './ground/log.ts';
import { type Random, systemRandom } from './ground/random.ts';
import { limitBodyTime } from './http/body-time.ts';
import { limitConnections } from './http/connection-limit.ts';
import { dispatch } from './http/dispatch.ts';
import type { Endpoint } from './http/endpoint.ts';
import { logRequests } from './http/request-log.ts';
import { Router } from './http/router.ts';
import { Thumbnailer } from './jobs/thumbnailer.ts';
import { Deliverer } from './later/deliverer.ts';
import type { Mailer } from './mail/mail.ts';
import { MessageTexts } from './messages/message-texts.ts';
import { PushSender } from './push/sender.ts';
import { addTextFunction } from './search/full-text.ts';
import { Searcher } from './search/searcher.ts';
import { answerWeb, isApiUrl } from './web/web.ts';

/** What every action works with. Time and randomness are fields, so that tests can set them. */
export interface App {
  config: Config;
  db: Database;
  /** Where requests read: those of one turn of the event loop together. */
  reads: TurnQueue;
  /** Where requests write: those of one turn in one transaction. */
  writes: TurnQueue;
  events: EventSink;
  /** Messages as they were last presented. */
  messageTexts: MessageTexts;
  /** The queues of connected clients; empty in a program that serves none. */
  queues: EventQueues;
  clock: Clock;
  /** When the process began to serve, in UNIX seconds. */
  started_at: number;
  random: Random;
  /** Key under which API keys are hashed; it is not in the database. */
  secret: KeyObject;
  /** The API, by operation id. */
  endpoints: Readonly<Record<string, Endpoint>>;
  log: Log;
  /** Searches the text of messages. */
  searcher: Searcher;
  /** Asks the receivers of outgoing webhooks, once a server runs. */
  webhooks: WebhookCaller;
  /** Sends notifications to phones and browsers, once a server runs. */
  push: PushSender;
  /** Sends what was scheduled, once a server runs. */
  deliverer: Deliverer;
  /** Makes thumbnails of pictures, once a server runs. */
  thumbnailer: Thumbnailer;
  /** Sends mails; undefined where no mail server is configured. */
  mailer: Mailer | undefined;
}

export type AppParts = Pick<App, 'config' | 'db'> &
  Partial<Pick<App, 'clock' | 'random' | 'log' | 'events'>> & {
    /** The bytes of `App.secret`: 32. */
    secret: Buffer;
  };

const readsAtATime = 50;

/** Wires up an application. Events go to the queues of its clients unless another sink is given. */
export function createApp(parts: AppParts): App {
  const clock = parts.clock ?? systemClock;
  const queues = new EventQueues(clock);
  const log = parts.log ?? silentLog;
  const messageTexts = new MessageTexts();
  addTextFunction(parts.db);
  parts.db.onHookError = (error) => log.error('an event was lost', { error });
  return {
    config: parts.config,
    db: parts.db,
    reads: new TurnQueue((actions) => parts.db.snapshot(actions), readsAtATime),
    writes: new TurnQueue((actions) => parts.db.group(actions)),
    events: parts.events ?? { deliver: (publication) => deliver(messageTexts, queues, publication) },
    messageTexts,
    queues,
    clock,
    started_at: clock.now(),
    random: parts.random ?? systemRandom,
    secret: createSecretKey(parts.secret),
    endpoints,
    log,
    searcher: new Searcher(parts.db, clock, log),
    webhooks: new WebhookCaller(),
    push: new PushSender(),
    deliverer: new Deliverer(),
    thumbnailer: new Thumbnailer(),
    mailer: undefined,
  };
}

// What is kept of messages follows the event before any client can ask because of it.
function deliver(messageTexts: MessageTexts, queues: EventQueues, publication: Publication): void {
  messageTexts.follow(publication);
  queues.deliver(publication);
}

/** In bytes: the address of as many messages by their ids as one may ask for at once, written in full, and headers. */
const maxHeaderSize = 96 * 1024;

/** An HTTP server for the API and the few pages beside it, for so many connections at once, not yet listening. */
export function createServer(app: App, mostConnections: number = Number.POSITIVE_INFINITY): Server {
  const router = new Router(Object.values(app.endpoints));
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    isApiUrl(request.url ?? '/') ? dispatch(app, router, request, response) : answerWeb(app, request, response);
  // The framework's own request extensions and route table cost several times the rest of a request.
  const http = new TinyHttp({
    settings: { xPoweredBy: false },
    applyExtensions: (_request, _response, next) => next?.(),
  });
  http.use(answer);
  const server = createHttpServer({ connectionsCheckingInterval: 1000, maxHeaderSize });
  if (app.config.log_level === 'debug') logRequests(server, app.log, app.clock);
  const isRefused = limitConnections(server, mostConnections);
  server.on('request', (request, response) => {
    if (isRefused(request, response)) return;
    limitBodyTime(request);
    http.handler(request as never, response as never);
  });
  // Slow senders are cut off, those of large files last; a response may take as long as a poll waits.
  server.headersTimeout = 10_000;
  server.requestTimeout = 3_600_000;
  server.keepAliveTimeout = 75_000;
  // A connection on which nothing moves is dead, or its client reads nothing: even a poll is answered before that.
  server.timeout = 120_000;
  app.webhooks.start(app);
  app.push.start(app);
  app.searcher.start();
  app.thumbnailer.start(app);
  return server;
}
