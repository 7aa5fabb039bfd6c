import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import { publish } from '../events/event.ts';
import { randomText } from '../ground/random.ts';
import { type BotSettings, findBotSettings } from '../users/bot.ts';
import { apiEmail, type User } from '../users/user.ts';
import { type BotAnswer, readBotAnswer } from './bot-answer.ts';
import { botBusy, botNotRunning, botSlow, botUnreachable, botUnusable } from './call-refusals.ts';
import type { RemembersOutgoing } from './outgoing-calls.ts';
import type { Question } from './question.ts';
import { askReceiver, type Problem, problems } from './webhook-request.ts';
import { signatureHeaders } from './webhook-signature.ts';

/** The port for code that asks bots. */
export interface AsksBots {
  asker: BotAsker;
}

type Asking = Context & SubmitsWrites & RemembersOutgoing;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

interface Waiting {
  bot_id: number;
  answer: (answer: BotAnswer) => void;
}

/**
 * Asks bots while a person waits: at the bot's URL, or else by an event to its clients, which answer by the API. What is
 * asked is neither stored nor repeated, because a command that was tried twice would do its work twice.
 */
export class BotAsker {
  /** Time for an answer, in milliseconds. */
  patience = 10_000;
  /** Maximum number of calls of one bot that wait. */
  most = 16;
  /** Maximum number of those of one person, so that nobody takes all. */
  mostOfPerson = 4;
  #waiting = new Map<string, Waiting>();
  /** The people whose calls of a bot wait, once for each call. */
  #askers = new Map<number, readonly number[]>();

  /** The answer of a bot to a person. Throws one of callRefusals. */
  async ask(app: Asking, person: User, bot: User, question: Question): Promise<BotAnswer> {
    const askers = this.#askers.get(bot.id) ?? [];
    const own = askers.filter((id) => id === person.id);
    if (askers.length >= this.most || own.length >= this.mostOfPerson) throw botBusy();
    this.#askers.set(bot.id, [...askers, person.id]);
    try {
      const settings = findBotSettings(app.db, bot.id);
      const call_id = randomText(app.random, alphabet, 24);
      const asked = { call_id, ...question, time: app.clock.now() };
      if (settings.payload_url === null) return await this.#askClients(app, bot, asked);
      return await this.#askUrl(app, bot, settings, asked);
    } finally {
      this.#release(bot.id, person.id);
    }
  }

  /** Takes the answer that a bot gives by the API. Returns whether a call of the bot waited for it. */
  take(bot: User, call_id: string, answer: BotAnswer): boolean {
    const waiting = this.#waiting.get(call_id);
    if (waiting?.bot_id !== bot.id) return false;
    this.#waiting.delete(call_id);
    waiting.answer(answer);
    return true;
  }

  #release(bot_id: number, person_id: number): void {
    const askers = this.#askers.get(bot_id) ?? [];
    const left = askers.toSpliced(askers.indexOf(person_id), 1);
    if (left.length === 0) this.#askers.delete(bot_id);
    else this.#askers.set(bot_id, left);
  }

  async #askClients(app: Asking, bot: User, asked: Question & { call_id: string }): Promise<BotAnswer> {
    if (!app.clients.isOnline(bot.id)) throw botNotRunning();
    const { promise, resolve } = Promise.withResolvers<BotAnswer | undefined>();
    this.#waiting.set(asked.call_id, { bot_id: bot.id, answer: resolve });
    const timer = setTimeout(() => resolve(undefined), this.patience);
    try {
      await app.writes.submit(() => publish(app, { type: 'bot_call', call: asked }, { user_ids: [bot.id] }));
      const answer = await promise;
      if (!answer) throw botSlow();
      return answer;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(asked.call_id);
    }
  }

  async #askUrl(
    app: Asking,
    bot: User,
    settings: BotSettings,
    asked: Question & { call_id: string },
  ): Promise<BotAnswer> {
    const time = app.clock.now();
    const start = app.clock.monotonic();
    const names = { bot_email: apiEmail(app, bot), bot_full_name: bot.full_name, token: settings.service_token };
    const body = JSON.stringify({ ...asked, ...names });
    const headers = signatureHeaders(settings, { time, body, delivery: asked.call_id });
    const payload = { content_type: 'application/json', body };
    const signal = AbortSignal.timeout(this.patience);
    const received = await askReceiver(settings.payload_url ?? '', payload, { headers, signal });
    app.outgoingCalls.remember(bot.id, {
      time,
      trigger: asked.trigger,
      attempt: 1,
      status: received.status ?? null,
      duration: Math.round(app.clock.monotonic() - start),
      problem: 'problem' in received ? received.problem.words : null,
      next_at: null,
    });
    if ('problem' in received) throw refusalOf(received);
    const answer = readBotAnswer(received.json ?? {});
    if (!answer) throw botUnusable();
    return answer;
  }
}

function refusalOf({ status, problem }: { status?: number; problem: Problem }) {
  if (problem === problems.slow) return botSlow();
  return status === undefined ? botUnreachable() : botUnusable();
}
