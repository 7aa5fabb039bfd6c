import type { TestContext } from 'node:test';
import type { Answer, Values } from '../support/client.ts';
import { subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** A server on which Alice, who follows `kitchen`, has an incoming webhook. */
export interface Hook extends TestServer {
  api_key: string;
  bot_id: number;
  /** Posts what a tool sends: JSON, or a form. The values go into the URL. */
  post: (tool: string, payload: unknown, sending?: Sending) => Promise<Answer>;
  /** The messages of the bot, oldest first. */
  posted: () => Promise<Posted[]>;
}

interface Sending {
  query?: Values;
  headers?: Record<string, string>;
}

interface Posted {
  /** Undefined in a direct message. */
  channel?: string;
  topic: string;
  text: string;
}

const json = { 'Content-Type': 'application/json' };

export async function startHook(t: TestContext, bot: Values = {}): Promise<Hook> {
  const server = await startServer(t);
  await subscribe(server.as('alice'), 'kitchen');
  const { body } = await server.as('alice').post('/bots', { full_name: 'CI', short_name: 'ci', bot_type: 2, ...bot });
  const post: Hook['post'] = (tool, payload, { query = { stream: 'kitchen' }, headers } = {}) => {
    const url = `/external/${tool}?${search({ api_key: body.api_key, ...query })}`;
    if (payload === undefined) return server.anonymous.send('POST', url, { headers: headers ?? {} });
    if (payload instanceof URLSearchParams)
      return server.anonymous.send('POST', url, { body: payload, headers: headers ?? {} });
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    return server.anonymous.send('POST', url, { body: text, headers: { ...json, ...headers } });
  };
  return { ...server, api_key: body.api_key, bot_id: body.user_id, post, posted: () => list(server, body.user_id) };
}

function search(values: Values): URLSearchParams {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, asText(value)]));
}

interface Row {
  type: string;
  display_recipient: string;
  subject: string;
  content: string;
}

async function list({ as }: TestServer, sender: number): Promise<Posted[]> {
  const narrow = [{ operator: 'sender', operand: sender }];
  const page = { anchor: 'newest', num_before: 1000, num_after: 0, narrow, apply_markdown: false };
  const { body } = await as('alice').get('/messages', { ...page, allow_empty_topic_name: true });
  return body.messages.map(({ type, display_recipient, subject, content }: Row) => ({
    ...(type === 'stream' ? { channel: display_recipient } : {}),
    topic: subject,
    text: content,
  }));
}
