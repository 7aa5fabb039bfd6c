import { bareCommand, type Command, chatdCommands, start } from './program.ts';
import { type Figure, milliseconds } from './report.ts';
import { alternate } from './rounds.ts';

/** From the start of the process until the first answer. The floor is a process of tinyhttp and better-sqlite3. */
export async function startup(): Promise<Figure[]> {
  const bare = bareCommand();
  const figures: Figure[] = [];
  for (const [name, command] of Object.entries(chatdCommands())) {
    const took = await alternate(7, { ours: () => startOnce(command), floor: () => startOnce(bare) });
    figures.push({
      name: `start to the first answer, ${name}`,
      ours: milliseconds(took.ours),
      floor: milliseconds(took.floor),
      ratio: took.ours / took.floor,
      bar: { atMost: 2 },
    });
  }
  return figures;
}

async function startOnce(command: Command): Promise<number> {
  const server = await start(command);
  await server.stop();
  return server.took;
}
