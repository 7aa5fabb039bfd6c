import type { BoundCommand, Group } from './command.ts';
import { messageCommands } from './message-commands.ts';
import { goingCommands, writingCommands } from './page-commands.ts';
import { topicCommands } from './topic-commands.ts';

/** All commands that have keys. */
export const groups: readonly Group[] = [goingCommands, writingCommands, messageCommands, topicCommands];

const byKey: ReadonlyMap<string, BoundCommand> = new Map(
  groups.flatMap(({ commands }) =>
    commands.flatMap((command) => (command.keys ?? []).map((key) => [key, command] as const)),
  ),
);

/** `Ctrl+` stands before the key if the control or command key is pressed. */
export function commandOf(key: string): BoundCommand | undefined {
  return byKey.get(key);
}
