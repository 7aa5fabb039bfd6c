import { setTimeout as wait } from 'node:timers/promises';
import { bareCommand, type Command, chatdCommands, start } from './program.ts';
import type { Figure } from './report.ts';
import { alternate } from './rounds.ts';

const restMilliseconds = 3000;

/** Resident memory of a server at rest. The floor is a process of tinyhttp and better-sqlite3. */
export async function memory(): Promise<Figure[]> {
  const bare = bareCommand();
  const figures: Figure[] = [];
  for (const [name, command] of Object.entries(chatdCommands())) {
    const used = await alternate(2, { ours: () => memoryAtRest(command), floor: () => memoryAtRest(bare) });
    figures.push({
      name: `memory at rest, ${name}`,
      ours: `${Math.round(used.ours)} MB`,
      floor: `${Math.round(used.floor)} MB`,
      ratio: used.ours,
      bar: { atMost: 90 },
      note: 'the bar is in MB',
    });
  }
  return figures;
}

async function memoryAtRest(command: Command): Promise<number> {
  const server = await start(command);
  await wait(restMilliseconds);
  const used = server.memory();
  await server.stop();
  return used;
}
