import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { callCommands } from './call-commands.ts';
import { channelCommands } from './channel-commands.ts';
import type { BoundCommand, Group, Line } from './command.ts';
import { messageCommands } from './message-commands.ts';
import { goingCommands, movingCommands, otherCommands, writingCommands } from './page-commands.ts';
import { topicCommands } from './topic-commands.ts';

/** All commands on what is on screen. */
export const groups: readonly Group[] = [
  goingCommands,
  movingCommands,
  writingCommands,
  messageCommands,
  topicCommands,
  channelCommands,
  callCommands,
  otherCommands,
];

const byKey: ReadonlyMap<string, BoundCommand> = new Map(
  groups.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)),
  ),
);

const listed = [goingCommands, writingCommands, topicCommands, channelCommands, callCommands, otherCommands];

/** What people can do now, without choosing a message first. */
export function listCommands(client: Client): (Line & { group: string })[] {
  return listed.flatMap(({ title, list }) => list(client).map((line) => ({ ...line, group: t(title) })));
}

/** The keys that open an address. */
export function keysOf(hash: string): readonly string[] {
  const all = groups.flatMap(({ commands }) => commands);
  return all.find((one) => one.hash === hash)?.keys ?? [];
}

/** `Ctrl+` stands before the key if the control or command key is pressed. */
export function commandOf(key: string): BoundCommand | undefined {
  return byKey.get(key);
}
