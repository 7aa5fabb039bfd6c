import { version } from '../assets.ts';
import type { Texts } from '../ground/texts.ts';
import { isPlainObject } from '../http/params.ts';
import { type Phrase, phrase, phraseWith } from '../http/phrase.ts';
import { readText } from '../http/read-limited.ts';
import type { Payload } from './webhook-payload.ts';

/** The result of a call: the content to post, if any, or the problem. */
export type Reply = { content: string | undefined } | Failure;

interface Failure {
  problem: Problem;
  isTemporary: boolean;
}

/** What is wrong with an answer. */
export interface Problem {
  words: Phrase;
  /** What the bot's owner is told. */
  notice: (texts: Texts, bot: string) => string;
}

/** The same with the status of the answer; undefined without one. */
export type Answered = Reply & { status?: number };

/** The problems of answers, besides a wrong status. */
export const problems = {
  slow: problem(phrase('it took too long to answer'), 'notice.botSlow'),
  unreachable: problem(phrase('it could not be reached'), 'notice.botUnreachable'),
  large: problem(phrase('its answer is too large'), 'notice.botAnswerLarge'),
  noObject: problem(phrase('its answer is not a JSON object'), 'notice.botAnswerNoObject'),
  noText: problem(phrase('the content of its answer is not text'), 'notice.botAnswerNoText'),
  noDirect: problem(phrase('its message format does not support direct messages'), 'notice.botNoDirect'),
};

function problem(
  words: Phrase,
  key: `notice.bot${'Slow' | 'Unreachable' | 'AnswerLarge' | 'AnswerNoObject' | 'AnswerNoText' | 'NoDirect'}`,
): Problem {
  return { words, notice: (texts, bot) => texts.markdown(key, { bot }) };
}

const statusWords = phraseWith<{ status: number }>('it answered with the status {status}');

function wrongStatus(status: number): Problem {
  return {
    words: statusWords({ status }),
    notice: (texts, bot) => texts.markdown('notice.botStatus', { bot, status }),
  };
}

/** The JSON object of an answer, undefined for an empty one, or the problem. */
type Received = ({ json: Record<string, unknown> | undefined } | Failure) & { status?: number };

interface Options {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** In bytes. */
const maxReply = 1024 * 1024;

/** Sends a message to a webhook's receiver, with further headers, and reads its reply. Never rejects. */
export async function callReceiver(url: string, payload: Payload, options: Options): Promise<Answered> {
  const received = await askReceiver(url, payload, options);
  if ('problem' in received) return received;
  const { json, ...rest } = received;
  return { ...rest, ...(json ? readContent(json) : { content: undefined }) };
}

/** Sends a payload to the URL of a bot, and reads its answer: a JSON object, or nothing. Never rejects. */
export async function askReceiver(url: string, payload: Payload, { headers, signal }: Options): Promise<Received> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': payload.content_type, 'User-Agent': `chatd/${version}` },
      body: payload.body,
      // The URL was checked when it was set; the target of a redirect was not.
      redirect: 'manual',
      signal,
    });
    return { ...(await readReply(response)), status: response.status };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { problem: isTimeout ? problems.slow : problems.unreachable, isTemporary: true };
  }
}

async function readReply(response: Response): Promise<Received> {
  if (!response.ok) {
    await response.body?.cancel();
    const { status } = response;
    return { problem: wrongStatus(status), isTemporary: status >= 500 || asksForPatience(status) };
  }
  const text = await readText(response, maxReply);
  if (text === undefined) return { problem: problems.large, isTemporary: false };
  if (text.trim() === '') return { json: undefined };
  const json = parse(text);
  return isPlainObject(json) ? { json } : { problem: problems.noObject, isTemporary: false };
}

/** Whether a status means that the same request may succeed later: a timeout, or too many requests. */
function asksForPatience(status: number): boolean {
  return status === 408 || status === 429;
}

function readContent(reply: Record<string, unknown>): Reply {
  if (reply.response_not_required === true) return { content: undefined };
  // `response_string` is an older name; receivers written for Slack use `text`.
  const content = reply.content ?? reply.response_string ?? reply.text;
  if (content === undefined || content === null) return { content: undefined };
  if (typeof content === 'string') return { content };
  return { problem: problems.noText, isTemporary: false };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
