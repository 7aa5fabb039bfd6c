import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Service } from '../ground/service.ts';
import { type Store, TaskRunner } from '../ground/task-runner.ts';
import { findRealm } from '../realm/realm.ts';
import { findUser } from '../users/user.ts';
import { deleteBrowser, findBrowser } from './browser.ts';
import { type Device, doConfirmToken, doRefuseToken, findDevice, listReachableDevices } from './device.ts';
import { fanOut, isUnread } from './fan-out.ts';
import { type Content, forBrowser, messageContent, removalContent, testContent } from './notification.ts';
import { doFollowRefusal, doFollowReply, notifyPhones } from './phones.ts';
import { requestRegistration, type ServiceReply } from './service.ts';
import {
  type Details,
  endTask,
  endTasksOfBrowser,
  findNextTask,
  longestPause,
  postponeTask,
  type Task,
} from './task.ts';
import { notifyBrowser } from './web-push.ts';

/** Maximum number of concurrent tasks. */
const mostRunning = 16;

/** Seconds before each retry; after the last one, a notification is out of date. */
const notificationPauses = [5, 30, 120, 600];
const registrationPauses = [5, 30, 120, 600, longestPause];

/** In seconds: the push service accepts no older registration. */
const registrationLife = 24 * 3600;

/** Error codes of the push service that concern one registration, and that its device can act on. */
const refusals = ['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED', 'BAD_REQUEST'];

/** A port for handlers that send notifications during a request. */
export interface NotifiesAtOnce {
  push: Pick<PushSender, 'signal'>;
}

/** Sends notifications to phones and browsers, and registrations to the push service. The queue is in the database. */
export class PushSender implements Service<Context & SubmitsWrites> {
  readonly runner: TaskRunner<Task, string> = new TaskRunner(mostRunning);
  /** Timeout of requests to other servers, in milliseconds. */
  patience = 10_000;

  /** Starts, beginning with the pending tasks. */
  start(app: Context & SubmitsWrites): void {
    this.runner.start({
      next: (busy) => findNextTask(app, busy),
      laneOf: ({ lane }) => lane,
      run: (task) => this.#run(app, task),
      onError: (error, task) => app.log.error('a notification failed', { task: task?.id, error }),
    });
  }

  /** Starts no more tasks, and waits up to `patience` ms for the running ones: a repeated task would notify twice. */
  stop(patience?: number): Promise<void> {
    return this.runner.stop(patience);
  }

  /** Looks for due tasks. */
  wake(): void {
    this.runner.wake();
  }

  /** Aborts at the timeout, and when this server has waited long enough before it stops. */
  signal(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(this.patience), this.runner.end]);
  }

  async #run(app: Context & SubmitsWrites, task: Task): Promise<Store> {
    const end = await this.#do(app, task);
    return async () => {
      await app.writes.submit(end);
      return 0;
    };
  }

  /** Runs the slow part of a task; returns the writes that complete it. */
  async #do(app: Context, task: Task): Promise<() => void> {
    const { details } = task;
    switch (details.kind) {
      case 'spread':
        return () => fanOut(app, { ...task, details });
      case 'register':
        return this.#register(app, task);
      default:
        return task.browser_id === null ? this.#tellPhones(app, task) : this.#tellBrowser(app, task, task.browser_id);
    }
  }

  async #register(app: Context, task: Task): Promise<() => void> {
    const { push_service } = app.config;
    const device = findDevice(app.db, task.device_id as number);
    const token = device && pendingToken(device);
    if (!device || !token) return () => endTask(app.db, task);
    // Without a configured push service nothing is sent. The task waits, because one may be configured again.
    const realm_uuid = findRealm(app.db).uuid;
    const reply: ServiceReply = push_service
      ? await requestRegistration(push_service, { realm_uuid, ...token }, this.signal())
      : { outcome: 'unreachable' };
    return () => doEndRegistration(app, task, device.id, token.token_id, reply);
  }

  async #tellPhones(app: Context, task: Task): Promise<() => void> {
    const { user_id } = task.details as Notice;
    const content = createContent(app, task.details as Notice, { empty_topic_name: false });
    const devices = content ? listReachableDevices(app.db, user_id) : [];
    if (!content || devices.length === 0) return () => endTask(app.db, task);
    const reply = await notifyPhones(app, devices, content, this.signal());
    return () => {
      doFollowReply(app, devices, reply);
      if (reply.outcome === 'done') endTask(app.db, task);
      else retryOrEnd(app, task, reply.outcome === 'refused' ? [] : notificationPauses, reply.outcome);
    };
  }

  async #tellBrowser(app: Context, task: Task, browser_id: number): Promise<() => void> {
    // Only our own client runs in browsers, and it supports the empty topic.
    const content = createContent(app, task.details as Notice, { empty_topic_name: true });
    const browser = findBrowser(app.db, browser_id);
    if (!content || !browser) return () => endTask(app.db, task);
    const reply = await notifyBrowser(app, browser, forBrowser(app, content), this.signal());
    return () => {
      if (reply === 'gone') deleteBrowser(app.db, browser);
      if (reply === 'done' || reply === 'gone') endTask(app.db, task);
      else retryOrEnd(app, task, reply === 'refused' ? [] : notificationPauses, reply);
      // All that waited for an unreachable browser is out of date with its first notification.
      if (reply === 'failed' && notificationPauses[task.attempts] === undefined) endTasksOfBrowser(app.db, browser.id);
    };
  }
}

type Notice = Extract<Details, { kind: 'message' | 'remove' | 'test' }>;

/** The current content; undefined if the user has read the message meanwhile or it is deleted. */
function createContent(app: Context, notice: Notice, options: { empty_topic_name: boolean }): Content | undefined {
  const user = findUser(app.db, notice.user_id);
  if (!user?.is_active) return undefined;
  if (notice.kind === 'test') return testContent(app, user);
  if (notice.kind === 'remove') return removalContent(app, user.id, notice.message_ids);
  if (!isUnread(app.db, user.id, notice.message_id)) return undefined;
  return messageContent(app, user, notice.message_id, { ...options, group_id: notice.group_id });
}

function pendingToken(device: Device) {
  const { pending_push_token_id: token_id, bouncer_public_key, encrypted_push_registration } = device;
  if (token_id === null || bouncer_public_key === null || encrypted_push_registration === null) return undefined;
  return { token_id, bouncer_public_key, encrypted_push_registration };
}

function doEndRegistration(app: Context, task: Task, device_id: number, token_id: string, reply: ServiceReply): void {
  doFollowRefusal(app, reply);
  if (reply.outcome === 'done') {
    endTask(app.db, task);
    doConfirmToken(app, device_id, token_id);
    return;
  }
  const isRefused = reply.outcome === 'refused' && refusals.includes(reply.code);
  const isOld = app.clock.now() - task.created_at >= registrationLife;
  if (isRefused || isOld) {
    endTask(app.db, task);
    doRefuseToken(app, device_id, token_id, isRefused ? reply.code : 'REQUEST_EXPIRED');
    return;
  }
  app.log.warn('the push service did not register a device', { device_id, ...reply });
  postponeTask(app, task, registrationPauses[task.attempts] ?? longestPause);
}

function retryOrEnd(app: Context, task: Task, pauses: readonly number[], outcome: string): void {
  const pause = pauses[task.attempts];
  app.log.warn('a notification did not get through', { task: task.id, attempts: task.attempts + 1, outcome });
  if (pause === undefined) endTask(app.db, task);
  else postponeTask(app, task, pause);
}
