import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Values } from './client.ts';
import type { CastName, TestServer } from './server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
type BotCall = any;

export const deploy = { name: 'deploy', description: 'Deploys a branch', parameters: '[branch]' };

/**
 * Runs a bot that has the command `deploy` and answers each call with what `answer` makes of it, until the server ends.
 * Resolves once it listens, to the list of calls that it got.
 */
export async function runBot(
  { as }: TestServer,
  answer: (call: BotCall) => Values | undefined | Promise<Values | undefined> = () => ({
    content: 'Done.',
    visible_to: 'caller',
  }),
  name: CastName = 'bot',
): Promise<BotCall[]> {
  const bot = as(name);
  const calls: BotCall[] = [];
  await bot.put('/bots/me/commands', { commands: [deploy] });
  const { body } = await bot.post('/register', { event_types: ['bot_call'] });
  const follow = async (last_event_id: number): Promise<void> => {
    const { status, body: heard } = await bot.get('/events', { queue_id: body.queue_id, last_event_id });
    if (status !== 200) return;
    for (const { call } of heard.events.filter((event: Values) => event.type === 'bot_call')) {
      calls.push(call);
      const values = await answer(call);
      if (values) await bot.post(`/bot_calls/${call.call_id}/answer`, values);
    }
    return follow(heard.events.at(-1).id);
  };
  // It ends when the server does.
  follow(-1).catch(() => {});
  return calls;
}

let url: Promise<string> | undefined;

/** The URL of a bot that answers everything alike; it lasts as long as the process of the test. */
export function answeringUrl(): Promise<string> {
  url ??= new Promise((resolve) => {
    const server = createServer((_, response) => response.end('{"content":"Done.","visible_to":"caller"}'));
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
    server.unref();
  });
  return url;
}
