import { setTimeout as wait } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Api, Refused } from '../mcp/api.ts';
import type { Message } from '../mcp/message.ts';
import { fetchMessages } from '../mcp/messages.ts';
import { placeOf } from '../mcp/place.ts';
import { printJson, printLine, say } from './output.ts';
import { accountOption, RemoteApi, type RemoteOptions, refusable, Unreachable } from './remote.ts';

interface Options extends RemoteOptions {
  narrow: Term[];
  json?: true;
}

interface Term {
  operator: string;
  operand: string;
}

/** In milliseconds: between two tries to reach a server that does not answer. */
const patience = { first: 500, longest: 30_000 };
/** Messages that arrived while the server was away, and are printed afterwards. */
const mostMissed = 1000;

export function addTail(program: Command): void {
  program
    .command('tail')
    .summary('print messages as they arrive')
    .description(
      'Print what the account of a zuliprc file receives, until it is stopped. It waits for a server that is away, and ' +
        'prints what arrived meanwhile.',
    )
    .addOption(
      new Option('--narrow <operator:operand>', 'only messages that fulfil this, as in channel:ops; may be repeated')
        .argParser(readTerm)
        .default([], 'all'),
    )
    .addOption(new Option('--json', 'print each message as a line of JSON'))
    .addOption(accountOption())
    .addHelpText('after', '\nExample:\n  chatd tail --narrow channel:ops --json | while read -r line; do …; done')
    .action((options: Options) => refusable(() => follow(new RemoteApi(options), options)));
}

function readTerm(text: string, before: readonly Term[]): Term[] {
  const [, operator, operand] = /^(\w[\w-]*):(.+)$/.exec(text) ?? [];
  if (operator === undefined || operand === undefined)
    throw new InvalidArgumentError('It must be an operator and an operand, as in channel:ops.');
  return [...before, { operator, operand }];
}

/** The id of the newest message that was printed, or was there before. */
interface Position {
  last?: number;
}

async function follow(api: Api, options: Options): Promise<never> {
  const position: Position = {};
  let delay = patience.first;
  for (;;) {
    try {
      await listen(api, options, position, () => {
        delay = patience.first;
      });
    } catch (error) {
      if (position.last === undefined || !isPassing(error)) throw error;
      if (!isExpired(error)) say(`${(error as Error).message} Trying again.`);
      await wait(delay);
      delay = Math.min(2 * delay, patience.longest);
    }
  }
}

/** Without an answer, or with one that another try may not get. */
function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof Refused && passingCodes.includes(error.code));
}

const passingCodes = ['BAD_EVENT_QUEUE_ID', 'RATE_LIMIT_HIT', 'INTERNAL_ERROR', 'DATABASE_UNAVAILABLE', ''];

function isExpired(error: unknown): boolean {
  return error instanceof Refused && error.code === 'BAD_EVENT_QUEUE_ID';
}

/** Prints what was missed, then each message as it arrives, until a call fails. */
async function listen(api: Api, options: Options, position: Position, answered: () => void): Promise<never> {
  const narrow = options.narrow.map(({ operator, operand }) => [operator, operand]);
  const queue = await api.call<{ queue_id: string; last_event_id: number; max_message_id: number }>(
    'POST',
    '/register',
    {
      event_types: ['message'],
      fetch_event_types: ['message'],
      narrow,
      apply_markdown: false,
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    },
  );
  // Also refuses a narrow that no request for messages understands.
  await showMissed(api, options, position);
  position.last ??= queue.max_message_id;
  let { last_event_id } = queue;
  for (;;) {
    const { events } = await api.call<{ events: { id: number; type: string; message?: Message }[] }>('GET', '/events', {
      queue_id: queue.queue_id,
      last_event_id,
    });
    answered();
    for (const { id, message } of events) {
      last_event_id = Math.max(last_event_id, id);
      if (message) show(message, options, position);
    }
  }
}

async function showMissed(api: Api, options: Options, position: Position): Promise<void> {
  const { last } = position;
  const range = { anchor: last ?? 'newest', num_before: 0, num_after: last === undefined ? 0 : mostMissed };
  const { messages, found_newest } = await fetchMessages(api, options.narrow, { ...range, include_anchor: false });
  for (const message of messages) show(message, options, position);
  if (!found_newest) say(`More than ${mostMissed} messages arrived meanwhile; the rest of them is not shown.`);
}

function show(message: Message, { json }: Options, position: Position): void {
  if (message.id <= (position.last ?? 0)) return;
  position.last = message.id;
  if (json) printJson(message);
  else print(message);
}

function print(message: Message): void {
  const place = placeOf(message);
  const where = 'user_ids' in place ? place.direct_with.join(', ') : `#${place.channel} > ${place.topic}`;
  const time = new Date(message.timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ');
  const [first = '', ...rest] = message.content.split('\n');
  printLine(`${time}  ${where}  ${message.sender_full_name}: ${first}`);
  for (const line of rest) printLine(`    ${line}`);
}
