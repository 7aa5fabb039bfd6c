import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent, State } from '../api/types.ts';
import type { Client } from '../client.ts';
import { addressOf } from '../live/outbox.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';

/** A command of a bot, which people write behind a slash. */
interface BotCommand {
  name: string;
  bot_id: number;
  description: string;
  /** A hint what to write behind it. */
  parameters: string;
}

/** A call of a command, as the person sees it who made it. */
interface BotCall {
  bot_id: number;
  /** What was written. */
  text: string;
  /** HTML; undefined until it is answered. */
  answer: string | undefined;
  /** Why there is no answer; empty if nothing is wrong. */
  problem: string;
}

interface Answered {
  answer: { rendered_content: string; visible_to: 'conversation' | 'caller' } | null;
}

interface Written {
  command: BotCommand;
  arguments: string;
}

/** How long an answer of a bot may take, in milliseconds: the server gives the bot ten seconds, and the way takes longer. */
export const botPatience = 25_000;

const known = new WeakMap<State, { list: Signal<readonly BotCommand[] | undefined>; fetching: Promise<unknown> }>();
const calls = new WeakMap<Client, Map<string, Signal<BotCall | undefined>>>();

/** The commands of bots; none until they are fetched. */
export function botCommands(client: Client): readonly BotCommand[] {
  return commandsOf(client).list.value ?? [];
}

/** The call that a text is; undefined for a message. Fetches the commands if needed, and rejects without an answer. */
export async function findCall(client: Client, text: string): Promise<Written | undefined> {
  const [, name, rest = ''] = /^\/([a-z][a-z0-9_-]*)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  await commandsOf(client).fetching;
  const command = botCommands(client).find((one) => one.name === name);
  return command && { command, arguments: rest };
}

/** Whether a text may be a call: then its commands are looked for before it is sent. */
export function looksLikeCall(text: string): boolean {
  return /^\/[a-z]/.test(text) && !/^\/(me|poll|todo)\b/.test(text);
}

/** The last call in a conversation whose answer only this person sees, or which is not answered yet. */
export function callIn(client: Client, conversation: Conversation): Signal<BotCall | undefined> {
  const all = calls.get(client) ?? new Map<string, Signal<BotCall | undefined>>();
  calls.set(client, all);
  const found = all.get(keyOf(conversation)) ?? signal<BotCall | undefined>(undefined);
  all.set(keyOf(conversation), found);
  return found;
}

/** Calls a command, and shows what comes of it above the composer. */
export async function callBot(
  client: Client,
  conversation: Conversation,
  text: string,
  written: Written,
): Promise<void> {
  const shown = callIn(client, conversation);
  const call: BotCall = { bot_id: written.command.bot_id, text, answer: undefined, problem: '' };
  const finish = (result: BotCall | undefined) => {
    // Another call may stand there by now.
    if (shown.value === call) shown.value = result;
  };
  shown.value = call;
  try {
    const params = { arguments: written.arguments, ...addressOf(conversation) };
    const path = `/commands/${written.command.name}/calls`;
    const { answer } = await client.call<Answered>('POST', path, params, { silence: botPatience });
    finish(answer?.visible_to === 'caller' ? { ...call, answer: answer.rendered_content } : undefined);
  } catch (error) {
    finish({ ...call, problem: error instanceof Error ? error.message : String(error) });
  }
}

// A new registration brings a new state: events were missed.
function commandsOf(client: Client) {
  follow(client);
  const { state } = client.store.read('realm');
  const found = known.get(state) ?? {
    list: signal<readonly BotCommand[] | undefined>(undefined),
    fetching: Promise.resolve(),
  };
  if (!known.has(state)) {
    known.set(state, found);
    fetchCommands(client);
  }
  return found;
}

function fetchCommands(client: Client): void {
  const { state } = client.store.model;
  const found = known.get(state);
  if (!found) return;
  found.fetching = client.call<{ commands: BotCommand[] }>('GET', '/commands').then(({ commands }) => {
    found.list.value = commands;
  });
  // Fetched again when one is written the next time.
  found.fetching.catch(() => known.delete(state));
}

function follow(client: Client): void {
  client.store.follow(({ type }: ServerEvent) => {
    if (type === 'bot_commands') fetchCommands(client);
  }, follow);
}
