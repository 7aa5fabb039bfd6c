import type { Context } from '../context.ts';
import { findConversation } from '../conversations/conversation.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Service } from '../ground/service.ts';
import { type Store, TaskRunner } from '../ground/task-runner.ts';
import { ApiError } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { maxMessageLength, messageTooLong } from '../messages/message.ts';
import type { CachesMessages } from '../messages/message-cache.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { findBotSettings } from '../users/bot.ts';
import { textsFor } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import { findUser, getUser, type User } from '../users/user.ts';
import type { RemembersOutgoing } from './outgoing-calls.ts';
import { doPostAnswer } from './shown-answer.ts';
import { countAttempt, endCall, findNextCall, isReadable, type WebhookCall } from './webhook-call.ts';
import { createPayload } from './webhook-payload.ts';
import { type Answered, callReceiver, type Problem, problems, type Reply } from './webhook-request.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** The ports needed to call receivers. */
interface Caller extends Context, SubmitsWrites, CachesMessages, RemembersOutgoing {}

/** Maximum number of concurrent calls. */
const maxRunning = 16;

/**
 * Sends queued messages to the receivers of outgoing webhooks, one at a time for each bot, and posts their replies. The
 * queue is in the database, so it survives a restart.
 */
export class WebhookCaller implements Service<Caller> {
  readonly runner: TaskRunner<WebhookCall, number> = new TaskRunner(maxRunning);
  /** Timeout of a receiver, in milliseconds. */
  patience = 10_000;
  /** Seconds before each retry; their number is the number of retries. */
  pauses: readonly number[] = [2, 10, 60, 300, 900];

  /** Starts, beginning with the queued calls. */
  start(app: Caller): void {
    this.runner.start({
      next: (busy, running) =>
        findNextCall(app.db, { busy: busy.keys(), running: running.keys(), free: maxRunning - running.size }),
      laneOf: ({ bot_id }) => bot_id,
      run: (call) => this.#run(app, call),
      onError: (error, call) => app.log.error('an outgoing webhook failed', { bot_id: call?.bot_id, error }),
    });
  }

  /**
   * Starts no more calls, and waits up to `patience` ms for the running ones, because a repeated call would arrive
   * twice.
   */
  stop(patience?: number): Promise<void> {
    return this.runner.stop(patience);
  }

  /** Looks for queued messages. */
  wake(): void {
    this.runner.wake();
  }

  async #run(app: Caller, call: WebhookCall): Promise<Store> {
    // Since before a restart.
    const early = call.next_at - app.clock.now();
    if (early > 0) return async () => early * 1000;
    const time = app.clock.now();
    const start = app.clock.monotonic();
    const reply = await this.#ask(app, call, time);
    if (!reply)
      return async () => {
        await app.writes.submit(() => endCall(app.db, call));
        return 0;
      };
    const pause = this.#pauseAfter(call, reply);
    const next_at = pause === undefined ? null : app.clock.now() + pause;
    app.outgoingCalls.remember(call.bot_id, {
      time,
      trigger: call.trigger,
      attempt: call.attempts + 1,
      status: reply.status ?? null,
      duration: Math.round(app.clock.monotonic() - start),
      problem: 'problem' in reply ? reply.problem.words : null,
      next_at,
    });
    return async () => {
      const store = () => (next_at === null ? finish(app, call, reply) : countAttempt(app.db, call, next_at));
      await app.writes.submit(store);
      return (pause ?? 0) * 1000;
    };
  }

  /** Undefined if the call is no longer due. */
  async #ask(app: Caller, call: WebhookCall, time: number): Promise<Answered | undefined> {
    const bot = getUser(app.db, call.bot_id);
    const settings = findBotSettings(app.db, bot.id);
    if (!bot.is_active || settings.payload_url === null || !isReadable(app, bot, call)) return undefined;
    const payload = createPayload(app, bot, settings, call);
    if (!payload) return { problem: problems.noDirect, isTemporary: false };
    const signal = AbortSignal.any([AbortSignal.timeout(this.patience), this.runner.end]);
    const headers = signatureHeaders(settings, { time, body: payload.body, delivery: String(call.id) });
    return callReceiver(settings.payload_url, payload, { headers, signal });
  }

  #pauseAfter(call: WebhookCall, reply: Reply): number | undefined {
    return 'problem' in reply && reply.isTemporary ? this.pauses[call.attempts] : undefined;
  }
}

function finish(app: Context, call: WebhookCall, reply: Reply): void {
  endCall(app.db, call);
  const bot = getUser(app.db, call.bot_id);
  if ('problem' in reply) {
    tellOwner(app, bot, reply.problem.notice);
    return;
  }
  const content = (reply.content ?? '').replaceAll('\0', '').toWellFormed().trimEnd();
  if (content.trim() !== '') post(app, bot, call, content);
}

function post(app: Context, bot: User, call: WebhookCall, content: string): void {
  const conversation_id = app.db.value<number>('SELECT conversation_id FROM messages WHERE id = ?', call.message_id);
  const conversation = conversation_id === undefined ? undefined : findConversation(app.db, conversation_id);
  // The message may have been deleted meanwhile.
  if (!conversation || !bot.is_active) return;
  try {
    if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
    doPostAnswer(app, bot, conversation, content);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tellOwner(app, bot, (texts, name) => {
      const reason = error.messageIn(texts.language).replace(/[.。]$/, '');
      return texts.markdown('notice.botAnswerRefused', { bot: name, reason });
    });
  }
}

// The message itself is left out: the owner may not be allowed to read it.
function tellOwner(app: Context, bot: User, notice: Problem['notice']): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  if (!owner?.is_active) return;
  doNotifyUser(app, owner, notice(textsFor(app.db, owner), mention(bot)));
}
