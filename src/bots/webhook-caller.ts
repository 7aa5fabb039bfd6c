import type { Context } from '../context.ts';
import { type Conversation, findConversation, memberIds } from '../conversations/conversation.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Service } from '../ground/service.ts';
import { type Store, TaskRunner } from '../ground/task-runner.ts';
import { ApiError } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { ensureMentionsAllowed } from '../messages/mentions.ts';
import { doSendMessage, maxMessageLength, messageTooLong } from '../messages/message.ts';
import type { CachesMessages } from '../messages/message-cache.ts';
import { doNotifyUser } from '../messages/notices.ts';
import { accessDirectToSend, accessTopicToSend } from '../messages/recipient.ts';
import { renderToSend } from '../messages/rendering.ts';
import { findBotSettings } from '../users/bot.ts';
import { findUser, getUser, type User } from '../users/user.ts';
import { countAttempt, endCall, findNextCall, isReadable, type WebhookCall } from './webhook-call.ts';
import { createPayload } from './webhook-payload.ts';
import { callReceiver, type Reply } from './webhook-request.ts';

/** The ports needed to call receivers. */
interface Caller extends Context, SubmitsWrites, CachesMessages {}

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
  /** Milliseconds before each retry; their number is the number of retries. */
  pauses: readonly number[] = [1000, 10_000];

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
    const reply = await this.#ask(app, call);
    const pause = this.#pauseAfter(call, reply);
    return async () => {
      await app.writes.submit(() => (pause === undefined ? finish(app, call, reply) : countAttempt(app.db, call)));
      return pause ?? 0;
    };
  }

  async #ask(app: Caller, call: WebhookCall): Promise<Reply> {
    const bot = getUser(app.db, call.bot_id);
    const settings = findBotSettings(app.db, bot.id);
    if (!bot.is_active || settings.payload_url === null || !isReadable(app, bot, call)) return { content: undefined };
    const payload = createPayload(app, bot, settings, call);
    if (!payload) return { problem: 'its message format does not support direct messages', isTemporary: false };
    const signal = AbortSignal.any([AbortSignal.timeout(this.patience), this.runner.end]);
    return callReceiver(settings.payload_url, payload, signal);
  }

  #pauseAfter(call: WebhookCall, reply: Reply): number | undefined {
    return 'problem' in reply && reply.isTemporary ? this.pauses[call.attempts] : undefined;
  }
}

function finish(app: Context, call: WebhookCall, reply: Reply): void {
  endCall(app.db, call);
  const bot = getUser(app.db, call.bot_id);
  if ('problem' in reply) {
    tellOwner(app, bot, reply.problem);
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
    const rendering = renderToSend(app, bot, content);
    ensureMentionsAllowed(app, bot, conversation, rendering.mentions);
    const accessed = accessToSend(app, bot, conversation);
    doSendMessage(app, {
      sender: bot,
      conversation: accessed,
      content,
      rendering,
      client: 'outgoing webhook',
      read_by_sender: true,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tellOwner(app, bot, `its answer cannot be posted: ${error.message.replace(/\.$/, '')}`);
  }
}

function accessToSend(app: Context, bot: User, conversation: Conversation): Conversation {
  const { channel_id, topic } = conversation;
  return channel_id === null
    ? accessDirectToSend(app, bot, memberIds(conversation))
    : accessTopicToSend(app, bot, channel_id, topic ?? '');
}

// The message itself is left out: the owner may not be allowed to read it.
function tellOwner(app: Context, bot: User, problem: string): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(app.db, bot.bot_owner_id);
  if (!owner?.is_active) return;
  doNotifyUser(
    app,
    owner,
    `A message could not be delivered to your bot @_**${bot.full_name}|${bot.id}**: ${problem}.`,
  );
}
