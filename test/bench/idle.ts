import { setTimeout as wait } from 'node:timers/promises';
import { bareCommand, type Command, chatdCommands, start } from './program.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

/** Until the memory that the start left has been collected. */
const settling = 40_000;
const seconds = 30;

/** Processor time a second with nobody there. The floor is a process of tinyhttp and better-sqlite3. */
export async function idle(): Promise<Figure[]> {
  const bare = bareCommand();
  const figures: Figure[] = [];
  for (const [name, command] of Object.entries(chatdCommands())) {
    const used = await alternate(2, { ours: () => timeAtRest(command), floor: () => timeAtRest(bare) });
    figures.push({
      name: `processor time a second at rest, ${name}`,
      ours: milliseconds(used.ours),
      floor: milliseconds(used.floor),
      ratio: used.ours,
      bar: { atMost: 1 },
      note: 'the bar is in milliseconds',
    });
  }
  return figures;
}

async function timeAtRest(command: Command): Promise<number> {
  const server = await start(command);
  await wait(settling);
  const before = server.processorTime();
  await wait(seconds * 1000);
  const used = server.processorTime() - before;
  await server.stop();
  return used / seconds;
}
