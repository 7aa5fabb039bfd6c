import { version } from '../assets.ts';
import { isPlainObject } from '../http/params.ts';
import { readText } from '../http/read-limited.ts';
import type { Payload } from './webhook-payload.ts';

/** The result of a call: the content to post, if any, or the problem. */
export type Reply = { content: string | undefined } | { problem: string; isTemporary: boolean };

/** In bytes. */
const maxReply = 1024 * 1024;

/** Sends a message to a webhook's receiver and reads its reply. Never rejects. */
export async function callReceiver(url: string, payload: Payload, signal: AbortSignal): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': payload.content_type, 'User-Agent': `chatd/${version}` },
      body: payload.body,
      // The URL was checked when it was set; the target of a redirect was not.
      redirect: 'manual',
      signal,
    });
    return await readReply(response);
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    return { problem: isTimeout ? 'it took too long to answer' : 'it could not be reached', isTemporary: true };
  }
}

async function readReply(response: Response): Promise<Reply> {
  if (!response.ok) {
    await response.body?.cancel();
    return { problem: `it answered with the status ${response.status}`, isTemporary: response.status >= 500 };
  }
  const text = await readText(response, maxReply);
  if (text === undefined) return { problem: 'its answer is too large', isTemporary: false };
  return text.trim() === '' ? { content: undefined } : readContent(text);
}

function readContent(text: string): Reply {
  const reply = parse(text);
  if (!isPlainObject(reply)) return { problem: 'its answer is not a JSON object', isTemporary: false };
  if (reply.response_not_required === true) return { content: undefined };
  // `response_string` is an older name; receivers written for Slack use `text`.
  const content = reply.content ?? reply.response_string ?? reply.text;
  if (content === undefined || content === null) return { content: undefined };
  if (typeof content === 'string') return { content };
  return { problem: 'the content of its answer is not text', isTemporary: false };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
